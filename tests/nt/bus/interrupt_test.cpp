// Interrupts: who serves them, at which level, under which lock.
#include "src/nt/bus/interrupt.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt_line.h"
#include "src/nt/bus/io_space.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/nt/bus/interrupt_scene.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;

TEST(Interrupt, ServiceRunsAtItsLevelAndTheStrandGoesOnAtItsOwn) {
  KIRQL seen = PASSIVE_LEVEL;
  nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG message) {
    seen = KeGetCurrentIrql();
    return message == 3;
  });
  EXPECT_TRUE(interrupt.raise(3));
  EXPECT_EQ(seen, kLevel);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_FALSE(interrupt.raise(4));
}

// wdm/nf-wdm-kesynchronizeexecution.md: the routine runs at the same level, synchronised by the
// interrupt's lock.
TEST(Interrupt, ServiceAndSynchronisedRoutineNeverOverlap) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const sim::SeededSchedule schedule(seed);
    int inside = 0;
    int calls = 0;
    const auto alone = [&] {
      EXPECT_EQ(++inside, 1);
      EXPECT_EQ(KeGetCurrentIrql(), kLevel);
      sim::switch_point();
      --inside;
      ++calls;
      return true;
    };
    nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG) { return alone(); });
    sim::Thread device = sim::spawn("device", [&] {
      for (int i = 0; i < 4; ++i) interrupt.raise();
    });
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(interrupt.synchronize(alone, "test"));
    device.join();
    EXPECT_EQ(calls, 8);
  }
}

TEST(Interrupt, AtItsLevelItWaitsAndAnotherStrandServesItOnce) {
  const sim::SeededSchedule schedule(3);
  std::vector<ULONG> served;
  nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG message) {
    served.push_back(message);
    return true;
  });
  const KIRQL previous = interrupt.acquire("test");
  EXPECT_FALSE(interrupt.raise(1));
  EXPECT_FALSE(interrupt.raise(1));
  EXPECT_TRUE(served.empty());
  interrupt.release(previous, "test");
  LARGE_INTEGER moment{};
  moment.QuadPart = -10;
  KeDelayExecutionThread(KernelMode, FALSE, &moment);
  // The first may have been under way when the second came.
  ASSERT_FALSE(served.empty());
  EXPECT_LE(served.size(), 2U);
}

TEST(Interrupt, DisconnectWaitsForTheServiceThatRuns) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const sim::SeededSchedule schedule(seed);
    bool connected = true;
    nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG) {
      sim::switch_point();
      EXPECT_TRUE(connected);
      return true;
    });
    sim::Thread device = sim::spawn("device", [&] {
      for (int i = 0; i < 3; ++i) interrupt.raise();
    });
    interrupt.disconnect();
    connected = false;
    device.join();
    EXPECT_FALSE(interrupt.raise());
  }
}

// wdm/ns-wdm-_io_connect_interrupt_parameters.md: a passive-level ISR is called at PASSIVE_LEVEL.
TEST(Interrupt, PassiveLevelServiceRunsAtPassiveLevel) {
  KIRQL seen = HIGH_LEVEL;
  nt::Interrupt interrupt({.irql = PASSIVE_LEVEL}, [&](ULONG) {
    seen = KeGetCurrentIrql();
    return true;
  });
  EXPECT_TRUE(interrupt.raise());
  EXPECT_EQ(seen, PASSIVE_LEVEL);
  EXPECT_TRUE(interrupt.synchronize([] { return true; }, "test"));
}

TEST(InterruptDriver, LivesCleanly) {
  const InterruptLife outcome =
      live(driver("", "",
                  "    if (!KeSynchronizeExecution(Interrupt, Synch, NULL)) return "
                  "STATUS_UNSUCCESSFUL;\n"
                  "    if (SeenSynch != 7) return STATUS_UNSUCCESSFUL;\n"
                  "    Old = KeAcquireInterruptSpinLock(Interrupt);\n"
                  "    if (KeGetCurrentIrql() != 7) return STATUS_UNSUCCESSFUL;\n"
                  "    KeReleaseInterruptSpinLock(Interrupt, Old);\n",
                  "    IoDisconnectInterruptEx(&Gone);\n"
                  "    if (SeenIsr != 7 || Calls != 1) KeBugCheck(1);\n"));
  EXPECT_EQ(outcome.life.status, STATUS_SUCCESS);
  EXPECT_TRUE(outcome.claimed);
  EXPECT_TRUE(outcome.life.alive);
  EXPECT_TRUE(outcome.life.findings.empty()) << text_of(outcome.life.findings);
}
TEST(InterruptRules, AnInterruptLeftBehindIsServedNoMore) {
  const auto device = line();
  const Life life = life_of(driver("", "", "", ""));
  ASSERT_TRUE(has(life.findings, "N-048"));
  EXPECT_FALSE(device->raise());
}

