// Device interfaces: registered by a driver for a device, enabled and disabled, found by class.
#include <map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/nt/ob/object.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr ULONG kPoolTag = 0x66496F49;  // "IoIf"

struct Interface {
  GUID interface_class;
  PDEVICE_OBJECT device = nullptr;
  bool enabled = false;
};

struct Interfaces {
  Mutex mutex;
  std::map<std::u16string, Interface, NameLess> all DRYDOCK_GUARDED_BY(mutex);
};

Interfaces& interfaces() {
  static sim::NeverDestroyed<Interfaces> instance;
  return *instance;
}

bool same_class(const GUID& a, const GUID& b) { return std::memcmp(&a, &b, sizeof(GUID)) == 0; }

// "\??\" and the instance path with # for \, the class, and the reference string.
std::u16string link_for(const DeviceIdentity& identity, const GUID& interface_class,
                        const std::u16string& reference) {
  std::u16string out = identity.instance_path;
  std::replace(out.begin(), out.end(), u'\\', u'#');
  out = u"\\??\\" + out + u"#" + guid_text(interface_class);
  return reference.empty() ? out : out + u"\\" + reference;
}

void disable_for(const std::u16string& link) {
  unname(link);
  Interfaces& known = interfaces();
  const MutexHold hold(known.mutex);
  const auto at = known.all.find(link);
  if (at != known.all.end()) at->second.enabled = false;
}

}  // namespace

bool give_string(std::u16string_view text, PUNICODE_STRING out) {
  const std::size_t bytes = (text.size() + 1) * sizeof(WCHAR);
  auto* buffer = static_cast<PWSTR>(ExAllocatePoolWithTag(PagedPool, bytes, kPoolTag));
  if (buffer == nullptr) return false;
  std::memcpy(buffer, text.data(), bytes - sizeof(WCHAR));
  buffer[text.size()] = 0;
  out->Buffer = buffer;
  out->Length = static_cast<USHORT>(bytes - sizeof(WCHAR));
  out->MaximumLength = static_cast<USHORT>(bytes);
  return true;
}

PDEVICE_OBJECT device_of_interface(std::u16string_view link) {
  Interfaces& known = interfaces();
  const MutexHold hold(known.mutex);
  const auto at = known.all.find(link);
  return at == known.all.end() ? nullptr : at->second.device;
}

void remove_interfaces(PDEVICE_OBJECT device) {
  unname_object(device);
  Interfaces& known = interfaces();
  const MutexHold hold(known.mutex);
  std::erase_if(known.all, [&](const auto& entry) { return entry.second.device == device; });
}

std::vector<std::u16string> enabled_interfaces(const GUID& interface_class) {
  std::vector<std::u16string> out;
  Interfaces& known = interfaces();
  const MutexHold hold(known.mutex);
  for (const auto& [link, one] : known.all) {
    if (one.enabled && same_class(one.interface_class, interface_class)) out.push_back(link);
  }
  return out;
}

}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

extern "C" NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT PhysicalDeviceObject,
                                              const GUID* InterfaceClassGuid,
                                              PUNICODE_STRING ReferenceString,
                                              PUNICODE_STRING SymbolicLinkName) {
  require_irql_at_most(PASSIVE_LEVEL, "IoRegisterDeviceInterface");
  const std::optional<DeviceIdentity> identity = identity_of(PhysicalDeviceObject);
  if (!identity) return STATUS_INVALID_DEVICE_REQUEST;
  const std::u16string reference = text_of(ReferenceString);
  if (reference.find_first_of(u"\\/") != std::u16string::npos) return STATUS_INVALID_PARAMETER;
  if (fails_here(sim::FaultKind::kObject)) {
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  const GUID interface_class = *InterfaceClassGuid;
  const std::u16string link = link_for(*identity, interface_class, reference);
  if (!give_string(link, SymbolicLinkName)) return STATUS_INSUFFICIENT_RESOURCES;
  Interfaces& known = interfaces();
  const MutexHold hold(known.mutex);
  Interface& one = known.all[link];
  one.interface_class = interface_class;
  one.device = PhysicalDeviceObject;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS IoSetDeviceInterfaceState(PUNICODE_STRING SymbolicLinkName, BOOLEAN Enable) {
  require_irql_at_most(PASSIVE_LEVEL, "IoSetDeviceInterfaceState");
  const std::u16string link = text_of(SymbolicLinkName);
  // A driver that disables an interface has no way to go on when that fails.
  if (Enable && fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  Interface one;
  {
    Interfaces& known = interfaces();
    const MutexHold hold(known.mutex);
    const auto at = known.all.find(link);
    if (at == known.all.end()) return STATUS_OBJECT_NAME_NOT_FOUND;
    if (Enable && at->second.enabled) return STATUS_OBJECT_NAME_EXISTS;
    if (!Enable && !at->second.enabled) return STATUS_OBJECT_NAME_NOT_FOUND;
    at->second.enabled = Enable != FALSE;
    one = at->second;
  }
  if (Enable) {
    name_object(link, one.device);
  } else {
    disable_for(link);
  }
  notify_interface(one.interface_class, link, Enable != FALSE);
  return STATUS_SUCCESS;
}

// wdm/nf-wdm-iogetdeviceinterfaces.md: one string after the other, ended by an empty one, for the
// caller to ExFreePool.
extern "C" NTSTATUS IoGetDeviceInterfaces(const GUID* InterfaceClassGuid,
                                          PDEVICE_OBJECT PhysicalDeviceObject, ULONG Flags,
                                          PWSTR* SymbolicLinkList) {
  require_irql_at_most(PASSIVE_LEVEL, "IoGetDeviceInterfaces");
  const GUID wanted = *InterfaceClassGuid;
  std::u16string list;
  {
    Interfaces& known = interfaces();
    const MutexHold hold(known.mutex);
    for (const auto& [link, one] : known.all) {
      const bool device = PhysicalDeviceObject == nullptr || one.device == PhysicalDeviceObject;
      const bool state = one.enabled || (Flags & DEVICE_INTERFACE_INCLUDE_NONACTIVE) != 0;
      if (device && state && same_class(one.interface_class, wanted)) list += link + u'\0';
    }
  }
  list += u'\0';
  const std::size_t bytes = list.size() * sizeof(WCHAR);
  auto* buffer = static_cast<PWSTR>(ExAllocatePoolWithTag(PagedPool, bytes, kPoolTag));
  if (buffer == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  std::memcpy(buffer, list.data(), bytes);
  *SymbolicLinkList = buffer;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS IoGetDeviceInterfaceAlias(PUNICODE_STRING SymbolicLinkName,
                                              const GUID* AliasInterfaceClassGuid,
                                              PUNICODE_STRING AliasSymbolicLinkName) {
  require_irql_at_most(PASSIVE_LEVEL, "IoGetDeviceInterfaceAlias");
  const PDEVICE_OBJECT device = device_of_interface(text_of(SymbolicLinkName));
  if (device == nullptr) return STATUS_INVALID_HANDLE;
  const std::u16string link = text_of(SymbolicLinkName);
  const std::size_t slash = link.find(u'\\', 4);
  const std::u16string reference = slash == std::u16string::npos ? u"" : link.substr(slash + 1);
  const std::optional<DeviceIdentity> identity = identity_of(device);
  if (!identity) return STATUS_OBJECT_NAME_NOT_FOUND;
  const std::u16string alias = link_for(*identity, *AliasInterfaceClassGuid, reference);
  if (device_of_interface(alias) == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  return give_string(alias, AliasSymbolicLinkName) ? STATUS_SUCCESS : STATUS_INSUFFICIENT_RESOURCES;
}
