#include "src/dxgk/adapter/handle_offsets.h"

#include "src/nt/pool/pool.h"
#include "src/rules/watch.h"

namespace drydock::dxgk {
void HandleOffsets::note(HandleKind kind, HANDLE handle) {
  if (!rules::is_watching()) return;
  const std::optional<std::size_t> found = nt::offset_in_live_block(handle);
  if (!found) return;
  const auto offset = static_cast<std::uint32_t>(*found);
  std::atomic<std::uint32_t>& known = offsets_[static_cast<std::size_t>(kind)];
  std::uint32_t before = known.load(std::memory_order_relaxed);
  if (before == offset) return;
  if (before == kUnknown &&
      known.compare_exchange_strong(before, offset, std::memory_order_relaxed))
    return;
  if (before != offset) known.store(kDiffer, std::memory_order_relaxed);
}

std::optional<std::size_t> HandleOffsets::of(HandleKind kind) const {
  const std::uint32_t known =
      offsets_[static_cast<std::size_t>(kind)].load(std::memory_order_relaxed);
  if (known == kDiffer || known == kUnknown) return std::nullopt;
  return known;
}

}  // namespace drydock::dxgk
