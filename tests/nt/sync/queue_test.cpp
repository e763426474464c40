// Queues of the dispatcher.
#include <gtest/gtest.h>

#include "ntifs.h"
#include "src/nt/base/wdk.h"
#include "tests/nt/sync/waits.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
namespace sim = drydock::sim;

PLIST_ENTRY remove_now(KQUEUE& queue) {
  LARGE_INTEGER none = milliseconds(0);
  return KeRemoveQueue(&queue, KernelMode, &none);
}
PLIST_ENTRY no_entry(NTSTATUS status) { return reinterpret_cast<PLIST_ENTRY>(LONG_PTR{status}); }

TEST(Queue, GivesEntriesInTheirOrderAndSaysWhenThereIsNone) {
  KQUEUE queue;
  KeInitializeQueue(&queue, 3);
  EXPECT_EQ(queue.MaximumCount, 3U);
  LIST_ENTRY one, two, three;
  EXPECT_EQ(KeReadStateQueue(&queue), 0);
  EXPECT_EQ(KeInsertQueue(&queue, &one), 0);
  EXPECT_EQ(KeInsertQueue(&queue, &two), 1);
  EXPECT_EQ(KeInsertHeadQueue(&queue, &three), 2);
  EXPECT_EQ(KeReadStateQueue(&queue), 3);
  for (const PLIST_ENTRY expected : {&three, &one, &two}) EXPECT_EQ(remove_now(queue), expected);
  EXPECT_EQ(remove_now(queue), no_entry(STATUS_TIMEOUT));
  EXPECT_EQ(KeReadStateQueue(&queue), 0);
}

TEST(Queue, OfNoLimitIsForAllProcessors) {
  KQUEUE queue;
  KeInitializeQueue(&queue, 0);
  EXPECT_EQ(queue.MaximumCount, KeQueryActiveProcessorCount(nullptr));
}

TEST(Queue, AnEntryWakesOneWaiter) {
  const sim::SeededSchedule schedule(1);
  KQUEUE queue;
  KeInitializeQueue(&queue, 0);
  LIST_ENTRY entries[2];
  PLIST_ENTRY taken[2] = {};
  sim::Thread first =
      sim::spawn("first", [&] { taken[0] = KeRemoveQueue(&queue, KernelMode, nullptr); });
  sim::Thread second =
      sim::spawn("second", [&] { taken[1] = KeRemoveQueue(&queue, KernelMode, nullptr); });
  KeInsertQueue(&queue, &entries[0]);
  KeInsertQueue(&queue, &entries[1]);
  first.join();
  second.join();
  EXPECT_NE(taken[0], taken[1]);
  for (const PLIST_ENTRY one : taken) EXPECT_TRUE(one == &entries[0] || one == &entries[1]);
  EXPECT_EQ(KeReadStateQueue(&queue), 0);
}

TEST(Queue, RundownGivesWhatIsLeft) {
  KQUEUE queue;
  KeInitializeQueue(&queue, 0);
  EXPECT_EQ(KeRundownQueue(&queue), nullptr);
  LIST_ENTRY one, two;
  KeInsertQueue(&queue, &one);
  KeInsertQueue(&queue, &two);
  EXPECT_EQ(KeRundownQueue(&queue), &one);
  EXPECT_EQ(one.Flink, &two);  // a ring without a head
  EXPECT_EQ(two.Flink, &one);
  EXPECT_EQ(one.Blink, &two);
  EXPECT_EQ(KeReadStateQueue(&queue), 0);
  EXPECT_EQ(remove_now(queue), no_entry(STATUS_TIMEOUT));
  EXPECT_EQ(KeInsertQueue(&queue, &one), 0);  // it goes on
  EXPECT_EQ(remove_now(queue), &one);
}

std::vector<drydock::rules::Finding> findings_of(const std::string& body) {
  return life_of("#include <ntifs.h>\n" + driver_of("static KQUEUE queue; static LIST_ENTRY entry;",
                                                    body + "\n  return STATUS_SUCCESS;"))
      .findings;
}

TEST(Queue, OneThatIsNotInitialisedIsFound) {
  for (const char* call : {"KeInsertQueue(&queue, &entry);", "KeInsertHeadQueue(&queue, &entry);",
                           "KeRemoveQueue(&queue, KernelMode, NULL);", "KeRundownQueue(&queue);"})
    EXPECT_EQ(count(findings_of(call), "N-021"), 1U) << call;
}

TEST(Queue, CallsHaveTheirIrql) {
  const std::string raised = "KIRQL old; KeInitializeQueue(&queue, 0); KeRaiseIrql(";
  const std::string lowered = " KeLowerIrql(old);";
  for (const char* call : {"KeInsertQueue(&queue, &entry);", "KeRundownQueue(&queue);"}) {
    EXPECT_EQ(count(findings_of(raised + "DISPATCH_LEVEL, &old); " + call + lowered), "N-018"), 0U)
        << call;
    EXPECT_EQ(count(findings_of(raised + "DISPATCH_LEVEL + 1, &old); " + call + lowered), "N-018"),
              1U)
        << call;
  }
  const std::string remove =
      "KeInsertQueue(&queue, &entry); KeRemoveQueue(&queue, KernelMode, NULL);";
  EXPECT_EQ(count(findings_of(raised + "APC_LEVEL, &old); " + remove + lowered), "N-018"), 0U);
  EXPECT_EQ(count(findings_of(raised + "DISPATCH_LEVEL, &old); " + remove + lowered), "N-018"), 1U);
}

}  // namespace
