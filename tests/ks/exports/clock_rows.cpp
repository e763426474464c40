// Routines of clocks.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsClockRows(
    "KsExportRows",
    {
        ROW(KsAllocateDefaultClock, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS);
              EXPECT_EQ(KsGetDefaultClockState(clock), KSSTATE_STOP);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsAllocateDefaultClockEx, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(
                  KsAllocateDefaultClockEx(&clock, nullptr, nullptr, nullptr, nullptr, nullptr, 0),
                  STATUS_SUCCESS);
              EXPECT_EQ(KsGetDefaultClockTime(clock), 0);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsCreateDefaultClock, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("KsExports.ADefaultClockRunsInRun")),
        ROW(KsFreeDefaultClock, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsGetDefaultClockState, at_any_level(), zeros(ends_by("N-005")), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS);
              KsSetDefaultClockState(clock, KSSTATE_PAUSE);
              EXPECT_EQ(KsGetDefaultClockState(clock), KSSTATE_PAUSE);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsGetDefaultClockTime, at_any_level(), zeros(ends_by("N-005")), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS);
              KsSetDefaultClockTime(clock, 77);
              EXPECT_EQ(KsGetDefaultClockTime(clock), 77);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsPinGetReferenceClockInterface, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsObjectRules.S271ReleasedClockIsSilent")),
        ROW(KsPinSetPinClockTime, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.APinWithoutAnotherEndIsNotConnected")),
        ROW(KsSetDefaultClockState, at_any_level(), zeros(ends_by("N-005")), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS);
              KsSetDefaultClockState(clock, KSSTATE_PAUSE);
              EXPECT_EQ(KsGetDefaultClockState(clock), KSSTATE_PAUSE);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsSetDefaultClockTime, at_any_level(), zeros(ends_by("N-005")), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS);
              KsSetDefaultClockTime(clock, 77);
              EXPECT_EQ(KsGetDefaultClockTime(clock), 77);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsValidateClockCreateRequest, at_any_level(), zeros(crash()), works([] {
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              const PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(one.irp);
              FILE_OBJECT file{};
              file.FileName = words(u"short");
              at->FileObject = &file;
              PKSCLOCK_CREATE made = nullptr;
              EXPECT_FALSE(NT_SUCCESS(KsValidateClockCreateRequest(one.irp, &made)));
              EXPECT_EQ(made, nullptr);
            })),
        ROW(KsCreateDefaultAllocator, at_any_level(), zeros(crash()),
            proven_by("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")),
        ROW(KsCreateDefaultAllocatorEx, at_any_level(), zeros(crash()),
            proven_by("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")),
        ROW(KsValidateAllocatorCreateRequest, at_any_level(), zeros(crash()), works([] {
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              const PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(one.irp);
              FILE_OBJECT file{};
              file.FileName = words(u"short");
              at->FileObject = &file;
              PKSALLOCATOR_FRAMING made = nullptr;
              EXPECT_FALSE(NT_SUCCESS(KsValidateAllocatorCreateRequest(one.irp, &made)));
              EXPECT_EQ(made, nullptr);
            })),
        ROW(KsValidateAllocatorFramingEx, zeros(gives(STATUS_INVALID_PARAMETER, "S-045")),
            at_any_level(), proven_by("KsWays.S199CloneOfACaptureIsSilent")),
    });

}  // namespace
