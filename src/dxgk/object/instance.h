// An allocation in memory: once, or several times after locks with Discard (rename.h).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "src/dxgk/object/handle_table.h"
#include "src/dxgk/object/rotated_view.h"
#include "src/vidmm/tenant.h"

namespace drydock::dxgk {

struct Instance {
  vidmm::Tenant tenant;                     // its size, and where it lies
  RotatedView view;                         // where clients see it, if it may be in video memory
  std::atomic<std::uint32_t> gpu_uses = 0;  // by work that names it, through all bindings
  // Bindings whose locks forbid that the GPU uses it: it would have to leave the CPU's sight.
  std::atomic<std::uint32_t> barring_locks = 0;

  // Guarded by the device's lock.
  std::uint64_t given = 0;    // by which naming; the greater, the newer
  std::uint64_t left_at = 0;  // what the device had submitted when another took its place
};

// The name of an instance is the allocation's handle with the instance's number in bits that are
// empty otherwise; the lowest two tell global handles.
inline constexpr unsigned kInstanceShift = 2;
inline constexpr unsigned kMostRenamings = (1U << (kInstanceBits - kInstanceShift)) - 1;
inline constexpr Handle kInstanceMask = kMostRenamings << kInstanceShift;
static_assert((kInstanceMask & kGlobalInstance) == 0 && kInstanceMask < kHandleStep);

constexpr unsigned instance_number(Handle handle) {
  return (handle & kInstanceMask) >> kInstanceShift;
}
constexpr Handle without_instance(Handle handle) { return handle & ~kInstanceMask; }

// The instances of an allocation besides the first, which is the allocation itself. Guarded by the
// lock of its only device; nobody else has one that is renamed.
struct RenamingList {
  std::array<std::unique_ptr<Instance>, kMostRenamings> more;
  unsigned count = 0;  // of `more`
  Instance* current = nullptr;
  std::uint64_t namings = 0;
  std::uint64_t newest_used = 0;     // Instance::given of the newest that a submission used
  std::uint64_t newest_in_list = 0;  // the same, of a submission that is being looked at
};

}  // namespace drydock::dxgk
