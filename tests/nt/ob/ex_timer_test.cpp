// Timers that the system allocates.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

namespace sim = drydock::sim;
using namespace drydock::testing;

VOID count_up(PEX_TIMER, PVOID context) { ++*static_cast<int*>(context); }

void sleep_for(LONGLONG hundred_ns) {
  LARGE_INTEGER time;
  time.QuadPart = -hundred_ns;
  KeDelayExecutionThread(KernelMode, FALSE, &time);
}

// wdm/nf-wdm-exsettimer.md: the period counts in units of 100 nanoseconds.
TEST(ExTimer, PeriodicTimerCallsBackUntilItIsCancelled) {
  const sim::SeededSchedule schedule(1);
  int calls = 0;
  const PEX_TIMER timer = ExAllocateTimer(count_up, &calls, EX_TIMER_HIGH_RESOLUTION);
  EXPECT_FALSE(ExSetTimer(timer, -5000, 5000, nullptr));
  sleep_for(27'000);
  EXPECT_TRUE(ExCancelTimer(timer, nullptr));
  EXPECT_FALSE(ExCancelTimer(timer, nullptr));
  EXPECT_EQ(calls, 5);
  sleep_for(20'000);
  EXPECT_EQ(calls, 5);
  EXPECT_FALSE(ExDeleteTimer(timer, TRUE, TRUE, nullptr));
}

// wdm/nf-wdm-exallocatetimer.md: a timer without a callback is waited for; a notification timer
// stays signalled, a synchronization timer does not.
TEST(ExTimer, IsWaitedFor) {
  const sim::SeededSchedule schedule(1);
  LARGE_INTEGER none{};
  for (const bool notification : {false, true}) {
    const PEX_TIMER timer =
        ExAllocateTimer(nullptr, nullptr, notification ? EX_TIMER_NOTIFICATION : 0);
    ExSetTimer(timer, -100, 0, nullptr);
    EXPECT_EQ(KeWaitForSingleObject(timer, Executive, KernelMode, FALSE, nullptr), STATUS_SUCCESS);
    EXPECT_EQ(KeWaitForSingleObject(timer, Executive, KernelMode, FALSE, &none),
              notification ? STATUS_SUCCESS : STATUS_TIMEOUT);
    ExDeleteTimer(timer, TRUE, TRUE, nullptr);
  }
}

// wdm/nf-wdm-exsettimer.md: TRUE when it cancels one that was pending.
TEST(ExTimer, SettingAnewCancels) {
  const sim::SeededSchedule schedule(1);
  int calls = 0;
  const PEX_TIMER timer = ExAllocateTimer(count_up, &calls, 0);
  ExSetTimer(timer, -10'000, 0, nullptr);
  EXPECT_TRUE(ExSetTimer(timer, -20'000, 0, nullptr));
  sleep_for(15'000);
  EXPECT_EQ(calls, 0);
  sleep_for(15'000);
  EXPECT_EQ(calls, 1);
  ExSetTimer(timer, -10'000, 0, nullptr);
  EXPECT_TRUE(ExDeleteTimer(timer, TRUE, TRUE, nullptr));
}

// wdm/nf-wdm-exdeletetimer.md: from its own callback, without waiting; the delete callback runs
// when the timer is deleted.
struct Own {
  int calls = 0;
  bool deleted = false;
};
VOID note_deleted(PVOID context) { static_cast<Own*>(context)->deleted = true; }
VOID delete_self(PEX_TIMER timer, PVOID context) {
  auto* own = static_cast<Own*>(context);
  ++own->calls;
  EXT_DELETE_PARAMETERS parameters;
  ExInitializeDeleteTimerParameters(&parameters);
  parameters.DeleteCallback = note_deleted;
  parameters.DeleteContext = own;
  ExDeleteTimer(timer, TRUE, FALSE, &parameters);
  EXPECT_FALSE(own->deleted);
}
TEST(ExTimer, DeletesItselfInItsCallback) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Own own;
    ExSetTimer(ExAllocateTimer(delete_self, &own, 0), -100, 100, nullptr);
    sleep_for(100'000);
    EXPECT_EQ(own.calls, 1);
    EXPECT_TRUE(own.deleted);
  }
}

std::string timer_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static PEX_TIMER Timer;
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); )") +
         unload + R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    Timer = ExAllocateTimer(NULL, NULL, 0);
    return Timer == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}
)";
}
TEST(ExTimerRules, N045TimerLeftAtUnloadIsFound) {
  const Life life = life_of(timer_driver(""));
  EXPECT_TRUE(has(life.findings, "N-045")) << text_of(life.findings);
}
TEST(ExTimerRules, N045DeletedTimerIsSilent) {
  const Life life = life_of(timer_driver("ExDeleteTimer(Timer, TRUE, TRUE, NULL);"));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
