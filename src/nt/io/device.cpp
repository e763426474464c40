// Making, deleting and stacking device objects.
#include "src/nt/io/device.h"

#include <fmt/format.h>

#include <cstdlib>
#include <new>
#include <unordered_map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/start_io.h"
#include "src/nt/ob/object.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

struct DeviceRecord {
  Driver* driver = nullptr;
  PDEVICE_OBJECT lower = nullptr;
  std::optional<DeviceIdentity> identity;
};

struct Devices {
  Mutex mutex;
  std::unordered_map<PDEVICE_OBJECT, DeviceRecord> records DRYDOCK_GUARDED_BY(mutex);
  ULONG next_name DRYDOCK_GUARDED_BY(mutex) = 0;
};

Devices& devices() {
  static sim::NeverDestroyed<Devices> instance;
  return *instance;
}

// The debt for a device has an address of its own, apart from the references on it.
const void* debt_of(PDEVICE_OBJECT device) { return &device->DriverObject; }

}  // namespace

void DeviceIdentity::set_text(DEVICE_REGISTRY_PROPERTY property, std::u16string_view text) {
  std::vector<std::uint8_t>& data = properties[property];
  data.assign((text.size() + 1) * sizeof(WCHAR), 0);
  std::memcpy(data.data(), text.data(), text.size() * sizeof(WCHAR));
}

void DeviceIdentity::set_number(DEVICE_REGISTRY_PROPERTY property, std::uint32_t number) {
  std::vector<std::uint8_t>& data = properties[property];
  data.resize(sizeof number);
  std::memcpy(data.data(), &number, sizeof number);
}

void identify_device(PDEVICE_OBJECT device, DeviceIdentity identity) {
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  all.records[device].identity = std::move(identity);
}

std::optional<DeviceIdentity> identity_of(PDEVICE_OBJECT device) {
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(device);
  return at == all.records.end() ? std::nullopt : at->second.identity;
}

Driver* driver_of(PDEVICE_OBJECT device) {
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(device);
  return at == all.records.end() ? nullptr : at->second.driver;
}

void end_initialization_of_devices(const Driver& driver) {
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  for (auto& [device, record] : all.records) {
    if (record.driver == &driver) device->Flags &= ~static_cast<ULONG>(DO_DEVICE_INITIALIZING);
  }
}

PDEVICE_OBJECT top_of_stack(PDEVICE_OBJECT device) {
  while (device->AttachedDevice != nullptr) device = device->AttachedDevice;
  return device;
}

