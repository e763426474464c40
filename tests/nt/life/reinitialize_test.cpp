// Routines that a driver registers to be called after DriverEntry.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

TEST(Holds, ReinitializationRoutinesAreCalledAfterDriverEntry) {
  ULONG calls = 0;
  expect_holds(R"(
static LONG Calls; static BOOLEAN InEntry;
static VOID Again(PDRIVER_OBJECT driver, PVOID context, ULONG count) {
  if (InEntry || context != &Calls || count != (ULONG)Calls + 1) return;
  if (++Calls < 3) IoRegisterDriverReinitialization(driver, Again, context);
})",
               R"(
  InEntry = TRUE;
  IoRegisterDriverReinitialization(driver, Again, &Calls);
  HOLDS(Calls == 0);
  InEntry = FALSE;)",
               {.seed = 1, .between = [&](drydock::nt::LoadedDriver& driver) {
                  calls = driver.driver().object().DriverExtension->Count;
                }});
  EXPECT_EQ(calls, 3U);
}

// One that always registers again is called no longer than a thousand times; what others than the
// driver registered is not taken.
TEST(Reinitialize, ARoutineThatAlwaysRegistersAgainEnds) {
  ULONG calls = 0, flags = 0;
  expect_holds(R"(
static VOID Again(PDRIVER_OBJECT driver, PVOID context, ULONG count) {
  IoRegisterBootDriverReinitialization(driver, Again, context);
})",
               "  IoRegisterBootDriverReinitialization(driver, Again, NULL);",
               {.seed = 1, .between = [&](drydock::nt::LoadedDriver& driver) {
                  calls = driver.driver().object().DriverExtension->Count;
                  flags = driver.driver().object().Flags;
                }});
  EXPECT_EQ(calls, 1000U);
  EXPECT_EQ(flags & 0x28, 0x20U);
}

TEST(Reinitialize, ADriverThatRefusesToStartIsNotCalled) {
  const Life life = life_of(kHolds + driver_of(R"(
static VOID Again(PDRIVER_OBJECT driver, PVOID context, ULONG count) { *(volatile char*)0 = 1; })",
                                               R"(
  IoRegisterDriverReinitialization(driver, Again, NULL);
  return STATUS_UNSUCCESSFUL;)"),
                            ".c", {.seed = 1});
  EXPECT_EQ(life.status, STATUS_UNSUCCESSFUL);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
