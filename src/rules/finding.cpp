#include "src/rules/finding.h"

#include <cassert>
#include <cstdio>
#include <memory>
#include <utility>

#include "src/sim/lock.h"

namespace drydock::rules {
namespace {

using Listener = std::function<void(const Finding&)>;

// Held only to copy, move or append: no listener, driver or resolver runs under it.
constinit sim::Lock lock;

FindingLog* innermost DRYDOCK_GUARDED_BY(lock) = nullptr;

// Never destroyed: findings may be raised while the process ends.
std::shared_ptr<const Listener>& current_listener() DRYDOCK_REQUIRES(lock) {
  static auto& listener = *new std::shared_ptr<const Listener>;
  return listener;
}

void resolve_stacks(Finding& finding) {
  for (LabelledStack& stack : finding.stacks) {
    if (stack.frames.empty()) stack.frames = resolve(stack.stack);
  }
}

}  // namespace

struct FindingLog::State {
  std::vector<Finding> findings DRYDOCK_GUARDED_BY(lock);
};

FindingLog::FindingLog() : state_(new State) {
  const sim::Hold hold(lock);
  outer_ = std::exchange(innermost, this);
}

FindingLog::~FindingLog() {
  {
    const sim::Hold hold(lock);
    assert(innermost == this);
    innermost = outer_;
  }
  delete state_;
}

std::vector<Finding> FindingLog::findings() const {
  const sim::Hold hold(lock);
  return state_->findings;
}

void FindingLog::clear() {
  std::vector<Finding> gone;
  const sim::Hold hold(lock);
  gone.swap(state_->findings);
}

void raise(Finding finding) {
  assert(finding.rule != nullptr);
  resolve_stacks(finding);
  std::shared_ptr<const Listener> listener;
  bool is_kept = false;
  {
    const sim::Hold hold(lock);
    listener = current_listener();
    if (innermost != nullptr) {
      innermost->state_->findings.push_back(finding);
      is_kept = true;
    }
  }
  if (!is_kept) std::fputs(to_text(finding).c_str(), stderr);
  if (listener != nullptr) (*listener)(finding);
}

void set_finding_listener(std::function<void(const Finding&)> listener) {
  std::shared_ptr<const Listener> next;
  if (listener) next = std::make_shared<const Listener>(std::move(listener));
  const sim::Hold hold(lock);
  current_listener().swap(next);
}

}  // namespace drydock::rules
