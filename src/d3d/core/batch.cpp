#include "src/d3d/core/batch.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "src/d3d/core/objects.h"
#include "src/nt/mm/user_copy.h"

namespace drydock::d3d {
namespace {

// A driver may have taken its buffers away.
bool read(const GuardedPages& pages, std::vector<std::byte>& out) {
  out.resize(pages.size());
  return nt::copy_from_user(out.data(), pages.data(), out.size());
}

bool is_filled(const GuardedPages& pages, std::byte with) {
  std::vector<std::byte> bytes;
  return read(pages, bytes) && std::ranges::all_of(bytes, [&](std::byte b) { return b == with; });
}

// The driver writes a list from its beginning: entries behind the last change are old.
std::size_t entries_until_last_change(std::span<const std::byte> list,
                                      std::span<const std::byte> before) {
  std::size_t bytes = list.size();
  while (bytes != 0 && list[bytes - 1] == before[bytes - 1]) --bytes;
  return (bytes + sizeof(D3DDDI_ALLOCATIONLIST) - 1) / sizeof(D3DDDI_ALLOCATIONLIST);
}

BatchSizes least(const BatchSizes& a, const BatchSizes& b) {
  return {std::min(a.commands, b.commands), std::min(a.allocations, b.allocations),
          std::min(a.patches, b.patches)};
}

}  // namespace

GuardedPages::~GuardedPages() { release(); }

void GuardedPages::release() {
  watched_.reset();
  was_written_.store(false, std::memory_order_relaxed);
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

void GuardedPages::watch() {
  if (bytes_ == 0 || mprotect(mapping_, open_bytes(), PROT_NONE) != 0) return;
  watched_.emplace(mapping_, open_bytes(), static_cast<nt::PageListener&>(*this));
}

void GuardedPages::unwatch() {
  if (!watched_) return;
  watched_.reset();
  was_written_.store(false, std::memory_order_relaxed);
  (void)mprotect(mapping_, open_bytes(), PROT_READ | PROT_WRITE);
}

void GuardedPages::on_access(const nt::PageAccess& access) {
  if (access.is_write) was_written_.store(true, std::memory_order_relaxed);
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

void Batch::rotate(const BatchSizes& sizes, const BatchSizes& real) {
  if (stays_) {
    sizes_before_ = sizes_;
    sizes_ = least(sizes_, real);
    note_dropped();
    return;
  }
  renew(sets_[1 - at_], real);
  Set& last = sets_[at_];
  for (GuardedPages* each : {&last.commands, &last.allocations, &last.patches}) each->watch();
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
  return last.commands.was_written() || last.allocations.was_written() ||
         last.patches.was_written();
}

void Batch::stay_behind(const BatchSizes& real) {
  at_ = 1 - at_;
  Set& set = sets_[at_];
  for (GuardedPages* each : {&set.commands, &set.allocations, &set.patches}) each->unwatch();
  sizes_ = least(sizes_before_, real);
  has_rotated_ = false;
  stays_ = true;
}

bool Batch::names(KernelHandle allocation) const {
  std::vector<std::byte> bytes;
  if (!read(now().allocations, bytes)) return false;
  std::span list(reinterpret_cast<const D3DDDI_ALLOCATIONLIST*>(bytes.data()),
                 bytes.size() / sizeof(D3DDDI_ALLOCATIONLIST));
  if (dropped_.size() == bytes.size())
    list = list.first(entries_until_last_change(bytes, dropped_));
  return std::ranges::any_of(list, [&](const D3DDDI_ALLOCATIONLIST& each) {
    return without_instance({each.hAllocation}) == allocation;
  });
}

}  // namespace drydock::d3d
