// Learns at which offset in its pool blocks a driver stores the objects that its handles point at.
//
// A handle may be the first byte of a block, or lie behind a header of the driver's own. Then all
// handles of one kind lie at the same offset, and the block behind a handle is the object's. When
// offsets differ, the driver carves its objects out of larger blocks, and a block says nothing of
// one object.
//
// Owner: the adapter. Threads: any. Cost: a look at a block's record for each handle that a driver
// returns.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

enum class HandleKind : std::uint8_t {
  kAllocation,
  kBinding,
  kResource,
  kDevice,
  kContext,
  kCpuEvent
};

class HandleOffsets {
 public:
  // The driver returned the handle. One that points at no pool is ignored.
  void note(HandleKind kind, HANDLE handle);

  // How far the handles of this kind lie behind the start of their blocks; nothing when they
  // differ, or when none pointed at pool so far.
  std::optional<std::size_t> of(HandleKind kind) const;

 private:
  static constexpr std::uint32_t kUnknown = ~0U, kDiffer = ~0U - 1;

  // Relaxed: a number that stands for nothing else.
  std::array<std::atomic<std::uint32_t>, 6> offsets_ = {kUnknown, kUnknown, kUnknown,
                                                        kUnknown, kUnknown, kUnknown};
};

}  // namespace drydock::dxgk
