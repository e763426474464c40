#include "src/rules/finding.h"

#include <cassert>
#include <cstdio>
#include <memory>
#include <mutex>
#include <utility>

namespace drydock::rules {
namespace {

using Listener = std::function<void(const Finding&)>;

// Held only to copy, move or append: no listener, driver or resolver runs under it.
std::mutex& mutex() {
  static std::mutex& instance = *new std::mutex;
  return instance;
}

FindingLog* innermost = nullptr;                        // guarded by mutex()
std::shared_ptr<const Listener> current_listener = {};  // guarded by mutex()

void resolve_stacks(Finding& finding) {
  for (LabelledStack& stack : finding.stacks) {
    if (stack.frames.empty()) stack.frames = resolve(stack.stack);
  }
}

}  // namespace

struct FindingLog::State {
  std::vector<Finding> findings;  // guarded by mutex()
};

FindingLog::FindingLog() : state_(new State) {
  const std::lock_guard lock(mutex());
  outer_ = std::exchange(innermost, this);
}

FindingLog::~FindingLog() {
  {
    const std::lock_guard lock(mutex());
    assert(innermost == this);
    innermost = outer_;
  }
  delete state_;
}

std::vector<Finding> FindingLog::findings() const {
  const std::lock_guard lock(mutex());
  return state_->findings;
}

void FindingLog::clear() {
  std::vector<Finding> gone;
  const std::lock_guard lock(mutex());
  gone.swap(state_->findings);
}

void raise(Finding finding) {
  assert(finding.rule != nullptr);
  resolve_stacks(finding);
  std::shared_ptr<const Listener> listener;
  bool is_kept = false;
  {
    const std::lock_guard lock(mutex());
    listener = current_listener;
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
  const std::lock_guard lock(mutex());
  current_listener.swap(next);
}

}  // namespace drydock::rules
