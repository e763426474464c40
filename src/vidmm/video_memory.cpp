#include "src/vidmm/video_memory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"
#include "src/vidmm/segment.h"

namespace drydock::vidmm {
namespace {

// The most bytes that are digested after a reset.
constexpr std::uint64_t kMostDigested = 64 << 20;

// A client may lock the memory and write to it while it is read; then the digest does not count.
__attribute__((no_sanitize("thread"))) std::uint64_t digest_of(const Tenant& tenant) {
  const auto* const words = static_cast<const std::uint64_t*>(tenant.backing.pages());
  std::uint64_t digest = 0xcbf29ce484222325;
  for (std::size_t i = 0; words != nullptr && i < tenant.size() / sizeof *words; ++i)
    digest = (digest ^ words[i]) * 0x100000001b3;
  return digest;
}

}  // namespace

VideoMemory::VideoMemory(Driver& driver, PagingQueue& queue)
    : driver_(driver), queue_(queue), paging_(driver, queue) {
  for (const DXGK_SEGMENTDESCRIPTOR4& each : driver.caps().segments) {
    segments_.push_back(std::unique_ptr<Segment>(
        new Segment{static_cast<UINT>(segments_.size() + 1), each.Flags.Aperture != 0,
                    static_cast<std::uint64_t>(each.BaseAddress.QuadPart),
                    each.CommitLimit != 0 ? each.CommitLimit : each.Size,
                    driver.caps().banks[segments_.size()], SegmentSpace(each.Size)}));
    if (HostAperture::is_of(each))
      segments_.back()->host =
          std::make_unique<HostAperture>(driver, static_cast<UINT>(segments_.size()));
  }
}

VideoMemory::~VideoMemory() = default;

VideoMemory::Usage VideoMemory::usage(UINT segment) const {
  const Segment& which = *segments_.at(segment - 1);
  return {which.space.size(), which.space.free_bytes(), which.space.largest_free_bytes(),
          which.committed};
}

// The segments that the driver prefers, in its order, and then the others. A tenant that the CPU
// has locked goes where the CPU sees it, if it may lie there (K-255).
std::vector<UINT> VideoMemory::wanted_segments(const Tenant& tenant) const {
  std::vector<UINT> out;
  const bool is_locked = tenant.cpu.locks.load() != 0;
  const bool stays_in_sight =
      is_locked && std::ranges::any_of(segments_, [&](const auto& each) {
        return each->is_aperture && (tenant.wishes.segments >> (each->id - 1) & 1) != 0;
      });
  const auto add = [&](UINT id) {
    if (id == 0 || id > segments_.size() || (tenant.wishes.segments >> (id - 1) & 1) == 0) return;
    if (stays_in_sight && !segments_[id - 1]->is_aperture) return;
    if (std::ranges::find(out, id) == out.end()) out.push_back(id);
  };
  const DXGK_SEGMENTPREFERENCE preferred = tenant.wishes.preferred;
  const std::array<UINT, 5> ids = {preferred.SegmentId0, preferred.SegmentId1, preferred.SegmentId2,
                                   preferred.SegmentId3, preferred.SegmentId4};
  for (const UINT id : ids) add(id);
  for (UINT id = 1; id <= segments_.size(); ++id) add(id);
  return out;
}

Placed VideoMemory::make_resident(Tenant& tenant) {
  paging_.assert_here();
  if (tenant.is_resident()) {
    Segment& segment = segment_of(tenant);
    unlink(segment, tenant);
    link(segment, tenant);
    return Placed::kYes;
  }
  const std::vector<UINT> wanted = wanted_segments(tenant);
  if (wanted.empty()) return tenant.wishes.segments == 0 ? Placed::kYes : Placed::kNoRoom;
  Placed best = Placed::kNoRoom;
  // No tenant is evicted while one of the segments has room.
  for (const bool evicting : {false, true}) {
    for (const UINT id : wanted) {
      const Placed placed = place(tenant, *segments_[id - 1], evicting);
      if (placed == Placed::kYes || placed == Placed::kLost) return placed;
      if (placed == Placed::kBusy) best = Placed::kBusy;
    }
  }
  return best;
}

// Room in the segment and within its commit limit. Null when there is none without an eviction.
SegmentSpace::Range* VideoMemory::take_room(const Tenant& tenant, Segment& segment) {
  using Side = SegmentSpace::Side;
  if (segment.committed + tenant.size() > segment.commit_limit) return nullptr;
  const UINT wanted = tenant.shape().alignment;
  const std::uint64_t alignment = wanted == 0 ? 0 : std::bit_ceil(wanted);
  if (segment.id == tenant.wishes.preferred.load().SegmentId0) {
    if (SegmentSpace::Range* const range = take_hinted_bank(tenant, segment, alignment))
      return range;
  }
  return segment.space.allocate(tenant.size(), alignment,
                                tenant.shape().from_end ? Side::kHigh : Side::kLow);
}

// Banks are advice: a tenant that finds no room in its preferred banks lies anywhere, also across
// banks.
SegmentSpace::Range* VideoMemory::take_hinted_bank(const Tenant& tenant, Segment& segment,
                                                   std::uint64_t alignment) {
  using Side = SegmentSpace::Side;
  const DXGK_SEGMENTBANKPREFERENCE& hint = tenant.shape().banks;
  const std::array<std::pair<UINT, UINT>, 4> wanted = {{{hint.Bank0, hint.Direction0},
                                                        {hint.Bank1, hint.Direction1},
                                                        {hint.Bank2, hint.Direction2},
                                                        {hint.Bank3, hint.Direction3}}};
  for (const auto& [bank, is_down] : wanted) {
    if (bank == 0 || bank > segment.banks.size()) continue;
    const std::uint64_t first = bank == 1 ? 0 : segment.banks[bank - 2];
    const std::uint64_t end = segment.banks[bank - 1];
    SegmentSpace::Range* const range = segment.space.allocate_within(
        (first + SegmentSpace::kPage - 1) / SegmentSpace::kPage, end / SegmentSpace::kPage,
        tenant.size(), alignment, is_down != 0 ? Side::kHigh : Side::kLow);
    if (range != nullptr) return range;
  }
  return nullptr;
}

Placed VideoMemory::place(Tenant& tenant, Segment& segment, bool evicting) {
  if (tenant.size() > std::min(segment.space.size(), segment.commit_limit)) return Placed::kNoRoom;
  if (!paging_.is_ready_for(tenant)) return Placed::kNoRoom;
  bool busy = false;
  SegmentSpace::Range* range = nullptr;
  while ((range = take_room(tenant, segment)) == nullptr) {
    if (!evicting || !make_room(segment, busy)) return busy ? Placed::kBusy : Placed::kNoRoom;
  }
  tenant.place.take(segment.id, *range, segment.base + range->offset());
  tenant.cpu.last_known.store(range->first << CpuView::kSegmentBits | segment.id,
                              std::memory_order_relaxed);
  segment.committed += range->bytes();
  if (tenant.shape().account) tenant.shape().account->add(segment.group(), range->bytes());
  tenant.cpu.was_placed.store(true, std::memory_order_relaxed);
  tenant.cpu.residency.store(segment.is_aperture
                                 ? D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY
                                 : D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY);
  link(segment, tenant);
  if (move_in(tenant)) return Placed::kYes;
  // A reset during the move may have removed it already.
  if (tenant.is_resident()) leave_segment(tenant);
  return Placed::kLost;
}

// Evicts the tenant that was used longest ago and may leave. Tenants of processes that use more
// than they reserved come first. False when there is none; `busy` is set when the hardware uses
// one.
bool VideoMemory::make_room(Segment& segment, bool& busy) {
  Tenant* reserved = nullptr;
  for (Tenant* each = segment.oldest; each != nullptr; each = each->place.used_after) {
    if (each->place.is_captured) continue;
    if (each->place.pins != 0) {
      busy = true;  // its pages in system memory exist since it was placed, so it can always leave
    } else if (!each->shape().account ||
               !each->shape().account->is_within_reservation(segment.group())) {
      return move_out(*each, /*keep=*/true);
    } else if (reserved == nullptr) {
      reserved = each;
    }
  }
  return reserved != nullptr && move_out(*reserved, /*keep=*/true);
}

// Addresses lead to the tenant when all its contents have arrived.
bool VideoMemory::move_in(Tenant& tenant) {
  // A reset during the move may have removed it already.
  return bring_content(tenant) && tenant.is_resident() && settle(tenant);
}

bool VideoMemory::bring_content(Tenant& tenant) {
  tenant.place.content.came();
  trace::event("residency", "in",
               {{"handle", tenant.label},
                {"segment", tenant.place.segment()},
                {"offset", tenant.place.range()->offset()}});
  const bool is_aperture = segment_of(tenant).is_aperture;
  if (is_aperture) {
    if (!map_in_aperture(tenant)) return false;
  } else if (tenant.shape().table != nullptr) {
    return true;  // a page table is written, not copied
  } else if (tenant.cpu.has_content.load(std::memory_order_relaxed) ||
             tenant.backing.is_client_memory()) {
    if (!paging_.transfer_in(tenant)) return false;
  } else if (!paging_.fill(tenant, 0)) {
    return false;
  }
  if (!is_aperture && !notify_resident(tenant, true)) return false;
  if (!tenant.place.needs_init) return true;
  tenant.place.needs_init = false;
  tenant.cpu.has_content.store(true, std::memory_order_relaxed);
  void* const address =
      is_aperture && tenant.shape().shows_address ? tenant.backing.map(tenant.size()) : nullptr;
  return paging_.init_context_resource(tenant, address);
}

bool VideoMemory::is_mapped_wrongly(const Tenant& tenant) {
  return segment_of(tenant).is_aperture && tenant.place.is_mapped == tenant.wishes.is_virtual;
}

bool VideoMemory::map_in_aperture(Tenant& tenant) {
  tenant.place.is_mapped = !tenant.wishes.is_virtual;
  return tenant.wishes.is_virtual || paging_.map_aperture(tenant);
}

bool VideoMemory::unmap_in_aperture(Tenant& tenant) {
  return !std::exchange(tenant.place.is_mapped, false) || paging_.unmap_aperture(tenant);
}

// K-340: notified once when it has been placed in memory, and once before it leaves.
bool VideoMemory::notify_resident(Tenant& tenant, bool is_there) {
  if (!tenant.shape().notifies_residency || tenant.place.is_reported_resident == is_there)
    return true;
  tenant.place.is_reported_resident = is_there;
  return paging_.notify_residency(tenant, is_there);
}

bool VideoMemory::move_out(Tenant& tenant, bool keep) {
  if (keep) queue_.switch_away_from(tenant);
  if (tenant.is_resident()) notify_resident(tenant, false);
  if (!tenant.is_resident()) return false;  // the GPU was reset meanwhile
  if (tenant.place.has_swizzling_ranges) driver_.release_swizzling_ranges(tenant);
  bool moved = unsettle(tenant, keep);
  if (!tenant.is_resident()) return false;
  if (segment_of(tenant).is_aperture) {
    moved =
        (!keep || !tenant.shape().notifies_eviction || paging_.notify_eviction(tenant)) && moved;
    moved = tenant.is_resident() && unmap_in_aperture(tenant) && moved;
  } else if (tenant.shape().table != nullptr) {
    // The contents of a page table are known to the host.
  } else if (keep && tenant.cpu.has_content.load(std::memory_order_relaxed) &&
             !tenant.place.content.is_clean(tenant.shape().is_permanent)) {
    moved = copy_out(tenant);
  } else {
    moved = paging_.discard(tenant);
  }
  // A reset during the move may have removed it already.
  if (tenant.is_resident()) leave_segment(tenant);
  return moved;
}

std::unique_ptr<PageTables> VideoMemory::make_tables(AddressSpace& addresses, HANDLE process) {
  auto made = std::make_unique<PageTables>(*this, paging_, addresses, process);
  addresses.note_changes();
  tables_.push_back(made.get());
  return made;
}

bool VideoMemory::start_paging_process(const PagingProcess::Names& names) {
  paging_.set_protection([this](const Tenant& tenant, std::uint64_t offset, std::uint64_t& bytes) {
    UINT64 unique = 0;
    for (const PageTables* const each : tables_)
      unique |= each->addresses().unique_protection(tenant, offset, bytes);
    return unique;
  });
  return paging_.start_process(names);
}

void VideoMemory::follow_addresses() {
  paging_.assert_here();
  for (PageTables* const each : tables_) each->follow();
}

// From now on addresses lead to the tenant. unsettle() ends that before it leaves. A page table is
// written here.
bool VideoMemory::settle(Tenant& tenant) {
  tenant.place.settle();
  if (tenant.shape().table != nullptr)
    return tenant.shape().table->tables.has_come(*tenant.shape().table);
  if (!tenant.is_addressed.load(std::memory_order_relaxed)) return true;
  return std::ranges::all_of(
      tables_, [&](PageTables* each) { return each->follow_tenant(tenant, /*has_come=*/true); });
}

bool VideoMemory::unsettle(Tenant& tenant, bool is_evicted) {
  if (!tenant.place.is_settled()) return true;
  if (tenant.shape().table != nullptr)
    return tenant.shape().table->tables.leaves(*tenant.shape().table, is_evicted);
  tenant.place.begin_leave();
  if (!tenant.is_addressed.load(std::memory_order_relaxed)) return true;
  bool is_done = true;
  for (PageTables* const each : tables_)
    is_done = each->follow_tenant(tenant, /*has_come=*/false) && is_done;
  return is_done;
}

bool VideoMemory::copy_out(Tenant& tenant) {
  const CpuSnapshot snapshot(driver_, segment_of(tenant).host.get(), tenant);
  const bool moved = transfer_out(tenant);
  if (moved) snapshot.compare();
  return moved;
}

// Transfers through one of the apertures that the driver named, if one has room without an
// eviction.
bool VideoMemory::transfer_out(Tenant& tenant) {
  for (const auto& each : segments_) {
    Segment& segment = *each;
    if ((tenant.shape().eviction >> (segment.id - 1) & 1) == 0 || !segment.is_aperture ||
        segment.committed + tenant.size() > segment.commit_limit)
      continue;
    SegmentSpace::Range* const range = segment.space.allocate(tenant.size());
    if (range == nullptr) continue;
    segment.committed += range->bytes();
    const bool moved =
        paging_.transfer_out_through(tenant, {segment.id, range, segment.base + range->offset()});
    segment.committed -= range->bytes();
    segment.space.free(*range);
    return moved;
  }
  return paging_.transfer_out(tenant);
}

bool VideoMemory::evict(Tenant& tenant) {
  paging_.assert_here();
  return !tenant.is_resident() || move_out(tenant, /*keep=*/true);
}

void VideoMemory::discard(Tenant& tenant) {
  paging_.assert_here();
  if (tenant.is_resident()) move_out(tenant, /*keep=*/false);
  tenant.cpu.has_content.store(false, std::memory_order_relaxed);
  tenant.backing.discard(tenant.size());
}

void VideoMemory::remove_freed(Tenant& tenant) {
  paging_.assert_here();
  if (tenant.is_resident() && !segment_of(tenant).is_aperture) leave_segment(tenant);
  tenant.cpu.has_content.store(false, std::memory_order_relaxed);
}

void VideoMemory::lose_owner(Tenant& tenant, HANDLE device) {
  paging_.assert_here();
  if (tenant.device() != device || device == nullptr) return;
  // Other work may still use it.
  if (tenant.is_resident() && segment_of(tenant).is_aperture) queue_.wait_idle(tenant);
  if (tenant.is_resident() && segment_of(tenant).is_aperture) evict(tenant);
  tenant.orphan();
}

void VideoMemory::map_for_cpu(Tenant& tenant) {
  paging_.assert_here();
  if (tenant.may_leave() && tenant.is_resident() && !segment_of(tenant).is_aperture) evict(tenant);
}

void* VideoMemory::map_in_place(Tenant& tenant) {
  paging_.assert_here();
  if (!tenant.is_resident()) return nullptr;
  HostAperture* const host = segment_of(tenant).host.get();
  if (host == nullptr || (tenant.place.window.locks == 0 && !host->open(tenant))) return nullptr;
  ++tenant.place.window.locks;
  pin(tenant);
  tenant.place.content.exposed();
  return tenant.place.window.view;
}

void VideoMemory::unmap_in_place(Tenant& tenant) {
  paging_.assert_here();
  // A reset may have closed the window already.
  if (tenant.place.window.locks != 0 && --tenant.place.window.locks == 0)
    segment_of(tenant).host->close(tenant);
  unpin(tenant);
}

void VideoMemory::unpin(Tenant& tenant) {
  paging_.assert_here();
  assert(tenant.place.pins != 0);
  --tenant.place.pins;
  // A thread that locks the tenant later maps it itself.
  if (tenant.cpu.locks.load() != 0) map_for_cpu(tenant);
}

void VideoMemory::evict_all() {
  paging_.assert_here();
  for (const auto& segment : segments_) {
    while (segment->oldest != nullptr) move_out(*segment->oldest, /*keep=*/true);
  }
}

void VideoMemory::lose_all() {
  paging_.assert_here();
  for (const auto& segment : segments_) {
    while (Tenant* const tenant = segment->oldest) {
      if (tenant->place.has_swizzling_ranges) driver_.release_swizzling_ranges(*tenant);
      if (tenant->place.window.pages != nullptr) segment->host->drop(*tenant);
      if (tenant->shape().table != nullptr) unsettle(*tenant, /*is_evicted=*/true);
      if (segment->is_aperture) {
        unmap_in_aperture(*tenant);
      } else if (tenant->shape().table == nullptr) {
        notify_resident(*tenant, false);
        paging_.announce_lost(*tenant);
        tenant->cpu.has_content.store(false, std::memory_order_relaxed);
      }
      leave_segment(*tenant);
    }
  }
  for (PageTables* const each : tables_) each->were_lost();
  paging_.lose_root();
}

std::vector<VideoMemory::Seen> VideoMemory::look_through_apertures() const {
  std::vector<Seen> out;
  std::uint64_t bytes = 0;
  for (const auto& segment : segments_) {
    if (!segment->is_aperture) continue;
    for (const Tenant* each = segment->newest; each != nullptr; each = each->place.used_before) {
      // Read before the memory is.
      const std::uint32_t times_locked = each->cpu.times_locked.load();
      if (!each->is_out_of_cpus_reach() || bytes + each->size() > kMostDigested) continue;
      bytes += each->size();
      out.push_back({each, digest_of(*each), times_locked});
    }
  }
  return out;
}

const Tenant* VideoMemory::changed_since(const std::vector<Seen>& before) {
  for (const Seen& seen : before) {
    const Tenant& tenant = *seen.tenant;
    const bool is_other = digest_of(tenant) != seen.digest;
    // A thread that locked it meanwhile may have written to it.
    if (is_other && tenant.is_out_of_cpus_reach() &&
        tenant.cpu.times_locked.load() == seen.times_locked)
      return &tenant;
  }
  return nullptr;
}

void VideoMemory::leave_segment(Tenant& tenant) {
  Segment& segment = segment_of(tenant);
  if (tenant.place.window.pages != nullptr) segment.host->close(tenant);
  trace::event("residency", "out", {{"handle", tenant.label}, {"segment", tenant.place.segment()}});
  unlink(segment, tenant);
  SegmentSpace::Range& range = *tenant.place.range();
  segment.committed -= range.bytes();
  if (tenant.shape().account) tenant.shape().account->subtract(segment.group(), range.bytes());
  segment.space.free(range);
  tenant.cpu.last_known.store(0, std::memory_order_relaxed);
  // Pairs with the load of a CPU lock: a thread that sees this value sees the bytes that were
  // copied out.
  tenant.cpu.residency.store(D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT,
                             std::memory_order_release);
  tenant.place.leave();
}

void VideoMemory::link(Segment& segment, Tenant& tenant) {
  assert(segment.newest != &tenant && tenant.place.segment() == segment.id);
  tenant.place.used_before = segment.newest;
  tenant.place.used_after = nullptr;
  (segment.newest != nullptr ? segment.newest->place.used_after : segment.oldest) = &tenant;
  segment.newest = &tenant;
}

void VideoMemory::unlink(Segment& segment, Tenant& tenant) {
  assert(tenant.place.used_before != nullptr || segment.oldest == &tenant);
  assert(tenant.place.used_after != nullptr || segment.newest == &tenant);
  ++moves_;
  Tenant* const before = tenant.place.used_before;
  Tenant* const after = tenant.place.used_after;
  (before != nullptr ? before->place.used_after : segment.oldest) = after;
  (after != nullptr ? after->place.used_before : segment.newest) = before;
}

}  // namespace drydock::vidmm
