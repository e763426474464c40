// Whatever can lie in video memory: an allocation, a driver's context allocation, a DMA buffer.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/vidmm/backing.h"
#include "src/vidmm/budget.h"
#include "src/vidmm/segment_space.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {

struct PageTable;

// A part of a host aperture that shows a tenant to the CPU (host_aperture.h).
struct HostWindow {
  SegmentSpace::Range* pages = nullptr;  // in the aperture; null: there is no window
  void* mapped = nullptr;
  std::size_t bytes = 0;
  void* view = nullptr;  // where the tenant begins
  std::uint32_t locks = 0;
};

struct Tenant {
  Tenant() = default;
  // K-235: it lies nowhere, and nothing on its way to the GPU or back names it.
  ~Tenant() { assert(pins == 0 && paging_packets == 0 && !is_resident()); }
  Tenant(const Tenant&) = delete;
  Tenant& operator=(const Tenant&) = delete;

  // As the driver described it; fixed before anybody places it.
  HANDLE driver = nullptr;  // how paging operations name it; null: bytes without a driver's object
  std::uint32_t label = 0;  // its first handle, for the trace; 0: it has none
  HANDLE device = nullptr;  // whose aperture mappings it is; null for primaries
  SIZE_T size = 0;          // whole pages
  UINT alignment = 0;
  // A bit for each segment it may lie in, the first segment's lowest, and those it should. Only the
  // strand that pages changes them later; others may be told what was.
  std::atomic<UINT> segments = 0;
  std::atomic<DXGK_SEGMENTPREFERENCE> preferred{};
  DXGK_SEGMENTBANKPREFERENCE banks{};  // of its first preferred segment
  UINT eviction = 0;                   // apertures through which it may leave, as a set
  std::shared_ptr<Account> account;    // for whom it counts; null: for nobody
  bool from_end = false;
  bool cached = false;
  bool is_permanent = false;   // its pages in system memory keep what they hold while it is placed
  bool needs_init = false;     // a context allocation that the driver has not initialised yet
  bool shows_address = false;  // its driver sees the CPU address of an aperture when it initialises
  bool shows_mapping = false;  // its driver sees an address of it while an aperture maps it
  bool notifies_eviction = false;   // its driver is told before it leaves an aperture
  bool notifies_residency = false;  // and when it comes into memory, and before it leaves
  bool is_cpu_visible = false;      // clients may lock it
  // K-163: only addresses of the GPU's own lead to it, so that no aperture maps it. Changed as the
  // segments are.
  bool is_virtual = false;

  // The page table that it is; null for everything else.
  PageTable* table = nullptr;
  // Addresses whose page tables are built lead to it, or did. Whoever lets it go reads it after
  // them.
  std::atomic<bool> is_addressed = false;

  Backing backing;
  // Swizzling ranges of the adapter may map it, or did. Only for the strand that pages.
  bool has_swizzling_ranges = false;

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
  bool is_captured = false;   // hardware that the host does not know writes to it where it is
  std::uint32_t paging_packets = 0;  // that move it, at the hardware
  std::vector<std::uint64_t> turns;  // a node: in whose turn it was used there last (K-392)
  BackingView mapping;               // what its driver was shown
  bool is_mapped = false;            // in its aperture
  HostWindow window;
  bool is_settled = false;        // all of it has come and none has left: addresses lead to it
  bool is_dirty = false;          // the GPU may have written to it since it came
  bool is_backed = false;         // what it held when it came is in system memory too
  bool is_unwritten = false;      // and is all it holds: its client says that the GPU wrote nothing
  bool is_orphan = false;         // its owner is gone; whoever uses it next is the new one
  bool is_told_resident = false;  // its driver knows that it is in memory (K-340)
  Tenant* used_before = nullptr;  // in its segment, by last use
  Tenant* used_after = nullptr;

  bool is_resident() const { return segment != 0; }
  bool may_leave() const { return pins == 0 && !is_captured; }

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
