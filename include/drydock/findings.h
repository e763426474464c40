// Findings: the rules that drivers and clients broke, as values.
//
//   drydock::Findings findings;                  // collects from here on
//   …                                            // a Dock, a Direct3D, a streaming device
//   findings.print();
//   return findings.empty() ? 0 : 1;
//
// Without a Findings object, findings are printed on standard error, or go where the environment
// says:
//
//   DRYDOCK_FINDINGS=stderr      standard error
//   DRYDOCK_FINDINGS=off         nowhere
//   DRYDOCK_FINDINGS=FILE.json   an array of findings in that file, as `drydock verify --json`
//                                writes them; the file is complete whenever the process ends
//
// A program that calls D3DKMT functions itself is a client. If it breaks a rule it gets the status
// that Windows returns, and a finding besides, with its own stack. A breach that repeats at the
// same place is told once. ClientFindingsOff switches these findings off.
//
// Owner: a Findings owns what it collected and returns copies. Threads: any. Cost: a finding is
// composed and its stacks are resolved when it is raised; collecting costs nothing while nobody
// breaks a rule.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "drydock/rule_id.h"
#include "drydock/rules.h"

namespace drydock {

// One call of a stack, as the debug information of its module describes it.
struct Frame {
  std::string function;
  std::string file;  // empty without debug information; then `line` is 0
  int line = 0;
  std::string module;  // the file name of the program or library
};

struct Finding {
  // A field of an argument that broke the rule: its path with indices, and its value.
  struct Field {
    std::string path;
    std::string value;
  };
  // An event in the life of the object, and the call that did it.
  struct Event {
    std::string what;
    std::vector<Frame> frames;
  };
  // A call stack of the driver. The label "here" is the breach; others are, for example,
  // "allocated" and "freed".
  struct Stack {
    std::string label;
    std::vector<Frame> frames;
  };

  rules::RuleId rule;
  rules::Severity severity;
  rules::Party party;          // the party that must follow the rule
  std::string message;         // names the entry point, the path to the field and the values
  std::string driver;          // the driver that was running; empty when none was
  std::string object;          // the object of the breach; may be empty
  std::vector<Field> fields;   // may be empty
  std::vector<Event> history;  // events of the object, oldest first
  std::vector<Stack> stacks;   // the stack of the breach comes first
  std::string replay;          // how to reproduce it
  std::string text;            // the whole finding, as `drydock verify` prints it
};

// Collects the findings of the process while it lives. When several live, the newest receives them;
// they end in the reverse order of their beginning.
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
  // Writes the text of each finding to standard error.
  void print() const;
  // Removes the findings collected so far.
  void clear();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// While one lives, no finding is raised about what clients do; they have their statuses. For
// programs that break rules on purpose, such as fuzzers. Several may live at a time.
//
// Threads: any; it holds for all threads of the process. Cost: an atomic addition.
class ClientFindingsOff {
 public:
  ClientFindingsOff();
  ~ClientFindingsOff();
  ClientFindingsOff(const ClientFindingsOff&) = delete;
  ClientFindingsOff& operator=(const ClientFindingsOff&) = delete;
};

}  // namespace drydock
