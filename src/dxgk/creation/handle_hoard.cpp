#include "src/dxgk/creation/handle_hoard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

// A block with at least this many of the handles is a table.
constexpr std::size_t kTable = 16;
constexpr int kMostLooks = 4;

// Counts how often each adapter was checked. An adapter is known by its LUID.
struct HoardLooks {
  sim::Lock lock;
  std::map<ULONG, int> of_adapter DRYDOCK_GUARDED_BY(lock);
};

bool may_look(const Adapter& adapter) {
  static sim::NeverDestroyed<HoardLooks> looks;
  const sim::Hold hold(looks->lock);
  return looks->of_adapter[adapter.luid().LowPart]++ < kMostLooks;
}

using Handles = std::unordered_set<Handle>;

// Returns how many of the handles the block holds. It reads a copy, because the driver may free the
// block meanwhile.
std::size_t held_by(const nt::PoolBlockInfo& block, const Handles& handles) {
  Handles found;
  std::array<Handle, PAGE_SIZE / sizeof(Handle)> words;
  const auto* const bytes = static_cast<const std::byte*>(block.address);
  for (std::size_t at = 0; at + sizeof(Handle) <= block.size; at += sizeof words) {
    const std::size_t count = std::min(sizeof words, block.size - at) / sizeof(Handle);
    if (!nt::copy_from_user(words.data(), bytes + at, count * sizeof(Handle))) break;
    for (const Handle word : std::span(words).first(count)) {
      if (handles.contains(word)) found.insert(word);
    }
  }
  return found.size();
}

}  // namespace

void look_for_hoard(Device& device, std::span<Binding* const> made) {
  Adapter& adapter = device.adapter();
  if (made.size() < kTable || !may_look(adapter)) return;
  rules::evaluated("K-134");
  Handles handles;
  for (const Binding* binding : made) handles.insert(binding->handle());
  for (const nt::PoolBlockInfo& block : nt::pool_blocks_of(adapter.driver())) {
    if (block.size < kTable * sizeof(Handle) || held_by(block, handles) < kTable) continue;
    nt::Breach("K-134", adapter.offender())
        .message(
            "a pool block of {} bytes holds the hAllocation of {} or more "
            "allocations: a handle table of the driver's own",
            block.size, kTable)
        .object(fmt::format("device {:#x}", device.handle()))
        .stack("allocated", block.allocated)
        .raise_later();
  }
}

}  // namespace drydock::dxgk
