#include "camera.h"
#include "filters.h"

namespace {

NTSTATUS add_device(PKSDEVICE device) {
  auto* camera = new (NonPagedPoolNx) Camera;
  KsAcquireDevice(device);
  const NTSTATUS status = keep_in_bag(device->Bag, camera);
  KsReleaseDevice(device);
  if (NT_SUCCESS(status)) device->Context = camera;
  return status;
}

NTSTATUS start_device(PKSDEVICE device, PIRP, PCM_RESOURCE_LIST, PCM_RESOURCE_LIST) {
  return Camera::of(device).start(device);
}

VOID stop_device(PKSDEVICE device, PIRP) { Camera::of(device).stop(); }

VOID remove_device(PKSDEVICE device, PIRP) { Camera::of(device).remove(); }

VOID lose_device(PKSDEVICE device, PIRP) { Camera::of(device).surprise_removal(); }

VOID set_power(PKSDEVICE device, PIRP, DEVICE_POWER_STATE to, DEVICE_POWER_STATE) {
  Camera::of(device).set_power(to);
}

const KSDEVICE_DISPATCH kDispatch = {add_device,  start_device, nullptr,   nullptr,       nullptr,
                                     stop_device, nullptr,      nullptr,   remove_device, nullptr,
                                     lose_device, nullptr,      set_power, nullptr};

const KSFILTER_DESCRIPTOR* const kFilters[] = {&kCaptureFilter, &kMonitorFilter};

const KSDEVICE_DESCRIPTOR kDevice = {&kDispatch, ARRAYSIZE(kFilters), kFilters,
                                     KSDEVICE_DESCRIPTOR_VERSION, 0};

}  // namespace

extern "C" DRIVER_INITIALIZE DriverEntry;

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path) {
  return KsInitializeDriver(driver, registry_path, &kDevice);
}
