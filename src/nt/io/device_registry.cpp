// The registry keys of devices, drivers and device interfaces.
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/nt/ob/registry.h"

using namespace drydock::nt;

namespace {

const std::u16string kSet = u"\\Registry\\Machine\\System\\CurrentControlSet\\";

NTSTATUS open_made(const std::u16string& path, ACCESS_MASK access, PHANDLE handle) {
  if (registry_fault()) return STATUS_INSUFFICIENT_RESOURCES;
  KeyRef key;
  bool made = false;
  const NTSTATUS status = Registry::instance().create(nullptr, path, true, key, made);
  if (!NT_SUCCESS(status)) return status;
  *handle = make_key_handle(key, access, OBJ_KERNEL_HANDLE);
  return STATUS_SUCCESS;
}

}  // namespace

extern "C" NTSTATUS IoOpenDeviceRegistryKey(PDEVICE_OBJECT DeviceObject, ULONG DevInstKeyType,
                                            ACCESS_MASK DesiredAccess, PHANDLE DevInstRegKey) {
  require_irql_at_most(PASSIVE_LEVEL, "IoOpenDeviceRegistryKey");
  *DevInstRegKey = nullptr;
  const std::optional<DeviceIdentity> identity =
      DeviceObject == nullptr ? std::nullopt : identity_of(DeviceObject);
  const ULONG kind = DevInstKeyType & ~static_cast<ULONG>(PLUGPLAY_REGKEY_CURRENT_HWPROFILE);
  if (!identity || (kind != PLUGPLAY_REGKEY_DEVICE && kind != PLUGPLAY_REGKEY_DRIVER)) {
    return STATUS_INVALID_PARAMETER;
  }
  const bool profile = kind != DevInstKeyType;
  const std::u16string base =
      profile
          ? u"\\Registry\\Machine\\System\\CurrentControlSet\\Hardware Profiles\\Current\\System\\"
            u"CurrentControlSet\\"
          : kSet;
  if (kind == PLUGPLAY_REGKEY_DEVICE) {
    return open_made(base + u"Enum\\" + identity->instance_path + u"\\Device Parameters",
                     DesiredAccess, DevInstRegKey);
  }
  if (identity->driver_key.empty()) return STATUS_OBJECT_NAME_NOT_FOUND;
  return open_made(base + u"Control\\Class\\" + identity->driver_key, DesiredAccess, DevInstRegKey);
}

extern "C" NTSTATUS IoOpenDriverRegistryKey(PDRIVER_OBJECT DriverObject,
                                            DRIVER_REGKEY_TYPE RegKeyType, ULONG DesiredAccess,
                                            ULONG Flags, PHANDLE DriverRegKey) {
  require_irql_at_most(PASSIVE_LEVEL, "IoOpenDriverRegistryKey");
  if (Flags != 0 || DriverObject == nullptr) return STATUS_INVALID_PARAMETER;
  const std::u16string name = text_of(&DriverObject->DriverName);
  const std::u16string service = name.substr(name.rfind(u'\\') + 1);
  switch (RegKeyType) {
    case DriverRegKeyParameters:
      return open_made(kSet + u"Services\\" + service + u"\\Parameters", DesiredAccess,
                       DriverRegKey);
    case DriverRegKeyPersistentState:
      return open_made(kSet + u"Services\\" + service + u"\\State", DesiredAccess, DriverRegKey);
    case DriverRegKeySharedPersistentState:
      return open_made(kSet + u"Control\\State\\" + service, DesiredAccess, DriverRegKey);
    default:
      return STATUS_INVALID_PARAMETER;
  }
}

extern "C" NTSTATUS IoOpenDeviceInterfaceRegistryKey(PUNICODE_STRING SymbolicLinkName,
                                                     ACCESS_MASK DesiredAccess,
                                                     PHANDLE DeviceInterfaceKey) {
  require_irql_at_most(PASSIVE_LEVEL, "IoOpenDeviceInterfaceRegistryKey");
  std::u16string link = text_of(SymbolicLinkName);
  if (device_of_interface(link) == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  std::replace(link.begin(), link.end(), u'\\', u'#');
  return open_made(kSet + u"Control\\DeviceClasses\\" + link + u"\\Device Parameters",
                   DesiredAccess, DeviceInterfaceKey);
}
