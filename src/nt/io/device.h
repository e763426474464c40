// Device objects: their stacks, their names, and what the Plug and Play manager knows of the
// devices behind them. The first header of this room; irp.h, file.h and plug_and_play.h build on
// it.
//
// Cost: one lock and one hash look-up a call. Owner: the driver that made a device object deletes
// it; the object manager frees it with its last reference. Threads: any.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/ob/object_names.h"

namespace drydock::nt {

// The properties that make a device object a physical one (a PDO).
struct DeviceIdentity {
  std::u16string instance_path;  // u"PCI\\VEN_1234&DEV_1111\\0": names its key under Enum
  std::u16string
      driver_key;  // u"{4d36e968-e325-11ce-bfc1-08002be10318}\\0000": under Control\Class
  std::map<DEVICE_REGISTRY_PROPERTY, std::vector<std::uint8_t>> properties;

  void set_text(DEVICE_REGISTRY_PROPERTY property, std::u16string_view text);
  void set_number(DEVICE_REGISTRY_PROPERTY property, std::uint32_t number);
};

// The host declares that this device object stands for a device.
void identify_device(PDEVICE_OBJECT device, DeviceIdentity identity);

// Returns nothing for a device object that is no PDO.
std::optional<DeviceIdentity> identity_of(PDEVICE_OBJECT device);

// The driver whose code serves the device; null when the host does.
Driver* driver_of(PDEVICE_OBJECT device);

// DriverEntry succeeded: the I/O manager clears DO_DEVICE_INITIALIZING of the devices it made. Of
// devices that are made later the driver clears it (devtest/28152-do-device-initializing-flag-not-
// cleared.md).
void end_initialization_of_devices(const Driver& driver);

// The top of the stack that the device belongs to.
PDEVICE_OBJECT top_of_stack(PDEVICE_OBJECT device);

// A string for the driver to free with RtlFreeUnicodeString; false when there is no memory.
bool give_string(std::u16string_view text, PUNICODE_STRING out);

// The PDO of a device interface, by its symbolic link; null when there is no such interface.
PDEVICE_OBJECT device_of_interface(std::u16string_view link);

// Notifies the drivers that registered for it that an interface of the class was enabled or
// disabled.
void notify_interface(const GUID& interface_class, std::u16string_view link, bool arrival);

// Links of the enabled interfaces of a class.
std::vector<std::u16string> enabled_interfaces(const GUID& interface_class);

// A device object is destroyed: these remove what was stored for it.
void remove_properties(PDEVICE_OBJECT device);
void remove_interfaces(PDEVICE_OBJECT device);

}  // namespace drydock::nt
