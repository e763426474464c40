#include "src/dxgk/pages/command_buffers.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "src/nt/mm/user_copy.h"

namespace drydock::dxgk {

ClientPages::~ClientPages() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

void ClientPages::resize(std::size_t bytes) {
  if (bytes == bytes_) return;
  void* const made =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED) throw std::bad_alloc();
  if (memory_ != nullptr) munmap(memory_, bytes_);
  memory_ = made;
  bytes_ = bytes;
}

namespace {

constexpr UINT kLeastCommandBytes = 4096;
// A client gets no more than this, whatever it asks for.
constexpr UINT kMostCommandBytes = 16 << 20;
constexpr UINT kMostEntries = 1 << 20;

UINT wanted_or(UINT wanted, UINT present, UINT least, UINT most) {
  return wanted == 0 ? present : std::clamp(wanted, least, std::max(least, most));
}

}  // namespace

CommandBuffers::CommandBuffers(const DXGK_CONTEXTINFO& info)
    : sizes_{std::max(info.DmaBufferSize, kLeastCommandBytes),
             std::max(info.AllocationListSize, 1U),
             // K-286: a driver that does not patch gets no patch list.
             std::max(info.PatchLocationListSize, info.Caps.NoPatchingRequired != 0 ? 0U : 1U)},
      least_(sizes_) {}

void CommandBuffers::resize(Set& set, const Sizes& sizes) {
  set.commands.resize(sizes.command_bytes);
  set.allocations.resize(sizes.allocations);
  set.patches.resize(sizes.patches);
}

CommandBuffers::Set& CommandBuffers::current() {
  if (sets_[at_].commands.size() == 0) resize(sets_[at_], sizes_);
  return sets_[at_];
}

CommandBuffers::Set& CommandBuffers::rotate(const Sizes& wanted) {
  sizes_ = {wanted_or(wanted.command_bytes, sizes_.command_bytes, least_.command_bytes,
                      kMostCommandBytes),
            wanted_or(wanted.allocations, sizes_.allocations, least_.allocations, kMostEntries),
            wanted_or(wanted.patches, sizes_.patches, least_.patches, kMostEntries)};
  retired_ = beginning_of(sets_[at_]);
  at_ = 1 - at_;
  resize(sets_[at_], sizes_);
  left_ = named_in(sets_[at_]);
  return sets_[at_];
}

// Returns the handles in the first entries of the list; none when the client freed its memory.
std::vector<D3DKMT_HANDLE> CommandBuffers::named_in(const Set& set) {
  constexpr std::size_t kMostLookedAt = 256;
  std::vector<D3DDDI_ALLOCATIONLIST> list(std::min(set.allocations.size(), kMostLookedAt));
  std::vector<D3DKMT_HANDLE> out;
  if (list.empty() || !nt::copy_from_user(list.data(), set.allocations.data(),
                                          list.size() * sizeof(D3DDDI_ALLOCATIONLIST)))
    return out;
  for (const D3DDDI_ALLOCATIONLIST& entry : list) out.push_back(entry.hAllocation);
  return out;
}

bool CommandBuffers::is_being_named(D3DKMT_HANDLE allocation) const {
  const std::vector<D3DKMT_HANDLE> now = named_in(sets_[at_]);
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] == allocation && (i >= left_.size() || left_[i] != allocation)) return true;
  }
  return false;
}

// Returns the first bytes of the set; zeros when the client freed its memory.
CommandBuffers::Beginning CommandBuffers::beginning_of(const Set& set) {
  Beginning out{};
  const std::size_t part = out.size() / 3;
  if (!nt::copy_from_user(out.data(), set.commands.data(), part) ||
      !nt::copy_from_user(out.data() + part, set.allocations.data(),
                          std::min(part, set.allocations.size() * sizeof(D3DDDI_ALLOCATIONLIST))) ||
      !nt::copy_from_user(out.data() + 2 * part, set.patches.data(),
                          std::min(part, set.patches.size() * sizeof(D3DDDI_PATCHLOCATIONLIST))))
    out.fill(std::byte{0});
  return out;
}

bool CommandBuffers::was_retired_written() const {
  return retired_ && *retired_ != beginning_of(sets_[1 - at_]);
}

}  // namespace drydock::dxgk
