// Properties of devices and of device interfaces.
#include <map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/sim/never_destroyed.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

struct Property {
  DEVPROPTYPE type = DEVPROP_TYPE_EMPTY;
  std::vector<std::uint8_t> data;
};

struct KeyLess {
  bool operator()(const DEVPROPKEY& a, const DEVPROPKEY& b) const {
    const int order = std::memcmp(&a.fmtid, &b.fmtid, sizeof(GUID));
    return order != 0 ? order < 0 : a.pid < b.pid;
  }
};

using Bag = std::map<DEVPROPKEY, Property, KeyLess>;

struct Bags {
  Mutex mutex;
  std::map<PDEVICE_OBJECT, Bag> devices DRYDOCK_GUARDED_BY(mutex);
  std::map<std::u16string, Bag, NameLess> interfaces DRYDOCK_GUARDED_BY(mutex);
};

Bags& bags() {
  static sim::NeverDestroyed<Bags> instance;
  return *instance;
}

// An empty value takes the property away (wdm/nf-wdm-iosetdevicepropertydata.md: Data NULL).
void put(Bag& bag, const DEVPROPKEY& key, Property property, bool remove) {
  if (remove) {
    bag.erase(key);
  } else {
    bag[key] = std::move(property);
  }
}

Property property_from(DEVPROPTYPE type, ULONG size, PVOID data) {
  const auto* from = static_cast<const std::uint8_t*>(data);
  Property out{type, {}};
  if (from != nullptr) out.data.assign(from, from + size);
  return out;
}

NTSTATUS hand_over(const Bag* bag, const DEVPROPKEY& key, ULONG size, Property& out) {
  if (bag == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  const auto at = bag->find(key);
  if (at == bag->end()) return STATUS_OBJECT_NAME_NOT_FOUND;
  out = at->second;
  return size < out.data.size() ? STATUS_BUFFER_TOO_SMALL : STATUS_SUCCESS;
}

NTSTATUS answer(NTSTATUS status, const Property& property, PVOID data, PULONG required,
                PDEVPROPTYPE type) {
  if (status == STATUS_OBJECT_NAME_NOT_FOUND) return status;
  *required = static_cast<ULONG>(property.data.size());
  *type = property.type;
  if (NT_SUCCESS(status) && !property.data.empty()) {
    std::memcpy(data, property.data.data(), property.data.size());
  }
  return status;
}

// Reads a property of one bag: `Bags::devices` by the device, `Bags::interfaces` by the link.
template <typename Bag, typename Owner>
NTSTATUS get_property(Bag Bags::* bag, const Owner& owner, const DEVPROPKEY& key, ULONG size,
                      PVOID data, PULONG required, PDEVPROPTYPE type) {
  Property property;
  NTSTATUS status = STATUS_SUCCESS;
  {
    Bags& all = bags();
    const MutexHold hold(all.mutex);
    const auto at = (all.*bag).find(owner);
    status = hand_over(at == (all.*bag).end() ? nullptr : &at->second, key, size, property);
  }
  if (NT_SUCCESS(status) && fails_here(sim::FaultKind::kRegistry))
    return STATUS_INSUFFICIENT_RESOURCES;
  return answer(status, property, data, required, type);
}

// Writes it, or removes it when there is no data.
template <typename Bag, typename Owner>
NTSTATUS set_property(Bag Bags::* bag, const Owner& owner, const DEVPROPKEY& key, DEVPROPTYPE type,
                      ULONG size, PVOID data) {
  if (fails_here(sim::FaultKind::kRegistry)) return STATUS_INSUFFICIENT_RESOURCES;
  Property property = property_from(type, size, data);
  Bags& all = bags();
  const MutexHold hold(all.mutex);
  put((all.*bag)[owner], key, std::move(property), data == nullptr);
  return STATUS_SUCCESS;
}

constexpr ULONG kLastProperty = DevicePropertyContainerID;

}  // namespace

void drydock::nt::remove_properties(PDEVICE_OBJECT device) {
  Bags& all = bags();
  const MutexHold hold(all.mutex);
  all.devices.erase(device);
}

