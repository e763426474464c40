// Routines of sharing.
#include "tests/thunks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kThunkSharingRows(
    "ThunkExports",
    {
        ROW(D3DKMTAcquireKeyedMutex, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTAcquireKeyedMutex)),
            proven_by_scene("NtShare.K442KeyAndFenceGoFromReleaseToAcquire")),
        ROW(D3DKMTAcquireKeyedMutex2, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTAcquireKeyedMutex2)),
            proven_by("NtShare.K442PrivateDataGoWithIt")),
        ROW(D3DKMTCreateKeyedMutex, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_SUCCESS, with_empty(&D3DKMTCreateKeyedMutex)),
            proven_by("NtShare.FirstVersionMakesAndOpensTheSameMutex",
                      "ClientHandles.K040NoParametersAreInvalid")),
        ROW(D3DKMTCreateKeyedMutex2, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_SUCCESS, with_empty(&D3DKMTCreateKeyedMutex2)),
            proven_by("ClientHandles.K040NoParametersAreInvalid"),
            proven_by_scene("NtShare.KeyedMutexLivesUntilItsLastHandleIsGone")),
        ROW(D3DKMTDestroyKeyedMutex, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTDestroyKeyedMutex)),
            proven_by_scene("NtShare.KeyedMutexLivesUntilItsLastHandleIsGone")),
        ROW(D3DKMTOpenKeyedMutex, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTOpenKeyedMutex)),
            proven_by("NtShare.FirstVersionMakesAndOpensTheSameMutex")),
        ROW(D3DKMTOpenKeyedMutex2, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTOpenKeyedMutex2)),
            proven_by_scene("NtShare.KeyedMutexLivesUntilItsLastHandleIsGone")),
        ROW(D3DKMTOpenKeyedMutexFromNtHandle, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_HANDLE, with_empty(&D3DKMTOpenKeyedMutexFromNtHandle)),
            never_succeeds("keyed mutexes are shared with their resource"),
            proven_by("NtShare.K213HandleOfAnotherTypeOrNoneIsRefused")),
        ROW(D3DKMTOpenNtHandleFromName, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-209"),
                     call_of(with_empty(&D3DKMTOpenNtHandleFromName))),
            proven_by("NtShare.K209BadNameOrAccessIsRefused")),
        ROW(D3DKMTOpenSyncObjectFromNtHandle, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_HANDLE, with_empty(&D3DKMTOpenSyncObjectFromNtHandle)),
            proven_by("NativeFences.K440EveryProcessOpensAndTheLastCloseDestroys"),
            proven_by_scene("NtShare.K430NtHandleKeepsASynchronizationObject")),
        ROW(D3DKMTOpenSyncObjectFromNtHandle2, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTOpenSyncObjectFromNtHandle2)),
            proven_by("Fence.K217NtHandleIsGiven")),
        ROW(D3DKMTOpenSyncObjectNtHandleFromName, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-209"),
                     call_of(with_empty(&D3DKMTOpenSyncObjectNtHandleFromName))),
            proven_by_scene("NtShare.K209NameOpensWhateverItsCase")),
        ROW(D3DKMTReleaseKeyedMutex, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTReleaseKeyedMutex)),
            proven_by_scene("NtShare.K442KeyAndFenceGoFromReleaseToAcquire")),
        ROW(D3DKMTReleaseKeyedMutex2, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTReleaseKeyedMutex2)),
            proven_by("NtShare.K442PrivateDataGoWithIt")),
        ROW(D3DKMTShareObjects, zeros(gives(STATUS_INVALID_PARAMETER, "K-205")),
            proven_by("Fence.K217NtHandleIsGiven")),
    });

}  // namespace
