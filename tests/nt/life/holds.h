// Drivers that state what holds on Windows, in the words of their authors.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/support/test_driver.h"

namespace drydock::testing {

inline constexpr const char* kHolds = R"(
#include <ntifs.h>
#include <ntstrsafe.h>
#define HOLDS(condition) if (!(condition)) return (NTSTATUS)(0xE0000000 + __LINE__)
)";

// Lives the life of a driver whose DriverEntry is `body`. The status names the line that does not
// hold.
inline Life expect_holds(const std::string& helpers, const std::string& body,
                         const LifeOptions& options = {.seed = 1}) {
  const Life life =
      life_of(kHolds + driver_of(helpers, body + "\n  return STATUS_SUCCESS;"), ".c", options);
  EXPECT_EQ(life.status, STATUS_SUCCESS) << std::hex << life.status << "\n" << body;
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
  return life;
}

}  // namespace drydock::testing
