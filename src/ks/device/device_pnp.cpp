// The Plug and Play requests of a device.
#include "src/ks/base/host_work.h"
#include "src/ks/base/request.h"
#include "src/ks/device/device.h"
#include "src/ks/device/factory.h"
#include "src/sim/faults.h"

namespace drydock::ks {
namespace {

NTSTATUS pass_down(PDEVICE_OBJECT next, PIRP irp) {
  IoSkipCurrentIrpStackLocation(irp);
  return IofCallDriver(next, irp);
}

// GUID_BUS_INTERFACE_STANDARD.
constexpr GUID kBusInterface = {
    0x496B8280, 0x6F25, 0x11D0, {0xBE, 0xAF, 0x08, 0x00, 0x2B, 0xE2, 0x09, 0x2F}};

PCM_RESOURCE_LIST list_or_null(PCM_RESOURCE_LIST list) {
  return list == nullptr || list->Count == 0 ? nullptr : list;
}

}  // namespace

NTSTATUS Device::pnp(PIRP irp) {
  const std::shared_ptr<Object> self = shared_from_this();
  const KSDEVICE_DISPATCH* calls = dispatch();
  const PDEVICE_OBJECT next = face_.NextDeviceObject;
  switch (IoGetCurrentIrpStackLocation(irp)->MinorFunction) {
    case IRP_MN_START_DEVICE:
      return start(irp);
    case IRP_MN_QUERY_STOP_DEVICE:
      return query(irp, calls ? calls->QueryStop : nullptr, "KSDEVICE_DISPATCH.QueryStop");
    case IRP_MN_QUERY_REMOVE_DEVICE:
      return query(irp, calls ? calls->QueryRemove : nullptr, "KSDEVICE_DISPATCH.QueryRemove");
    case IRP_MN_CANCEL_STOP_DEVICE:
      notify_driver(irp, calls ? calls->CancelStop : nullptr, "KSDEVICE_DISPATCH.CancelStop");
      break;
    case IRP_MN_CANCEL_REMOVE_DEVICE:
      notify_driver(irp, calls ? calls->CancelRemove : nullptr, "KSDEVICE_DISPATCH.CancelRemove");
      break;
    case IRP_MN_STOP_DEVICE:
      stop(irp);
      break;
    case IRP_MN_SURPRISE_REMOVAL:
      surprise_removal(irp);
      break;
    case IRP_MN_REMOVE_DEVICE:
      return remove(irp);
    case IRP_MN_QUERY_CAPABILITIES:
      return query_capabilities(irp);
    case IRP_MN_QUERY_INTERFACE:
      return query_interface(irp);
    default:
      return pass_down(next, irp);
  }
  irp->IoStatus.Status = STATUS_SUCCESS;
  return pass_down(next, irp);
}

void Device::notify_driver(PIRP irp, PFNKSDEVICEIRPVOID callback, const char* where) {
  if (callback != nullptr) call(where, callback, &face_, irp);
}

NTSTATUS Device::query(PIRP irp, PFNKSDEVICEIRP callback, const char* where) {
  NTSTATUS status = STATUS_SUCCESS;
  if (callback != nullptr) {
    const Holding held(mutex_);
    status = ask_now(where, "S-088", callback, &face_, irp);
  }
  if (!NT_SUCCESS(status)) return finish(irp, status);
  irp->IoStatus.Status = STATUS_SUCCESS;
  return pass_down(face_.NextDeviceObject, irp);
}

NTSTATUS Device::start(PIRP irp) {
  IoForwardIrpSynchronously(face_.NextDeviceObject, irp);
  NTSTATUS status = irp->IoStatus.Status;
  if (!NT_SUCCESS(status)) return finish(irp, status);
  const KSDEVICE_DISPATCH* calls = dispatch();
  if (calls != nullptr && calls->Start != nullptr) {
    const auto& resources = IoGetCurrentIrpStackLocation(irp)->Parameters.StartDevice;
    const PCM_RESOURCE_LIST raw = list_or_null(resources.AllocatedResources);
    const PCM_RESOURCE_LIST translated = list_or_null(resources.AllocatedResourcesTranslated);
    const Holding held(mutex_);
    status =
        ask_now("KSDEVICE_DISPATCH.Start", "S-088", calls->Start, &face_, irp, translated, raw);
  }
  if (!NT_SUCCESS(status)) return finish(irp, status);
  face_.Started = TRUE;
  enter(PnpState::kStarted);
  if (calls != nullptr && calls->PostStart != nullptr) {
    begin_post_start();
  } else {
    enable_interfaces(true);
  }
  return finish(irp, STATUS_SUCCESS);
}

void Device::begin_post_start() {
  {
    const sim::Hold hold(lock_);
    post_start_status_ = STATUS_SUCCESS;
  }
  KeClearEvent(&post_started_);
  queue_host_work(
      [self = std::static_pointer_cast<Device>(shared_from_this())] { self->post_start(); });
}

void Device::post_start() {
  NTSTATUS status = STATUS_SUCCESS;
  {
    const Holding held(mutex_);
    status = ask_now("KSDEVICE_DISPATCH.PostStart", "S-088", dispatch()->PostStart, &face_);
  }
  {
    const sim::Hold hold(lock_);
    post_start_status_ = status;
  }
  if (NT_SUCCESS(status)) enable_interfaces(true);
  KeSetEvent(&post_started_, IO_NO_INCREMENT, FALSE);
}

// It is the class driver that asks, and it starts the device whatever comes of it.
void Device::enable_interfaces(bool enabled) {
  const sim::NoFaults no_faults;
  for (const std::shared_ptr<Object>& child : children()) {
    static_cast<Factory&>(*child).enable_interfaces(enabled);
  }
}

void Device::stop(PIRP irp) {
  const KSDEVICE_DISPATCH* calls = dispatch();
  KeWaitForSingleObject(&post_started_, Executive, KernelMode, FALSE, nullptr);
  notify_driver(irp, calls ? calls->Stop : nullptr, "KSDEVICE_DISPATCH.Stop");
  enable_interfaces(false);
  face_.Started = FALSE;
  enter(PnpState::kStopped);
  for (const auto& item : header_.items.remove_flagged(KSCREATE_ITEM_FREEONSTOP)) {
    remove_factory(item->face.Context);
  }
}

// A factory is destroyed with the last of its create items.
void Device::remove_factory(const void* face) {
  if (header_.items.has_context(face)) return;
  for (const std::shared_ptr<Object>& child : children()) {
    if (child->face() != face) continue;
    child->retract();
    child->bag().clear();
    static_cast<Factory&>(*child).withdraw();
    remove_child(*child);
  }
}

void Device::surprise_removal(PIRP irp) {
  const KSDEVICE_DISPATCH* calls = dispatch();
  enter(PnpState::kSurpriseRemoved);
  notify_driver(irp, calls ? calls->SurpriseRemoval : nullptr, "KSDEVICE_DISPATCH.SurpriseRemoval");
  enable_interfaces(false);
  device_lost();
}

NTSTATUS Device::remove(PIRP irp) {
  const KSDEVICE_DISPATCH* calls = dispatch();
  const PDEVICE_OBJECT functional = face_.FunctionalDeviceObject;
  const PDEVICE_OBJECT next = face_.NextDeviceObject;
  KeWaitForSingleObject(&post_started_, Executive, KernelMode, FALSE, nullptr);
  notify_driver(irp, calls ? calls->Remove : nullptr, "KSDEVICE_DISPATCH.Remove");
  enable_interfaces(false);
  face_.Started = FALSE;
  enter(PnpState::kRemoved);
  irp->IoStatus.Status = STATUS_SUCCESS;
  const NTSTATUS status = pass_down(next, irp);
  terminate();
  IoDetachDevice(next);
  IoDeleteDevice(functional);
  return status;
}

NTSTATUS Device::query_capabilities(PIRP irp) {
  const KSDEVICE_DISPATCH* calls = dispatch();
  IoForwardIrpSynchronously(face_.NextDeviceObject, irp);
  NTSTATUS status = irp->IoStatus.Status;
  if (NT_SUCCESS(status) && calls != nullptr && calls->QueryCapabilities != nullptr) {
    const PDEVICE_CAPABILITIES capabilities =
        IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceCapabilities.Capabilities;
    status = ask_now("KSDEVICE_DISPATCH.QueryCapabilities", "S-088", calls->QueryCapabilities,
                     &face_, irp, capabilities);
  }
  return finish(irp, status);
}

bool Device::query_bus(BUS_INTERFACE_STANDARD& bus) {
  KEVENT done;
  KeInitializeEvent(&done, NotificationEvent, FALSE);
  IO_STATUS_BLOCK block{};
  const PIRP irp = IoBuildSynchronousFsdRequest(IRP_MJ_PNP, face_.NextDeviceObject, nullptr, 0,
                                                nullptr, &done, &block);
  if (irp == nullptr) return false;
  irp->IoStatus.Status = STATUS_NOT_SUPPORTED;
  IO_STACK_LOCATION& next = *IoGetNextIrpStackLocation(irp);
  next.MinorFunction = IRP_MN_QUERY_INTERFACE;
  next.Parameters.QueryInterface.InterfaceType = &kBusInterface;
  next.Parameters.QueryInterface.Size = sizeof bus;
  next.Parameters.QueryInterface.Version = 1;
  next.Parameters.QueryInterface.Interface = reinterpret_cast<PINTERFACE>(&bus);
  NTSTATUS status = IofCallDriver(face_.NextDeviceObject, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&done, Executive, KernelMode, FALSE, nullptr);
    status = block.Status;
  }
  return NT_SUCCESS(status) && bus.GetBusData != nullptr && bus.SetBusData != nullptr;
}

// Only descriptors with a flag have the member (S-098).
NTSTATUS Device::query_interface(PIRP irp) {
  const KSDEVICE_DISPATCH* calls = dispatch();
  const bool has = calls != nullptr && face_.Descriptor->Version >= MIN_DEV_VER_FOR_QI;
  if (!has || calls->QueryInterface == nullptr) return pass_down(face_.NextDeviceObject, irp);
  const NTSTATUS status =
      ask("KSDEVICE_DISPATCH.QueryInterface", calls->QueryInterface, &face_, irp);
  if (status == STATUS_NOT_SUPPORTED) return pass_down(face_.NextDeviceObject, irp);
  return finish(irp, status);
}

}  // namespace drydock::ks
