// Whatever can lie in video memory: an allocation, a driver's context allocation, a DMA buffer.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "src/dxgk/wdk.h"
#include "src/vidmm/backing.h"
#include "src/vidmm/budget.h"
#include "src/vidmm/segment_space.h"

namespace drydock::dxgk {
class SwizzlingRanges;
}  // namespace drydock::dxgk

namespace drydock::vidmm {

struct Tenant {
  // As the driver described it; fixed before anybody places it.
  HANDLE driver = nullptr;  // how paging operations name it; null: bytes without a driver's object
  std::uint32_t label = 0;  // its first handle, for the trace; 0: it has none
  HANDLE device = nullptr;  // whose aperture mappings it is; null for primaries
  SIZE_T size = 0;          // whole pages
  UINT alignment = 0;
  UINT segments = 0;  // a bit for each segment it may lie in, the first segment's lowest
  DXGK_SEGMENTPREFERENCE preferred{};
  DXGK_SEGMENTBANKPREFERENCE banks{};  // of its first preferred segment
  UINT eviction = 0;                   // apertures through which it may leave, as a set
  std::shared_ptr<Account> account;    // for whom it counts; null: for nobody
  bool from_end = false;
  bool cached = false;
  bool is_permanent = false;   // its pages in system memory keep what they hold while it is placed
  bool needs_init = false;     // a context allocation that the driver has not initialised yet
  bool shows_address = false;  // its driver sees the CPU address of an aperture when it initialises

  Backing backing;
  // What shows it to the CPU through ranges of the adapter; null when nothing ever did.
  dxgk::SwizzlingRanges* ranges = nullptr;

  // Set when it is first placed: until then nobody need ask the strand that pages. Whoever reads it
  // has the last claim on the tenant, which orders it behind the placing.
  std::atomic<bool> was_placed = false;
  // Somebody may have written to it. The CPU sets it when it gets to see the memory; a store before
  // the work is submitted that needs it, which orders it.
  std::atomic<bool> has_content = false;
  // Where it is, for those who only want to know. Out is said when all of it has arrived in system
  // memory, and is all that a CPU lock waits for.
  std::atomic<D3DKMT_ALLOCATIONRESIDENCYSTATUS> residency =
      D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT;
  // How often the CPU locked it, ever.
  std::atomic<std::uint32_t> times_locked = 0;
  // CPU locks: as long as there is one it is in memory that the CPU sees whenever the GPU does not
  // need it elsewhere.
  std::atomic<std::uint32_t> cpu_locks = 0;

  // Where it is. Only the strand that pages looks here and changes it.
  UINT segment = 0;  // 0: in system memory
  SegmentSpace::Range* range = nullptr;
  std::uint64_t address = 0;  // as the GPU knows it: the segment's base and the offset in it
  std::uint32_t pins = 0;     // work at the hardware, or a promise to the driver, needs it there
  bool is_dirty = false;      // the GPU may have written to it since it came
  bool is_backed = false;     // what it held when it came is in system memory too
  bool is_unwritten = false;  // and is all it holds: its client says that the GPU wrote nothing
  bool is_orphan = false;     // its owner is gone; whoever uses it next is the new one
  Tenant* used_before = nullptr;  // in its segment, by last use
  Tenant* used_after = nullptr;

  bool is_resident() const { return segment != 0; }

  // Where it was last known to be, for those who may find it elsewhere a moment later: its first
  // page in its segment, and the segment in the lowest bits; 0: in none.
  std::atomic<std::uint64_t> last_known = 0;
  static constexpr unsigned kSegmentBits = 6;

  // Neither a client nor the driver has its address in system memory.
  bool is_out_of_cpus_reach() const {
    return cpu_locks.load() == 0 && driver != nullptr && !shows_address &&
           !backing.is_client_memory();
  }
};

}  // namespace drydock::vidmm
