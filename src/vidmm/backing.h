// The memory of a tenant while it lies in no segment: memory of the client's own, or pages that are
// allocated when they are first needed.
//
// Owner: its tenant. Threads: any, unless a function says otherwise. Cost: the first use allocates.
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "src/nt/mm/physical.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {

class Backing {
 public:
  Backing() = default;
  ~Backing() {
    if (mdl_ != nullptr || is_view_ || pages() != nullptr) free_memory();
  }
  Backing(const Backing&) = delete;
  Backing& operator=(const Backing&) = delete;

  // Uses this memory from now on. It still belongs to the client.
  void use_client_memory(void* memory) { client_ = memory; }
  // Uses a view of a section in system space. The backing unmaps it at its own end.
  void use_section_view(void* view) {
    client_ = view;
    is_view_ = true;
  }
  // Uses neighbouring page frames, which can be mapped at several addresses. False when there are
  // none.
  bool use_frames(std::size_t size);
  const std::vector<nt::PageFrame>& frames() const { return frames_; }
  bool is_client_memory() const { return client_ != nullptr; }
  // False when it is memory of a client that the client has freed.
  bool is_there(std::size_t size) const { return client_ == nullptr || can_be_read(size); }

  // The pages that were allocated; null before that.
  const void* pages() const { return pages_.load(std::memory_order_acquire); }

  // The address does not change while the backing lives. Null when there is no memory. Thread-safe.
  void* map(std::size_t size);

  // Returns its pages for a driver; null when there is no memory, or when the client has freed it.
  // Only for the strand that pages.
  PMDL mdl(std::size_t size);

  // True once after other code has freed the MDL.
  bool has_lost_mdl() { return mdl_ != nullptr && remove_lost_mdl(); }

  // Discards the contents. Memory of a client is not touched.
  void discard(std::size_t size);

 private:
  bool can_be_read(std::size_t size) const;
  bool remove_lost_mdl();
  void free_memory();

  void* client_ = nullptr;
  std::atomic<void*> pages_ = nullptr;
  std::size_t bytes_ = 0;
  std::vector<nt::PageFrame> frames_;  // empty: pages of the process
  bool is_view_ = false;
  PMDL mdl_ = nullptr;
  bool locked_ = false;  // the MDL locks the client's pages
};

// A further address of memory that use_frames() allocated. An access after its end faults.
class BackingView {
 public:
  BackingView() = default;
  explicit BackingView(const Backing& backing) : address_(nt::map_frames(backing.frames())) {}
  ~BackingView() {
    if (address_ != nullptr) nt::unmap_view(address_);
  }
  BackingView(BackingView&& other) noexcept : address_(std::exchange(other.address_, nullptr)) {}
  BackingView& operator=(BackingView other) noexcept {
    std::swap(address_, other.address_);
    return *this;
  }

  void* address() const { return address_; }

 private:
  void* address_ = nullptr;
};

}  // namespace drydock::vidmm
