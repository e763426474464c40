// Checks the memory behind a driver's handles.
//
// A handle of the driver's may be any value, but most are addresses of pool blocks. For these the
// host sees whether an entry point freed a block that it must free, or one that it must not.
// Handles that are not pool blocks are ignored.
//
// Owner: a caller's stack. Cost: one look at a block's record before the call and one after it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "drydock/rule_id.h"
#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// Made before a call of the driver, and used after it.
class DriverBlocks {
 public:
  explicit DriverBlocks(std::span<const HANDLE> handles);
  explicit DriverBlocks(HANDLE handle) : DriverBlocks(std::span(&handle, 1)) {}

  // Raises `rule` for each block that is still allocated. `what` is "DxgkDdi… returned and kept".
  void expect_freed(Adapter& adapter, rules::RuleId rule, std::string_view what) const;
  // Raises `rule` for each block that was freed.
  void expect_there(Adapter& adapter, rules::RuleId rule, std::string_view what) const;
  // From now on an access to one of the freed blocks breaks `rule`.
  void govern_freed(rules::RuleId rule) const;

 private:
  std::vector<HANDLE> blocks_;  // those that were allocated before the call
};

}  // namespace drydock::dxgk
