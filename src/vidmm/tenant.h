// What can lie in video memory: an allocation, a driver's context allocation, a DMA buffer, a page
// table.
//
// A tenant is made of parts by who may touch them:
//
//   shape()   how it was described; constant once it is described, for any thread
//   wishes    where it may lie and should; the strand that pages writes, any thread reads
//   place     where it is; for the strand that pages alone
//   cpu       what processors know of it, and did with it; atomics, for any thread
//   backing   its memory while it lies in no segment (backing.h)
//
// It belongs to whoever made it, who calls VideoMemory::discard() before it ends.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "src/vidmm/backing.h"
#include "src/vidmm/budget.h"
#include "src/vidmm/content.h"
#include "src/vidmm/segment_space.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {

struct PageTable;
struct Tenant;

// As the driver described it.
struct TenantShape {
  SIZE_T size = 0;  // whole pages
  UINT alignment = 0;
  DXGK_SEGMENTBANKPREFERENCE banks{};          // of its first preferred segment
  UINT eviction = 0;                           // apertures through which it may leave, as a set
  std::shared_ptr<Account> account = nullptr;  // for whom it counts; null: for nobody
  PageTable* table = nullptr;  // the page table that it is; null for everything else
  bool from_end = false;
  bool is_cached = false;
  bool is_permanent = false;   // its pages in system memory stay as they are while it is placed
  bool shows_address = false;  // its driver gets the CPU address of an aperture to initialise it
  bool shows_mapping = false;  // its driver gets an address of it while an aperture maps it
  bool notifies_eviction = false;   // its driver is notified before it leaves an aperture
  bool notifies_residency = false;  // and when it comes into memory, and before it leaves
  bool is_cpu_visible = false;      // clients may lock it
};

// Where it may lie and should. Only the strand that pages changes it once the tenant may be placed;
// others read what was true a moment ago.
struct Wishes {
  std::atomic<UINT> segments = 0;  // a bit for each segment, the first segment's lowest
  std::atomic<DXGK_SEGMENTPREFERENCE> preferred{};
  // K-163: only addresses of the GPU's own lead to it, so that no aperture maps it.
  bool is_virtual = false;
};

// A part of a host aperture that maps a tenant for the CPU (host_aperture.h).
struct HostWindow {
  SegmentSpace::Range* pages = nullptr;  // in the aperture; null: there is no window
  void* mapped = nullptr;
  std::size_t bytes = 0;
  void* view = nullptr;  // where the tenant begins
  std::uint32_t locks = 0;
};

// Where a tenant is.
//
//   kOut ──► kArriving ──► kSettled ──► kLeaving ──► kOut
//                │             └──────────────────────▲     a page table, a reset, a free
//                └────────────────────────────────────┘     what it holds did not arrive
class Place {
 public:
  enum class Stage : std::uint8_t {
    kOut,       // in system memory
    kArriving,  // it has a place, and what it holds is on the way
    kSettled,   // all of it has come and none has left: addresses lead to it
    kLeaving,
  };

  Stage stage() const { return stage_; }
  bool is_resident() const { return stage_ != Stage::kOut; }
  bool is_settled() const { return stage_ == Stage::kSettled; }

  UINT segment() const { return segment_; }  // 0: in system memory
  SegmentSpace::Range* range() const { return range_; }
  std::uint64_t address() const { return address_; }  // for the GPU: segment's base and offset

  void take(UINT segment, SegmentSpace::Range& range, std::uint64_t address) {
    assert(stage_ == Stage::kOut && segment != 0);
    stage_ = Stage::kArriving;
    segment_ = segment;
    range_ = &range;
    address_ = address;
  }
  void settle() {
    assert(stage_ == Stage::kArriving);
    stage_ = Stage::kSettled;
  }
  void begin_leave() {
    assert(stage_ == Stage::kSettled);
    stage_ = Stage::kLeaving;
  }
  // It is out. What depends on where it was ends.
  void leave() {
    assert(is_resident() && window.pages == nullptr);
    stage_ = Stage::kOut;
    segment_ = 0;
    range_ = nullptr;
    address_ = 0;
    is_reported_resident = false;
    is_captured = false;
  }

