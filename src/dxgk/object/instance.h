// One copy of an allocation in memory. Locks with Discard give an allocation several (rename.h).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "src/dxgk/object/handle_table.h"
#include "src/dxgk/object/some_device_lock.h"
#include "src/dxgk/pages/rotated_view.h"
#include "src/vidmm/tenant.h"

namespace drydock::dxgk {

struct Instance {
  vidmm::Tenant tenant;  // the size of the instance, and its place
  RotatedView view;      // the clients' view of it, if it may lie in video memory
  std::atomic<std::uint32_t> gpu_uses = 0;  // claims of work that names it, through all bindings
  // Bindings whose locks forbid the GPU to use it, because the CPU would stop seeing it.
  std::atomic<std::uint32_t> barring_locks = 0;

  // The number of the naming that created it; the greater, the newer.
  std::uint64_t given DRYDOCK_GUARDED_BY(some_device_lock) = 0;
  // The device's count of submissions when another instance replaced it.
  std::uint64_t replaced_at DRYDOCK_GUARDED_BY(some_device_lock) = 0;
};

// The name of an instance is the allocation's handle with the instance's number in bits that are
// otherwise empty. The lowest two bits mark global handles.
inline constexpr unsigned kInstanceShift = 2;
inline constexpr unsigned kMostRenamings = (1U << (kInstanceBits - kInstanceShift)) - 1;
inline constexpr Handle kInstanceMask = kMostRenamings << kInstanceShift;
static_assert((kInstanceMask & kGlobalInstance) == 0 && kInstanceMask < kHandleStep);

constexpr unsigned instance_number(Handle handle) {
  return (handle & kInstanceMask) >> kInstanceShift;
}
constexpr Handle without_instance(Handle handle) { return handle & ~kInstanceMask; }

// The instances of an allocation besides the first, which is the allocation itself. Only an
// allocation with a single device is renamed.
struct RenamingList {
  std::array<std::unique_ptr<Instance>, kMostRenamings> more;
  unsigned count = 0;  // the length of `more`
  Instance* current = nullptr;
  std::uint64_t namings = 0;
  std::uint64_t newest_used = 0;  // Instance::given of the newest instance that a submission used
  std::uint64_t newest_in_list = 0;  // the same, for the submission that is being checked
};

}  // namespace drydock::dxgk
