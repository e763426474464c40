// Lists under a spin lock, and lists without one.
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using namespace drydock::testing;

// wdm/nf-wdm-exinterlockedinsertheadlist.md and its kin: the entry of before, or NULL.
TEST(InterlockedList, InsertAndRemove) {
  KSPIN_LOCK lock = 0;
  LIST_ENTRY head;
  LIST_ENTRY a;
  LIST_ENTRY b;
  LIST_ENTRY c;
  InitializeListHead(&head);
  EXPECT_EQ(ExInterlockedInsertHeadList(&head, &a, &lock), nullptr);
  EXPECT_EQ(ExInterlockedInsertHeadList(&head, &b, &lock), &a);
  EXPECT_EQ(ExInterlockedInsertTailList(&head, &c, &lock), &a);
  EXPECT_EQ(ExInterlockedRemoveHeadList(&head, &lock), &b);
  EXPECT_EQ(ExInterlockedRemoveHeadList(&head, &lock), &a);
  EXPECT_EQ(ExInterlockedRemoveHeadList(&head, &lock), &c);
  EXPECT_EQ(ExInterlockedRemoveHeadList(&head, &lock), nullptr);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

// "can be called at any IRQL"
TEST(InterlockedList, PushPopAndAddAtHighLevel) {
  FindingLog log;
  KSPIN_LOCK lock = 0;
  const KIRQL old = KfRaiseIrql(HIGH_LEVEL);
  SINGLE_LIST_ENTRY head{};
  SINGLE_LIST_ENTRY a;
  SINGLE_LIST_ENTRY b;
  EXPECT_EQ(ExInterlockedPushEntryList(&head, &a, &lock), nullptr);
  EXPECT_EQ(ExInterlockedPushEntryList(&head, &b, &lock), &a);
  EXPECT_EQ(ExInterlockedPopEntryList(&head, &lock), &b);
  EXPECT_EQ(ExInterlockedPopEntryList(&head, &lock), &a);
  EXPECT_EQ(ExInterlockedPopEntryList(&head, &lock), nullptr);
  ULONG number = 40;
  EXPECT_EQ(ExInterlockedAddUlong(&number, 2, &lock), 40U);
  EXPECT_EQ(number, 42U);
  LARGE_INTEGER large;
  large.QuadPart = 1LL << 40;
  LARGE_INTEGER one;
  one.QuadPart = 1;
  EXPECT_EQ(ExInterlockedAddLargeInteger(&large, one, &lock).QuadPart, 1LL << 40);
  EXPECT_EQ(large.QuadPart, (1LL << 40) + 1);
  KeLowerIrql(old);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

// wdm/nf-wdm-exinterlockedpushentryslist.md, -popentryslist.md, -flushslist.md,
// -exquerydepthslist.md
TEST(SequencedList, PushPopFlushDepth) {
  SLIST_HEADER head;
  InitializeSListHead(&head);
  SLIST_ENTRY a;
  SLIST_ENTRY b;
  EXPECT_EQ(InterlockedPopEntrySList(&head), nullptr);
  EXPECT_EQ(InterlockedPushEntrySList(&head, &a), nullptr);
  EXPECT_EQ(InterlockedPushEntrySList(&head, &b), &a);
  EXPECT_EQ(ExQueryDepthSList(&head), 2);
  EXPECT_EQ(FirstEntrySList(&head), &b);
  EXPECT_EQ(InterlockedPopEntrySList(&head), &b);
  EXPECT_EQ(ExQueryDepthSList(&head), 1);
  EXPECT_EQ(InterlockedFlushSList(&head), &a);
  EXPECT_EQ(ExQueryDepthSList(&head), 0);
  EXPECT_EQ(InterlockedFlushSList(&head), nullptr);
}

TEST(SequencedList, NothingIsLostAmongThreads) {
  struct Item {
    SLIST_ENTRY entry;
    int owner = 0;
  };
  constexpr int kItems = 64;
  constexpr int kThreads = 4;
  SLIST_HEADER head;
  InitializeSListHead(&head);
  std::vector<Item> items(kItems);
  for (Item& item : items) InterlockedPushEntrySList(&head, &item.entry);
  std::vector<sim::Thread> threads;
  for (int i = 1; i <= kThreads; ++i) {
    threads.push_back(sim::spawn("user", [&head, i] {
      for (int round = 0; round < 5000; ++round) {
        auto* item = reinterpret_cast<Item*>(InterlockedPopEntrySList(&head));
        if (item == nullptr) continue;
        EXPECT_EQ(std::exchange(item->owner, i), 0);
        item->owner = 0;
        InterlockedPushEntrySList(&head, &item->entry);
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  EXPECT_EQ(ExQueryDepthSList(&head), kItems);
}

}  // namespace
