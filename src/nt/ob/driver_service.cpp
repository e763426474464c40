// Drivers that a driver loads and unloads by the name of their service.
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/ob/registry.h"

using namespace drydock::nt;

namespace {

// The driver object of a service; null when the driver is not loaded.
void* driver_of_service(const std::u16string& service) {
  return object_named(u"\\Driver\\" + service.substr(service.rfind(u'\\') + 1));
}

// Finds the service by its key. Fails when there is no such key.
NTSTATUS find_service(PUNICODE_STRING name, std::u16string& service) {
  service = text_of(name);
  if (service.empty()) return STATUS_INVALID_PARAMETER;
  KeyRef key;
  return Registry::instance().open(nullptr, service, key);
}

// The answer to a request about a service whose driver is loaded, or is not.
NTSTATUS answer_about(PUNICODE_STRING name, NTSTATUS if_loaded) {
  std::u16string service;
  const NTSTATUS status = find_service(name, service);
  if (!NT_SUCCESS(status)) return status;
  return driver_of_service(service) != nullptr ? if_loaded : STATUS_OBJECT_NAME_NOT_FOUND;
}

}  // namespace

extern "C" {

// A run has the drivers that it was given: no other image can be found.
NTSTATUS ZwLoadDriver(PUNICODE_STRING DriverServiceName) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwLoadDriver");
  return answer_about(DriverServiceName, STATUS_IMAGE_ALREADY_LOADED);
}

// Devices of a driver that runs are in use, so it cannot be unloaded by another.
NTSTATUS ZwUnloadDriver(PUNICODE_STRING DriverServiceName) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwUnloadDriver");
  return answer_about(DriverServiceName, STATUS_INVALID_DEVICE_REQUEST);
}

}  // extern "C"