  std::uint32_t pins = 0;            // by work at the hardware, or a promise to the driver
  std::uint32_t paging_packets = 0;  // at the hardware, that move it
  bool is_captured = false;          // hardware that the host does not know writes to it there
  bool may_leave() const { return pins == 0 && !is_captured; }

  bool needs_init = false;            // a context allocation that its driver has not initialised
  bool is_mapped = false;             // in its aperture
  bool is_reported_resident = false;  // its driver was notified that it is in memory (K-340)
  bool has_swizzling_ranges = false;  // ranges of the adapter may map it, or did
  Content content;
  BackingView mapping;  // the address that its driver got for its aperture
  HostWindow window;
  std::vector<std::uint64_t> turns;  // a node: in which turn there it was used last (K-392)
  Tenant* used_before = nullptr;     // in its segment, by last use
  Tenant* used_after = nullptr;

 private:
  Stage stage_ = Stage::kOut;
  UINT segment_ = 0;
  SegmentSpace::Range* range_ = nullptr;
  std::uint64_t address_ = 0;
};

// What processors know of it, and did with it.
struct CpuView {
  static constexpr unsigned kSegmentBits = 6;

  // As long as there is a lock the tenant is in memory that the CPU sees whenever the GPU does not
  // need it elsewhere.
  std::atomic<std::uint32_t> locks = 0;
  std::atomic<std::uint32_t> times_locked = 0;  // ever
  // Somebody may have written to it. The CPU sets it when it gets to see the memory; a store before
  // the work is submitted that needs it, which orders it.
  std::atomic<bool> has_content = false;
  // Set when it is first placed: until then nobody need ask the strand that pages. Whoever reads it
  // has the last claim on the tenant, which orders it behind the placing.
  std::atomic<bool> was_placed = false;
  // Where it is. Out is stored when all of it has arrived in system memory, and is all that a CPU
  // lock waits for.
  std::atomic<D3DKMT_ALLOCATIONRESIDENCYSTATUS> residency =
      D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT;
  // Its first page in its segment, and the segment in the lowest bits; 0: in none. It may be
  // elsewhere a moment later.
  std::atomic<std::uint64_t> last_known = 0;
};

struct Tenant {
  Tenant() = default;
  // K-235: it lies nowhere, and nothing on its way to the GPU or back names it.
  ~Tenant() { assert(place.pins == 0 && place.paging_packets == 0 && !is_resident()); }
  Tenant(const Tenant&) = delete;
  Tenant& operator=(const Tenant&) = delete;

  // Once, before anybody else knows it.
  void describe(TenantShape shape) {
    assert(shape_.size == 0 && !cpu.was_placed.load(std::memory_order_relaxed));
    assert(shape.size % SegmentSpace::kPage == 0);
    shape_ = std::move(shape);
  }
  const TenantShape& shape() const { return shape_; }
  SIZE_T size() const { return shape_.size; }

  // The device whose aperture mappings it is; null for primaries. When that device ends the next
  // one that uses the tenant adopts it.
  HANDLE device() const { return device_; }
  void set_device(HANDLE device) { device_ = device; }
  void orphan() {
    device_ = nullptr;
    is_orphan_ = true;
  }
  void adopt(HANDLE device) {
    if (std::exchange(is_orphan_, false)) device_ = device;
  }

  bool is_resident() const { return place.is_resident(); }
  bool may_leave() const { return place.may_leave(); }
  // Neither a client nor the driver has its address in system memory.
  bool is_out_of_cpus_reach() const {
    return cpu.locks.load() == 0 && driver != nullptr && !shape_.shows_address &&
           !backing.is_client_memory();
  }

  HANDLE driver = nullptr;  // how paging operations name it; null: bytes without a driver's object
  std::uint32_t label = 0;  // its first handle, for the trace; 0: it has none
  // Addresses whose page tables are built lead to it, or did. Whoever frees it reads it after them.
  std::atomic<bool> is_addressed = false;

  Wishes wishes;
  Place place;
  CpuView cpu;
  Backing backing;

 private:
  TenantShape shape_;
  HANDLE device_ = nullptr;
  bool is_orphan_ = false;
};

}  // namespace drydock::vidmm
