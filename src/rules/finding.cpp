#include "src/rules/finding.h"

#include <atomic>
#include <cassert>
#include <memory>
#include <set>
#include <utility>

#include "src/rules/client_findings.h"
#include "src/rules/evidence.h"
#include "src/rules/finding_sink.h"
#include "src/sim/faults.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::rules {
namespace {

using Listener = std::function<void(const Finding&)>;

// Guards the log and the listener. It is held only to copy, move or append: no listener, driver or
// resolver runs under it.
constinit sim::Lock lock;

FindingLog* innermost DRYDOCK_GUARDED_BY(lock) = nullptr;
ReplayCommand* command_of_run DRYDOCK_GUARDED_BY(lock) = nullptr;

// The rule and the place of each breach by a client that was told.
using Places = std::set<std::pair<std::size_t, std::uint64_t>>;

// Returns the places of the innermost log; null when there is none.
Places* innermost_places DRYDOCK_GUARDED_BY(lock) = nullptr;

// The places of findings that no log receives.
Places& places_of_process() DRYDOCK_REQUIRES(lock) {
  static sim::NeverDestroyed<Places> places;
  return *places;
}

std::shared_ptr<const Listener>& current_listener() DRYDOCK_REQUIRES(lock) {
  static sim::NeverDestroyed<std::shared_ptr<const Listener>> listener;
  return *listener;
}

std::atomic<IsKnownStack> is_known_stack = nullptr;

// `one` is a labelled stack or an event.
void resolve_stack(auto& one) {
  if (!one.frames.empty() || one.stack.depth == 0) return;
  one.number = one.stack.number();
  const IsKnownStack is_known = is_known_stack.load(std::memory_order_acquire);
  if (is_known == nullptr || !is_known(one.number)) one.frames = resolve(one.stack);
}

void resolve_stacks(Finding& finding) {
  for (LabelledStack& stack : finding.stacks) resolve_stack(stack);
  for (ObjectEvent& event : finding.history) resolve_stack(event);
}

}  // namespace

struct FindingLog::State {
  std::vector<Finding> findings DRYDOCK_GUARDED_BY(lock);
  Places places DRYDOCK_GUARDED_BY(lock);
};

FindingLog::FindingLog() : state_(new State) {
  const sim::Hold hold(lock);
  outer_ = std::exchange(innermost, this);
  innermost_places = &state_->places;
}

FindingLog::~FindingLog() {
  {
    const sim::Hold hold(lock);
    assert(innermost == this);
    innermost = outer_;
    innermost_places = outer_ == nullptr ? nullptr : &outer_->state_->places;
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
  state_->places.clear();
}

ReplayCommand::ReplayCommand(std::string command) : command_(std::move(command)) {
  const sim::Hold hold(lock);
  outer_ = std::exchange(command_of_run, this);
}

ReplayCommand::~ReplayCommand() {
  const sim::Hold hold(lock);
  assert(command_of_run == this);
  command_of_run = outer_;
}

std::string replay_of_run() {
  {
    const sim::Hold hold(lock);
    if (command_of_run != nullptr) return command_of_run->command_;
  }
  const std::string faults = sim::describe_fault_plan();
  std::string out = "this program again";
  if (const auto plan = sim::schedule_plan()) {
    out += plan->policy == sim::SchedulePlan::Policy::kRandom
               ? " under seed " + std::to_string(plan->seed)
               : " under the schedule " + to_text(*plan);
  } else {
    out += " (no seed decided the order of its threads)";
  }
  return faults.empty() ? out : out + ", with " + faults;
}

void locate(LabelledStack& stack) { resolve_stack(stack); }

void set_known_stacks(IsKnownStack is_known) {
  is_known_stack.store(is_known, std::memory_order_release);
}

bool is_new_place(RuleId rule, std::uint64_t place) {
  const sim::Hold hold(lock);
  Places& places = innermost_places != nullptr ? *innermost_places : places_of_process();
  return places.emplace(rule.index(), place).second;
}

void raise(Finding finding) {
  assert(finding.rule != nullptr);
  note_raised(*RuleId::parse(finding.rule->id));
  resolve_stacks(finding);
  if (finding.replay.empty()) finding.replay = replay_of_run();
  std::shared_ptr<const Listener> listener;
  bool is_logged = false;
  {
    const sim::Hold hold(lock);
    listener = current_listener();
    if (innermost != nullptr) {
      innermost->state_->findings.push_back(finding);
      is_logged = true;
    }
  }
  if (!is_logged) write_to_sink(finding);
  if (listener != nullptr) (*listener)(finding);
}

void set_finding_listener(std::function<void(const Finding&)> listener) {
  std::shared_ptr<const Listener> next;
  if (listener) next = std::make_shared<const Listener>(std::move(listener));
  const sim::Hold hold(lock);
  current_listener().swap(next);
}

}  // namespace drydock::rules
