// What is left of a driver that ended in DriverEntry.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/test_driver.h"

namespace drydock::testing {

// There is one finding, of this rule and with these words, at the line marked HERE; the driver is
// dead; a second one lives.
inline void expect_dead_at_mark(const Life& it, const std::string& source, const char* rule,
                                const std::string& words) {
  EXPECT_EQ(it.status, STATUS_DRIVER_UNABLE_TO_LOAD);
  EXPECT_FALSE(it.alive);
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  const rules::Finding& finding = first(it.findings, rule);
  EXPECT_THAT(finding.message, ::testing::HasSubstr(words));
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, "HERE"))) << text_of(it.findings);
  const Life next = life_of(driver_of("", "  return STATUS_SUCCESS;"));
  EXPECT_EQ(next.status, STATUS_SUCCESS);
  EXPECT_TRUE(next.findings.empty()) << text_of(next.findings);
}

}  // namespace drydock::testing
