#include "src/dxgk/adapter/handle_offsets.h"

#include "src/nt/pool/pool.h"
#include "src/rules/watch.h"

namespace drydock::dxgk {
namespace {

// Nothing when the handle points at no pool.
std::optional<std::uint32_t> offset_in_block(HANDLE handle) {
  if (nt::is_live_pool_block(handle)) return 0;
  const auto block = nt::find_pool_block(handle);
  if (!block || !block->live) return std::nullopt;
  return static_cast<std::uint32_t>(static_cast<const std::byte*>(handle) -
                                    static_cast<const std::byte*>(block->address));
}

}  // namespace

void HandleOffsets::note(HandleKind kind, HANDLE handle) {
  if (!rules::is_watching()) return;
  const std::optional<std::uint32_t> offset = offset_in_block(handle);
  if (!offset) return;
  std::atomic<std::uint32_t>& known = offsets_[static_cast<std::size_t>(kind)];
  std::uint32_t before = known.load(std::memory_order_relaxed);
  if (before == *offset) return;
  if (before == kUnknown &&
      known.compare_exchange_strong(before, *offset, std::memory_order_relaxed))
    return;
  if (before != *offset) known.store(kDiffer, std::memory_order_relaxed);
}

std::optional<std::size_t> HandleOffsets::of(HandleKind kind) const {
  const std::uint32_t known =
      offsets_[static_cast<std::size_t>(kind)].load(std::memory_order_relaxed);
  if (known == kDiffer) return std::nullopt;
  return known == kUnknown ? 0 : known;
}

}  // namespace drydock::dxgk
