// Filter factories as minidrivers make and name them.
#include "src/ks/base/mutex.h"
#include "src/ks/base/out_of_memory.h"
#include "src/ks/device/factory.h"
#include "src/ks/exports/exports.h"
#include "src/rules/evaluated.h"

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

extern "C" NTSTATUS KsCreateFilterFactory(PDEVICE_OBJECT DeviceObject,
                                          const KSFILTER_DESCRIPTOR* Descriptor, PWSTR RefString,
                                          PSECURITY_DESCRIPTOR SecurityDescriptor,
                                          ULONG CreateItemFlags,
                                          PFNKSFILTERFACTORYPOWER SleepCallback,
                                          PFNKSFILTERFACTORYPOWER WakeCallback,
                                          PKSFILTERFACTORY* FilterFactory) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCreateFilterFactory");
  const std::shared_ptr<Device> device = device_of(DeviceObject);
  if (device == nullptr) return STATUS_INVALID_PARAMETER;
  if (rules::breaks("S-093", !device->mutex().held())) {
    device->breach("S-093", "KsCreateFilterFactory is called without the device mutex")
        .raise_later();
  }
  const char* callback = current_callback();
  const bool starts = callback != nullptr && std::string_view(callback).ends_with(".Start");
  if (starts && rules::breaks("S-089", device->face().Started)) {
    device->breach("S-089", "Start creates a filter factory again when the device is started")
        .raise_later();
  }
  FactoryOptions options;
  options.late = device->is_up();
  if (RefString != nullptr) options.reference = reinterpret_cast<const char16_t*>(RefString);
  options.security = SecurityDescriptor;
  options.item_flags = CreateItemFlags;
  options.sleep = SleepCallback;
  options.wake = WakeCallback;
  std::shared_ptr<Factory> made;
  const NTSTATUS status = Factory::make(*device, Descriptor, options, made);
  if (NT_SUCCESS(status) && FilterFactory != nullptr) *FilterFactory = &made->face();
  return status;
}

extern "C" NTSTATUS KsFilterFactoryAddCreateItem(PKSFILTERFACTORY FilterFactory, PWSTR RefString,
                                                 PSECURITY_DESCRIPTOR SecurityDescriptor,
                                                 ULONG CreateItemFlags) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFilterFactoryAddCreateItem");
  const auto factory = object_as<Factory>(FilterFactory, "KsFilterFactoryAddCreateItem");
  if (factory == nullptr || RefString == nullptr) return STATUS_INVALID_PARAMETER;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  FactoryOptions options;
  options.reference = reinterpret_cast<const char16_t*>(RefString);
  options.security = SecurityDescriptor;
  options.item_flags = CreateItemFlags;
  return factory->add_item(options);
}

extern "C" NTSTATUS KsFilterFactorySetDeviceClassesState(PKSFILTERFACTORY FilterFactory,
                                                         BOOLEAN NewState) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFilterFactorySetDeviceClassesState");
  const auto factory = object_as<Factory>(FilterFactory, "KsFilterFactorySetDeviceClassesState");
  return factory == nullptr ? STATUS_INVALID_PARAMETER : factory->enable_interfaces(NewState);
}

extern "C" PUNICODE_STRING KsFilterFactoryGetSymbolicLink(PKSFILTERFACTORY FilterFactory) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFilterFactoryGetSymbolicLink");
  const auto factory = object_as<Factory>(FilterFactory, "KsFilterFactoryGetSymbolicLink");
  return factory == nullptr ? nullptr : factory->symbolic_link();
}

// Accepts the data and does nothing: no data is cached between loads of a driver.
extern "C" NTSTATUS KsFilterFactoryUpdateCacheData(PKSFILTERFACTORY FilterFactory,
                                                   const KSFILTER_DESCRIPTOR*) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFilterFactoryUpdateCacheData");
  const auto factory = object_as<Factory>(FilterFactory, "KsFilterFactoryUpdateCacheData");
  if (factory == nullptr) return STATUS_INVALID_PARAMETER;
  return out_of_memory() ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}
