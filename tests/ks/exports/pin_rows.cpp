// Routines of pins and their types.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsPinRows(
    "KsExportRows",
    {
        ROW(KsAcquireResetValue, at_any_level(), zeros(crash()), works([] {
              SentIrp one;
              const PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(one.irp);
              ULONG asked = KSRESET_END;
              at->Parameters.DeviceIoControl.InputBufferLength = sizeof asked;
              at->Parameters.DeviceIoControl.Type3InputBuffer = &asked;
              KSRESET value = KSRESET_BEGIN;
              EXPECT_EQ(KsAcquireResetValue(one.irp, &value), STATUS_SUCCESS);
              EXPECT_EQ(value, KSRESET_END);
              asked = 7;
              EXPECT_EQ(KsAcquireResetValue(one.irp, &value), STATUS_INVALID_PARAMETER);
              EXPECT_EQ(value, KSRESET_END);
              at->Parameters.DeviceIoControl.InputBufferLength = 1;
              EXPECT_FALSE(NT_SUCCESS(KsAcquireResetValue(one.irp, &value)));
            })),
        ROW(KsHandleSizedListQuery, at_any_level(), zeros(crash()),
            proven_by_driver("KsPinTypeExports.AListReturnsItsSizeFirst")),
        ROW(KsPinAttachAndGate, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsPinAttachOrGate, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsObjectRules.S190GateOfAPinThatHasOneIsFound")),
        ROW(KsPinDataIntersection, at_any_level(), zeros(crash()),
            proven_by_driver("KsPinTypeExports.EitherHandlerIntersects")),
        ROW(KsPinDataIntersectionEx, at_any_level(), zeros(crash()),
            proven_by_driver("KsPinTypeExports.EitherHandlerIntersects")),
        ROW(KsPinGetConnectedPinDeviceObject, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.APinWithoutAnotherEndIsNotConnected")),
        ROW(KsPinGetConnectedPinFileObject, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.APinWithoutAnotherEndIsNotConnected")),
        ROW(KsPinGetCopyRelationships, at_any_level(), zeros(crash()),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsPinHandshake, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWalk.APinWithoutAnotherEndIsNotConnected")),
        ROW(KsPinPropertyHandler, at_any_level(), zeros(crash()),
            proven_by_driver("KsPinTypeExports.AListReturnsItsSizeFirst")),
        ROW(KsPinRegisterFrameReturnCallback, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsPinRegisterHandshakeCallback, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.APinWithoutAnotherEndIsNotConnected")),
        ROW(KsPinRegisterIrpCompletionCallback, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsPinRegisterPowerCallbacks, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsPinSubmitFrame, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWays.S212FrameWithoutInjectionModeIsFound")),
        ROW(KsPinSubmitFrameMdl, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsObjectRules.S212MdlOutsideInjectionModeIsFound")),
        ROW(KsProcessPinUpdate, at_any_level(), zeros(gives(FALSE)),
            proven_by_driver("KsFilterCentric.S188AnUpdatedProcessPinShowsTheNextFrame")),
        ROW(KsValidateConnectRequest, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by_driver("KsPinTypeExports.AConnectionIsCheckedBeforeTheDriverSeesIt")),
    });

}  // namespace
