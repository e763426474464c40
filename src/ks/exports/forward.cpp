// Requests that go on to the device below.
#include "src/ks/base/request.h"
#include "src/ks/device/device.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/header.h"

using namespace drydock::ks;

extern "C" NTSTATUS KsDefaultForwardIrp(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  const DeviceHeader* header = header_of(DeviceObject);
  if (header == nullptr || header->pnp == nullptr) return finish(Irp, Irp->IoStatus.Status);
  IoSkipCurrentIrpStackLocation(Irp);
  return IofCallDriver(header->pnp, Irp);
}

namespace {

bool has_next_location(PIRP irp) { return irp->CurrentLocation > 1; }

NTSTATUS caught(PDEVICE_OBJECT, PIRP, PVOID event) {
  KeSetEvent(static_cast<PKEVENT>(event), IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

}  // namespace

extern "C" NTSTATUS KsForwardIrp(PIRP Irp, PFILE_OBJECT FileObject, BOOLEAN ReuseStackLocation) {
  const PDEVICE_OBJECT device = IoGetRelatedDeviceObject(FileObject);
  if (ReuseStackLocation) {
    IoGetCurrentIrpStackLocation(Irp)->FileObject = FileObject;
    IoSkipCurrentIrpStackLocation(Irp);
    return IofCallDriver(device, Irp);
  }
  if (!has_next_location(Irp)) return finish(Irp, STATUS_INVALID_DEVICE_REQUEST);
  IoCopyCurrentIrpStackLocationToNext(Irp);
  IoGetNextIrpStackLocation(Irp)->FileObject = FileObject;
  return IofCallDriver(device, Irp);
}

// The IRP is the caller's again when this returns.
extern "C" NTSTATUS KsForwardAndCatchIrp(PDEVICE_OBJECT DeviceObject, PIRP Irp,
                                         PFILE_OBJECT FileObject, KSSTACK_USE StackUse) {
  const bool reuses = StackUse == KsStackReuseCurrentLocation;
  if (!reuses && !has_next_location(Irp)) return STATUS_INVALID_DEVICE_REQUEST;
  if (StackUse == KsStackCopyToNewLocation) IoCopyCurrentIrpStackLocationToNext(Irp);
  if (reuses) IoSkipCurrentIrpStackLocation(Irp);
  IoGetNextIrpStackLocation(Irp)->FileObject = FileObject;
  KEVENT back;
  KeInitializeEvent(&back, NotificationEvent, FALSE);
  IoSetCompletionRoutine(Irp, caught, &back, TRUE, TRUE, TRUE);
  NTSTATUS status = IofCallDriver(DeviceObject, Irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&back, Executive, KernelMode, FALSE, nullptr);
    status = Irp->IoStatus.Status;
  }
  // The IRP came back to the location above the one that it was sent with.
  if (reuses) IoSetNextIrpStackLocation(Irp);
  return status;
}

extern "C" NTSTATUS KsDefaultDispatchPnp(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  return dispatch_pnp(DeviceObject, Irp);
}

extern "C" NTSTATUS KsDefaultDispatchPower(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  return dispatch_power(DeviceObject, Irp);
}

extern "C" NTSTATUS KsDefaultDeviceIoCompletion(PDEVICE_OBJECT, PIRP Irp) {
  return finish(Irp, STATUS_INVALID_DEVICE_REQUEST);
}

extern "C" NTSTATUS KsDispatchInvalidDeviceRequest(PDEVICE_OBJECT, PIRP Irp) {
  return finish(Irp, STATUS_INVALID_DEVICE_REQUEST);
}

extern "C" NTSTATUS KsDispatchIrp(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  const bool create = IoGetCurrentIrpStackLocation(Irp)->MajorFunction == IRP_MJ_CREATE;
  return create ? dispatch_create(DeviceObject, Irp) : dispatch_file(DeviceObject, Irp);
}
