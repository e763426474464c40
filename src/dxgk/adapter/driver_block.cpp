#include "src/dxgk/adapter/driver_block.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/rules/watch.h"

namespace drydock::dxgk {
namespace {

nt::Breach breach_of_block(Adapter& adapter, rules::RuleId rule, std::string_view what,
                           HANDLE handle) {
  const auto block = nt::find_pool_block(handle);
  return nt::Breach(rule, adapter.offender())
      .message("{} {}", what, nt::describe_pool_address(handle).value_or("memory"))
      .object(fmt::format("handle {}", handle))
      .stack("allocated", block ? block->allocated : rules::Stack{});
}

// The block is a table or a cache of the driver's own, or belongs to another object as well.
bool serves_more(const Adapter& adapter, const void* begin, std::span<const HANDLE> others) {
  const auto block = nt::find_pool_block(begin);
  if (!block || block->size >= PAGE_SIZE || adapter.had_before_clients(begin)) return true;
  const auto* const first = static_cast<const std::byte*>(begin);
  return std::ranges::any_of(others, [&](HANDLE other) {
    const auto* const at = static_cast<const std::byte*>(other);
    return at >= first && at < first + block->size;
  });
}

}  // namespace

DriverBlocks::DriverBlocks(const Adapter& adapter, HandleKind kind,
                           std::span<const HANDLE> handles) {
  if (!rules::is_watching()) return;
  const std::optional<std::size_t> offset = adapter.handle_offsets().of(kind);
  if (!offset) return;
  for (HANDLE handle : handles) {
    const auto begin =
        reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(handle) - *offset);
    if (const auto life = nt::life_of_pool_block(begin)) blocks_.push_back({handle, begin, *life});
  }
}

bool DriverBlocks::Block::is_live() const { return nt::life_of_pool_block(begin) == life; }

void DriverBlocks::expect_freed(Adapter& adapter, rules::RuleId rule, std::string_view what,
                                std::span<const HANDLE> others, Weight weight) const {
  if (!adapter.is_called()) return;  // the driver was not called, so it could not free anything
  for (const Block& block : blocks_) {
    if (!adapter.driver().alive()) return;
    rules::evaluated(rule);
    if (!block.is_live() || serves_more(adapter, block.begin, others)) continue;
    nt::Breach breach = breach_of_block(adapter, rule, what, block.handle);
    if (weight == Weight::kTolerated) {
      std::move(breach).tolerated().raise_later();
    } else {
      std::move(breach).raise_later();
    }
  }
}

void DriverBlocks::expect_there(Adapter& adapter, rules::RuleId rule, std::string_view what) const {
  for (const Block& block : blocks_) {
    if (!adapter.driver().alive()) return;
    if (rules::breaks(rule, !block.is_live()))
      breach_of_block(adapter, rule, what, block.handle).raise_later();
  }
}

void DriverBlocks::govern_freed(rules::RuleId rule) const {
  for (const Block& block : blocks_) {
    if (!nt::is_live_pool_block(block.begin)) nt::set_rule_of_freed_block(block.begin, rule);
  }
}

bool DriverBlocks::has_live() const {
  return std::ranges::any_of(blocks_, [](const Block& block) { return block.is_live(); });
}

bool DriverBlocks::has_lost(HANDLE handle) const {
  return std::ranges::any_of(
      blocks_, [&](const Block& block) { return block.handle == handle && !block.is_live(); });
}

}  // namespace drydock::dxgk
