// Implements drydock/findings.h: findings for programs.
#include <algorithm>
#include <cstdio>
#include <iterator>

#include "drydock/findings.h"
#include "src/rules/client_findings.h"
#include "src/rules/finding.h"

namespace drydock {
namespace {

std::vector<Frame> public_frames(const std::vector<rules::Frame>& frames) {
  std::vector<Frame> out;
  out.reserve(frames.size());
  for (const rules::Frame& each : frames)
    out.push_back({each.function, each.file, each.line, each.module});
  return out;
}

Finding public_finding(const rules::Finding& finding) {
  Finding out{.rule = *rules::RuleId::parse(finding.rule->id),
              .severity = severity_of(finding),
              .party = finding.rule->party,
              .message = finding.message,
              .driver = finding.driver,
              .object = finding.object,
              .fields = {},
              .history = {},
              .stacks = {},
              .replay = finding.replay,
              .text = rules::to_text(finding)};
  for (const rules::FindingField& each : finding.fields)
    out.fields.push_back({each.path, each.value});
  for (const rules::ObjectEvent& each : finding.history)
    out.history.push_back({each.what, public_frames(each.frames)});
  for (const rules::LabelledStack& each : finding.stacks)
    out.stacks.push_back({each.label, public_frames(each.frames)});
  return out;
}

}  // namespace

struct Findings::Impl {
  rules::FindingLog log;
};

Findings::Findings() : impl_(std::make_unique<Impl>()) {}
Findings::~Findings() = default;

std::vector<Finding> Findings::all() const {
  std::vector<Finding> out;
  std::ranges::transform(impl_->log.findings(), std::back_inserter(out), public_finding);
  return out;
}

std::vector<Finding> Findings::of(rules::RuleId rule) const {
  std::vector<Finding> out = all();
  std::erase_if(out, [rule](const Finding& each) { return each.rule != rule; });
  return out;
}

void Findings::print() const {
  for (const rules::Finding& each : impl_->log.findings())
    std::fprintf(stderr, "%s\n", rules::to_text(each).c_str());
}

bool Findings::empty() const { return impl_->log.findings().empty(); }
void Findings::clear() { impl_->log.clear(); }

ClientFindingsOff::ClientFindingsOff() {
  rules::client_findings_off.fetch_add(1, std::memory_order_relaxed);
}
ClientFindingsOff::~ClientFindingsOff() {
  rules::client_findings_off.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace drydock
