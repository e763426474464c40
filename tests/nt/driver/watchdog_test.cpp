// Driver calls that do not come back.
#include "src/nt/driver/watchdog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/nt/driver/driver_end.h"
#include "tests/support/sanitized.h"

namespace {

using namespace drydock::testing;
using namespace std::chrono_literals;
namespace nt = drydock::nt;

class WatchdogRules : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kThreadSanitized)
      GTEST_SKIP() << "the thread sanitizer holds signals back as long as a thread makes no call";
    nt::set_call_limit(200ms);
  }
  void TearDown() override { nt::set_call_limit(10s); }

  static void expect_hang(const std::string& source) {
    const auto start = std::chrono::steady_clock::now();
    const Life it = life_of(source);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
    expect_dead_at_mark(it, source, "N-062", "DriverEntry has not returned within 200 ms");
  }
};

// debugger/bug-check-0x133-dpc-watchdog-violation.md
TEST_F(WatchdogRules, N062EndlessLoopIsFound) {
  expect_hang(driver_of("static volatile int go = 1;",
                        "  while (go) {}  // HERE\n  return STATUS_SUCCESS;"));
}

TEST_F(WatchdogRules, N062LoopThatEndsIsSilent) {
  const Life it = life_of(
      driver_of("static volatile int go = 1000;", "  while (go) --go;\n  return STATUS_SUCCESS;"));
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

TEST_F(WatchdogRules, N062WaitForAnEventThatIsNeverSetIsFound) {
  expect_hang(driver_of("static KEVENT event;", R"(
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);  // HERE
  return STATUS_SUCCESS;)"));
}

TEST_F(WatchdogRules, N062LoopThatCallsTheExecutiveIsFound) {
  expect_hang(driver_of("static volatile int go = 1;", R"(
  while (go) KeGetCurrentIrql();  // HERE
  return STATUS_SUCCESS;)"));
}

TEST_F(WatchdogRules, N062HangInUnloadIsFound) {
  const std::string source = R"(#include <ntddk.h>
static volatile int go = 1;
static VOID Unload(PDRIVER_OBJECT driver) {
  while (go) {}  // HERE
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->DriverUnload = Unload;
  return STATUS_SUCCESS;
})";
  const Life it = life_of(source);
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_FALSE(it.alive);
  EXPECT_TRUE(mentions_line(first(it.findings, "N-062"), "driver.c", line_of(source, "HERE")))
      << text_of(it.findings);
}

TEST_F(WatchdogRules, N062WithoutALimitCallsMayLast) {
  nt::set_call_limit(0ms);
  const Life it = life_of(driver_of("", R"(
  LARGE_INTEGER half;
  half.QuadPart = -5000000;
  KeDelayExecutionThread(KernelMode, FALSE, &half);
  return STATUS_SUCCESS;)"));
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

// Under a seed time is virtual: an hour's delay is no hang.
TEST_F(WatchdogRules, N062DelayUnderASeedIsSilent) {
  const Life it = life_of(driver_of("", R"(
  LARGE_INTEGER hour;
  hour.QuadPart = -36000000000LL;
  KeDelayExecutionThread(KernelMode, FALSE, &hour);
  return STATUS_SUCCESS;)"),
                          ".c", {.arguments = {}, .seed = 7, .between = nullptr});
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

}  // namespace
