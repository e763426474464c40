// Routines of clocks.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

struct OwnClock {
  PKSDEFAULTCLOCK clock = nullptr;
  OwnClock() { EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS); }
  ~OwnClock() { KsFreeDefaultClock(clock); }
  OwnClock(const OwnClock&) = delete;
  OwnClock& operator=(const OwnClock&) = delete;
  operator PKSDEFAULTCLOCK() const { return clock; }
};

// A request to create an object below a file, whose name is too short for it.
struct ShortCreate {
  SentIrp one;
  FILE_OBJECT file{};
  ShortCreate() {
    file.FileName = words(u"short");
    IoGetCurrentIrpStackLocation(one.irp)->FileObject = &file;
  }
};

void changes_the_state_of_a_clock() {
  const OwnClock clock;
  KsSetDefaultClockState(clock, KSSTATE_PAUSE);
  EXPECT_EQ(KsGetDefaultClockState(clock), KSSTATE_PAUSE);
}

void sets_a_clock() {
  const OwnClock clock;
  KsSetDefaultClockTime(clock, 77);
  EXPECT_EQ(KsGetDefaultClockTime(clock), 77);
}

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
            proven_by_driver("KsExports.ADefaultClockRunsInRun")),
        ROW(KsFreeDefaultClock, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")), works([] {
              PKSDEFAULTCLOCK clock = nullptr;
              EXPECT_EQ(KsAllocateDefaultClock(&clock), STATUS_SUCCESS);
              KsFreeDefaultClock(clock);
            })),
        ROW(KsGetDefaultClockState, at_any_level(), zeros(ends_by("N-005")),
            works(changes_the_state_of_a_clock)),
        ROW(KsGetDefaultClockTime, at_any_level(), zeros(ends_by("N-005")), works(sets_a_clock)),
        ROW(KsPinGetReferenceClockInterface, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsObjectRules.S271ReleasedClockIsSilent")),
        ROW(KsPinSetPinClockTime, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.APinWithoutAnotherEndIsNotConnected")),
        ROW(KsSetDefaultClockState, at_any_level(), zeros(ends_by("N-005")),
            works(changes_the_state_of_a_clock)),
        ROW(KsSetDefaultClockTime, at_any_level(), zeros(ends_by("N-005")), works(sets_a_clock)),
        ROW(KsValidateClockCreateRequest, at_any_level(), zeros(crash()), works([] {
              const ShortCreate create;
              PKSCLOCK_CREATE made = nullptr;
              EXPECT_FALSE(NT_SUCCESS(KsValidateClockCreateRequest(create.one.irp, &made)));
              EXPECT_EQ(made, nullptr);
            })),
        ROW(KsCreateDefaultAllocator, at_any_level(), zeros(crash()),
            proven_by_driver("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")),
        ROW(KsCreateDefaultAllocatorEx, at_any_level(), zeros(crash()),
            proven_by_driver("KsLegacy.ADefaultAllocatorOfAValidRequestIsSilent")),
        ROW(KsValidateAllocatorCreateRequest, at_any_level(), zeros(crash()), works([] {
              const ShortCreate create;
              PKSALLOCATOR_FRAMING made = nullptr;
              EXPECT_FALSE(NT_SUCCESS(KsValidateAllocatorCreateRequest(create.one.irp, &made)));
              EXPECT_EQ(made, nullptr);
            })),
        ROW(KsValidateAllocatorFramingEx, zeros(gives(STATUS_INVALID_PARAMETER, "S-045")),
            at_any_level(), proven_by("KsWays.S045ReservedRoutineIsFound")),
    });

}  // namespace
