// Routines of adapters.
#include "tests/thunks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kThunkAdapterRows(
    "ThunkExports",
    {
        ROW(D3DKMTCloseAdapter, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-067"),
                     call_of(with_empty(&D3DKMTCloseAdapter))),
            proven_by("ThunkAdapters.ClosingWhatIsNoAdapterIsRefused",
                      "ThunkAdapters.EnumerationOpensEach")),
        ROW(D3DKMTEnumAdapters, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_SUCCESS, with_empty(&D3DKMTEnumAdapters)),
            proven_by("ThunkAdapters.OlderAndNewerEnumerationsAgree")),
        ROW(D3DKMTEnumAdapters2, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_SUCCESS, with_empty(&D3DKMTEnumAdapters2)),
            proven_by("ThunkAdapters.EnumerationOpensEach",
                      "ThunkAdapters.K067EachHandleIsClosedOnce")),
        ROW(D3DKMTEnumAdapters3, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_SUCCESS, with_empty(&D3DKMTEnumAdapters3)),
            proven_by("ThunkAdapters.OlderAndNewerEnumerationsAgree")),
        ROW(D3DKMTOpenAdapterFromDeviceName, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-072"),
                     call_of(with_empty(&D3DKMTOpenAdapterFromDeviceName))),
            proven_by("ClientAdapters.K072NameOfAnAdapterIsOpened",
                      "ThunkAdapters.StatusesOfOpening")),
        ROW(D3DKMTOpenAdapterFromGdiDisplayName, zeros(gives(STATUS_UNSUCCESSFUL)),
            comes_to(gives(STATUS_UNSUCCESSFUL, "K-071"),
                     call_of(with_empty(&D3DKMTOpenAdapterFromGdiDisplayName))),
            proven_by("ClientAdapters.K071DisplayOfTheDesktopIsOpened",
                      "ThunkAdapters.StatusesOfOpening")),
        ROW(D3DKMTOpenAdapterFromHdc, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTOpenAdapterFromHdc)),
            never_succeeds("no adapter has device contexts of GDI"),
            proven_by("ThunkAdapters.StatusesOfOpening")),
        ROW(D3DKMTOpenAdapterFromLuid, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTOpenAdapterFromLuid)),
            proven_by("Race.CloseAdapterAgainstCreateDevice", "ThunkAdapters.StatusesOfOpening")),
        ROW(D3DKMTQueryAdapterInfo, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTQueryAdapterInfo)),
            proven_by("ThunkAdapters.BuffersThatAreTooSmallAreRefused")),
    });

}  // namespace
