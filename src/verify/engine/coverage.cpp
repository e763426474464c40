#include "src/verify/engine/coverage.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <new>

namespace drydock::verify {
namespace {

rules::EvaluationCounts* shared_counts() {
  void* const memory = mmap(nullptr, sizeof(rules::EvaluationCounts), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return new (memory) rules::EvaluationCounts;
}

bool is_of_driver(rules::Party party, const std::set<DriverKind>& kinds) {
  switch (party) {
    case rules::Party::kMiniport:
      return kinds.contains(DriverKind::kMiniport);
    case rules::Party::kUserModeDriver:
    case rules::Party::kRuntimeAndUserModeDriver:
      return kinds.contains(DriverKind::kUserMode);
    case rules::Party::kMinidriver:
      return kinds.contains(DriverKind::kMinidriver);
    case rules::Party::kDriver:
      return true;
    default:
      return false;
  }
}

}  // namespace

SharedEvaluations::SharedEvaluations() : counts_(shared_counts()), counting_(*counts_) {}

SharedEvaluations::~SharedEvaluations() { munmap(counts_, sizeof(*counts_)); }

std::vector<std::uint64_t> SharedEvaluations::read() const {
  std::vector<std::uint64_t> out;
  for (const auto& each : counts_->times) out.push_back(each.load(std::memory_order_relaxed));
  return out;
}

std::vector<EvaluatedRule> driver_rules_of(const Verification& verification) {
  std::set<DriverKind> kinds;
  for (const ScenarioResult& result : verification.scenarios) {
    if (result.status != ScenarioStatus::kSkipped) kinds.insert(result.scenario->kind);
  }
  std::vector<EvaluatedRule> out;
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rule.status != rules::Status::kChecked || !is_of_driver(rule.party, kinds)) continue;
    const std::size_t place = rules::RuleId::parse(rule.id)->index();
    out.push_back(
        {&rule, place < verification.evaluated.size() ? verification.evaluated[place] : 0});
  }
  return out;
}

std::size_t evaluated_of(const Verification& verification) {
  return std::ranges::count_if(driver_rules_of(verification),
                               [](const EvaluatedRule& each) { return each.times > 0; });
}

std::vector<std::string> never_called_of(const Verification& verification) {
  std::vector<std::string> out;
  std::ranges::set_difference(verification.provided, verification.called, std::back_inserter(out));
  return out;
}

bool needs_display(std::string_view entry_point) {
  constexpr std::string_view kWords[] = {"VidPn",
                                         "Overlay",
                                         "Pointer",
                                         "Palette",
                                         "SystemDisplay",
                                         "ScanLine",
                                         "Present",
                                         "SetTarget",
                                         "MonitorModes",
                                         "Flip",
                                         "GetPost",
                                         "DescribeAllocation",
                                         "DispatchIoRequest",
                                         "DisplayPrivateDriverFormat"};
  return entry_point.starts_with("DxgkDdi") && std::ranges::any_of(kWords, [&](auto word) {
           return entry_point.find(word) != std::string_view::npos;
         });
}

}  // namespace drydock::verify
