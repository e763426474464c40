#include "tests/support/export_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/rules/finding.h"
#include "tests/support/named_tests.h"
#include "tests/support/test_driver.h"

// Functions of the leak sanitizer, where there is one.
extern "C" __attribute__((weak)) void __lsan_disable();
extern "C" __attribute__((weak)) void __lsan_enable();

namespace drydock::testing {
namespace {

// While one lives, what is allocated is no leak: a call that ends in the middle of the host loses
// what the host held, as on a machine that stops.
class MayLose {
 public:
  MayLose() {
    if (__lsan_disable != nullptr) __lsan_disable();
  }
  ~MayLose() {
    if (__lsan_enable != nullptr) __lsan_enable();
  }
  MayLose(const MayLose&) = delete;
  MayLose& operator=(const MayLose&) = delete;
};

struct Seen {
  bool ended = true;
  std::uint64_t answer = 0;
  std::vector<rules::Finding> findings;
};

Seen see(KIRQL irql, const Call& call) {
  const rules::FindingLog log;
  nt::Driver driver("caller");
  Seen seen;
  const MayLose may_lose;
  const bool lived = driver.run("the row", [&] {
    KIRQL old = PASSIVE_LEVEL;
    if (irql != PASSIVE_LEVEL) KeRaiseIrql(irql, &old);
    seen.answer = call();
    if (irql != PASSIVE_LEVEL) KeLowerIrql(old);
  });
  seen.ended = !lived;
  seen.findings = log.findings();
  return seen;
}

// One line a finding: the stacks are those of this program.
std::string lines_of(const std::vector<rules::Finding>& findings) {
  std::string out;
  for (const rules::Finding& finding : findings)
    out += std::string(finding.rule->id) + ": " + finding.message + "\n";
  return out.empty() ? "nothing was found" : out;
}

// Lints of the pool are told once for each place of a driver, and rows call from the same places.
bool is_raised_once(std::string_view rule) { return rule == "N-009" || rule == "N-010"; }

void expect(const Outcome& outcome, const Seen& seen) {
  const std::string text = lines_of(seen.findings);
  if (outcome.ends_by != nullptr) {
    EXPECT_TRUE(seen.ended) << "it answered 0x" << std::hex << seen.answer << "\n" << text;
    EXPECT_TRUE(has(seen.findings, outcome.ends_by)) << text;
    return;
  }
  EXPECT_FALSE(seen.ended) << text;
  if (outcome.raises == nullptr) {
    EXPECT_TRUE(seen.findings.empty()) << text;
  } else if (!seen.findings.empty() || !is_raised_once(outcome.raises)) {
    EXPECT_TRUE(has(seen.findings, outcome.raises)) << text;
  }
  if (!outcome.any_answer) {
    EXPECT_EQ(outcome.answer, seen.answer)
        << std::hex << "wanted 0x" << outcome.answer << ", it answered 0x" << seen.answer;
  }
}

KIRQL one_above(KIRQL irql) { return static_cast<KIRQL>(irql + 1); }

void expect_ceiling(KIRQL ceiling, const char* rule, const Call& call) {
  const Seen above = see(one_above(ceiling), call);
  EXPECT_TRUE(above.ended) << "at IRQL " << ceiling + 1 << " it answered";
  EXPECT_TRUE(has(above.findings, rule)) << "one above its ceiling\n" << lines_of(above.findings);
  if (ceiling == PASSIVE_LEVEL) return;  // the other checks of the row are made there
  const Seen within = see(ceiling, call);
  EXPECT_FALSE(has(within.findings, rule)) << "at its ceiling\n" << lines_of(within.findings);
}

}  // namespace

Check up_to(KIRQL ceiling) { return up_to_by(ceiling, "N-018"); }
Check up_to_when(KIRQL ceiling, Call call) {
  return up_to_by_rule(ceiling, "N-018", std::move(call));
}
Check up_to_by(KIRQL ceiling, const char* rule) {
  return [=](const Call& zeros) { expect_ceiling(ceiling, rule, zeros); };
}
Check up_to_by_rule(KIRQL ceiling, const char* rule, Call call) {
  return [=](const Call&) { expect_ceiling(ceiling, rule, call); };
}

Check advised_up_to(KIRQL ceiling) {
  return [=](const Call& zeros) {
    const Seen above = see(one_above(ceiling), zeros);
    const auto lint = std::ranges::find_if(above.findings, [](const rules::Finding& finding) {
      return std::string_view(finding.rule->id) == "N-018";
    });
    ASSERT_NE(lint, above.findings.end()) << "nothing was said one above its ceiling";
    EXPECT_TRUE(lint->is_tolerated) << lines_of(above.findings);
    const Seen within = see(ceiling, zeros);
    EXPECT_FALSE(has(within.findings, "N-018")) << lines_of(within.findings);
    EXPECT_EQ(within.ended, above.ended) << "the finding ended the call";
  };
}

Check at_least(KIRQL floor) {
  return [=](const Call& zeros) {
    const Seen below = see(static_cast<KIRQL>(floor - 1), zeros);
    EXPECT_TRUE(has(below.findings, "N-019")) << "one below\n" << lines_of(below.findings);
    const Seen within = see(floor, zeros);
    EXPECT_FALSE(has(within.findings, "N-019")) << "at its floor\n" << lines_of(within.findings);
  };
}

Check at_any_level() {
  return [](const Call& zeros) {
    const Seen seen = see(HIGH_LEVEL, zeros);
    EXPECT_FALSE(has(seen.findings, "N-018")) << lines_of(seen.findings);
    EXPECT_FALSE(has(seen.findings, "N-019")) << lines_of(seen.findings);
  };
}

Check level_unchecked(const char*) {
  return [](const Call&) {};
}

Check zeros(Outcome outcome) {
  return [=](const Call& call) {
    for (const bool first : {true, false}) {
      SCOPED_TRACE(first ? "the first call with zeros" : "the second call with zeros");
      expect(outcome, see(PASSIVE_LEVEL, call));
    }
  };
}

Check zeros_unchecked(const char*) {
  return [](const Call&) {};
}

Check never_succeeds(const char*) {
  return [](const Call&) {};
}

Check comes_to(Outcome outcome, Call call) {
  return [=](const Call&) { expect(outcome, see(PASSIVE_LEVEL, call)); };
}

ExportRows::ExportRows(const char* suite, std::initializer_list<ExportRow> rows) {
  for (const ExportRow& row : rows) {
    add_test(suite, row.routine, [checks = row.checks, zeros = row.zeros] {
      for (const Check& check : checks) check(zeros);
    });
  }
}

}  // namespace drydock::testing
