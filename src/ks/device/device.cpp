#include "src/ks/device/device.h"

#include <fmt/format.h>

#include <unordered_map>

#include "src/ks/base/host_work.h"
#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/request.h"
#include "src/ks/description/descriptor.h"
#include "src/ks/description/entry_points.h"
#include "src/ks/device/factory.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::ks {
namespace {

struct Devices {
  sim::Lock lock;
  std::unordered_map<PDEVICE_OBJECT, std::shared_ptr<Device>> all DRYDOCK_GUARDED_BY(lock);
};

Devices& devices() {
  static sim::NeverDestroyed<Devices> instance;
  return *instance;
}

std::shared_ptr<Device> unlist(PDEVICE_OBJECT functional) {
  Devices& known = devices();
  const sim::Hold hold(known.lock);
  const auto node = known.all.extract(functional);
  return node.empty() ? nullptr : node.mapped();
}

}  // namespace

Device::Device(PDEVICE_OBJECT functional, nt::Driver& driver, std::shared_ptr<BagItems> items,
               OpenFilter open_filter)
    : Object(Kind::kDevice, &face_, nullptr, driver, items),
      bag_items_(std::move(items)),
      open_filter_(open_filter),
      mutex_(MutexLevel::kDevice, driver) {
  KeInitializeEvent(&post_started_, NotificationEvent, TRUE);
  face_.FunctionalDeviceObject = functional;
  header_.device = this;
}

Device::~Device() = default;

std::string Device::describe() const { return "device of " + driver().name(); }

NTSTATUS Device::make(PDEVICE_OBJECT functional, PDEVICE_OBJECT physical, PDEVICE_OBJECT next,
                      const KSDEVICE_DESCRIPTOR* descriptor, OpenFilter open_filter) {
  nt::Driver* driver = nt::driver_of(functional);
  if (driver == nullptr || functional->DeviceExtension == nullptr) return STATUS_INVALID_PARAMETER;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  const std::shared_ptr<Device> made(
      new Device(functional, *driver, std::make_shared<BagItems>(), open_filter));
  made->face_.Descriptor = descriptor;
  made->face_.Bag = made->bag().face();
  made->face_.PhysicalDeviceObject = physical;
  made->face_.NextDeviceObject = next;
  made->face_.SystemPowerState = PowerSystemWorking;
  made->face_.DevicePowerState = PowerDeviceD0;
  made->header_.pnp = next;
  made->header_.base = functional;
  *static_cast<DeviceHeader**>(functional->DeviceExtension) = &made->header_;
  {
    Devices& known = devices();
    const sim::Hold hold(known.lock);
    known.all[functional] = made;
  }
  made->publish();
  const NTSTATUS status = made->add();
  if (!NT_SUCCESS(status)) made->terminate();
  return status;
}

// Makes a factory for each filter descriptor that the device lists, then calls the minidriver's
// Add.
NTSTATUS Device::add() {
  const KSDEVICE_DESCRIPTOR* descriptor = face_.Descriptor;
  if (descriptor == nullptr) return STATUS_SUCCESS;
  for (ULONG i = 0; i < descriptor->FilterDescriptorsCount; ++i) {
    std::shared_ptr<Factory> factory;
    const NTSTATUS status = Factory::make(*this, descriptor->FilterDescriptors[i], {}, factory);
    if (!NT_SUCCESS(status)) return status;
  }
  const KSDEVICE_DISPATCH* dispatch = descriptor->Dispatch;
  note_entry_points(dispatch);
  if (dispatch == nullptr || dispatch->Add == nullptr) return STATUS_SUCCESS;
  return ask_now("KSDEVICE_DISPATCH.Add", "S-088", dispatch->Add, &face_);
}

