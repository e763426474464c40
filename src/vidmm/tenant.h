// A tenant of video memory: an allocation, a driver's context allocation, a DMA buffer or a page
// table.
//
// A tenant has parts that differ in who may touch them:
//
//   shape()   how it was described; constant from then on, for any thread
//   wishes    where it may and should lie; the strand that pages writes it, any thread reads it
//   place     where it is; only for the strand that pages
//   cpu       how processors see and use it; atomics, for any thread
//   backing   its memory while it lies in no segment (backing.h)
//
// Owner: the code that made it, which calls VideoMemory::discard() before it frees the tenant.
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

// The driver's description.
struct TenantShape {
  SIZE_T size = 0;  // whole pages
  UINT alignment = 0;
  DXGK_SEGMENTBANKPREFERENCE banks{};  // banks of its first preferred segment
  UINT eviction = 0;                   // apertures through which it may be evicted, as a set
  std::shared_ptr<Account> account = nullptr;  // the account that it counts for; null: none
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

// The places where it may and should lie. Once the tenant may be placed, only the strand that pages
// changes it. Other threads read a value that may be out of date.
struct Wishes {
  std::atomic<UINT> segments = 0;  // a bit for each segment, the first segment's lowest
  std::atomic<DXGK_SEGMENTPREFERENCE> preferred{};
  // K-163: only addresses of the GPU's own lead to it, so that no aperture maps it.
  bool is_virtual = false;
};

// A part of a host aperture that maps a tenant for the CPU (host_aperture.h).
struct HostWindow {
  SegmentSpace::Range* pages = nullptr;  // in the aperture; null: no window
  void* mapped = nullptr;
  std::size_t bytes = 0;
  void* view = nullptr;  // the address of its first byte
  std::uint32_t locks = 0;
};

// The place of a tenant.
//
//   kOut ──► kArriving ──► kSettled ──► kLeaving ──► kOut
//                │             └──────────────────────▲     a page table, a reset, a free
//                └────────────────────────────────────┘     what it holds did not arrive
class Place {
 public:
  enum class Stage : std::uint8_t {
    kOut,       // in system memory
    kArriving,  // it has a place, and its contents are being copied
    kSettled,   // the contents are complete there; addresses lead to the tenant
    kLeaving,
  };

  Stage stage() const { return stage_; }
  bool is_resident() const { return stage_ != Stage::kOut; }
  bool is_settled() const { return stage_ == Stage::kSettled; }

  UINT segment() const { return segment_; }  // 0: in system memory
  SegmentSpace::Range* range() const { return range_; }
  // For the GPU: the segment's base plus the offset.
  std::uint64_t address() const { return address_; }

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
  // It is out of its segment. Clears everything that depended on the place.
  void leave() {
    assert(is_resident() && window.pages == nullptr);
    stage_ = Stage::kOut;
    segment_ = 0;
    range_ = nullptr;
    address_ = 0;
    is_reported_resident = false;
    is_captured = false;
  }

  std::uint32_t pins = 0;            // by work at the hardware, or by a promise to the driver
  std::uint32_t paging_packets = 0;  // paging packets at the hardware that move it
  bool is_captured = false;          // hardware that the host does not control writes to it there
  bool may_leave() const { return pins == 0 && !is_captured; }

  bool needs_init = false;  // a context allocation that its driver has not initialised yet
  bool is_mapped = false;   // the aperture in which it lies maps it
  bool is_reported_resident = false;  // its driver was notified that it is in memory (K-340)
  bool has_swizzling_ranges = false;  // swizzling ranges of the adapter map it, or did
  Content content;
  BackingView mapping;  // the address that its driver got for its aperture
  HostWindow window;
  std::vector<std::uint64_t> turns;  // per node: the turn in which it was used last (K-392)
  Tenant* used_before = nullptr;     // neighbours in its segment's order of last use
  Tenant* used_after = nullptr;

 private:
  Stage stage_ = Stage::kOut;
  UINT segment_ = 0;
  SegmentSpace::Range* range_ = nullptr;
  std::uint64_t address_ = 0;
};

// How processors see and use it.
struct CpuView {
  static constexpr unsigned kSegmentBits = 6;

  // While there is a lock, the tenant lies in memory that the CPU sees, except while the GPU needs
  // it elsewhere.
  std::atomic<std::uint32_t> locks = 0;
  std::atomic<std::uint32_t> times_locked = 0;  // locks since it was made
  // True when it may have been written. Set when the CPU gets an address of the memory. That store
  // comes before the submission of work that needs the tenant, which orders it.
  std::atomic<bool> has_content = false;
  // Set when it is first placed. Until then there is no need to ask the strand that pages. The
  // thread that reads it has the last claim on the tenant, which orders the read behind the
  // placing.
  std::atomic<bool> was_placed = false;
  // Its residency. "Not resident" is stored when all contents have arrived in system memory; a CPU
  // lock waits only for that.
  std::atomic<D3DKMT_ALLOCATIONRESIDENCYSTATUS> residency =
      D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT;
  // Its first page in its segment, with the segment in the lowest bits; 0: in none. It may be out
  // of date at once.
  std::atomic<std::uint64_t> last_known = 0;
};

struct Tenant {
  Tenant() = default;
  // K-235: it lies in no segment, and no work on its way to the GPU or back names it.
  ~Tenant() { assert(place.pins == 0 && place.paging_packets == 0 && !is_resident()); }
  Tenant(const Tenant&) = delete;
  Tenant& operator=(const Tenant&) = delete;

  // Called once, before any other thread knows the tenant.
  void describe(TenantShape shape) {
    assert(shape_.size == 0 && !cpu.was_placed.load(std::memory_order_relaxed));
    assert(shape.size % SegmentSpace::kPage == 0);
    shape_ = std::move(shape);
  }
  const TenantShape& shape() const { return shape_; }
  SIZE_T size() const { return shape_.size; }

  // The device that owns its aperture mappings; null for primaries. When that device is destroyed,
  // the next device that uses the tenant owns them.
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
  // True when neither a client nor the driver has its address in system memory.
  bool is_out_of_cpus_reach() const {
    return cpu.locks.load() == 0 && driver != nullptr && !shape_.shows_address &&
           !backing.is_client_memory();
  }

  HANDLE driver = nullptr;  // how paging operations name it; null: it has no object of the driver's
  std::uint32_t label = 0;  // its first handle, for the trace; 0: it has none
  // True when addresses with page tables lead to it, or did. The thread that frees the tenant reads
  // it after it has removed those addresses.
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
