// The catalogue of rules: what the documents of the interface demand, one row per rule, and the
// tests of each.
//
// A rule's number never changes and is never used again. Rows are constant data in src/rules, one
// file per chapter; a row has the rule, its lesson and its tests.
//
// Cost: the first call of catalogue() or find() sorts the rows; after that neither allocates, locks
// nor searches. Owner: the library; rows live as long as the process. Threads: any.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "drydock/rule_id.h"

namespace drydock::rules {

// The party that must follow the rule. Findings are raised against drivers and clients; tests prove
// that the host keeps its own rules.
enum class Party : std::uint8_t {
  kClient,          // a D3DKMT or streaming client, or an application
  kMiniport,        // a display miniport driver
  kUserModeDriver,  // a user-mode display driver
  kMinidriver,      // an AVStream minidriver
  kDriver,          // any kernel-mode driver
  kGraphicsKernel,  // the host's graphics kernel
  kRuntime,         // the host's Direct3D runtime
  kClassDriver,     // the host's AVStream class driver
  kRuntimeAndUserModeDriver,
};

enum class Severity : std::uint8_t {
  kFatal,      // Windows would stop the machine: the driver's life ends here
  kViolation,  // the documents demand it
  kLint,       // advice, or a demand that Windows does not enforce
};

enum class Status : std::uint8_t {
  kChecked,        // breaking it produces a finding; one test provokes it, one stays silent
  kProved,         // the host's own obligation; a test proves that it is kept
  kPlanned,        // neither a check nor a proof exists yet
  kNotApplicable,  // it concerns nothing that Drydock has; the row says why
};

enum class TestRole : std::uint8_t { kProvokes, kStaysSilent, kProves };

// One test of a rule. `test` is its name in ctest.
struct RuleTest {
  TestRole role;
  std::string_view test;
};

// Help for a driver's author beyond the rule itself. Every rule that is checked has one; others
// have none, and its members are empty.
struct Lesson {
  std::string_view why;    // one or two sentences: what goes wrong on Windows without it
  std::string_view check;  // one sentence: what Drydock examines, and when it raises a finding
  std::string_view wrong;  // a few lines of driver or client source
  std::string_view right;  // the same source without the breach

  constexpr bool empty() const { return why.empty(); }
};

struct Rule {
  std::string_view id;  // the text of its RuleId
  Party party;
  Severity severity;
  Status status;
  std::string_view title;        // one line
  std::string_view text;         // the whole rule
  std::string_view outcome;      // the consequence of a breach
  std::string_view source;       // the document that states it
  std::string_view reason = {};  // why it does not apply; empty otherwise
  Lesson lesson = {};
  std::initializer_list<RuleTest> tests = {};  // constant data, as the whole row is
};

// All rules, by letter and then number.
std::span<const Rule> catalogue();

// The rule with this number.
const Rule& find(RuleId id);

std::string_view name(Party party);
std::string_view name(Severity severity);
std::string_view name(Status status);
std::string_view name(TestRole role);

}  // namespace drydock::rules
