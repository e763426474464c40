// The catalogue of rules: what the documents of the interface demand, one row a rule, and the tests
// behind each.
//
// A rule's number never changes and is never used again. Rows are constant data and live in
// src/rules, one file a chapter: a row has the rule, its lesson and its tests. Cost: the first call
// of catalogue() or find() puts the rows in order; after that neither allocates, locks nor scans.
// Thread-safe.
#pragma once

#include <cstdint>
#include <initializer_list>
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

enum class TestRole : std::uint8_t { kProvokes, kStaysSilent, kProves };

// One test behind a rule. `test` is the name ctest knows it by.
struct RuleTest {
  TestRole role;
  std::string_view test;
};

// What a driver's author needs beyond the rule itself. Every rule that is checked has one; others
// have none, and its members are empty.
struct Lesson {
  std::string_view why;    // one or two sentences: what goes wrong on Windows without it
  std::string_view check;  // one sentence: where Drydock looks, and when it speaks
  std::string_view wrong;  // a few lines of driver or client source
  std::string_view right;  // the same, mended

  constexpr bool empty() const { return why.empty(); }
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
  Lesson lesson = {};
  std::initializer_list<RuleTest> tests = {};  // constant data, as all of a row
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
