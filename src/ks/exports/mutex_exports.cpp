// The mutexes as minidrivers take them.
#include "src/ks/device/device.h"
#include "src/ks/exports/exports.h"
#include "src/ks/filter/filter.h"
#include "src/ks/pin/pin.h"

using namespace drydock::ks;

extern "C" VOID KsAcquireDevice(PKSDEVICE Device_) {
  const auto device = object_as<Device>(Device_, "KsAcquireDevice");
  if (device != nullptr) device->mutex().acquire_for_driver("KsAcquireDevice");
}

extern "C" VOID KsReleaseDevice(PKSDEVICE Device_) {
  const auto device = object_as<Device>(Device_, "KsReleaseDevice");
  if (device != nullptr) device->mutex().release_for_driver("KsReleaseDevice");
}

extern "C" VOID KsAcquireControl(PVOID Object_) {
  const auto object = object_of(Object_, "KsAcquireControl");
  if (object != nullptr) object->control_mutex().acquire_for_driver("KsAcquireControl");
}

extern "C" VOID KsReleaseControl(PVOID Object_) {
  const auto object = object_of(Object_, "KsReleaseControl");
  if (object != nullptr) object->control_mutex().release_for_driver("KsReleaseControl");
}

extern "C" VOID KsFilterAcquireProcessingMutex(PKSFILTER Filter_) {
  const auto filter = object_as<Filter>(Filter_, "KsFilterAcquireProcessingMutex");
  if (filter == nullptr || !filter->is_filter_centric()) return;
  filter->processor()->mutex().acquire_for_driver("KsFilterAcquireProcessingMutex");
}

extern "C" VOID KsFilterReleaseProcessingMutex(PKSFILTER Filter_) {
  const auto filter = object_as<Filter>(Filter_, "KsFilterReleaseProcessingMutex");
  if (filter == nullptr || !filter->is_filter_centric()) return;
  filter->processor()->mutex().release_for_driver("KsFilterReleaseProcessingMutex");
}

extern "C" VOID KsPinAcquireProcessingMutex(PKSPIN Pin_) {
  const auto pin = object_as<Pin>(Pin_, "KsPinAcquireProcessingMutex");
  if (pin == nullptr || !pin->processes()) return;
  pin->processor().mutex().acquire_for_driver("KsPinAcquireProcessingMutex");
}

extern "C" VOID KsPinReleaseProcessingMutex(PKSPIN Pin_) {
  const auto pin = object_as<Pin>(Pin_, "KsPinReleaseProcessingMutex");
  if (pin == nullptr || !pin->processes()) return;
  pin->processor().mutex().release_for_driver("KsPinReleaseProcessingMutex");
}
