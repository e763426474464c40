#include "src/d3d/core/batch.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "src/d3d/core/objects.h"
#include "src/nt/mm/user_copy.h"

namespace drydock::d3d {
namespace {

constexpr std::byte kSpoilt{0xdb};

// A driver may have taken its buffers away.
bool read(const GuardedPages& pages, std::vector<std::byte>& out) {
  out.resize(pages.size());
  return nt::copy_from_user(out.data(), pages.data(), out.size());
}

bool is_filled(const GuardedPages& pages, std::byte with) {
  std::vector<std::byte> bytes;
  return read(pages, bytes) && std::ranges::all_of(bytes, [&](std::byte b) { return b == with; });
}

bool is_spoilt(const GuardedPages& pages) { return is_filled(pages, kSpoilt); }

void spoil(GuardedPages& pages) {
  const std::vector<std::byte> bytes(pages.size(), kSpoilt);
  (void)nt::copy_to_user(pages.data(), bytes.data(), bytes.size());
}

}  // namespace

GuardedPages::~GuardedPages() { release(); }

void GuardedPages::release() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

void GuardedPages::renew(std::size_t bytes) {
  const std::size_t whole = (bytes + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
  void* const made =
      mmap(nullptr, whole + PAGE_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED) throw std::bad_alloc();
  if (whole != 0 && mprotect(made, whole, PROT_READ | PROT_WRITE) != 0) {
    munmap(made, whole + PAGE_SIZE);
    throw std::bad_alloc();
  }
  release();
  mapping_ = made;
  mapped_ = whole + PAGE_SIZE;
  data_ = static_cast<std::byte*>(made) + (whole - bytes);
  bytes_ = bytes;
}

Batch::Batch(const BatchSizes& sizes) : sizes_(sizes) { renew(sets_[0], sizes); }

D3DDDI_ALLOCATIONLIST* Batch::allocations() const {
  return reinterpret_cast<D3DDDI_ALLOCATIONLIST*>(now().allocations.data());
}

D3DDDI_PATCHLOCATIONLIST* Batch::patches() const {
  return reinterpret_cast<D3DDDI_PATCHLOCATIONLIST*>(now().patches.data());
}

void Batch::renew(Set& set, const BatchSizes& sizes) {
  // A command buffer has whole words, so that its end can be its last page's.
  set.commands.renew((sizes.commands + 15) / 16 * 16);
  set.allocations.renew(sizes.allocations * sizeof(D3DDDI_ALLOCATIONLIST));
  set.patches.renew(sizes.patches * sizeof(D3DDDI_PATCHLOCATIONLIST));
}

void Batch::spoil(Set& set) {
  d3d::spoil(set.commands);
  d3d::spoil(set.allocations);
  d3d::spoil(set.patches);
}

void Batch::rotate(const BatchSizes& sizes, const BatchSizes& real) {
  renew(sets_[1 - at_], real);
  spoil(sets_[at_]);
  at_ = 1 - at_;
  sizes_before_ = sizes_;
  sizes_ = sizes;
  has_rotated_ = true;
  dropped_.clear();
}

void Batch::note_dropped() {
  if (!read(now().allocations, dropped_)) dropped_.clear();
}

bool Batch::is_untouched() const {
  return is_filled(now().commands, std::byte{0}) && is_filled(now().allocations, std::byte{0}) &&
         is_filled(now().patches, std::byte{0});
}

bool Batch::was_written_behind() const {
  if (!has_rotated_) return false;
  const Set& last = sets_[1 - at_];
  return !is_spoilt(last.commands) || !is_spoilt(last.allocations) || !is_spoilt(last.patches);
}

void Batch::forget_behind() { spoil(sets_[1 - at_]); }

bool Batch::names(KernelHandle allocation) const {
  std::vector<std::byte> bytes;
  if (!read(now().allocations, bytes) || bytes == dropped_) return false;
  const std::span list(reinterpret_cast<const D3DDDI_ALLOCATIONLIST*>(bytes.data()),
                       bytes.size() / sizeof(D3DDDI_ALLOCATIONLIST));
  return std::ranges::any_of(list, [&](const D3DDDI_ALLOCATIONLIST& each) {
    return without_instance({each.hAllocation}) == allocation;
  });
}

}  // namespace drydock::d3d
