// The GPU virtual addresses of a process on one adapter: which ranges are in use, and where their
// pages lead.
//
// A *range* is what one call allocated: a reservation, or the range of a map call. A *mapping* is a
// run of pages inside a range that leads to a run of pages of a tenant. A mapping ends with its
// owner or its tenant. The range of a map call ends with its last mapping; a reservation stays
// until it is freed.
//
// Cost: logarithmic in ranges and mappings, for each of them that a call touches. Nothing here
// calls a driver or waits. Changes are recorded, and the page tables (page_tables.h) follow them on
// the scheduler's strand.
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

// A mapping takes effect at its turn in a paging queue: when this fence has reached this value.
struct MapFence {
  const void* fence = nullptr;  // the queue's synchronization object; only compared
  std::atomic<UINT64> value = 0;
  std::atomic<bool> is_reached = false;
};

class AddressSpace {
 public:
  static constexpr std::uint64_t kPage = FreeRanges::kPage;

  // The place that a range may have: at `base`; or, when that is 0, between minimum and maximum. A
  // maximum of 0 means none.
  struct Place {
    std::uint64_t base = 0;
    std::uint64_t minimum = 0;
    std::uint64_t maximum = 0;
    std::uint64_t bytes = 0;
  };
  // The memory behind pages.
  struct Target {
    const void* owner = nullptr;  // the mapping ends when its owner does
    Tenant* tenant = nullptr;     // null for zeros, or for no memory
    std::uint64_t offset = 0;     // the first byte, in the tenant
    D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection{};
    UINT64 driver_protection = 0;
    std::shared_ptr<const MapFence> fence = nullptr;  // null: no client waits for the mapping
  };
  struct Mapping {
    std::uint64_t begin = 0, end = 0;
    Target target;
  };
  struct Extent {
    std::uint64_t begin = 0, end = 0;
  };
  // The result of a call.
  enum class Outcome : std::uint8_t { kDone, kTaken, kNoRoom, kNotReserved, kProtected };

  // The addresses from `begin` on, below 2 to the power of `bits`.
  AddressSpace(std::uint64_t begin, UINT bits);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  // Reserves a range without memory. Its unmapped parts lead to `unmapped`.
  Outcome reserve(const Place& place, const Target& unmapped, std::uint64_t& at);

  // Reserves a range for the driver, which decides its base and size, at a multiple of the
  // alignment (a power of two). Clients may map there only when `is_open` is set, and never free
  // it.
  Outcome reserve_for_driver(const Place& place, std::uint64_t alignment, bool is_open,
                             std::uint64_t& at);
  // Frees the driver's reservations, when its process object was destroyed.
  void free_drivers();

  // Maps a range. A base that is given must be free, or may lie inside a live range.
  enum class Base : std::uint8_t { kFree, kFreeOrInside };
  Outcome map(const Place& place, const Target& target, Base base, std::uint64_t& at);

  // Applies several changes to a reservation, in order, or none of them.
  struct Change {
    Extent to = {};
    Target target = {};        // unused for a copy
    std::uint64_t repeat = 0;  // the length after which the target begins again; 0: never
    bool inherits = false;     // the pages get the reservation's driver protection
    // The address whose mappings are copied.
    std::optional<std::uint64_t> copied_from = std::nullopt;
  };
  // Two steps: the first finds the reservations, the second applies the changes if they are still
  // live.
  struct Reservations {
    std::uint64_t into = 0, from = 0;  // their numbers, which are never reused; 0: none

    bool operator==(const Reservations&) const = default;
  };
  Outcome check(const std::vector<Change>& changes, Reservations& out);
  Outcome update(const std::vector<Change>& changes, const Reservations& expected);

  // Frees a whole range. False when there is no such range.
  bool free(std::uint64_t base, std::uint64_t bytes);
  // Removes all mappings of this owner that lead to the tenant. True when there were any.
  bool free_all(const Tenant& tenant, const void* owner);

  // Returns the mapping of an address; nothing when it is in none.
  std::optional<Mapping> mapping_at(std::uint64_t address) const;
  // True when every page of it is mapped to memory.
  bool is_mapped(const Extent& extent) const;

  // For page tables (address_space_view.cpp). Records changes from now on.
  void note_changes();
  // Takes the recorded changes, in order and without repetition. Recording goes on.
  std::vector<Extent> take_changes();
  // Returns the mappings of the parts of the extent, in order. Parts without a mapping are left
  // out. The caller makes sure that the tenants stay live.
  std::vector<Mapping> parts(const Extent& extent) const;
  // The only driver protection that a page of the tenant may have (K-306); 0 when it may have any.
  // Sets `bytes` to the length for which that holds, at most to what it was.
  UINT64 unique_protection(const Tenant& tenant, std::uint64_t offset, std::uint64_t& bytes) const;
  // All extents that lead to the tenant.
  std::vector<Extent> extents_of(const Tenant& tenant) const;

 private:
  struct Range {
    std::uint64_t end = 0;
    bool is_reserved = false;
    // The driver reserved it; `is_open` says whether clients may map there.
    bool is_drivers = false;
    bool is_open = true;
    Target unmapped;           // the target of its unmapped parts
    std::size_t mappings = 0;  // the number of mappings to memory
    std::uint64_t number = 0;  // the number of a reservation; 0 for other ranges
  };
  struct Run {
    std::uint64_t end = 0;
    Target target;
  };
  using RangeMap = std::map<std::uint64_t, Range>;
  using RunMap = std::map<std::uint64_t, Run>;

  Outcome take(const Place& place, FreeRanges::Alignment alignment, std::uint64_t& at)
      DRYDOCK_REQUIRES(lock_);
  // A range of the next number that clients or the driver reserve.
  Range new_reservation(std::uint64_t end) DRYDOCK_REQUIRES(lock_);
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
  // The first pages of the runs of each tenant.
  std::unordered_map<const Tenant*, std::set<std::uint64_t>> by_tenant_ DRYDOCK_GUARDED_BY(lock_);
  std::uint64_t last_number_ DRYDOCK_GUARDED_BY(lock_) = 0;
  // The beginnings of the driver's ranges.
  std::vector<std::uint64_t> drivers_ DRYDOCK_GUARDED_BY(lock_);
  bool is_noting_ DRYDOCK_GUARDED_BY(lock_) = false;
  std::vector<Extent> changes_ DRYDOCK_GUARDED_BY(lock_);
  const std::uint64_t end_;
};

}  // namespace drydock::vidmm
