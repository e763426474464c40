#include "src/dxgk/memory/allocation.h"

#include <cassert>

#include "src/dxgk/work/device.h"
#include "src/dxgk/work/paging_queue.h"

namespace drydock::dxgk {

// Primaries are scanned out by their physical addresses, at times that the host does not know.
bool Allocation::is_virtual() const {
  return driver.value != nullptr && adapter->has_virtual_addresses() && !is_primary &&
         !is_accessed_physically.load(std::memory_order_relaxed);
}

Binding::Binding(Device& device)
    : Object(kType), device_(&device), own_(std::in_place), allocation_(&*own_) {
  allocation_->bindings.begin();
}

Binding::Binding(Device& device, Binding& first)
    : Object(kType), device_(&device), first_(first), allocation_(first.allocation_) {}

Binding::~Binding() {
  assert(life.phase() == Phase::kCreating || life.phase() == Phase::kFreed);
  assert(!is_linked() && !listing.is_linked());
  assert(!locks.is_locked() && !locks.bars_gpu && doorbells == 0);
}

}  // namespace drydock::dxgk
