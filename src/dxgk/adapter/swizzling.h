// Swizzling ranges: windows of an adapter through which the CPU sees a tiled allocation as it would
// lie in system memory. Drivers below WDDM 2.0 have them (K-263).
//
// A range maps one allocation, or a part of it that the client's private data selects, from the
// first lock that needs it. It stays programmed after the unlock, for the next lock, until another
// allocation needs it or the allocation leaves its segment.
//
// Owner: the adapter. Cost: one gate; the driver is called only when a range changes hands.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "src/sim/gate.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {
struct Tenant;
}  // namespace drydock::vidmm

namespace drydock::dxgk {

class Adapter;
class Seat;

class SwizzlingRanges {
 public:
  // Null when the driver has no ranges.
  static std::unique_ptr<SwizzlingRanges> of(Adapter& adapter);

  struct Wanted {
    vidmm::Tenant& tenant;  // pinned in its segment
    UINT segment = 0;
    UINT private_data = 0;
    bool alternate = false;  // the driver may choose another size
  };
  // Adds a lock to the range that maps the tenant; `data` is where the CPU sees it. Returns the
  // driver's status when there is no range, STATUS_DEVICE_REMOVED when the driver has failed.
  NTSTATUS acquire(Seat& seat, const Wanted& wanted, void*& data);
  // Removes a lock.
  void unlock(const vidmm::Tenant& tenant, UINT private_data);

  // The tenant leaves its segment: releases its ranges, locked or not. On the strand that pages,
  // with that strand's seat.
  void release_all(const vidmm::Tenant& tenant, Seat& seat);

  // True when a lock has an address of its own. Such a lock stays usable while the adapter is
  // blocked (K-426).
  bool has_alternate_lock() const { return alternate_locks_.load(std::memory_order_relaxed) != 0; }

 private:
  struct Range {
    const vidmm::Tenant* tenant = nullptr;  // null: it maps nothing
    UINT private_data = 0;
    void* view = nullptr;
    SIZE_T bytes = 0;
    unsigned locks = 0;
    bool alternate = false;  // locked with UseAlternateVA, by one lock
  };

  SwizzlingRanges(Adapter& adapter, UINT count) : adapter_(adapter), ranges_(count) {}

  NTSTATUS program(Seat& seat, Range& range, const Wanted& wanted);
  void release(Seat& seat, Range& range);
  void check_others(UINT released);
  Range* find_idle(bool is_used);
  void note_alternate(Range& range, bool is_locked);
  UINT number_of(const Range& range) const { return static_cast<UINT>(&range - ranges_.data()); }

  Adapter& adapter_;
  sim::Gate turn_;             // one thread at a time changes the ranges
  std::vector<Range> ranges_;  // by RangeId
  std::atomic<unsigned> alternate_locks_ = 0;
};

}  // namespace drydock::dxgk