namespace {

PDEVICE_OBJECT allocate_device(ULONG extension) {
  const std::size_t body = (sizeof(DEVICE_OBJECT) + 15) / 16 * 16;
  const std::size_t size = body + (extension + 15) / 16 * 16 + sizeof(DEVOBJ_EXTENSION);
  auto* memory = static_cast<std::uint8_t*>(std::calloc(1, size));
  if (memory == nullptr) return nullptr;
  auto* device = reinterpret_cast<PDEVICE_OBJECT>(memory);
  device->Type = IO_TYPE_DEVICE;
  device->Size = static_cast<USHORT>(sizeof(DEVICE_OBJECT) + extension);
  device->DeviceExtension = extension == 0 ? nullptr : memory + body;
  device->DeviceObjectExtension =
      reinterpret_cast<PDEVOBJ_EXTENSION>(memory + size - sizeof(DEVOBJ_EXTENSION));
  device->DeviceObjectExtension->Type = IO_TYPE_DEVICE_OBJECT_EXTENSION;
  device->DeviceObjectExtension->Size = sizeof(DEVOBJ_EXTENSION);
  device->DeviceObjectExtension->DeviceObject = device;
  device->StackSize = 1;
  KeInitializeDeviceQueue(&device->DeviceQueue);
  KeInitializeEvent(&device->DeviceLock, SynchronizationEvent, TRUE);
  return device;
}

void destroy_device(PDEVICE_OBJECT device) {
  Devices& all = devices();
  {
    const MutexHold hold(all.mutex);
    all.records.erase(device);
  }
  remove_properties(device);
  remove_interfaces(device);
  remove_start_io(device);
  remove_device_timer(device);
  std::free(device);
}

std::u16string automatic_name() {
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  return from_utf8(fmt::format("\\Device\\{:08x}", ++all.next_name));
}

void unlink_device(PDEVICE_OBJECT device) {
  PDEVICE_OBJECT* at = &device->DriverObject->DeviceObject;
  while (*at != nullptr && *at != device) at = &(*at)->NextDevice;
  if (*at != nullptr) *at = device->NextDevice;
  device->NextDevice = nullptr;
}

PDEVICE_OBJECT attach(PDEVICE_OBJECT source, PDEVICE_OBJECT target) {
  const PDEVICE_OBJECT top = top_of_stack(target);
  if ((top->Flags & DO_DEVICE_INITIALIZING) != 0) return nullptr;
  top->AttachedDevice = source;
  source->StackSize = static_cast<CCHAR>(top->StackSize + 1);
  source->AlignmentRequirement = top->AlignmentRequirement;
  source->SectorSize = top->SectorSize;
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  all.records[source].lower = top;
  return top;
}

PDEVICE_OBJECT lower_of(PDEVICE_OBJECT device) {
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(device);
  return at == all.records.end() ? nullptr : at->second.lower;
}

void add_device(PDEVICE_OBJECT device, const std::u16string& name) {
  {
    Devices& all = devices();
    const MutexHold hold(all.mutex);
    all.records[device].driver = current_driver();
  }
  const std::string what = name.empty() ? "device" : "device " + to_utf8(name);
  add_object(device, &device_type, what, [device] { destroy_device(device); });
  add_debt_with_undo(debt_of(device), what + ", which IoDeleteDevice was not called for", [device] {
    unname_object(device);
    release_object(device);
  });
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

extern "C" NTSTATUS IoCreateDevice(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize,
                                   PUNICODE_STRING DeviceName, ULONG DeviceType,
                                   ULONG DeviceCharacteristics, BOOLEAN Exclusive,
                                   PDEVICE_OBJECT* DeviceObject) {
  require_irql_at_most(APC_LEVEL, "IoCreateDevice");
  *DeviceObject = nullptr;
  const bool faulty = fails_here(sim::FaultKind::kObject);
  std::u16string name = text_of(DeviceName);
  if ((DeviceCharacteristics & FILE_AUTOGENERATED_DEVICE_NAME) != 0) name = automatic_name();
  if (!name.empty() && name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (!name.empty() && !has_directory(name)) return STATUS_OBJECT_PATH_NOT_FOUND;
  const PDEVICE_OBJECT device = faulty ? nullptr : allocate_device(DeviceExtensionSize);
  if (device == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  if (!name.empty() && !name_object(name, device)) {
    destroy_device(device);
    return STATUS_OBJECT_NAME_COLLISION;
  }
  device->DriverObject = DriverObject;
  device->DeviceType = DeviceType;
  device->Characteristics = DeviceCharacteristics;
  device->Flags = DO_DEVICE_INITIALIZING | (Exclusive ? DO_EXCLUSIVE : 0) |
                  (name.empty() ? 0 : DO_DEVICE_HAS_NAME);
  device->NextDevice = DriverObject->DeviceObject;
  DriverObject->DeviceObject = device;
  add_device(device, name);
  *DeviceObject = device;
  return STATUS_SUCCESS;
}

extern "C" VOID IoDeleteDevice(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(APC_LEVEL, "IoDeleteDevice");
  sim::switch_point();
  unlink_device(DeviceObject);
  unname_object(DeviceObject);
  settle_undoing(debt_of(DeviceObject));
  release_object(DeviceObject);
}

extern "C" PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT SourceDevice,
                                                      PDEVICE_OBJECT TargetDevice) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAttachDeviceToDeviceStack");
  if (fails_here(sim::FaultKind::kObject)) return nullptr;
  return attach(SourceDevice, TargetDevice);
}

// wdm/nf-wdm-ioattachdevicetodevicestacksafe.md: the pointer is written before the device is
// attached.
extern "C" NTSTATUS IoAttachDeviceToDeviceStackSafe(PDEVICE_OBJECT SourceDevice,
                                                    PDEVICE_OBJECT TargetDevice,
                                                    PDEVICE_OBJECT* AttachedToDeviceObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAttachDeviceToDeviceStackSafe");
  if (fails_here(sim::FaultKind::kObject)) return STATUS_NO_SUCH_DEVICE;
  *AttachedToDeviceObject = top_of_stack(TargetDevice);
  *AttachedToDeviceObject = attach(SourceDevice, TargetDevice);
  return *AttachedToDeviceObject == nullptr ? STATUS_NO_SUCH_DEVICE : STATUS_SUCCESS;
}

extern "C" NTSTATUS IoAttachDevice(PDEVICE_OBJECT SourceDevice, PUNICODE_STRING TargetDevice,
                                   PDEVICE_OBJECT* AttachedDevice) {
  require_irql_at_most(PASSIVE_LEVEL, "IoAttachDevice");
  const std::optional<Found> found = find_named(text_of(TargetDevice));
  if (!found || type_of_object(found->object) != &device_type) return STATUS_OBJECT_NAME_NOT_FOUND;
  return IoAttachDeviceToDeviceStackSafe(SourceDevice, static_cast<PDEVICE_OBJECT>(found->object),
                                         AttachedDevice);
}

extern "C" VOID IoDetachDevice(PDEVICE_OBJECT TargetDevice) {
  require_irql_at_most(PASSIVE_LEVEL, "IoDetachDevice");
  const PDEVICE_OBJECT upper = TargetDevice->AttachedDevice;
  TargetDevice->AttachedDevice = nullptr;
  Devices& all = devices();
  const MutexHold hold(all.mutex);
  if (const auto at = all.records.find(upper); at != all.records.end()) {
    at->second.lower = nullptr;
  }
}

extern "C" PDEVICE_OBJECT IoGetAttachedDevice(PDEVICE_OBJECT DeviceObject) {
  advise_irql_at_most(DISPATCH_LEVEL, "IoGetAttachedDevice");
  return top_of_stack(DeviceObject);
}

extern "C" PDEVICE_OBJECT IoGetAttachedDeviceReference(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoGetAttachedDeviceReference");
  const PDEVICE_OBJECT top = top_of_stack(DeviceObject);
  reference_object(top);
  return top;
}

extern "C" PDEVICE_OBJECT IoGetLowerDeviceObject(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoGetLowerDeviceObject");
  const PDEVICE_OBJECT lower = lower_of(DeviceObject);
  if (lower != nullptr) reference_object(lower);
  return lower;
}

// The lowest device of the stack.
extern "C" PDEVICE_OBJECT IoGetDeviceAttachmentBaseRef(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoGetDeviceAttachmentBaseRef");
  PDEVICE_OBJECT base = DeviceObject;
  while (const PDEVICE_OBJECT lower = lower_of(base)) base = lower;
  reference_object(base);
  return base;
}

extern "C" PDEVICE_OBJECT IoGetRelatedDeviceObject(PFILE_OBJECT FileObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoGetRelatedDeviceObject");
  return FileObject->DeviceObject == nullptr ? nullptr : top_of_stack(FileObject->DeviceObject);
}
