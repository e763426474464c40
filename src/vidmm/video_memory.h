// The video memory of an adapter: it places tenants in segments, and evicts others when room is
// short.
//
// Threads: only one strand, the scheduler's (Scheduler::run_on_strand()). The contents of a tenant
// survive every move, byte for byte, until the GPU is reset or the contents are discarded.
//
// A tenant is anything with a size and a set of segments. make_resident() places it, and it stays
// while it is pinned. It leaves by evict(), by discard(), or when room is short. Its owner calls
// discard() on the strand before it frees the tenant.
//
// Cost: constant for a tenant that is in place, and for a placement. Each eviction takes the tenant
// that was used longest ago and is not within its process's reservation.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "src/vidmm/paging.h"
#include "src/vidmm/segment_space.h"
#include "src/vidmm/tenant.h"

namespace drydock::vidmm {

class AddressSpace;
class PageTables;

enum class Placed : std::uint8_t {
  kYes,
  kBusy,    // work at the hardware uses the tenants that would have to be evicted
  kNoRoom,  // it cannot fit, whatever is evicted
  kLost,    // the driver has failed, memory is short, or the GPU was reset
};

class VideoMemory {
 public:
  VideoMemory(Driver& driver, PagingQueue& queue);
  ~VideoMemory();
  VideoMemory(const VideoMemory&) = delete;
  VideoMemory& operator=(const VideoMemory&) = delete;

  // Places a tenant in one of its segments, the preferred ones first. A tenant that may lie in no
  // segment stays in system memory, which counts as kYes.
  Placed make_resident(Tenant& tenant);

  // Moves it to system memory with its contents. The hardware must not use it.
  bool evict(Tenant& tenant);
  // Removes it from its segment and discards its contents.
  void discard(Tenant& tenant);
  // The CPU has locked it: moves its contents to system memory, now or when the hardware is done.
  void map_for_cpu(Tenant& tenant);
  // The address at which the CPU sees it through the host aperture of its segment. It stays until
  // unmap_in_place(), which is called once for each call. Null when it is not in such a segment, or
  // the aperture has no room.
  void* map_in_place(Tenant& tenant);
  void unmap_in_place(Tenant& tenant);
  // The device that owns its aperture mappings is destroyed: the next device that uses the tenant
  // owns them.
  void lose_owner(Tenant& tenant, HANDLE device);
  // The driver freed it itself: removes it from its segment without a call of the driver. An
  // aperture still maps it, until discard().
  void remove_freed(Tenant& tenant);
  // True when it is resident in an aperture that maps it and need not, or that does not map it and
  // must (K-163).
  bool is_mapped_wrongly(const Tenant& tenant);
  // Evicts all tenants, for a stop. None is pinned by then.
  void evict_all();
  // After a reset of the adapter: removes all tenants from their segments, and copies nothing.
  void lose_all();

  // Digests of memory that the GPU can reach in system memory and that only the GPU writes; for
  // very much memory only of a part. changed_since() returns a tenant whose memory has changed, or
  // null.
  struct Seen {
    const Tenant* tenant;
    std::uint64_t digest;
    std::uint32_t times_locked;
  };
  std::vector<Seen> look_through_apertures() const;
  static const Tenant* changed_since(const std::vector<Seen>& before);
  // A number that changes whenever a tenant is placed or leaves: older digests no longer count.
  std::uint64_t moves() const { return moves_; }

  // The tenant may not leave while it is pinned.
  void pin(Tenant& tenant) {
    paging_.assert_here();
    ++tenant.place.pins;
  }
  void unpin(Tenant& tenant);

  // DxgkCbUpdateContextAllocation.
  bool update_context_allocation(Tenant& tenant, void* data, UINT bytes) {
    return paging_.update_context_allocation(tenant, data, bytes);
  }

  // Runs operations that Windows may ask for at any time, with memory of the host's own on both
  // sides, and compares the results (paging_probe.cpp). `device` is the driver's handle of the
  // device that they are for. False when there was no room.
  bool probe_paging(HANDLE device);

  // Makes the page tables of a process, which the driver knows by this handle. They follow every
  // tenant that moves, until they are removed.
  std::unique_ptr<PageTables> make_tables(AddressSpace& addresses, HANDLE process);
  void remove(PageTables& tables) { std::erase(tables_, &tables); }
  Driver& driver() const { return driver_; }
  // Paging by virtual addresses from now on. paging_process() is null while it is by physical ones.
  bool start_paging_process(const PagingProcess::Names& names);
  void end_paging_process() { paging_.end_process(); }
  const PagingProcess* paging_process() const { return paging_.process(); }
  // Makes all page tables follow their address spaces.
  void follow_addresses();

  struct Usage {
    std::uint64_t size = 0;
    std::uint64_t free = 0;
    std::uint64_t largest_free = 0;
    std::uint64_t committed = 0;
  };
  std::size_t segments() const { return segments_.size(); }
  Usage usage(UINT segment) const;

 private:
  struct Segment;

  std::vector<UINT> wanted_segments(const Tenant& tenant) const;
  Placed place(Tenant& tenant, Segment& segment, bool evicting);
  SegmentSpace::Range* take_room(const Tenant& tenant, Segment& segment);
  static SegmentSpace::Range* take_hinted_bank(const Tenant& tenant, Segment& segment,
                                               std::uint64_t alignment);
  bool make_room(Segment& segment, bool& busy);
  bool move_in(Tenant& tenant);
  bool bring_content(Tenant& tenant);
  bool settle(Tenant& tenant);
  bool unsettle(Tenant& tenant, bool is_evicted);
  bool move_out(Tenant& tenant, bool keep);
  bool map_in_aperture(Tenant& tenant);
  bool unmap_in_aperture(Tenant& tenant);
  bool notify_resident(Tenant& tenant, bool is_there);
  bool copy_out(Tenant& tenant);
  bool transfer_out(Tenant& tenant);
  void leave_segment(Tenant& tenant);
  void link(Segment& segment, Tenant& tenant);
  void unlink(Segment& segment, Tenant& tenant);
  Segment& segment_of(const Tenant& tenant) { return *segments_[tenant.place.segment() - 1]; }
  bool probe_transfers(UINT segment, HANDLE device);
  bool probe_offsets(UINT segment, HANDLE device);
  bool probe_aperture(Segment& aperture, UINT memory_segment, HANDLE device);
  bool probe_windows(const Paging::Window& low, const Paging::Window& high, UINT memory_segment,
                     HANDLE device);
  bool round_trip(Tenant& tenant, const std::function<void()>& when_in);

  Driver& driver_;
  PagingQueue& queue_;
  Paging paging_;
  std::vector<std::unique_ptr<Segment>> segments_;
  std::vector<PageTables*> tables_;
  std::uint64_t moves_ = 0;
};

}  // namespace drydock::vidmm
