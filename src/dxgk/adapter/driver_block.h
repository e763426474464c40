// What becomes of the memory behind a driver's handles.
//
// A driver's handle is its own business, but most are addresses of pool blocks, and then it can be
// seen whether an entry point that has to give one back did so, and whether one that must not did.
// Handles that are no pool blocks are left alone.
//
// Cost: a look at a block's record before the call and one after it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "drydock/rule_id.h"
#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// Taken before a call of the driver; asked after it.
class DriverBlocks {
 public:
  explicit DriverBlocks(std::span<const HANDLE> handles);
  explicit DriverBlocks(HANDLE handle) : DriverBlocks(std::span(&handle, 1)) {}

  // Raises `rule` for each block that is still there. `what` is "DxgkDdi… returned and kept".
  void expect_gone(Adapter& adapter, rules::RuleId rule, std::string_view what) const;
  // Raises `rule` for each block that is not there any more.
  void expect_there(Adapter& adapter, rules::RuleId rule, std::string_view what) const;
  // From now on who touches one of those that are not there any more breaks `rule`.
  void govern_freed(rules::RuleId rule) const;

 private:
  std::vector<HANDLE> blocks_;  // those that were there
};

}  // namespace drydock::dxgk
