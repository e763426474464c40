#include "src/dxgk/adapter/driver_block.h"

#include <fmt/format.h>

#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/watch.h"

namespace drydock::dxgk {
namespace {

void raise_for_block(Adapter& adapter, rules::RuleId rule, std::string_view what, HANDLE handle) {
  const auto block = nt::find_pool_block(handle);
  nt::Breach(rule, adapter.offender())
      .message("{} {}", what, nt::describe_pool_address(handle).value_or("memory"))
      .object(fmt::format("handle {}", handle))
      .stack("allocated", block ? block->allocated : rules::Stack{})
      .raise_later();
}

}  // namespace

DriverBlocks::DriverBlocks(std::span<const HANDLE> handles) {
  if (!rules::is_watching()) return;
  for (HANDLE handle : handles) {
    if (nt::is_live_pool_block(handle)) blocks_.push_back(handle);
  }
}

void DriverBlocks::expect_freed(Adapter& adapter, rules::RuleId rule, std::string_view what) const {
  if (!adapter.is_called()) return;  // the driver was not called, so it could not free anything
  for (HANDLE handle : blocks_) {
    if (adapter.driver().alive() && nt::is_live_pool_block(handle))
      raise_for_block(adapter, rule, what, handle);
  }
}

void DriverBlocks::expect_there(Adapter& adapter, rules::RuleId rule, std::string_view what) const {
  for (HANDLE handle : blocks_) {
    if (adapter.driver().alive() && !nt::is_live_pool_block(handle))
      raise_for_block(adapter, rule, what, handle);
  }
}

void DriverBlocks::govern_freed(rules::RuleId rule) const {
  for (HANDLE handle : blocks_) {
    if (!nt::is_live_pool_block(handle)) nt::set_rule_of_freed_block(handle, rule);
  }
}

}  // namespace drydock::dxgk
