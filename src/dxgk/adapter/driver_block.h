// Checks the memory behind a driver's handles.
//
// A handle of the driver's may be any value, but most point into pool blocks: at the first byte, or
// behind a header of the driver's own. For these the host sees whether an entry point freed a block
// that it must free, or one that it must not. Nothing is said about handles that are not pool,
// about objects that a driver carves out of larger blocks (HandleOffsets), nor about a block that
// other handles use, that is a page or larger, or that the driver had before there were clients:
// such a block is a table or a cache of the driver's own.
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
  DriverBlocks(const Adapter& adapter, HandleKind kind, std::span<const HANDLE> handles);
  DriverBlocks(const Adapter& adapter, HandleKind kind, HANDLE handle)
      : DriverBlocks(adapter, kind, std::span(&handle, 1)) {}

  // Windows may tolerate that a block is kept: then it is a lint.
  enum class Weight : std::uint8_t { kOfTheRule, kTolerated };

  // Raises `rule` for each block that is still allocated. `what` is "DxgkDdi… returned and kept".
  // `others` are handles that stay: a block that one of them lies in may stay as well.
  void expect_freed(Adapter& adapter, rules::RuleId rule, std::string_view what,
                    std::span<const HANDLE> others = {}, Weight weight = Weight::kOfTheRule) const;
  // Raises `rule` for each block that was freed.
  void expect_there(Adapter& adapter, rules::RuleId rule, std::string_view what) const;
  // From now on an access to one of the freed blocks breaks `rule`.
  void govern_freed(rules::RuleId rule) const;

  // True when one of the blocks is still allocated.
  bool has_live() const;
  // True when the block of this handle was allocated before the call and is not now.
  bool has_lost(HANDLE handle) const;

 private:
  struct Block {
    HANDLE handle;
    const void* begin;
    std::uint8_t life;
    // False also when it was freed and another thread has got the memory since.
    bool is_live() const;
  };
  std::vector<Block> blocks_;  // those that were allocated before the call
};

}  // namespace drydock::dxgk
