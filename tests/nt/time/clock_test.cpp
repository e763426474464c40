#include <gtest/gtest.h>

#include <ctime>

#include "bcrypt.h"
#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

using drydock::sim::SeededSchedule;
using drydock::testing::first;
using drydock::testing::has;
using drydock::testing::Life;
using drydock::testing::life_of;
using drydock::testing::mentions_line;
using drydock::testing::text_of;

constexpr LONGLONG kSecond = 10'000'000;

LONGLONG system_time() {
  LARGE_INTEGER now;
  KeQuerySystemTimePrecise(&now);
  return now.QuadPart;
}

// wdm/nf-wdm-kequerysystemtime-r1.md: 100 nanoseconds since 1601, in UTC.
TEST(Clock, SystemTimeIsTheMachines) {
  const LONGLONG expected = (std::time(nullptr) + 11'644'473'600LL) * kSecond;
  EXPECT_NEAR(static_cast<double>(system_time()), static_cast<double>(expected), 2.0 * kSecond);
  LARGE_INTEGER coarse;
  KeQuerySystemTime(&coarse);
  EXPECT_LE(coarse.QuadPart, system_time());
}

TEST(Clock, AllClocksAgree) {
  LARGE_INTEGER frequency;
  const LARGE_INTEGER before = KeQueryPerformanceCounter(&frequency);
  EXPECT_EQ(frequency.QuadPart, kSecond);
  ULONG64 stamp = 0;
  const ULONGLONG precise = KeQueryInterruptTimePrecise(&stamp);
  EXPECT_EQ(precise, stamp);
  EXPECT_GE(precise, static_cast<ULONGLONG>(before.QuadPart));
  EXPECT_GE(KeQueryInterruptTime(), precise);
  EXPECT_GE(KeQueryUnbiasedInterruptTime(), precise);
  LARGE_INTEGER ticks;
  KeQueryTickCount(&ticks);
  // "KeQueryTimeIncrement … is the number of 100-nanosecond units that are added to the system time
  // each tick".
  EXPECT_NEAR(static_cast<double>(ticks.QuadPart) * KeQueryTimeIncrement(),
              static_cast<double>(precise), kSecond);
}

TEST(Clock, StallTakesItsTime) {
  const ULONGLONG before = KeQueryInterruptTime();
  KeStallExecutionProcessor(50);
  EXPECT_GE(KeQueryInterruptTime() - before, 500u);
}

TEST(Clock, TimeIsVirtualUnderASeed) {
  for (int run = 0; run < 2; ++run) {
    const SeededSchedule schedule(1);
    LARGE_INTEGER begin{};
    begin.QuadPart = system_time();
    TIME_FIELDS fields;
    RtlTimeToTimeFields(&begin, &fields);
    EXPECT_EQ(fields.Year, 2024);
    const ULONGLONG before = KeQueryInterruptTime();
    KeStallExecutionProcessor(50);
    EXPECT_EQ(KeQueryInterruptTime() - before, 500u);
    LARGE_INTEGER local;
    ExSystemTimeToLocalTime(&begin, &local);
    EXPECT_EQ(local.QuadPart, begin.QuadPart);
  }
}

TEST(Clock, AStallKeepsAPermit) {
  const SeededSchedule schedule(3);
  drydock::sim::unpark(drydock::sim::current());
  KeStallExecutionProcessor(10);
  EXPECT_EQ(drydock::sim::park(drydock::sim::now() + 1000), drydock::sim::Woken::kUnparked);
}

TEST(Clock, LocalTimeThereAndBack) {
  LARGE_INTEGER system;
  system.QuadPart = system_time();
  LARGE_INTEGER local;
  LARGE_INTEGER back;
  ExSystemTimeToLocalTime(&system, &local);
  ExLocalTimeToSystemTime(&local, &back);
  EXPECT_EQ(back.QuadPart, system.QuadPart);
}

// wdm/nf-wdm-exsettimerresolution.md
TEST(Clock, TimerResolution) {
  EXPECT_EQ(ExSetTimerResolution(1, TRUE), 5000u);
  ULONG most = 0;
  ULONG least = 0;
  ULONG current = 0;
  ExQueryTimerResolution(&most, &least, &current);
  EXPECT_EQ(current, 5000u);
  EXPECT_GE(most, least);
  EXPECT_EQ(ExSetTimerResolution(0, FALSE), KeQueryTimeIncrement());
}

Life life(const std::string& statement, const drydock::testing::LifeOptions& options = {}) {
  return life_of(R"(
#include <ntddk.h>
DRIVER_INITIALIZE DriverEntry;
static VOID Unload(PDRIVER_OBJECT DriverObject) { UNREFERENCED_PARAMETER(DriverObject); }
NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  DriverObject->DriverUnload = Unload;
  )" + statement + R"(
  return STATUS_SUCCESS;
}
)",
                 ".c", options);
}

constexpr int kHere = 7;

TEST(ClockRules, N065LongStallIsFound) {
  const Life result = life("KeStallExecutionProcessor(51);");
  EXPECT_TRUE(result.alive);
  EXPECT_TRUE(mentions_line(first(result.findings, "N-065"), "driver.c", kHere))
      << text_of(result.findings);
}

TEST(ClockRules, N065ShortStallIsSilent) {
  const Life result = life("KeStallExecutionProcessor(50);");
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
}

TEST(ClockRules, PollingAClockEndsUnderASeed) {
  const Life result = life(
      "{ ULONGLONG end = KeQueryInterruptTime() + 100000; while (KeQueryInterruptTime() < end); }",
      {.seed = 9});
  EXPECT_EQ(result.status, STATUS_SUCCESS);
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
}

}  // namespace
