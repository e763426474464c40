// Calls on every processor.
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "src/nt/base/processor.h"
#include "src/nt/base/wdk.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

namespace sim = drydock::sim;
using namespace drydock::testing;

struct Seen {
  sim::Lock mutex;
  std::set<ULONG> processors;
  std::set<KIRQL> irqls;
  int calls = 0;
  const int processors_of_run = static_cast<int>(KeQueryActiveProcessorCount(nullptr));
  std::atomic<int> arrived = 0;
  std::atomic<int> chosen = 0;

  void note() {
    const sim::Hold hold(mutex);
    processors.insert(KeGetCurrentProcessorNumberEx(nullptr));
    irqls.insert(KeGetCurrentIrql());
    ++calls;
  }
};

// wdm/nf-wdm-keipigenericcall.md: on all processors at once, at IPI_LEVEL; the caller's own answer.
TEST(EveryProcessor, IpiReachesAllAtTheSameTime) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Seen seen;
    const ULONG mine = KeGetCurrentProcessorNumberEx(nullptr);
    const ULONG_PTR answer = KeIpiGenericCall(
        [](ULONG_PTR context) -> ULONG_PTR {
          auto& it = *reinterpret_cast<Seen*>(context);
          it.note();
          // A routine may wait for the others.
          ++it.arrived;
          while (it.arrived < it.processors_of_run) sim::switch_point();
          return KeGetCurrentProcessorNumberEx(nullptr);
        },
        reinterpret_cast<ULONG_PTR>(&seen));
    EXPECT_EQ(answer, mine);
    EXPECT_EQ(seen.calls, seen.processors_of_run);
    EXPECT_EQ(static_cast<int>(seen.processors.size()), seen.processors_of_run);
    EXPECT_EQ(seen.irqls, std::set<KIRQL>{IPI_LEVEL});
    EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  }
}

TEST(EveryProcessor, GenericDpcMeetsAndOneIsChosen) {
  const drydock::nt::FixedProcessors four(4);
  const sim::SeededSchedule schedule(2);
  Seen seen;
  KeGenericCallDpc(
      [](PKDPC, PVOID context, PVOID argument1, PVOID argument2) {
        auto& it = *static_cast<Seen*>(context);
        it.note();
        ++it.arrived;
        if (KeSignalCallDpcSynchronize(argument2)) ++it.chosen;
        EXPECT_EQ(it.arrived, it.processors_of_run);
        KeSignalCallDpcDone(argument1);
      },
      &seen);
  EXPECT_EQ(seen.calls, seen.processors_of_run);
  EXPECT_EQ(seen.chosen, 1);
  EXPECT_EQ(seen.irqls, std::set<KIRQL>{DISPATCH_LEVEL});
}

TEST(EveryProcessor, ACrashOnOneEndsTheDriver) {
  const drydock::nt::FixedProcessors four(4);
  const Life life = life_of(R"(#include <ntddk.h>
static ULONG_PTR Worker(ULONG_PTR Context) {
    if (KeGetCurrentProcessorNumberEx(NULL) == 2) *(volatile ULONG*)(ULONG_PTR)8 = 1;
    return Context;
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); }
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    KeIpiGenericCall(Worker, 1);
    return STATUS_SUCCESS;
}
)",
                            ".c", {.seed = 3});
  EXPECT_TRUE(has(life.findings, "N-061")) << text_of(life.findings);
  EXPECT_FALSE(life.alive);
}

}  // namespace