NTSTATUS Device::register_adapter(PADAPTER_OBJECT adapter, ULONG most_bytes, ULONG stride) {
  const NTSTATUS status = mapper_.register_adapter(adapter, most_bytes, stride);
  if (rules::breaks("S-274", !NT_SUCCESS(status))) {
    breach("S-274",
           "KsDeviceRegisterAdapterObject was given a stride below KSMAPPING, or no "
           "length of a mapping")
        .raise_later();
  }
  return mapper_.registered() ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

PUNKNOWN Device::find_interface(const GUID& id) {
  if (!same(id, IID_IKsDeviceFunctions)) return nullptr;
  functions_.AddRef();
  return &functions_;
}

const KSDEVICE_DISPATCH* Device::dispatch() const {
  return face_.Descriptor == nullptr ? nullptr : face_.Descriptor->Dispatch;
}

// Takes the tree down from the leaves; the bag last, because contexts of other objects may be in
// it.
void Device::terminate() {
  const std::shared_ptr<Object> self = shared_from_this();
  unlist(face_.FunctionalDeviceObject);
  for (const std::shared_ptr<Object>& factory : children()) {
    factory->retract();
    factory->bag().clear();
    static_cast<Factory&>(*factory).check_enabled();
    static_cast<Factory&>(*factory).withdraw();
    remove_child(*factory);
  }
  for (const std::unique_ptr<Bag>& left : bag_items_->remove_all_bags()) {
    breach("S-235", "a bag of KsAllocateObjectBag was never freed").raise_later();
    left->clear();
  }
  retract();
  bag().clear();
  if (face_.FunctionalDeviceObject->DeviceExtension != nullptr) {
    *static_cast<DeviceHeader**>(face_.FunctionalDeviceObject->DeviceExtension) = nullptr;
  }
}

NTSTATUS Device::may_open() {
  {
    const sim::Hold hold(lock_);
    if (state_ == PnpState::kSurpriseRemoved || state_ == PnpState::kRemoved) {
      return STATUS_DEVICE_REMOVED;
    }
    if (state_ != PnpState::kStarted) return STATUS_DEVICE_NOT_READY;
  }
  KeWaitForSingleObject(&post_started_, Executive, KernelMode, FALSE, nullptr);
  const sim::Hold hold(lock_);
  if (state_ != PnpState::kStarted) return STATUS_DEVICE_NOT_READY;
  return NT_SUCCESS(post_start_status_) ? STATUS_SUCCESS : STATUS_DEVICE_NOT_READY;
}

NTSTATUS Device::post_start_status() const {
  const sim::Hold hold(lock_);
  return post_start_status_;
}

bool Device::is_up() const {
  const sim::Hold hold(lock_);
  return state_ == PnpState::kStarted && KeReadStateEvent(const_cast<PKEVENT>(&post_started_)) != 0;
}

bool Device::accepts_requests() const {
  const sim::Hold hold(lock_);
  return state_ != PnpState::kSurpriseRemoved && state_ != PnpState::kRemoved;
}

void Device::enter(PnpState state) {
  const sim::Hold hold(lock_);
  state_ = state;
}

std::shared_ptr<Device> device_of(PDEVICE_OBJECT functional) {
  Devices& known = devices();
  const sim::Hold hold(known.lock);
  const auto at = known.all.find(functional);
  return at == known.all.end() ? nullptr : at->second;
}

void abandon_devices_of(const nt::Driver& driver) {
  std::vector<std::shared_ptr<Device>> mine;
  {
    Devices& known = devices();
    const sim::Hold hold(known.lock);
    for (const auto& [functional, device] : known.all) {
      if (&device->driver() == &driver) mine.push_back(device);
    }
  }
  if (mine.empty()) return;
  queue_host_work([mine] {
    for (const std::shared_ptr<Device>& device : mine) device->abandon();
  });
}

NTSTATUS dispatch_pnp(PDEVICE_OBJECT functional, PIRP irp) {
  const std::shared_ptr<Device> device = device_of(functional);
  return device == nullptr ? finish(irp, irp->IoStatus.Status) : device->pnp(irp);
}

NTSTATUS dispatch_power(PDEVICE_OBJECT functional, PIRP irp) {
  const std::shared_ptr<Device> device = device_of(functional);
  return device == nullptr ? finish(irp, irp->IoStatus.Status) : device->power(irp);
}

}  // namespace drydock::ks
