// Routines of threads.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kThreadRows(
    "ExecutiveExports",
    {
        ROW(IoCreateSystemThread, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            works([] {
              HANDLE handle = nullptr;
              static KEVENT ran;
              KeInitializeEvent(&ran, NotificationEvent, FALSE);
              EXPECT_EQ(IoCreateSystemThread(
                            &this_driver(), &handle, THREAD_ALL_ACCESS, nullptr, nullptr, nullptr,
                            [](PVOID) {
                              KeSetEvent(&ran, 0, FALSE);
                              PsTerminateSystemThread(STATUS_SUCCESS);
                            },
                            nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(ZwWaitForSingleObject(handle, FALSE, nullptr), STATUS_SUCCESS);
              EXPECT_NE(KeReadStateEvent(&ran), 0);
              ZwClose(handle);
            })),
        ROW(KeExpandKernelStackAndCallout, up_to(APC_LEVEL), zeros(crash()),
            proven_by("ExpandedStack.CalloutIsCalled")),
        ROW(KeExpandKernelStackAndCalloutEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("ExpandedStack.CalloutIsCalled")),
        ROW(KeGetCurrentThread, at_any_level(), zeros(passes()),
            proven_by("Holds.AThreadIsSetByItsHandle")),
        ROW(KeQueryPriorityThread, advised_up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Holds.AThreadIsSetByItsHandle")),
        ROW(KeQueryRuntimeThread, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              ULONG user = 9;
              KeQueryRuntimeThread(KeGetCurrentThread(), &user);
              EXPECT_EQ(user, 0u);
            })),
        ROW(KeQueryTotalCycleTimeThread, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              ULONG64 stamp = 0;
              EXPECT_GT(KeQueryTotalCycleTimeThread(KeGetCurrentThread(), &stamp), 0u);
              EXPECT_GT(stamp, 0u);
            })),
        ROW(KeSetBasePriorityThread, advised_up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              const PKTHREAD thread = KeGetCurrentThread();
              const LONG before = KeSetBasePriorityThread(thread, 2);
              EXPECT_EQ(KeSetBasePriorityThread(thread, before), 2);
            })),
        ROW(KeSetPriorityThread, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              const PKTHREAD thread = KeGetCurrentThread();
              const KPRIORITY before = KeSetPriorityThread(thread, LOW_REALTIME_PRIORITY);
              EXPECT_EQ(KeQueryPriorityThread(thread), LOW_REALTIME_PRIORITY);
              EXPECT_EQ(KeSetPriorityThread(thread, before), LOW_REALTIME_PRIORITY);
            })),
        ROW(PsCreateSystemThread, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("Holds.QueuesHandOverTheirEntriesInOrder")),
        ROW(PsGetCurrentThread, at_any_level(), zeros(passes()),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(PsGetCurrentThreadId, at_any_level(), zeros(passes()),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(PsGetThreadId, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(PsIsSystemThread, advised_up_to(DISPATCH_LEVEL), zeros(gives(TRUE)),
            answers(TRUE, [] { return PsIsSystemThread(PsGetCurrentThread()); })),
        ROW(PsIsThreadTerminating, advised_up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(PsLookupThreadByThreadId, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_CID)),
            proven_by("Routines.AThreadIsFoundByItsNumber")),
        ROW(PsTerminateSystemThread, up_to(APC_LEVEL), zeros(ends_by("N-043")),
            proven_by("Holds.QueuesHandOverTheirEntriesInOrder")),
        ROW(ZwSetInformationThread, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_INFO_CLASS)),
            proven_by("Holds.AThreadIsSetByItsHandle")),
    });

}  // namespace
