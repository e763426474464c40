// The catalogue of rules: what the documents of the interface demand, one row a rule, and the tests
// behind each.
//
// A rule's number never changes and is never used again. Rows live in src/rules/catalogue/, one
// file a chapter. Cost: catalogue() and find() touch constant data only; neither allocates, locks
// nor scans.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "drydock/rule_id.h"

namespace drydock::rules {

// Whose obligation the rule is. A finding is raised against drivers and clients; what the host owes
// is proved by tests.
enum class Party : std::uint8_t {
  kClient,          // a D3DKMT or streaming client, or an application
  kMiniport,        // a display miniport driver
  kUserModeDriver,  // a user-mode display driver
  kMinidriver,      // an AVStream minidriver
  kDriver,          // any kernel-mode driver
  kGraphicsKernel,  // ours: the graphics kernel
  kRuntime,         // ours: the Direct3D runtime
  kClassDriver,     // ours: the AVStream class driver
  kRuntimeAndUserModeDriver,
};

enum class Severity : std::uint8_t {
  kFatal,      // Windows would stop the machine: the driver's life ends here
  kViolation,  // a documented must
  kLint,       // advice, or a must that Windows tolerates
};

enum class Status : std::uint8_t {
  kChecked,        // breaking it produces a finding; one test provokes it, one stays silent
  kProved,         // our own promise; a test proves it
  kPlanned,        // nothing stands behind it yet
  kNotApplicable,  // outside the system; the row says why
};

struct Rule {
  std::string_view id;  // the text of its RuleId
  Party party;
  Severity severity;
  Status status;
  std::string_view title;        // one line
  std::string_view text;         // the whole rule
  std::string_view outcome;      // what breaking it gets
  std::string_view source;       // where it is written
  std::string_view reason = {};  // why it does not apply; empty otherwise
};

enum class TestRole : std::uint8_t { kProvokes, kStaysSilent, kProves };

// One test behind one rule. `test` is the name ctest knows it by.
struct RuleTest {
  std::string_view rule;
  TestRole role;
  std::string_view test;
};

// All rules, by letter and then number.
std::span<const Rule> catalogue();

// The rule with this number.
const Rule& find(RuleId id);

// All tests behind all rules, sorted by rule.
std::span<const RuleTest> tests();

// The tests behind one rule.
std::span<const RuleTest> tests_of(std::string_view id);

std::string_view name(Party party);
std::string_view name(Severity severity);
std::string_view name(Status status);
std::string_view name(TestRole role);

}  // namespace drydock::rules
