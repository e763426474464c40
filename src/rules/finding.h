// A finding: a rule that was broken, by whom, where, and how to see it again.
//
// src/rules stands above src/sim and never the other way round: a finding names the seed, the
// schedule and the faults of its run, while schedules and faults know nothing of rules. Host code
// that sees a driver or a client break a rule says so with nt::Breach, which knows the running
// driver.
#pragma once

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
  std::vector<Frame> frames = {};  // filled in by raise(): the driver may be gone when it is read
};

// Something that happened to the object of a finding: "armed", by the call that the stack shows.
struct ObjectEvent {
  ObjectEvent(std::string text, const Stack& where = {}) : what(std::move(text)), stack(where) {}
  ObjectEvent(const char* text, const Stack& where = {}) : what(text), stack(where) {}

  std::string what;
  Stack stack;
  std::vector<Frame> frames = {};  // filled in by raise(), as in LabelledStack
};

// A field of what was passed, by its path with indices, and the value that broke the rule.
struct FindingField {
  std::string path;
  std::string value;
};

struct Finding {
  const Rule* rule = nullptr;
  std::string message;                // names the entry point, the path to the field and the values
  std::string driver;                 // the driver that was running; empty for the host
  std::string object;                 // what it concerns: "pool block 'abcd' of 64 bytes"
  std::vector<FindingField> fields;   // the fields that broke the rule, if it is about any
  std::vector<ObjectEvent> history;   // what happened to the object, oldest first
  std::vector<LabelledStack> stacks;  // the breach first
  std::string replay;                 // how to see it again; raise() fills it in
};

// Collects findings while it lives. The innermost one of the process receives; without any,
// findings go to standard error. Thread-safe. Logs end in the reverse order of their beginning.
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

// While one lives, findings say that this command shows them again; whoever runs a driver by a
// command line makes one. The innermost counts, for all threads; they end in the reverse order of
// their beginning. Without any a finding names the seed and the fault plan that it was found under.
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

// What a finding that is raised now gives as its replay.
std::string replay_of_run();

// Records a finding, with its stacks resolved and its replay filled in, and tells the listener.
void raise(Finding finding);

// Called for each finding as it is raised, for the trace. One listener; null takes it away.
void set_finding_listener(std::function<void(const Finding&)> listener);

// "armed by KeSetTimerEx in StartClock (clock.c:12)"
std::string to_text(const ObjectEvent& event);
std::string to_text(const Finding& finding);
std::string to_json(const std::vector<Finding>& findings);  // an array of objects

}  // namespace drydock::rules
