// Routines of events.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsEventRows(
    "KsExportRows",
    {
        ROW(KsAddEvent, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWalk.AnEntryIsTheDriversToAddAndToDiscard")),
        ROW(KsDefaultAddEventHandler, at_any_level(), zeros(crash()),
            proven_by_driver("KsRequests.S247EventsFireUntilTheyAreDisabled")),
        ROW(KsDisableEvent, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.EventsLiveUnderEveryKindOfLock")),
        ROW(KsDiscardEvent, at_any_level(), zeros(crash()),
            proven_by("KsWalk.AnEntryIsTheDriversToAddAndToDiscard")),
        ROW(KsEnableEvent, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.EventsLiveUnderEveryKindOfLock")),
        ROW(KsEnableEventWithAllocator, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              SentIrp one;
              LIST_ENTRY list;
              InitializeListHead(&list);
              EXPECT_EQ(KsEnableEventWithAllocator(one.irp, 0, nullptr, &list, KSEVENTS_NONE,
                                                   nullptr, nullptr, 4),
                        STATUS_INVALID_PARAMETER);
              EXPECT_TRUE(IsListEmpty(&list));
            })),
        ROW(KsFreeEventList, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.EventsLiveUnderEveryKindOfLock")),
        ROW(KsGenerateDataEvent, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.ABufferedEventKeepsItsData")),
        ROW(KsGenerateEvent, at_any_level(), zeros(crash()),
            proven_by("KsWalk.AnEntryIsTheDriversToAddAndToDiscard")),
        ROW(KsGenerateEventList, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.EventsLiveUnderEveryKindOfLock")),
        ROW(KsGenerateEvents, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWalk.EventsThatNoClientEnabledAreGeneratedInVain")),
        ROW(KsGenerateThermalEvent, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWalk.EventsThatNoClientEnabledAreGeneratedInVain")),
    });

}  // namespace
