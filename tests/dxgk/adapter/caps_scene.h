// What becomes of a driver whose answers break a rule.
#pragma once

#include <gtest/gtest.h>

#include "tests/dxgk/miniport.h"

namespace drydock::testing {

// The rule is found, and the adapter does not start but is taken down in order.
inline void expect_refused(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  EXPECT_EQ(life.count(rule), 1U) << life.findings_text();
  EXPECT_FALSE(NT_SUCCESS(life.start)) << life.findings_text();
  EXPECT_TRUE(life.alive);
  EXPECT_TRUE(life.has_said("StopDevice"));
  EXPECT_TRUE(life.has_said("RemoveDevice"));
}

// The rule is found, what contradicts itself is left out, and the adapter lives.
inline void expect_healed(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  EXPECT_EQ(life.count(rule), 1U) << life.findings_text();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_TRUE(life.alive);
}

inline void expect_lint(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  ASSERT_EQ(life.count(rule), 1U) << life.findings_text();
  EXPECT_EQ(rules::severity_of(life.findings.front()), rules::Severity::kLint);
  EXPECT_EQ(life.start, STATUS_SUCCESS);
}

inline void expect_silent(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  EXPECT_EQ(life.count(rule), 0U) << life.findings_text();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
}

}  // namespace drydock::testing
