// The GPU virtual addresses of a process on one adapter: who has which range, and what its pages
// lead to.
//
// A *range* is what one call got: a reservation, or what a map call took for itself. A *mapping* is
// a run of pages inside a range that leads to a run of pages of a tenant. Mappings go with what
// they lead to, and a range that a map call got goes with its last mapping; a reservation stays
// until it is freed.
//
// Cost: logarithmic in ranges and mappings for each of them that a call touches. Nothing here calls
// a driver or waits: the page tables (page_tables.h) follow on the scheduler's strand, by what is
// noted for them.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "src/sim/lock.h"
#include "src/vidmm/free_ranges.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {

struct Tenant;

// A mapping takes effect when its turn in a paging queue has come: when this fence has reached this
// value.
struct MapFence {
  const void* fence = nullptr;  // the queue's synchronization object; only to compare
  std::atomic<UINT64> value = 0;
  std::atomic<bool> is_reached = false;
};

class AddressSpace {
 public:
  static constexpr std::uint64_t kPage = FreeRanges::kPage;

  // Where a range may lie: at `base`, or when that is 0 between the other two, of which a maximum
  // of 0 is none.
  struct Place {
    std::uint64_t base = 0;
    std::uint64_t minimum = 0;
    std::uint64_t maximum = 0;
    std::uint64_t bytes = 0;
  };
  // What pages lead to.
  struct Target {
    const void* owner = nullptr;  // with whom the mapping goes
    Tenant* tenant = nullptr;     // null: zeros, or nothing
    std::uint64_t offset = 0;     // in the tenant
    D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection{};
    UINT64 driver_protection = 0;
    std::shared_ptr<const MapFence> fence = nullptr;  // null: nobody need wait
  };
  struct Mapping {
    std::uint64_t begin = 0, end = 0;
    Target target;
  };
  struct Extent {
    std::uint64_t begin = 0, end = 0;
  };
  // What became of a call.
  enum class Outcome : std::uint8_t { kDone, kTaken, kNoRoom, kNotReserved, kProtected };

  // From `begin` on as many addresses as there are below 2 to the power of `bits`.
  AddressSpace(std::uint64_t begin, UINT bits);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  // A range without memory. What is not mapped of it leads where `unmapped` says.
  Outcome reserve(const Place& place, const Target& unmapped, std::uint64_t& at);

  // A range of the driver's own, whose base and size are its business, at a multiple of the
  // alignment, which is a power of two. Clients map there only when they may, and never free it.
  Outcome reserve_for_driver(const Place& place, std::uint64_t alignment, bool is_open,
                             std::uint64_t& at);
  // Its process object is gone, and with it what it reserved.
  void free_drivers();

  // Maps a range. Its base, when there is one, is free, or may lie inside a range that is there.
  enum class Base : std::uint8_t { kFree, kFreeOrInside };
  Outcome map(const Place& place, const Target& target, Base base, std::uint64_t& at);

  // Several changes of what a reservation leads to, in order, or none of them.
  struct Change {
    Extent to = {};
    Target target = {};        // unless it is a copy
    std::uint64_t repeat = 0;  // the target begins again after so many bytes; 0: not
    bool inherits = false;     // the driver protection is the reservation's
    // The address whose mappings are copied.
    std::optional<std::uint64_t> copied_from = std::nullopt;
  };
  // In two steps: which reservations they mean, and the changes if those are still there.
  struct Reservations {
    std::uint64_t into = 0, from = 0;  // never given twice; 0: none

    bool operator==(const Reservations&) const = default;
  };
  Outcome check(const std::vector<Change>& changes, Reservations& out);
  Outcome update(const std::vector<Change>& changes, const Reservations& expected);

  // A whole range that is there.
  bool free(std::uint64_t base, std::uint64_t bytes);
  // Everything that leads to the tenant on behalf of this owner. True when there was something.
  bool free_all(const Tenant& tenant, const void* owner);

  // What an address leads to; nothing when it is in no mapping.
  std::optional<Mapping> mapping_at(std::uint64_t address) const;
  // True when every page of it is mapped to memory.
  bool is_mapped(const Extent& extent) const;

  // For page tables (address_space_view.cpp). From now on what changes is noted, until it is taken.
  void note_changes();
  // In order, each only once.
  std::vector<Extent> take_changes();
  // What the parts of it lead to, in order; those that lead to nothing are left out. Whoever uses
  // the tenants knows that they stay.
  std::vector<Mapping> parts(const Extent& extent) const;
  // The one driver protection that a page of the tenant has (K-306), 0 when it may have any; and of
  // as many bytes at most, for how many from there on that is so.
  UINT64 unique_protection(const Tenant& tenant, std::uint64_t offset, std::uint64_t& bytes) const;
  // Where anything leads to the tenant.
  std::vector<Extent> extents_of(const Tenant& tenant) const;

 private:
  struct Range {
    std::uint64_t end = 0;
    bool is_reserved = false;
    bool is_drivers = false;  // and whether clients may map there
    bool is_open = true;
    Target unmapped;           // of a reservation
    std::size_t mappings = 0;  // to memory
    std::uint64_t number = 0;  // of a reservation
  };
  struct Run {
    std::uint64_t end = 0;
    Target target;
  };
  using RangeMap = std::map<std::uint64_t, Range>;
  using RunMap = std::map<std::uint64_t, Run>;

  Outcome take(const Place& place, FreeRanges::Alignment alignment, std::uint64_t& at)
      DRYDOCK_REQUIRES(lock_);
  Range* range_around(const Extent& extent) DRYDOCK_REQUIRES(lock_);
  Outcome find_reservations(const std::vector<Change>& changes, Range*& into, Reservations& out)
      DRYDOCK_REQUIRES(lock_);
  bool is_barred(const Target& target, std::uint64_t bytes) const DRYDOCK_REQUIRES(lock_);
  void put(Range& range, const Extent& extent, const Target& target) DRYDOCK_REQUIRES(lock_);
  void clear(Range& range, const Extent& extent) DRYDOCK_REQUIRES(lock_);
  void add(std::uint64_t begin, const Run& run) DRYDOCK_REQUIRES(lock_);
  RunMap::iterator remove(RunMap::iterator run) DRYDOCK_REQUIRES(lock_);
  void copy(Range& range, const Change& change) DRYDOCK_REQUIRES(lock_);
  void make(const std::vector<Change>& changes, Range& into) DRYDOCK_REQUIRES(lock_);
  void drop(RangeMap::iterator range) DRYDOCK_REQUIRES(lock_);
  void note(const Extent& extent) DRYDOCK_REQUIRES(lock_) {
    if (is_noting_) changes_.push_back(extent);
  }

  mutable sim::Lock lock_;
  FreeRanges free_ DRYDOCK_GUARDED_BY(lock_);
  RangeMap ranges_ DRYDOCK_GUARDED_BY(lock_);
  RunMap runs_ DRYDOCK_GUARDED_BY(lock_);
  // Where the runs of a tenant begin.
  std::unordered_map<const Tenant*, std::set<std::uint64_t>> by_tenant_ DRYDOCK_GUARDED_BY(lock_);
  std::uint64_t last_number_ DRYDOCK_GUARDED_BY(lock_) = 0;
  std::vector<std::uint64_t> drivers_ DRYDOCK_GUARDED_BY(lock_);  // where the driver's begin
  bool is_noting_ DRYDOCK_GUARDED_BY(lock_) = false;
  std::vector<Extent> changes_ DRYDOCK_GUARDED_BY(lock_);
  const std::uint64_t end_;
};

}  // namespace drydock::vidmm
