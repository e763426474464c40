// Routines of devices, contexts and escapes.
#include "tests/thunks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kThunkDeviceRows(
    "ThunkExports",
    {
        ROW(D3DKMTChangeVideoMemoryReservation, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTChangeVideoMemoryReservation)),
            proven_by("AddressRules.U279ShrunkenBudgetIsPassedOn")),
        ROW(D3DKMTCreateContext, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-348"),
                     call_of(with_empty(&D3DKMTCreateContext))),
            proven_by("Context.K349FailuresLeaveNothing")),
        ROW(D3DKMTCreateContextVirtual, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-348"),
                     call_of(with_empty(&D3DKMTCreateContextVirtual))),
            proven_by("VirtualContext.BadRequestsAreRefused")),
        ROW(D3DKMTCreateDevice, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-081"),
                     call_of(with_empty(&D3DKMTCreateDevice))),
            proven_by("Device.K081WithoutAnAdapterIsRefused",
                      "Device.K082StoppedAdapterAndNoMemory")),
        ROW(D3DKMTDestroyContext, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTDestroyContext)),
            proven_by("Context.DestroyedOnce")),
        ROW(D3DKMTDestroyDevice, zeros(gives(STATUS_INVALID_PARAMETER)),
            comes_to(gives(STATUS_INVALID_PARAMETER, "K-084"),
                     call_of(with_empty(&D3DKMTDestroyDevice))),
            proven_by("Device.K084UnknownDeviceIsRefused")),
        ROW(D3DKMTEscape, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTEscape)),
            proven_by("Escape.AdapterIsLookedAtBeforeTheType")),
        ROW(D3DKMTGetContextInProcessSchedulingPriority, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER,
                    with_empty(&D3DKMTGetContextInProcessSchedulingPriority)),
            proven_by("Context.PriorityIsReadBack")),
        ROW(D3DKMTGetContextSchedulingPriority, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTGetContextSchedulingPriority)),
            proven_by("Context.PriorityIsReadBack")),
        ROW(D3DKMTGetDeviceState, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTGetDeviceState)),
            proven_by("Device.StateSaysWhyWorkIsRefused")),
        ROW(D3DKMTQueryVideoMemoryInfo, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTQueryVideoMemoryInfo)),
            proven_by("ThunkAdapters.VideoMemoryOfTheCaller")),
        ROW(D3DKMTSetContextInProcessSchedulingPriority, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER,
                    with_empty(&D3DKMTSetContextInProcessSchedulingPriority))),
        ROW(D3DKMTSetContextSchedulingPriority, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTSetContextSchedulingPriority)),
            proven_by("Context.PriorityIsReadBack")),
        ROW(D3DKMTWaitForIdle, zeros(gives(STATUS_INVALID_PARAMETER)),
            answers(STATUS_INVALID_PARAMETER, with_empty(&D3DKMTWaitForIdle)),
            proven_by("AddressRules.U282CommandsInWhatIsFreedAreFound")),
    });

}  // namespace
