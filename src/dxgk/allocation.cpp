#include "src/dxgk/allocation.h"

#include "src/dxgk/device.h"
#include "src/dxgk/paging_queue.h"

namespace drydock::dxgk {

const char* name_of(Phase phase) {
  switch (phase) {
    case Phase::kCreating:
      return "creating";
    case Phase::kLive:
      return "live";
    case Phase::kDetached:
      return "detached";
    case Phase::kDraining:
      return "draining";
    case Phase::kClosed:
      return "closed";
    case Phase::kDestroyed:
      return "destroyed";
    case Phase::kFreed:
      return "freed";
  }
  return "unknown";
}

// As long as one stays, none is the last.
bool Allocation::try_bind() {
  std::uint32_t seen = staying.load(std::memory_order_relaxed);
  while (seen != 0) {
    if (!staying.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire)) continue;
    bindings.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  return false;
}

Binding::Binding(Device& device)
    : Object(kType), device_(&device), own_(std::in_place), allocation_(&*own_) {
  allocation_->bindings.store(1, std::memory_order_relaxed);
  allocation_->staying.store(1, std::memory_order_relaxed);
}

Binding::Binding(Device& device, Binding& first)
    : Object(kType), device_(&device), first_(first), allocation_(first.allocation_) {}

Binding::~Binding() = default;

}  // namespace drydock::dxgk
