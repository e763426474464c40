// Routines of spin locks and interlocked lists.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kSpinLockRows(
    "ExecutiveExports",
    {
        ROW(ExAcquireSpinLockExclusive, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SpinLockRules.N027ReleaseByTheHolderIsSilent")),
        ROW(ExAcquireSpinLockExclusiveAtDpcLevel, at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SpinLockRules.N026RecursionOnASharedSpinLockIsFound")),
        ROW(ExAcquireSpinLockShared, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SharedSpinLock.Converts")),
        ROW(ExAcquireSpinLockSharedAtDpcLevel, at_least(DISPATCH_LEVEL), zeros(crash()), works([] {
              EX_SPIN_LOCK lock = 0;
              KIRQL old;
              KeRaiseIrql(DISPATCH_LEVEL, &old);
              ExAcquireSpinLockSharedAtDpcLevel(&lock);
              EXPECT_NE(lock, 0);
              ExReleaseSpinLockSharedFromDpcLevel(&lock);
              EXPECT_EQ(lock, 0);
              KeLowerIrql(old);
            })),
        ROW(ExInterlockedAddLargeInteger, at_any_level(), zeros(crash()),
            proven_by("InterlockedList.PushPopAndAddAtHighLevel")),
        ROW(ExInterlockedAddUlong, at_any_level(), zeros(crash()),
            proven_by("InterlockedList.PushPopAndAddAtHighLevel")),
        ROW(ExInterlockedInsertHeadList, at_any_level(), zeros(crash()),
            proven_by("InterlockedList.InsertAndRemove")),
        ROW(ExInterlockedInsertTailList, at_any_level(), zeros(crash()),
            proven_by("InterlockedList.InsertAndRemove")),
        ROW(ExInterlockedPopEntryList, at_any_level(), zeros(crash()),
            proven_by("InterlockedList.PushPopAndAddAtHighLevel")),
        ROW(ExInterlockedPushEntryList, at_any_level(), zeros(crash()),
            proven_by("InterlockedList.PushPopAndAddAtHighLevel")),
        ROW(ExInterlockedRemoveHeadList, at_any_level(), zeros(crash()),
            proven_by("InterlockedList.InsertAndRemove")),
        ROW(ExQueryDepthSList, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SequencedList.PushPopFlushDepth",
                      "SequencedList.NothingIsLostAmongThreads")),
        ROW(ExReleaseSpinLockExclusive, at_least(DISPATCH_LEVEL), zeros(ends_by("N-019")),
            proven_by("SharedSpinLock.Converts")),
        ROW(ExReleaseSpinLockExclusiveFromDpcLevel, at_least(DISPATCH_LEVEL),
            zeros(ends_by("N-019")), works([] {
              EX_SPIN_LOCK lock = 0;
              KIRQL old;
              KeRaiseIrql(DISPATCH_LEVEL, &old);
              ExAcquireSpinLockExclusiveAtDpcLevel(&lock);
              ExReleaseSpinLockExclusiveFromDpcLevel(&lock);
              EXPECT_EQ(lock, 0);
              KeLowerIrql(old);
            })),
        ROW(ExReleaseSpinLockShared, at_least(DISPATCH_LEVEL), zeros(ends_by("N-019")),
            proven_by("SharedSpinLock.SharersTogetherOwnerAlone")),
        ROW(ExReleaseSpinLockSharedFromDpcLevel, at_least(DISPATCH_LEVEL), zeros(ends_by("N-019")),
            proven_by("SharedSpinLock.SharersTogetherOwnerAlone")),
        ROW(ExTryAcquireSpinLockExclusiveAtDpcLevel, at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SharedSpinLock.SharersTogetherOwnerAlone")),
        ROW(ExTryAcquireSpinLockSharedAtDpcLevel, at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SharedSpinLock.SharersTogetherOwnerAlone")),
        ROW(ExTryConvertSharedSpinLockExclusive, at_least(DISPATCH_LEVEL), zeros(ends_by("N-019")),
            proven_by("SharedSpinLock.Converts")),
        ROW(ExpInterlockedFlushSList, at_any_level(), zeros(crash()), works([] {
              alignas(16) SLIST_HEADER head;
              alignas(16) SLIST_ENTRY one{};
              InitializeSListHead(&head);
              ExpInterlockedPushEntrySList(&head, &one);
              EXPECT_EQ(ExpInterlockedFlushSList(&head), &one);
              EXPECT_EQ(ExpInterlockedFlushSList(&head), nullptr);
            })),
        ROW(ExpInterlockedPopEntrySList, at_any_level(), zeros(crash()), works([] {
              alignas(16) SLIST_HEADER head;
              alignas(16) SLIST_ENTRY one{};
              InitializeSListHead(&head);
              EXPECT_EQ(ExpInterlockedPopEntrySList(&head), nullptr);
              ExpInterlockedPushEntrySList(&head, &one);
              EXPECT_EQ(ExpInterlockedPopEntrySList(&head), &one);
            })),
        ROW(ExpInterlockedPushEntrySList, at_any_level(), zeros(crash()), works([] {
              alignas(16) SLIST_HEADER head;
              alignas(16) SLIST_ENTRY one{};
              InitializeSListHead(&head);
              EXPECT_EQ(ExpInterlockedPushEntrySList(&head, &one), nullptr);
              EXPECT_EQ(ExQueryDepthSList(&head), 1);
            })),
        ROW(FirstEntrySList, at_any_level(), zeros(crash()),
            proven_by("SequencedList.PushPopFlushDepth")),
        ROW(InitializeSListHead, at_any_level(), zeros(crash()),
            proven_by("SequencedList.PushPopFlushDepth")),
        ROW(KeAcquireInStackQueuedSpinLock, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SpinLock.QueuedRaisesAndRestores")),
        ROW(KeAcquireInStackQueuedSpinLockAtDpcLevel, at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SpinLockRules.N027QueuedHandleReleasedTwiceIsFound")),
        ROW(KeAcquireInStackQueuedSpinLockForDpc, at_any_level(), zeros(crash()), works([] {
              KSPIN_LOCK lock;
              KeInitializeSpinLock(&lock);
              KLOCK_QUEUE_HANDLE handle;
              KeAcquireInStackQueuedSpinLockForDpc(&lock, &handle);
              EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
              KeReleaseInStackQueuedSpinLockForDpc(&handle);
              EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
            })),
        ROW(KeAcquireInStackQueuedSpinLockRaiseToSynch, up_to(12), zeros(crash()), works([] {
              KSPIN_LOCK lock;
              KeInitializeSpinLock(&lock);
              KLOCK_QUEUE_HANDLE handle;
              KeAcquireInStackQueuedSpinLockRaiseToSynch(&lock, &handle);
              EXPECT_EQ(KeGetCurrentIrql(), 12);
              KeReleaseInStackQueuedSpinLock(&handle);
              EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
            })),
        ROW(KeAcquireSpinLockAtDpcLevel, at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SpinLockRules.N026RecursionIsFound")),
        ROW(KeAcquireSpinLockForDpc, at_any_level(), zeros(crash()),
            proven_by("SpinLock.ForDpcRaisesWhereNeeded")),
        ROW(KeAcquireSpinLockRaiseToDpc, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SpinLock.ZeroIsFree")),
        ROW(KeInitializeSpinLock, at_any_level(), zeros(crash()),
            proven_by("SpinLock.RaisesAndRestores")),
        ROW(KeReleaseInStackQueuedSpinLock, at_any_level(), zeros(crash()),
            proven_by("SpinLock.QueuedRaisesAndRestores")),
        ROW(KeReleaseInStackQueuedSpinLockForDpc, at_any_level(), zeros(crash()), works([] {
              KSPIN_LOCK lock;
              KeInitializeSpinLock(&lock);
              KLOCK_QUEUE_HANDLE handle;
              KeAcquireInStackQueuedSpinLockForDpc(&lock, &handle);
              EXPECT_FALSE(KeTestSpinLock(&lock));
              KeReleaseInStackQueuedSpinLockForDpc(&handle);
              EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
            })),
        ROW(KeReleaseInStackQueuedSpinLockFromDpcLevel, at_any_level(), zeros(crash()),
            proven_by("SpinLockRules.N027QueuedHandleReleasedTwiceIsFound")),
        ROW(KeReleaseSpinLock, at_least(DISPATCH_LEVEL), zeros(ends_by("N-019")),
            proven_by("SpinLockRules.N029ExchangedLevelsAreSilent")),
        ROW(KeReleaseSpinLockForDpc, at_any_level(), zeros(ends_by("N-027")),
            proven_by("SpinLock.ForDpcRaisesWhereNeeded")),
        ROW(KeReleaseSpinLockFromDpcLevel, at_least(DISPATCH_LEVEL), zeros(ends_by("N-019")),
            proven_by("SpinLock.TryFailsWhileHeld")),
        ROW(KeTestSpinLock, at_any_level(), zeros(crash()),
            proven_by("SpinLock.RaisesAndRestores")),
        ROW(KeTryToAcquireSpinLockAtDpcLevel, at_least(DISPATCH_LEVEL), zeros(crash()),
            proven_by("SpinLock.TryFailsWhileHeld")),
    });

}  // namespace
