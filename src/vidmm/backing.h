// The memory behind something that can lie in video memory, for as long as it does not: the
// client's own, or pages that are made when they are first needed.
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
    if (mdl_ != nullptr || is_view_ || pages() != nullptr) give_back();
  }
  Backing(const Backing&) = delete;
  Backing& operator=(const Backing&) = delete;

  // From now on it is this memory, which stays the client's.
  void use_client_memory(void* memory) { client_ = memory; }
  // A view of a section in system space, which it unmaps at its end.
  void use_section_view(void* view) {
    client_ = view;
    is_view_ = true;
  }
  // Neighbouring frames of the machine, which can be seen at several addresses. False when there
  // are none.
  bool use_frames(std::size_t size);
  const std::vector<nt::PageFrame>& frames() const { return frames_; }
  bool is_client_memory() const { return client_ != nullptr; }
  // False when it is the client's and the client has taken it away.
  bool is_there(std::size_t size) const { return client_ == nullptr || can_be_read(size); }

  // The pages that were made; null when none were.
  const void* pages() const { return pages_.load(std::memory_order_acquire); }

  // The same address as long as it lives; null when there is no memory. Thread-safe.
  void* map(std::size_t size);

  // Its pages for a driver; null when there is no memory, or the client has taken it away. Only for
  // the strand that pages.
  PMDL mdl(std::size_t size);

  // True once when somebody else has freed the MDL.
  bool has_lost_mdl() { return mdl_ != nullptr && forget_lost_mdl(); }

  // What was in it is gone; a client's memory is left alone.
  void discard(std::size_t size);

 private:
  bool can_be_read(std::size_t size) const;
  bool forget_lost_mdl();
  void give_back();

  void* client_ = nullptr;
  std::atomic<void*> pages_ = nullptr;
  std::size_t bytes_ = 0;
  std::vector<nt::PageFrame> frames_;  // empty: pages of the process
  bool is_view_ = false;
  PMDL mdl_ = nullptr;
  bool locked_ = false;  // the client's pages, by the MDL
};

// A further address of memory that use_frames() made. Whoever touches it when it has ended faults.
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
