// Routines of processors, firmware and the system.
#include "procgrp.h"
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kSystemRows(
    "ExecutiveExports",
    {
        ROW(ExGetFirmwareEnvironmentVariable, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_VARIABLE_NOT_FOUND)), works([] {
              UNICODE_STRING name = words(u"BootOrder");
              GUID vendor{};
              ULONG length = 4, value = 0;
              EXPECT_EQ(ExGetFirmwareEnvironmentVariable(&name, &vendor, &value, &length, nullptr),
                        STATUS_VARIABLE_NOT_FOUND);
            })),
        ROW(ExGetFirmwareType, advised_up_to(APC_LEVEL), zeros(gives(2)),
            answers(FirmwareTypeUefi, [] { return ExGetFirmwareType(); })),
        ROW(ExGetPreviousMode, up_to(DISPATCH_LEVEL), zeros(gives(0)),
            proven_by("RtlSystem.Processors")),
        ROW(ExIsProcessorFeaturePresent, up_to(PASSIVE_LEVEL), zeros(gives(FALSE)),
            proven_by("RtlSystem.Processors")),
        ROW(ExIsSoftBoot, advised_up_to(APC_LEVEL), zeros(gives(FALSE)),
            answers(FALSE, [] { return ExIsSoftBoot(); })),
        ROW(ExSetFirmwareEnvironmentVariable, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_NOT_IMPLEMENTED)), works([] {
              UNICODE_STRING name = words(u"BootOrder");
              GUID vendor{};
              ULONG value = 0;
              EXPECT_EQ(ExSetFirmwareEnvironmentVariable(&name, &vendor, &value, 4, 1),
                        STATUS_NOT_IMPLEMENTED);
            })),
        ROW(KeDeregisterProcessorChangeCallback, up_to(PASSIVE_LEVEL), zeros(passes()), works([] {
              ULONG calls = 0;
              const PVOID handle = KeRegisterProcessorChangeCallback(
                  [](PVOID context, PKE_PROCESSOR_CHANGE_NOTIFY_CONTEXT, PNTSTATUS status) {
                    ++*static_cast<ULONG*>(context);
                    *status = STATUS_SUCCESS;
                  },
                  &calls, 0);
              EXPECT_EQ(calls, 0u);
              KeDeregisterProcessorChangeCallback(handle);
            })),
        ROW(KeGetCurrentNodeNumber, at_any_level(), zeros(gives(0)),
            answers(0, [] { return KeGetCurrentNodeNumber(); })),
        ROW(KeGetCurrentProcessorNumber, at_any_level(), zeros(gives(1)),
            proven_by("RtlSystem.Processors")),
        ROW(KeGetCurrentProcessorNumberEx, at_any_level(), zeros(gives(1)),
            proven_by("Processors.AffinityChoosesTheProcessor")),
        ROW(KeGetProcessorIndexFromNumber, at_any_level(), zeros(crash()),
            proven_by("RtlSystem.Processors")),
        ROW(KeGetProcessorNumberFromIndex, at_any_level(), zeros(crash()),
            proven_by("RtlSystem.Processors")),
        ROW(KeGetRecommendedSharedDataAlignment, at_any_level(), zeros(gives(64)),
            answers(64, [] { return KeGetRecommendedSharedDataAlignment(); })),
        ROW(KeInvalidateAllCaches, up_to(DISPATCH_LEVEL), zeros(gives(TRUE)),
            answers(TRUE, [] { return KeInvalidateAllCaches(); })),
        ROW(KeInvalidateRangeAllCaches, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              ULONG bytes = 0;
              KeInvalidateRangeAllCaches(&bytes, sizeof bytes);
            })),
        ROW(KeQueryActiveGroupCount, at_any_level(), zeros(passes()),
            answers(1, [] { return KeQueryActiveGroupCount(); })),
        ROW(KeQueryActiveProcessorCount, at_any_level(), zeros(gives(2)),
            proven_by("Queue.OfNoLimitIsForAllProcessors")),
        ROW(KeQueryActiveProcessorCountEx, at_any_level(), zeros(gives(2)), works([] {
              EXPECT_EQ(KeQueryActiveProcessorCountEx(0),
                        KeQueryActiveProcessorCountEx(ALL_PROCESSOR_GROUPS));
              EXPECT_EQ(KeQueryActiveProcessorCountEx(1), 0u);
            })),
        ROW(KeQueryActiveProcessors, at_any_level(), zeros(gives(3)),
            proven_by("InterruptLine.MessagesHaveATable")),
        ROW(KeQueryGroupAffinity, at_any_level(), zeros(gives(3)), works([] {
              EXPECT_EQ(KeQueryGroupAffinity(0), KeQueryActiveProcessors());
              EXPECT_EQ(KeQueryGroupAffinity(1), 0u);
            })),
        ROW(KeQueryHighestNodeNumber, at_any_level(), zeros(gives(0)),
            answers(0, [] { return KeQueryHighestNodeNumber(); })),
        ROW(KeQueryLogicalProcessorRelationship, up_to(DISPATCH_LEVEL),
            zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              ULONG length = 0;
              EXPECT_EQ(
                  KeQueryLogicalProcessorRelationship(nullptr, RelationGroup, nullptr, &length),
                  STATUS_INFO_LENGTH_MISMATCH);
              std::vector<UCHAR> room(length);
              auto* const info =
                  reinterpret_cast<PSYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX>(room.data());
              EXPECT_EQ(KeQueryLogicalProcessorRelationship(nullptr, RelationGroup, info, &length),
                        STATUS_SUCCESS);
              EXPECT_EQ(info->Group.ActiveGroupCount, 1);
              EXPECT_EQ(info->Group.GroupInfo[0].ActiveProcessorMask, KeQueryActiveProcessors());
            })),
        ROW(KeQueryMaximumGroupCount, at_any_level(), zeros(passes()),
            answers(1, [] { return KeQueryMaximumGroupCount(); })),
        ROW(KeQueryMaximumProcessorCount, at_any_level(), zeros(gives(2)),
            proven_by("Processors.TheirNumberFollowsFromTheSeed")),
        ROW(KeQueryMaximumProcessorCountEx, at_any_level(), zeros(gives(2)), works([] {
              EXPECT_EQ(KeQueryMaximumProcessorCountEx(0),
                        KeQueryMaximumProcessorCountEx(ALL_PROCESSOR_GROUPS));
              EXPECT_EQ(KeQueryMaximumProcessorCountEx(1), 0u);
            })),
        ROW(KeQueryNodeActiveAffinity, at_any_level(), zeros(passes()), works([] {
              GROUP_AFFINITY affinity{};
              USHORT count = 0;
              KeQueryNodeActiveAffinity(0, &affinity, &count);
              EXPECT_EQ(affinity.Mask, KeQueryActiveProcessors());
              EXPECT_EQ(count, KeQueryActiveProcessorCountEx(0));
              KeQueryNodeActiveAffinity(1, &affinity, &count);
              EXPECT_EQ(affinity.Mask, 0u);
              EXPECT_EQ(count, 0);
            })),
        ROW(KeQueryNodeActiveProcessorCount, at_any_level(), zeros(gives(2)), works([] {
              EXPECT_EQ(KeQueryNodeActiveProcessorCount(0), KeQueryActiveProcessorCountEx(0));
              EXPECT_EQ(KeQueryNodeActiveProcessorCount(1), 0);
            })),
        ROW(KeQueryNodeMaximumProcessorCount, at_any_level(), zeros(gives(2)), works([] {
              EXPECT_EQ(KeQueryNodeMaximumProcessorCount(0), KeQueryActiveProcessorCountEx(0));
              EXPECT_EQ(KeQueryNodeMaximumProcessorCount(1), 0);
            })),
        ROW(KeRegisterProcessorChangeCallback, up_to(PASSIVE_LEVEL), zeros(passes()), works([] {
              ULONG calls = 0;
              const PVOID handle = KeRegisterProcessorChangeCallback(
                  [](PVOID context, PKE_PROCESSOR_CHANGE_NOTIFY_CONTEXT, PNTSTATUS status) {
                    ++*static_cast<ULONG*>(context);
                    *status = STATUS_SUCCESS;
                  },
                  &calls, KE_PROCESSOR_CHANGE_ADD_EXISTING);
              EXPECT_NE(handle, nullptr);
              EXPECT_EQ(calls, 2 * KeQueryActiveProcessorCountEx(ALL_PROCESSOR_GROUPS));
              KeDeregisterProcessorChangeCallback(handle);
            })),
        ROW(KeRestoreExtendedProcessorState, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("RtlSystem.Processors")),
        ROW(KeRestoreFloatingPointState, up_to(DISPATCH_LEVEL), zeros(gives(STATUS_SUCCESS)),
            answers(STATUS_SUCCESS,
                    [] {
                      return [] {
                        KFLOATING_SAVE save;
                        return KeSaveFloatingPointState(&save) == STATUS_SUCCESS
                                   ? KeRestoreFloatingPointState(&save)
                                   : STATUS_UNSUCCESSFUL;
                      }();
                    })),
        ROW(KeRevertToUserAffinityThread, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("Holds.AThreadIsSetByItsHandle")),
        ROW(KeRevertToUserAffinityThreadEx, up_to(DISPATCH_LEVEL), zeros(passes()),
            proven_by("Processors.AffinityChoosesTheProcessor")),
        ROW(KeRevertToUserGroupAffinityThread, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              GROUP_AFFINITY wanted{}, before{};
              wanted.Mask = 2;
              KeSetSystemGroupAffinityThread(&wanted, &before);
              EXPECT_EQ(KeGetCurrentProcessorNumberEx(nullptr), 1u);
              KeRevertToUserGroupAffinityThread(&before);
              KeSetSystemGroupAffinityThread(&wanted, &before);
              EXPECT_EQ(before.Mask, 0u);
              KeRevertToUserGroupAffinityThread(&before);
            })),
        ROW(KeSaveExtendedProcessorState, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("RtlSystem.Processors", "RtlSystem.StateOfTheProcessorMayBeRefused")),
        ROW(KeSaveFloatingPointState, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("RtlSystem.StateOfTheProcessorMayBeRefused")),
        ROW(KeSetSystemAffinityThread, up_to(DISPATCH_LEVEL), zeros(passes()), works([] {
              KeSetSystemAffinityThread(1);
              EXPECT_EQ(KeGetCurrentProcessorNumberEx(nullptr), 0u);
              KeRevertToUserAffinityThreadEx(0);
            })),
        ROW(KeSetSystemAffinityThreadEx, up_to(DISPATCH_LEVEL), zeros(gives(0)),
            proven_by("Processors.AffinityChoosesTheProcessor")),
        ROW(KeSetSystemGroupAffinityThread, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              GROUP_AFFINITY wanted{}, before{};
              wanted.Mask = 2;
              KeSetSystemGroupAffinityThread(&wanted, &before);
              EXPECT_EQ(KeGetCurrentProcessorNumberEx(nullptr), 1u);
              EXPECT_EQ(before.Mask, 0u);
              KeRevertToUserGroupAffinityThread(&before);
            })),
        ROW(MmGetSystemRoutineAddress, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlSystem.SystemRoutines")),
        ROW(RtlCaptureStackBackTrace, at_any_level(), zeros(gives(0)), works([] {
              PVOID frames[4] = {};
              EXPECT_GT(RtlCaptureStackBackTrace(0, 4, frames, nullptr), 0);
              EXPECT_NE(frames[0], nullptr);
            })),
        ROW(RtlGetEnabledExtendedFeatures, up_to(PASSIVE_LEVEL), zeros(gives(0)), works([] {
              EXPECT_EQ(RtlGetEnabledExtendedFeatures(0), 0u);
              EXPECT_EQ(RtlGetEnabledExtendedFeatures(~0ULL) & 3, 3u);
            })),
        ROW(RtlWalkFrameChain, at_any_level(), zeros(gives(0)), works([] {
              PVOID frames[4] = {};
              EXPECT_GT(RtlWalkFrameChain(frames, 4, 0), 0u);
            })),
        ROW(WdmlibProcgrpInitialize, at_any_level(), zeros(passes()),
            works([] { WdmlibProcgrpInitialize(); })),
    });

}  // namespace
