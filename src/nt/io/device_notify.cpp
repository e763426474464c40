// Plug and Play notifications and requests to the Plug and Play manager.
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/device.h"
#include "src/nt/ob/object.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/never_destroyed.h"
#include "wdmguid.h"

namespace drydock::nt {
namespace {

struct Notification {
  IO_NOTIFICATION_EVENT_CATEGORY category;
  GUID interface_class;
  Driver* driver;
  PDRIVER_NOTIFICATION_CALLBACK_ROUTINE routine;
  PVOID context;
};

struct Notifications {
  Mutex mutex;
  std::vector<std::shared_ptr<Notification>> all DRYDOCK_GUARDED_BY(mutex);
};

Notifications& notifications() {
  static sim::NeverDestroyed<Notifications> instance;
  return *instance;
}

constexpr GUID kArrival = {
    0xcb3a4004, 0x46f0, 0x11d0, {0xb0, 0x8f, 0x00, 0x60, 0x97, 0x13, 0x05, 0x3f}};
constexpr GUID kRemoval = {
    0xcb3a4005, 0x46f0, 0x11d0, {0xb0, 0x8f, 0x00, 0x60, 0x97, 0x13, 0x05, 0x3f}};

void notify(const Notification& listener, std::u16string link, bool arrival) {
  UNICODE_STRING name{};
  name.Buffer = link.data();
  name.Length = static_cast<USHORT>(link.size() * sizeof(WCHAR));
  name.MaximumLength = static_cast<USHORT>(name.Length + sizeof(WCHAR));
  DEVICE_INTERFACE_CHANGE_NOTIFICATION change{};
  change.Version = 1;
  change.Size = sizeof change;
  change.Event = arrival ? kArrival : kRemoval;
  change.InterfaceClassGuid = listener.interface_class;
  change.SymbolicLinkName = &name;
  run_in(listener.driver, "Plug and Play notification",
         [&] { listener.routine(&change, listener.context); });
}

bool unregister(const void* entry) {
  Notifications& known = notifications();
  const MutexHold hold(known.mutex);
  return std::erase_if(known.all, [&](const auto& one) { return one.get() == entry; }) != 0;
}

// Unregisters the functions of a driver that has ended, so that the host does not call them.
const bool kDisowningNotifications = [] {
  on_abandoned(Resource::kCallback, [](const void* entry) { unregister(entry); });
  return true;
}();

}  // namespace

void notify_interface(const GUID& interface_class, std::u16string_view link, bool arrival) {
  std::vector<std::shared_ptr<Notification>> listeners;
  {
    Notifications& known = notifications();
    const MutexHold hold(known.mutex);
    listeners = known.all;
  }
  for (const auto& listener : listeners) {
    const bool wanted =
        listener->category == EventCategoryDeviceInterfaceChange &&
        std::memcmp(&listener->interface_class, &interface_class, sizeof(GUID)) == 0;
    if (wanted) notify(*listener, std::u16string(link), arrival);
  }
}

}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

extern "C" NTSTATUS IoRegisterPlugPlayNotification(
    IO_NOTIFICATION_EVENT_CATEGORY EventCategory, ULONG EventCategoryFlags, PVOID EventCategoryData,
    PDRIVER_OBJECT, PDRIVER_NOTIFICATION_CALLBACK_ROUTINE CallbackRoutine, PVOID Context,
    PVOID* NotificationEntry) {
  require_irql_at_most(PASSIVE_LEVEL, "IoRegisterPlugPlayNotification");
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  const bool of_class = EventCategory == EventCategoryDeviceInterfaceChange;
  auto made = std::make_shared<Notification>(
      Notification{EventCategory, of_class ? *static_cast<const GUID*>(EventCategoryData) : GUID{},
                   current_driver(), CallbackRoutine, Context});
  {
    Notifications& known = notifications();
    const MutexHold hold(known.mutex);
    known.all.push_back(made);
  }
  add_debt(Resource::kCallback, made.get(), 0, "Plug and Play notification");
  *NotificationEntry = made.get();
  const bool existing =
      (EventCategoryFlags & PNPNOTIFY_DEVICE_INTERFACE_INCLUDE_EXISTING_INTERFACES) != 0;
  if (!of_class || !existing) return STATUS_SUCCESS;
  for (const std::u16string& link : enabled_interfaces(made->interface_class)) {
    notify(*made, link, true);
  }
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS IoUnregisterPlugPlayNotificationEx(PVOID NotificationEntry) {
  require_irql_at_most(PASSIVE_LEVEL, "IoUnregisterPlugPlayNotificationEx");
  settle(Resource::kCallback, NotificationEntry);
  return unregister(NotificationEntry) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

extern "C" NTSTATUS IoUnregisterPlugPlayNotification(PVOID NotificationEntry) {
  return IoUnregisterPlugPlayNotificationEx(NotificationEntry);
}

// The part of the host that plays the bus looks for itself; these calls only ask it to.
extern "C" VOID IoInvalidateDeviceRelations(PDEVICE_OBJECT, DEVICE_RELATION_TYPE) {
  require_irql_at_most(DISPATCH_LEVEL, "IoInvalidateDeviceRelations");
}
extern "C" VOID IoInvalidateDeviceState(PDEVICE_OBJECT) {
  require_irql_at_most(DISPATCH_LEVEL, "IoInvalidateDeviceState");
}
extern "C" VOID IoRequestDeviceEject(PDEVICE_OBJECT) {
  require_irql_at_most(DISPATCH_LEVEL, "IoRequestDeviceEject");
}

extern "C" NTSTATUS IoReportTargetDeviceChange(PDEVICE_OBJECT PhysicalDeviceObject,
                                               PVOID NotificationStructure) {
  require_irql_at_most(PASSIVE_LEVEL, "IoReportTargetDeviceChange");
  if (!identity_of(PhysicalDeviceObject)) return STATUS_INVALID_DEVICE_REQUEST;
  const auto* change = static_cast<PTARGET_DEVICE_CUSTOM_NOTIFICATION>(NotificationStructure);
  return change->Version == 1 ? STATUS_SUCCESS : STATUS_INVALID_DEVICE_REQUEST;
}

extern "C" NTSTATUS IoReportTargetDeviceChangeAsynchronous(
    PDEVICE_OBJECT PhysicalDeviceObject, PVOID NotificationStructure,
    PDEVICE_CHANGE_COMPLETE_CALLBACK Callback, PVOID Context) {
  require_irql_at_most(DISPATCH_LEVEL, "IoReportTargetDeviceChangeAsynchronous");
  if (!identity_of(PhysicalDeviceObject)) return STATUS_INVALID_DEVICE_REQUEST;
  const auto* change = static_cast<PTARGET_DEVICE_CUSTOM_NOTIFICATION>(NotificationStructure);
  if (change->Version != 1) return STATUS_INVALID_DEVICE_REQUEST;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  if (Callback != nullptr) Callback(Context);
  return STATUS_PENDING;
}
