// What a driver asks about the power of the system.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-zwpowerinformation.md
TEST(PowerInformation, SaysThatTheMachineNeverSlept) {
  expect_holds("", R"(
  ULONGLONG slept = 1, woken = 1; ULONG state = 7;
  HOLDS(ZwPowerInformation(LastSleepTime, NULL, 0, &slept, sizeof slept) == STATUS_SUCCESS && slept == 0);
  HOLDS(NtPowerInformation(LastWakeTime, NULL, 0, &woken, sizeof woken) == STATUS_SUCCESS && woken == 0);
  HOLDS(ZwPowerInformation(SystemExecutionState, NULL, 0, &state, sizeof state) == STATUS_SUCCESS && state == 0);)");
}

TEST(PowerInformation, NeedsRoomAndNoInput) {
  expect_holds("", R"(
  ULONGLONG slept = 1; ULONG state = 7;
  HOLDS(ZwPowerInformation(LastSleepTime, NULL, 0, &slept, 4) == STATUS_BUFFER_TOO_SMALL);
  HOLDS(ZwPowerInformation(SystemExecutionState, NULL, 0, &state, 3) == STATUS_BUFFER_TOO_SMALL);
  HOLDS(ZwPowerInformation(LastSleepTime, NULL, 0, NULL, 0) == STATUS_INVALID_PARAMETER);
  HOLDS(ZwPowerInformation(LastSleepTime, &slept, sizeof slept, &slept, sizeof slept) == STATUS_INVALID_PARAMETER);
  HOLDS(ZwPowerInformation((POWER_INFORMATION_LEVEL)9999, NULL, 0, &slept, sizeof slept) == STATUS_INVALID_PARAMETER);
  HOLDS(slept == 1 && state == 7);)");
}

}  // namespace