TEST(InterruptRules, N017ServiceThatReturnsAtAnotherIrqlIsFound) {
  const InterruptLife outcome = live(driver("    KeLowerIrql(PASSIVE_LEVEL);", "", ""));
  EXPECT_TRUE(has(outcome.life.findings, "N-017")) << text_of(outcome.life.findings);
  EXPECT_FALSE(outcome.life.alive);
}
// A routine of the service's own set of calls that is not allowed at its level.
TEST(InterruptRules, N007PoolInTheServiceIsFound) {
  const std::string source =
      driver("    ExFreePool(ExAllocatePoolWithTag(NonPagedPool, 8, 'tini')); /* here */", "", "");
  expect_found(live(source), source, "N-007");
}
TEST(InterruptRules, N021StaleInterruptIsFound) {
  const std::string source =
      driver("", "",
             "    IoDisconnectInterruptEx(&Gone);\n"
             "    KeSynchronizeExecution(Interrupt, Synch, NULL); /* here */\n",
             "");
  expect_found(live(source), source, "N-021");
}
TEST(InterruptRules, N026SynchronisedFromTheServiceIsFound) {
  const std::string source =
      driver("    KeSynchronizeExecution(Interrupt, Synch, NULL); /* here */", "", "");
  expect_found(live(source), source, "N-026");
}
TEST(InterruptRules, N028ReturnWithTheInterruptsLockIsFound) {
  const std::string source =
      driver("", "", "    Old = KeAcquireInterruptSpinLock(Interrupt); KeLowerIrql(Old);");
  const InterruptLife outcome = live(source);
  EXPECT_TRUE(has(outcome.life.findings, "N-028")) << text_of(outcome.life.findings);
}

// A crash in a service ends its driver; the device, and the strand that raised, go on.
TEST(InterruptDriver, CrashInTheServiceEndsTheDriverOnly) {
  const auto device = line();
  const std::string source =
      driver("    *(volatile ULONG*)(ULONG_PTR)16 = 1; /* here */", "", "", "");
  bool again = true;
  InterruptLife outcome;
  outcome.life = life_of(source, ".c", {.between = [&](nt::LoadedDriver&) {
                           outcome.claimed = device->raise();
                           again = device->raise();
                         }});
  expect_found(outcome, source, "N-061");
  EXPECT_FALSE(outcome.claimed);
  EXPECT_FALSE(again);
  EXPECT_FALSE(outcome.life.alive);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

// wdm/nf-wdm-keacquireinterruptspinlock.md: bug check for a passive-level ISR.
TEST(InterruptRules, N060SpinLockOfAPassiveInterruptStopsTheDriver) {
  const auto device = nt::declare_interrupt_line({.vector = kVector, .irql = PASSIVE_LEVEL});
  const std::string source =
      driver("", "", "    Old = KeAcquireInterruptSpinLock(Interrupt); /* here */");
  InterruptLife outcome;
  outcome.life = life_of(source);
  expect_found(outcome, source, "N-060");
}

// The driver's register write makes its device interrupt at once, on the driver's own thread.
TEST(InterruptDriver, DeviceAnswersARegisterWriteWithAnInterrupt) {
  const auto device = line();
  const auto registers = nt::declare_io_range(
      0x20'0000'0000, PAGE_SIZE,
      {.read = {}, .write = [&](std::uint64_t, unsigned, std::uint64_t) { device->raise(); }});
  const Life life =
      life_of(driver("", "",
                     "    {\n    PHYSICAL_ADDRESS Where; PULONG Register;\n"
                     "    Where.QuadPart = 0x2000000000LL;\n"
                     "    Register = (PULONG)MmMapIoSpace(Where, PAGE_SIZE, MmNonCached);\n"
                     "    WRITE_REGISTER_ULONG(Register, 1);\n"
                     "    MmUnmapIoSpace(Register, PAGE_SIZE);\n"
                     "    if (Calls != 1 || SeenIsr != 7 || KeGetCurrentIrql() != PASSIVE_LEVEL)\n"
                     "        return STATUS_UNSUCCESSFUL;\n    }"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
