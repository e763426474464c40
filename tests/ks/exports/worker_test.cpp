// Workers: items that a driver queues, counted ones, and the end of a worker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// An item waits a second before it is done, so that an end that does not wait is seen.
constexpr const char* kWorkers = R"(
static PKSWORKER Worker;
static WORK_QUEUE_ITEM Items[2], Counted;
static ULONG Ran;
static VOID Want(BOOLEAN True, const char* Word) { Note(True ? Word : "WRONG"); if (!True) Note(Word); }
static VOID Work(PVOID) {
  LARGE_INTEGER Second;
  Second.QuadPart = -10000000;
  KeDelayExecutionThread(KernelMode, FALSE, &Second);
  Want(KeGetCurrentIrql() == PASSIVE_LEVEL, "passive");
  Ran++;
}
static VOID CountedWork(PVOID) {
  do Ran++; while (KsDecrementCountedWorker(Worker) != 0);
}
static VOID Plain(void) {
  Ran = 0;
  Want(NT_SUCCESS(KsRegisterWorker(DelayedWorkQueue, &Worker)), "registered");
  for (ULONG I = 0; I < 2; I++) {
    ExInitializeWorkItem(&Items[I], Work, NULL);
    Want(NT_SUCCESS(KsQueueWorkItem(Worker, &Items[I])), "queued");
  }
  KsUnregisterWorker(Worker);
  Want(Ran == 2, "all-ran");
  Want(KsQueueWorkItem(Worker, &Items[0]) == STATUS_INVALID_PARAMETER, "gone");
}
static VOID Count(void) {
  Ran = 0;
  ExInitializeWorkItem(&Counted, CountedWork, NULL);
  Want(NT_SUCCESS(KsRegisterCountedWorker(CriticalWorkQueue, &Counted, &Worker)), "registered");
  ULONG Before = KsIncrementCountedWorker(Worker);
  Want(Before == 1, "first");
  KsUnregisterWorker(Worker);
  Want(Ran == 1, "counted-ran");
  Want(KsIncrementCountedWorker(Worker) == 0, "gone");
}
static VOID CountTwice(void) {
  Ran = 0;
  KIRQL Irql;
  ExInitializeWorkItem(&Counted, CountedWork, NULL);
  KsRegisterCountedWorker(CriticalWorkQueue, &Counted, &Worker);
  KeRaiseIrql(DISPATCH_LEVEL, &Irql);  // the item waits for this thread
  KsIncrementCountedWorker(Worker);
  KsIncrementCountedWorker(Worker);
  KeLowerIrql(Irql);
  KsUnregisterWorker(Worker);
  Want(Ran == 2, "ran-for-each");
}
#define ON_SWITCH if (Switch == 1) Plain(); if (Switch == 2) Count(); if (Switch == 3) CountTwice();
)";

struct Working : OpenMinidriver {
  Working() : OpenMinidriver(minidriver({}, kWorkers)) { open(); }
  ~Working() { expect_nothing_found(); }
  std::string after(ULONG way) {
    turn(way);
    return notes();
  }
};

TEST(KsWorker, AnEndWaitsForWhatIsQueued) {
  const drydock::sim::SeededSchedule schedule(1);
  EXPECT_THAT(Working().after(1),
              HasSubstr("registered queued queued passive passive all-ran gone"));
}

TEST(KsWorker, ACountThatLeavesZeroQueuesItsItem) {
  const drydock::sim::SeededSchedule schedule(2);
  EXPECT_THAT(Working().after(2), HasSubstr("registered first counted-ran gone"));
}

TEST(KsWorker, OneItemServesAllCounts) {
  const drydock::sim::SeededSchedule schedule(3);
  EXPECT_THAT(Working().after(3), HasSubstr("ran-for-each"));
}

}  // namespace
