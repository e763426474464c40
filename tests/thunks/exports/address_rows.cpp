// Routines of GPU virtual addresses.
#include "tests/thunks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kThunkAddressRows(
    "ThunkExports",
    {
        ROW(D3DKMTCreatePagingQueue, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTCreatePagingQueue)),
            proven_by("PagingQueueLife.BadRequestsAreRefused",
                      "PagingQueueLife.OlderDriversHaveNone"),
            proven_by_scene("PagingQueueLife.K298HigherPriorityIsServedFirst")),
        ROW(D3DKMTDestroyPagingQueue, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTDestroyPagingQueue)),
            proven_by("PagingQueueLife.BadRequestsAreRefused"),
            proven_by_scene("PagingQueueLife.K295DestroyWaitsForWhatIsQueued")),
        ROW(D3DKMTFreeGpuVirtualAddress, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTFreeGpuVirtualAddress)),
            proven_by_scene("GpuAddress.K229FreeBeforeTheDestroyIsServed")),
        ROW(D3DKMTMapGpuVirtualAddress, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTMapGpuVirtualAddress)),
            proven_by("GpuAddress.K228AddressesOfADeviceGoWithIt")),
        ROW(D3DKMTReserveGpuVirtualAddress, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTReserveGpuVirtualAddress)),
            proven_by_scene("GpuAddress.K305ReservationsLieWhereTheyMay")),
        ROW(D3DKMTUpdateGpuVirtualAddress, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTUpdateGpuVirtualAddress)),
            proven_by_scene("AddressUpdate.K310OneReservationToWriteAndOneToReadAreServed")),
    });

}  // namespace
