// One seed decides the whole order of events: threads, timers, DPCs and work items of a busy
// driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "tests/nt/intervals.h"
#include "tests/support/hang_guard.h"
#include "tests/support/sanitized.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
namespace trace = drydock::trace;
using drydock::testing::HangGuard;
using drydock::testing::milliseconds;

constexpr int kThreads = 8;

// The sanitizers make a run some twenty times slower; what they look for needs no ten thousand
// orders.
constexpr int kShare = drydock::testing::kSanitized ? 20 : 1;

// Eight threads that wait for each other, sleep, queue DPCs and work items, beside a periodic
// timer.
struct Busy {
  KSEMAPHORE gate;
  KMUTEX mutex;
  KEVENT worked;
  KTIMER timer;
  KDPC tick, call;
  WORK_QUEUE_ITEM item;
  LONG turns = 0;

  static void on_tick(KDPC*, PVOID context, PVOID, PVOID) {
    KeReleaseSemaphore(&static_cast<Busy*>(context)->gate, 0, 1, FALSE);
  }
  static void on_call(KDPC*, PVOID context, PVOID, PVOID) {
    auto& busy = *static_cast<Busy*>(context);
    ExQueueWorkItem(&busy.item, DelayedWorkQueue);
  }
  static void on_work(PVOID context) { KeSetEvent(&static_cast<Busy*>(context)->worked, 0, FALSE); }

  static void thread(PVOID context) {
    auto& busy = *static_cast<Busy*>(context);
    for (int turn = 0; turn < 2; ++turn) {
      KeWaitForSingleObject(&busy.gate, Executive, KernelMode, FALSE, nullptr);
      KeWaitForSingleObject(&busy.mutex, Executive, KernelMode, FALSE, nullptr);
      ++busy.turns;
      LARGE_INTEGER pause = milliseconds(busy.turns % 3);
      KeDelayExecutionThread(KernelMode, FALSE, &pause);
      KeReleaseMutex(&busy.mutex, FALSE);
    }
    PsTerminateSystemThread(STATUS_SUCCESS);
  }

  void start(std::vector<PVOID>& threads) {
    KeInitializeSemaphore(&gate, 0, 1000);
    KeInitializeMutex(&mutex, 0);
    KeInitializeEvent(&worked, NotificationEvent, FALSE);
    KeInitializeTimerEx(&timer, SynchronizationTimer);
    KeInitializeDpc(&tick, on_tick, this);
    KeInitializeDpc(&call, on_call, this);
    item = {};
    item.WorkerRoutine = on_work;
    item.Parameter = this;
    KeSetTimerEx(&timer, milliseconds(1), 1, &tick);
    KeInsertQueueDpc(&call, nullptr, nullptr);
    for (int i = 0; i < kThreads; ++i) {
      HANDLE handle = nullptr;
      PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, nullptr, nullptr, nullptr, thread, this);
      PVOID object = nullptr;
      ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, nullptr, KernelMode, &object, nullptr);
      ZwClose(handle);
      threads.push_back(object);
    }
  }

  void stop(const std::vector<PVOID>& threads) {
    for (PVOID object : threads) {
      KeWaitForSingleObject(object, Executive, KernelMode, FALSE, nullptr);
      ObDereferenceObject(object);
    }
    KeCancelTimer(&timer);
    KeFlushQueuedDpcs();
    KeWaitForSingleObject(&worked, Executive, KernelMode, FALSE, nullptr);
  }
};

struct Outcome {
  std::string trace;
  std::uint64_t order = 0;
  LONG turns = 0;
  std::size_t findings = 0;
};

Outcome run(std::uint64_t seed, bool with_trace) {
  Outcome out;
  const drydock::rules::FindingLog log;
  {
    const sim::SeededSchedule schedule(seed);
    std::unique_ptr<trace::Recording> recording;
    if (with_trace) recording = std::make_unique<trace::Recording>();
    nt::Driver driver("busy");
    Busy busy;
    driver.run("busy", [&] {
      std::vector<PVOID> threads;
      busy.start(threads);
      busy.stop(threads);
    });
    out.turns = busy.turns;
    out.order = schedule.order();
    if (with_trace) out.trace = trace::to_text();
  }
  out.findings = log.findings().size();
  return out;
}

// Longer than other tests: of equal traces many must be seen, and of orders even more.
constexpr std::chrono::minutes kTimeOfManyRuns(3);

TEST(Determinism, ASeedGivesTheSameTraceAThousandTimes) {
  HangGuard::has(kTimeOfManyRuns);
  const Outcome first = run(42, true);
  EXPECT_EQ(first.turns, 2 * kThreads);
  EXPECT_EQ(first.findings, 0U);
  EXPECT_GT(first.trace.size(), 1000U);
  for (int i = 1; i < 1000 / kShare; ++i)
    ASSERT_EQ(run(42, true).trace, first.trace) << "run " << i;
}

TEST(Determinism, SeedsGiveDifferentOrders) {
  HangGuard::has(kTimeOfManyRuns);
  constexpr int kSeeds = 10'000 / kShare;
  std::set<std::uint64_t> orders;
  for (int seed = 0; seed < kSeeds; ++seed) orders.insert(run(seed, false).order);
  EXPECT_GE(orders.size(), kSeeds / 10 * 9U);
}

}  // namespace