extern "C" NTSTATUS IoGetDeviceProperty(PDEVICE_OBJECT DeviceObject,
                                        DEVICE_REGISTRY_PROPERTY DeviceProperty, ULONG BufferLength,
                                        PVOID PropertyBuffer, PULONG ResultLength) {
  require_irql_at_most(PASSIVE_LEVEL, "IoGetDeviceProperty");
  *ResultLength = 0;
  const std::optional<DeviceIdentity> identity = identity_of(DeviceObject);
  if (!identity) return STATUS_INVALID_DEVICE_REQUEST;
  if (static_cast<ULONG>(DeviceProperty) > kLastProperty) return STATUS_INVALID_PARAMETER_2;
  const auto at = identity->properties.find(DeviceProperty);
  if (at == identity->properties.end()) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (fails_here(sim::FaultKind::kRegistry)) return STATUS_INSUFFICIENT_RESOURCES;
  *ResultLength = static_cast<ULONG>(at->second.size());
  if (BufferLength < at->second.size()) return STATUS_BUFFER_TOO_SMALL;
  std::memcpy(PropertyBuffer, at->second.data(), at->second.size());
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS IoGetDevicePropertyData(PDEVICE_OBJECT Pdo, const DEVPROPKEY* PropertyKey, LCID,
                                            ULONG, ULONG Size, PVOID Data, PULONG RequiredSize,
                                            PDEVPROPTYPE Type) {
  require_irql_at_most(APC_LEVEL, "IoGetDevicePropertyData");
  const DEVPROPKEY key = *PropertyKey;
  return get_property(&Bags::devices, Pdo, key, Size, Data, RequiredSize, Type);
}

extern "C" NTSTATUS IoSetDevicePropertyData(PDEVICE_OBJECT Pdo, const DEVPROPKEY* PropertyKey, LCID,
                                            ULONG, DEVPROPTYPE Type, ULONG Size, PVOID Data) {
  require_irql_at_most(APC_LEVEL, "IoSetDevicePropertyData");
  if (!identity_of(Pdo)) return STATUS_INVALID_DEVICE_REQUEST;
  const DEVPROPKEY key = *PropertyKey;
  return set_property(&Bags::devices, Pdo, key, Type, Size, Data);
}

extern "C" NTSTATUS IoGetDeviceInterfacePropertyData(PUNICODE_STRING SymbolicLinkName,
                                                     CONST DEVPROPKEY* PropertyKey, LCID, ULONG,
                                                     ULONG Size, PVOID Data, PULONG RequiredSize,
                                                     PDEVPROPTYPE Type) {
  require_irql_at_most(APC_LEVEL, "IoGetDeviceInterfacePropertyData");
  const std::u16string link = text_of(SymbolicLinkName);
  const DEVPROPKEY key = *PropertyKey;
  return get_property(&Bags::interfaces, link, key, Size, Data, RequiredSize, Type);
}

extern "C" NTSTATUS IoSetDeviceInterfacePropertyData(PUNICODE_STRING SymbolicLinkName,
                                                     CONST DEVPROPKEY* PropertyKey, LCID, ULONG,
                                                     DEVPROPTYPE Type, ULONG Size, PVOID Data) {
  require_irql_at_most(APC_LEVEL, "IoSetDeviceInterfacePropertyData");
  const std::u16string link = text_of(SymbolicLinkName);
  if (device_of_interface(link) == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  const DEVPROPKEY key = *PropertyKey;
  return set_property(&Bags::interfaces, link, key, Type, Size, Data);
}

extern "C" NTSTATUS IoGetDeviceNumaNode(PDEVICE_OBJECT Pdo, PUSHORT NodeNumber) {
  advise_irql_at_most(PASSIVE_LEVEL, "IoGetDeviceNumaNode");
  if (!identity_of(Pdo)) return STATUS_INVALID_DEVICE_REQUEST;
  *NodeNumber = 0;
  return STATUS_SUCCESS;
}
