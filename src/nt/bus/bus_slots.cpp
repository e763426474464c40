#include "src/nt/bus/bus_slots.h"

#include <array>
#include <cassert>
#include <utility>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct Bus {
  sim::Lock lock;
  std::array<BusDevice, kBusSlots> slots DRYDOCK_GUARDED_BY(lock);
};

Bus& bus() {
  static sim::NeverDestroyed<Bus> instance;
  return *instance;
}

}  // namespace

void plug_into_slot(ULONG slot, BusDevice device) {
  assert(slot < kBusSlots);
  const sim::Hold hold(bus().lock);
  bus().slots[slot] = std::move(device);
}

PluggedDevice device_in_slot(ULONG slot) {
  if (slot >= kBusSlots) return {};
  BusDevice found;
  {
    const sim::Hold hold(bus().lock);
    found = bus().slots[slot];
  }
  std::shared_ptr<const void> alive = found.device.lock();
  if (alive == nullptr) return {};
  return {std::move(alive), std::move(found)};
}

}  // namespace drydock::nt
