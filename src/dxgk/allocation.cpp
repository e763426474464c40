#include "src/dxgk/allocation.h"

#include <sys/mman.h>

#include "src/dxgk/device.h"
#include "src/nt/user_copy.h"

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

Backing::~Backing() {
  if (is_view_) MmUnmapViewInSystemSpace(client_);
  if (void* const pages = pages_.load(std::memory_order_relaxed)) munmap(pages, bytes_);
}

void* Backing::map(std::size_t size) {
  if (client_ != nullptr) return client_;
  // The acquire pairs with the release of the thread that made the pages.
  if (void* const pages = pages_.load(std::memory_order_acquire)) return pages;
  void* const made = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return nullptr;
  void* seen = nullptr;
  if (!pages_.compare_exchange_strong(seen, made, std::memory_order_acq_rel)) {
    munmap(made, size);  // another thread was first
    return seen;
  }
  bytes_ = size;
  return made;
}

bool Backing::is_there(std::size_t size) const {
  return client_ == nullptr || (nt::user_can_read(client_, 1) &&
                                nt::user_can_read(static_cast<const char*>(client_) + size - 1, 1));
}

void Backing::discard(std::size_t size) {
  if (void* const pages = pages_.load(std::memory_order_acquire))
    madvise(pages, size, MADV_DONTNEED);
}

bool Allocation::try_bind() {
  std::uint32_t seen = bindings.load(std::memory_order_relaxed);
  while (seen != 0) {
    if (bindings.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire)) return true;
  }
  return false;
}

Binding::Binding(Device& device)
    : Object(kType), device_(&device), own_(std::in_place), allocation_(&*own_) {
  allocation_->bindings.store(1, std::memory_order_relaxed);
}

Binding::Binding(Device& device, Binding& first)
    : Object(kType), device_(&device), first_(first), allocation_(first.allocation_) {}

Binding::~Binding() = default;

}  // namespace drydock::dxgk
