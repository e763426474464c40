// Minidrivers: the routines that KsInitializeDriver installs, and the devices that they make.
#include <unordered_map>

#include "src/ks/description/descriptor.h"
#include "src/ks/device/device.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/header.h"
#include "src/ks/pin/pin.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::ks {
namespace {

struct Descriptors {
  sim::Lock lock;
  std::unordered_map<const DRIVER_OBJECT*, const KSDEVICE_DESCRIPTOR*> of DRYDOCK_GUARDED_BY(lock);
};

Descriptors& descriptors() {
  static sim::NeverDestroyed<Descriptors> instance;
  return *instance;
}

void add(const DRIVER_OBJECT* driver, const KSDEVICE_DESCRIPTOR* descriptor) {
  Descriptors& all = descriptors();
  const sim::Hold hold(all.lock);
  all.of[driver] = descriptor;
}

void remove(const DRIVER_OBJECT* driver) {
  Descriptors& all = descriptors();
  const sim::Hold hold(all.lock);
  all.of.erase(driver);
}

const KSDEVICE_DESCRIPTOR* descriptor_of(const DRIVER_OBJECT* driver) {
  Descriptors& all = descriptors();
  const sim::Hold hold(all.lock);
  const auto at = all.of.find(driver);
  return at == all.of.end() ? nullptr : at->second;
}

// The requests of a driver that dies are answered.
void watch_ends() {
  static const bool watching = [] {
    nt::on_driver_end([](nt::Driver& driver) { abandon_devices_of(driver); });
    return true;
  }();
  static_cast<void>(watching);
}

bool is_known(const DRIVER_OBJECT* driver) {
  Descriptors& all = descriptors();
  const sim::Hold hold(all.lock);
  return all.of.contains(driver);
}

PDRIVER_DISPATCH handler_of(ULONG major) {
  switch (major) {
    case IRP_MJ_CREATE:
      return dispatch_create;
    case IRP_MJ_PNP:
      return dispatch_pnp;
    case IRP_MJ_POWER:
      return dispatch_power;
    case IRP_MJ_SYSTEM_CONTROL:
      return KsDefaultForwardIrp;
    case IRP_MJ_CLOSE:
    case IRP_MJ_CLEANUP:
    case IRP_MJ_DEVICE_CONTROL:
    case IRP_MJ_READ:
    case IRP_MJ_WRITE:
    case IRP_MJ_FLUSH_BUFFERS:
    case IRP_MJ_QUERY_SECURITY:
    case IRP_MJ_SET_SECURITY:
      return dispatch_file;
    default:
      return nullptr;
  }
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

namespace {

NTSTATUS create_device(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT PhysicalDeviceObject,
                       const KSDEVICE_DESCRIPTOR* Descriptor, ULONG ExtensionSize,
                       PKSDEVICE* Device);

}  // namespace

extern "C" NTSTATUS KsInitializeDriver(PDRIVER_OBJECT DriverObject, PUNICODE_STRING,
                                       const KSDEVICE_DESCRIPTOR* Descriptor) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsInitializeDriver");
  watch_ends();
  const nt::Driver* caller = drydock::nt::current_driver();
  if (caller != nullptr &&
      rules::breaks("S-082", DriverObject != &const_cast<nt::Driver*>(caller)->object())) {
    nt::Breach("S-082", nt::Offender::running())
        .message("KsInitializeDriver was given another driver object")
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  if (!check_device(Descriptor)) return STATUS_INVALID_PARAMETER;
  add(DriverObject, Descriptor);
  for (ULONG major = 0; major <= IRP_MJ_MAXIMUM_FUNCTION; ++major) {
    if (const PDRIVER_DISPATCH handler = handler_of(major)) {
      DriverObject->MajorFunction[major] = handler;
    }
  }
  DriverObject->DriverExtension->AddDevice = KsAddDevice;
  DriverObject->DriverUnload = KsNullDriverUnload;
  return STATUS_SUCCESS;
}

extern "C" VOID KsNullDriverUnload(PDRIVER_OBJECT DriverObject) { remove(DriverObject); }

extern "C" NTSTATUS KsSetMajorFunctionHandler(PDRIVER_OBJECT DriverObject, ULONG MajorFunction) {
  const PDRIVER_DISPATCH handler = handler_of(MajorFunction);
  if (handler == nullptr) return STATUS_INVALID_PARAMETER;
  DriverObject->MajorFunction[MajorFunction] = handler;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsAddDevice(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT PhysicalDeviceObject) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsAddDevice");
  return create_device(DriverObject, PhysicalDeviceObject, descriptor_of(DriverObject), 0, nullptr);
}

extern "C" NTSTATUS KsCreateDevice(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT PhysicalDeviceObject,
                                   const KSDEVICE_DESCRIPTOR* Descriptor, ULONG ExtensionSize,
                                   PKSDEVICE* Device) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCreateDevice");
  if (rules::breaks("S-084", is_known(DriverObject))) {
    nt::Breach("S-084", nt::Offender::running())
        .message("a driver of KsInitializeDriver calls KsCreateDevice itself")
        .raise();
  }
  return create_device(DriverObject, PhysicalDeviceObject, Descriptor, ExtensionSize, Device);
}

namespace {

// ks/nf-ks-kscreatedevice.md: an extension of zero bytes gets the least that the class driver
// needs.
NTSTATUS create_device(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT PhysicalDeviceObject,
                       const KSDEVICE_DESCRIPTOR* Descriptor, ULONG ExtensionSize,
                       PKSDEVICE* Device) {
  if (ExtensionSize != 0 && ExtensionSize < sizeof(KSDEVICE_HEADER))
    return STATUS_INVALID_PARAMETER;
  PDEVICE_OBJECT functional = nullptr;
  NTSTATUS status =
      IoCreateDevice(DriverObject, std::max<ULONG>(ExtensionSize, sizeof(KSDEVICE_HEADER)), nullptr,
                     FILE_DEVICE_KS, FILE_DEVICE_SECURE_OPEN, FALSE, &functional);
  if (!NT_SUCCESS(status)) return status;
  const PDEVICE_OBJECT next = IoAttachDeviceToDeviceStack(functional, PhysicalDeviceObject);
  status = next == nullptr ? STATUS_DEVICE_REMOVED
                           : KsInitializeDevice(functional, PhysicalDeviceObject, next, Descriptor);
  if (!NT_SUCCESS(status)) {
    if (next != nullptr) IoDetachDevice(next);
    IoDeleteDevice(functional);
    return status;
  }
  functional->Flags |= DO_POWER_PAGABLE;
  functional->Flags &= ~static_cast<ULONG>(DO_DEVICE_INITIALIZING);
  if (Device != nullptr) *Device = KsGetDeviceForDeviceObject(functional);
  return STATUS_SUCCESS;
}

}  // namespace

extern "C" NTSTATUS KsInitializeDevice(PDEVICE_OBJECT FunctionalDeviceObject,
                                       PDEVICE_OBJECT PhysicalDeviceObject,
                                       PDEVICE_OBJECT NextDeviceObject,
                                       const KSDEVICE_DESCRIPTOR* Descriptor) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsInitializeDevice");
  return Device::make(FunctionalDeviceObject, PhysicalDeviceObject, NextDeviceObject, Descriptor,
                      open_filter);
}

extern "C" VOID KsTerminateDevice(PDEVICE_OBJECT DeviceObject) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsTerminateDevice");
  if (const std::shared_ptr<Device> device = device_of(DeviceObject)) device->terminate();
}

extern "C" PKSDEVICE KsGetDeviceForDeviceObject(PDEVICE_OBJECT FunctionalDeviceObject) {
  const std::shared_ptr<Device> device = device_of(FunctionalDeviceObject);
  return device == nullptr ? nullptr : &device->face();
}
