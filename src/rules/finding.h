// A finding: the rule that was broken, the party, the place, and how to reproduce it. First header
// of src/rules.
//
// src/rules includes src/sim and never the other way round: a finding names the seed, the schedule
// and the faults of its run, while schedules and faults know nothing of rules. Host code that sees
// a driver or a client break a rule raises an nt::Breach, which knows the running driver.
//
// Cost: a finding is composed and its stacks are resolved when it is raised; code that keeps the
// rules costs nothing here. Owner: the innermost FindingLog owns its findings. Threads: any.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drydock/rules.h"
#include "src/rules/stack.h"

namespace drydock::rules {

struct LabelledStack {
  std::string label;  // "allocated", "freed first", "here"
  Stack stack;
  std::vector<Frame> frames = {};  // filled in by raise(), because the driver may be unloaded later
  std::uint64_t number = 0;        // Stack::number(), filled in by raise(); 0: there is no stack
};

// An event in the life of the finding's object: "armed", with the stack of the call that did it.
struct ObjectEvent {
  ObjectEvent(std::string text, const Stack& where = {}) : what(std::move(text)), stack(where) {}
  ObjectEvent(const char* text, const Stack& where = {}) : what(text), stack(where) {}

  std::string what;
  Stack stack;
  std::vector<Frame> frames = {};  // filled in by raise(), as in LabelledStack
  std::uint64_t number = 0;        // as in LabelledStack
};

// A field of an argument that broke the rule: its path with indices, and its value.
struct FindingField {
  std::string path;
  std::string value;
};

struct Finding {
  const Rule* rule = nullptr;
  // The documents ask for it and Windows is known to tolerate the opposite: a lint, whatever the
  // severity of the rule is.
  bool is_tolerated = false;
  // The rule is fatal because of other breaches of it: after this one the host can go on.
  bool is_survivable = false;
  std::string message;                // names the entry point, the path to the field and the values
  std::string driver;                 // the driver that was running; empty for the host
  std::string object;                 // object of the breach: "pool block 'abcd' of 64 bytes"
  std::vector<FindingField> fields;   // the fields that broke the rule, if it is about any
  std::vector<ObjectEvent> history;   // what happened to the object, oldest first
  std::vector<LabelledStack> stacks;  // the stack of the breach comes first
  std::string replay;                 // how to reproduce it; raise() fills it in
};

// Collects findings while it lives. The innermost log of the process receives a finding; without a
// log, findings go to standard error. Logs end in the reverse order of their beginning. Threads:
// any.
class FindingLog {
 public:
  FindingLog();
  ~FindingLog();
  FindingLog(const FindingLog&) = delete;
  FindingLog& operator=(const FindingLog&) = delete;

  std::vector<Finding> findings() const;  // a copy, in the order in which they were raised
  void clear();

 private:
  friend void raise(Finding);
  struct State;
  State* state_;
  FindingLog* outer_;
};

// While one lives, findings name its command as the way to reproduce them. Code that runs a driver
// by a command line makes one. The innermost counts, for all threads; they end in the reverse order
// of their beginning. Without one, a finding names the seed and the fault plan of its run.
class ReplayCommand {
 public:
  explicit ReplayCommand(std::string command);
  ~ReplayCommand();
  ReplayCommand(const ReplayCommand&) = delete;
  ReplayCommand& operator=(const ReplayCommand&) = delete;

 private:
  friend std::string replay_of_run();
  std::string command_;
  ReplayCommand* outer_;
};

// The replay text of a finding that is raised now.
std::string replay_of_run();

// The stacks that somebody else has the frames of, by their number. raise() leaves these
// unresolved: their frames stay empty, and resolving them is most of what a finding costs. Null:
// there are none. Threads: set while no other thread raises; called from any, also in handlers of
// signals.
using IsKnownStack = bool (*)(std::uint64_t number);
void set_known_stacks(IsKnownStack is_known);

// Fills in the number of a stack, and its frames unless they are known.
void locate(LabelledStack& stack);

// Resolves the finding's stacks, fills in its replay, adds it to the log and calls the listener.
void raise(Finding finding);

// Sets the listener that is called for each finding as it is raised; the trace uses it. There is
// one listener; null removes it.
void set_finding_listener(std::function<void(const Finding&)> listener);

// How severe this breach is: as its rule says, or less.
inline Severity severity_of(const Finding& finding) {
  if (finding.is_tolerated) return Severity::kLint;
  return finding.is_survivable ? std::max(Severity::kViolation, finding.rule->severity)
                               : finding.rule->severity;
}

// "armed by KeSetTimerEx in StartClock (clock.c:12)"
std::string to_text(const ObjectEvent& event);
std::string to_text(const Finding& finding);
std::string to_json(const std::vector<Finding>& findings);  // an array of objects

}  // namespace drydock::rules
