// Findings: the rules that drivers and clients broke, as values.
//
//   drydock::Findings findings;                  // collects from here on
//   …                                            // a Dock, a Direct3D, a streaming device
//   for (const drydock::Finding& each : findings.all()) std::puts(each.text.c_str());
//   return findings.empty() ? 0 : 1;
//
// A program without a Findings has its findings on standard error.
//
// Threads: every function may be called from any thread. Cost: a finding is composed and its stacks
// are resolved when it is raised; collecting costs nothing while nobody breaks a rule.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "drydock/rule_id.h"
#include "drydock/rules.h"

namespace drydock {

// One call of a stack, by the debug information of the module that it lies in.
struct Frame {
  std::string function;
  std::string file;  // empty without debug information, and `line` is 0 then
  int line = 0;
  std::string module;  // the file name of the program or library
};

struct Finding {
  // A field of what was passed, by its path with indices, and the value that broke the rule.
  struct Field {
    std::string path;
    std::string value;
  };
  // Something that happened to the object, and the call by which it happened.
  struct Event {
    std::string what;
    std::vector<Frame> frames;
  };
  // A place in the driver: "here" is the breach, others are such as "allocated" or "freed".
  struct Stack {
    std::string label;
    std::vector<Frame> frames;
  };

  rules::RuleId rule;
  rules::Severity severity;
  rules::Party party;          // whose obligation the rule is
  std::string message;         // names the entry point, the path to the field and the values
  std::string driver;          // the driver that was running; empty when none was
  std::string object;          // the object that it concerns; may be empty
  std::vector<Field> fields;   // may be empty
  std::vector<Event> history;  // what happened to the object, oldest first
  std::vector<Stack> stacks;   // the breach first
  std::string replay;          // how to see it again
  std::string text;            // all of it, as `drydock verify` prints it
};

// Collects the findings of the process while it lives. When several live, the newest receives; they
// end in the reverse order of their beginning.
class Findings {
 public:
  Findings();
  ~Findings();
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  // Copies, in the order in which they were raised.
  std::vector<Finding> all() const;
  std::vector<Finding> of(rules::RuleId rule) const;
  bool empty() const;
  // Forgets those so far.
  void clear();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock
