// The slots of the first PCI bus: what HalGetBusData finds there.
//
// Cost: a short lock for each access. Owner: a slot is its device's, and is empty when the device
// has been destroyed. Threads: any.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

inline constexpr ULONG kBusSlots = 32;

// A device as the bus sees it. The functions are called without a lock.
struct BusDevice {
  std::weak_ptr<const void> device;                 // the slot is empty when it has ended
  std::function<std::vector<std::uint8_t>()> read;  // the whole configuration space
  std::function<void(ULONG offset, const void* data, ULONG size)> write;
};

// Puts the device, function 0, into a slot; whoever was there before has left it.
void plug_into_slot(ULONG slot, BusDevice device);

// The device in a slot, which stays live until this is destroyed. An empty slot has no functions.
struct PluggedDevice {
  std::shared_ptr<const void> alive;
  BusDevice device;
};
PluggedDevice device_in_slot(ULONG slot);

}  // namespace drydock::nt
