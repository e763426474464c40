#include "src/vidmm/backing.h"

#include <sys/mman.h>

#include <cstring>
#include <limits>

#include "src/nt/mm/mdl.h"
#include "src/nt/mm/user_copy.h"

namespace drydock::vidmm {

void Backing::free_memory() {
  if (mdl_ != nullptr) {
    if (locked_) MmUnlockPages(mdl_);
    IoFreeMdl(mdl_);
  }
  if (is_view_) MmUnmapViewInSystemSpace(client_);
  void* const pages = pages_.load(std::memory_order_relaxed);
  if (!frames_.empty()) {
    nt::unmap_view(pages);
    nt::free_frames(frames_);
  } else if (pages != nullptr) {
    munmap(pages, bytes_);
  }
}

bool Backing::use_frames(std::size_t size) {
  const std::size_t pages = nt::pages_of(size);
  const auto first = nt::take_run(pages, {});
  if (!first) return false;
  frames_.reserve(pages);
  for (std::size_t i = 0; i < pages; ++i) frames_.push_back(*first + i);
  void* const mapped = nt::map_frames(frames_);
  if (mapped == nullptr) {
    nt::free_frames(frames_);
    frames_.clear();
    return false;
  }
  pages_.store(mapped, std::memory_order_release);
  bytes_ = size;
  return true;
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

PMDL Backing::mdl(std::size_t size) {
  if (mdl_ != nullptr) return mdl_;
  void* const memory = map(size);
  if (memory == nullptr || size > std::numeric_limits<ULONG>::max()) return nullptr;
  PMDL const made = IoAllocateMdl(memory, static_cast<ULONG>(size), FALSE, FALSE, nullptr);
  if (made == nullptr) return nullptr;
  if (client_ == nullptr) {
    MmBuildMdlForNonPagedPool(made);
  } else if (NT_SUCCESS(nt::lock_pages(*made, is_view_ ? KernelMode : UserMode, IoModifyAccess))) {
    locked_ = true;
  } else {
    IoFreeMdl(made);
    return nullptr;
  }
  mdl_ = made;
  return mdl_;
}

bool Backing::can_be_read(std::size_t size) const { return nt::user_can_read(client_, size); }

bool Backing::remove_lost_mdl() {
  if (nt::room_of(mdl_)) return false;
  mdl_ = nullptr;
  return true;
}

void Backing::discard(std::size_t size) {
  void* const pages = pages_.load(std::memory_order_acquire);
  if (pages == nullptr) return;
  if (frames_.empty()) {
    madvise(pages, size, MADV_DONTNEED);
  } else {
    std::memset(pages, 0, size);
  }
}

}  // namespace drydock::vidmm
