// Routines of residency.
#include "tests/thunks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kThunkResidencyRows(
    "ThunkExports",
    {
        ROW(D3DKMTEvict, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-282"), call_of(with_empty(&D3DKMTEvict))),
            proven_by_scene("Residency.K277EachEvictTakesOneCountAway")),
        ROW(D3DKMTGetAllocationPriority, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTGetAllocationPriority)),
            proven_by("Create.SecondFormTakesItsOwnStructure")),
        ROW(D3DKMTMakeResident, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTMakeResident)),
            proven_by_scene("Residency.K276AllocationsOfTheQueuesDeviceAreTaken")),
        ROW(D3DKMTOfferAllocations, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-266"),
                     call_of(with_empty(&D3DKMTOfferAllocations))),
            proven_by("Residency.K274ReclaimBringsBackWhatTheListHas")),
        ROW(D3DKMTQueryAllocationResidency, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTQueryAllocationResidency)),
            proven_by("Priority.K290ResourceOrListIsAccepted")),
        ROW(D3DKMTReclaimAllocations, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-266"),
                     call_of(with_empty(&D3DKMTReclaimAllocations))),
            proven_by("Lock.K246ReclaimedIsAccepted")),
        ROW(D3DKMTReclaimAllocations2, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-266"),
                     call_of(with_empty(&D3DKMTReclaimAllocations2))),
            proven_by("Residency.K274ReclaimBringsBackWhatTheListHas",
                      "Offer.NewerReclaimNeedsAPagingQueue")),
        ROW(D3DKMTRegisterTrimNotification, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTRegisterTrimNotification)),
            proven_by("ResidencySet.K288EvictionOfUnusedAllocationsIsSilent",
                      "Residency.RegistrationsThatCannotBeAreRefused")),
        ROW(D3DKMTSetAllocationPriority, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTSetAllocationPriority)),
            proven_by_scene("Priority.K290ResourceOrListIsAccepted")),
        ROW(D3DKMTUnregisterTrimNotification, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTUnregisterTrimNotification)),
            proven_by("ResidencySet.K288EvictionOfUnusedAllocationsIsSilent",
                      "Residency.RegistrationsThatCannotBeAreRefused")),
    });

}  // namespace
