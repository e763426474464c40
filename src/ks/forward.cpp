// Requests that go on to the device below.
#include "src/ks/header.h"
#include "src/ks/request.h"

using namespace drydock::ks;

extern "C" NTSTATUS KsDefaultForwardIrp(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  const DeviceHeader* header = header_of(DeviceObject);
  if (header == nullptr || header->pnp == nullptr) return finish(Irp, Irp->IoStatus.Status);
  IoSkipCurrentIrpStackLocation(Irp);
  return IofCallDriver(header->pnp, Irp);
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
