#include "src/vidmm/video_memory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"
#include "src/vidmm/segment.h"

namespace drydock::vidmm {
namespace {

// More than this is not looked at after a reset.
constexpr std::uint64_t kMostDigested = 64 << 20;

// A client may lock it while it is read, and write: then what was read does not count.
__attribute__((no_sanitize("thread"))) std::uint64_t digest_of(const Tenant& tenant) {
  const auto* const words = static_cast<const std::uint64_t*>(tenant.backing.pages());
  std::uint64_t digest = 0xcbf29ce484222325;
  for (std::size_t i = 0; words != nullptr && i < tenant.size / sizeof *words; ++i)
    digest = (digest ^ words[i]) * 0x100000001b3;
  return digest;
}

// K-155, K-283: what a permanent allocation holds is in system memory anyway, unless the GPU
// changed it; and so is what nobody changed by its client's word.
bool is_clean(const Tenant& tenant) {
  return tenant.is_unwritten || (tenant.is_permanent && !tenant.is_dirty);
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

// Those that the driver prefers, in its order, then the others. What the CPU has locked goes where
// it sees it, if it may (K-255).
std::vector<UINT> VideoMemory::wanted_segments(const Tenant& tenant) const {
  std::vector<UINT> out;
  const bool is_locked = tenant.cpu_locks.load() != 0;
  const bool stays_in_sight =
      is_locked && std::ranges::any_of(segments_, [&](const auto& each) {
        return each->is_aperture && (tenant.segments >> (each->id - 1) & 1) != 0;
      });
  const auto add = [&](UINT id) {
    if (id == 0 || id > segments_.size() || (tenant.segments >> (id - 1) & 1) == 0) return;
    if (stays_in_sight && !segments_[id - 1]->is_aperture) return;
    if (std::ranges::find(out, id) == out.end()) out.push_back(id);
  };
  const DXGK_SEGMENTPREFERENCE preferred = tenant.preferred;
  const std::array<UINT, 5> ids = {preferred.SegmentId0, preferred.SegmentId1, preferred.SegmentId2,
                                   preferred.SegmentId3, preferred.SegmentId4};
  for (const UINT id : ids) add(id);
  for (UINT id = 1; id <= segments_.size(); ++id) add(id);
  return out;
}

Placed VideoMemory::make_resident(Tenant& tenant) {
  if (tenant.is_resident()) {
    Segment& segment = segment_of(tenant);
    unlink(segment, tenant);
    link(segment, tenant);
    return Placed::kYes;
  }
  const std::vector<UINT> wanted = wanted_segments(tenant);
  if (wanted.empty()) return tenant.segments == 0 ? Placed::kYes : Placed::kNoRoom;
  Placed best = Placed::kNoRoom;
  // Nobody leaves as long as one of the segments has room.
  for (const bool evicting : {false, true}) {
    for (const UINT id : wanted) {
      const Placed placed = place(tenant, *segments_[id - 1], evicting);
      if (placed == Placed::kYes || placed == Placed::kLost) return placed;
      if (placed == Placed::kBusy) best = Placed::kBusy;
    }
  }
  return best;
}

// Room in the segment and within its commit limit; false when there is none as it stands.
bool VideoMemory::take_room(Tenant& tenant, Segment& segment) {
  using Side = SegmentSpace::Side;
  if (segment.committed + tenant.size > segment.commit_limit) return false;
  const std::uint64_t alignment = tenant.alignment == 0 ? 0 : std::bit_ceil(tenant.alignment);
  if (segment.id == tenant.preferred.load().SegmentId0)
    tenant.range = take_hinted_bank(tenant, segment, alignment);
  if (tenant.range == nullptr)
    tenant.range =
        segment.space.allocate(tenant.size, alignment, tenant.from_end ? Side::kHigh : Side::kLow);
  return tenant.range != nullptr;
}

// Banks are advice: who finds no room in those that it prefers lies anywhere, across them too.
SegmentSpace::Range* VideoMemory::take_hinted_bank(const Tenant& tenant, Segment& segment,
                                                   std::uint64_t alignment) {
  using Side = SegmentSpace::Side;
  const DXGK_SEGMENTBANKPREFERENCE& hint = tenant.banks;
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
        tenant.size, alignment, is_down != 0 ? Side::kHigh : Side::kLow);
    if (range != nullptr) return range;
  }
  return nullptr;
}

Placed VideoMemory::place(Tenant& tenant, Segment& segment, bool evicting) {
  if (tenant.size > std::min(segment.space.size(), segment.commit_limit)) return Placed::kNoRoom;
  if (!paging_.is_ready_for(tenant)) return Placed::kNoRoom;
  bool busy = false;
  while (!take_room(tenant, segment)) {
    if (!evicting || !make_room(segment, busy)) return busy ? Placed::kBusy : Placed::kNoRoom;
  }
  tenant.segment = segment.id;
  tenant.address = segment.base + tenant.range->offset();
  tenant.last_known.store(tenant.range->first << Tenant::kSegmentBits | segment.id,
                          std::memory_order_relaxed);
  segment.committed += tenant.range->bytes();
  if (tenant.account) tenant.account->add(segment.group(), tenant.range->bytes());
  tenant.was_placed.store(true, std::memory_order_relaxed);
  tenant.residency.store(segment.is_aperture
                             ? D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY
                             : D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY);
  link(segment, tenant);
  if (move_in(tenant)) return Placed::kYes;
  // A reset on the way may have taken it out already.
  if (tenant.is_resident()) leave_segment(tenant);
  return Placed::kLost;
}

// The tenant that was used longest ago and may leave does; first those of whose process more is
// there than it reserved. False when there is none; `busy` when that is because the hardware uses
// one.
bool VideoMemory::make_room(Segment& segment, bool& busy) {
  Tenant* reserved = nullptr;
  for (Tenant* each = segment.oldest; each != nullptr; each = each->used_after) {
    if (each->is_captured) continue;
    if (each->pins != 0) {
      busy = true;  // its pages in system memory were there when it came: it can always leave
    } else if (!each->account || !each->account->is_within_reservation(segment.group())) {
      return move_out(*each, /*keep=*/true);
    } else if (reserved == nullptr) {
      reserved = each;
    }
  }
  return reserved != nullptr && move_out(*reserved, /*keep=*/true);
}

// Addresses lead to it when all of it has come.
bool VideoMemory::move_in(Tenant& tenant) { return bring_content(tenant) && settle(tenant); }

bool VideoMemory::bring_content(Tenant& tenant) {
  tenant.is_dirty = false;
  tenant.is_backed = true;
  tenant.is_unwritten = false;
  trace::event(
      "residency", "in",
      {{"handle", tenant.label}, {"segment", tenant.segment}, {"offset", tenant.range->offset()}});
  const bool is_aperture = segment_of(tenant).is_aperture;
  if (is_aperture) {
    if (!map_in_aperture(tenant)) return false;
  } else if (tenant.table != nullptr) {
    return true;  // it is written, not copied
  } else if (tenant.has_content.load(std::memory_order_relaxed) ||
             tenant.backing.is_client_memory()) {
    if (!paging_.transfer_in(tenant)) return false;
  } else if (!paging_.fill(tenant, 0)) {
    return false;
  }
  if (!is_aperture && !tell_resident(tenant, true)) return false;
  if (!tenant.needs_init) return true;
  tenant.needs_init = false;
  tenant.has_content.store(true, std::memory_order_relaxed);
  void* const address =
      is_aperture && tenant.shows_address ? tenant.backing.map(tenant.size) : nullptr;
  return paging_.init_context_resource(tenant, address);
}

bool VideoMemory::is_mapped_wrongly(const Tenant& tenant) {
  return segment_of(tenant).is_aperture && tenant.is_mapped == tenant.is_virtual;
}

bool VideoMemory::map_in_aperture(Tenant& tenant) {
  tenant.is_mapped = !tenant.is_virtual;
  return tenant.is_virtual || paging_.map_aperture(tenant);
}

bool VideoMemory::unmap_in_aperture(Tenant& tenant) {
  return !std::exchange(tenant.is_mapped, false) || paging_.unmap_aperture(tenant);
}

// K-340: once when it has come into memory, and once before it leaves.
bool VideoMemory::tell_resident(Tenant& tenant, bool is_there) {
  if (!tenant.notifies_residency || tenant.is_told_resident == is_there) return true;
  tenant.is_told_resident = is_there;
  return paging_.notify_residency(tenant, is_there);
}

bool VideoMemory::move_out(Tenant& tenant, bool keep) {
  if (keep) queue_.let_go(tenant);
  if (tenant.is_resident()) tell_resident(tenant, false);
  if (!tenant.is_resident()) return false;  // the GPU was reset meanwhile
  if (tenant.has_swizzling_ranges) driver_.release_swizzling_ranges(tenant);
  bool moved = unsettle(tenant, keep);
  if (!tenant.is_resident()) return false;
  if (segment_of(tenant).is_aperture) {
    moved = (!keep || !tenant.notifies_eviction || paging_.notify_eviction(tenant)) && moved;
    moved = tenant.is_resident() && unmap_in_aperture(tenant) && moved;
  } else if (tenant.table != nullptr) {
    // What it holds is known without it.
  } else if (keep && tenant.has_content.load(std::memory_order_relaxed) && !is_clean(tenant)) {
    moved = copy_out(tenant);
  } else {
    moved = paging_.discard(tenant);
  }
  // A reset on the way may have taken it out already.
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
  for (PageTables* const each : tables_) each->follow();
}

// From now on addresses lead to it, and before it leaves none does any more. A table is written.
bool VideoMemory::settle(Tenant& tenant) {
  tenant.is_settled = true;
  if (tenant.table != nullptr) return tenant.table->tables.has_come(*tenant.table);
  if (!tenant.is_addressed.load(std::memory_order_relaxed)) return true;
  return std::ranges::all_of(
      tables_, [&](PageTables* each) { return each->follow_tenant(tenant, /*has_come=*/true); });
}

bool VideoMemory::unsettle(Tenant& tenant, bool is_evicted) {
  if (!tenant.is_settled) return true;
  if (tenant.table != nullptr) return tenant.table->tables.leaves(*tenant.table, is_evicted);
  tenant.is_settled = false;
  if (!tenant.is_addressed.load(std::memory_order_relaxed)) return true;
  bool is_done = true;
  for (PageTables* const each : tables_)
    is_done = each->follow_tenant(tenant, /*has_come=*/false) && is_done;
  return is_done;
}

bool VideoMemory::copy_out(Tenant& tenant) {
  const SightOfCpu sight(driver_, segment_of(tenant).host.get(), tenant);
  const bool moved = transfer_out(tenant);
  if (moved) sight.compare();
  return moved;
}

// Through one of the apertures that its driver named, when there is room in it as it stands.
bool VideoMemory::transfer_out(Tenant& tenant) {
  for (const auto& each : segments_) {
    Segment& segment = *each;
    if ((tenant.eviction >> (segment.id - 1) & 1) == 0 || !segment.is_aperture ||
        segment.committed + tenant.size > segment.commit_limit)
      continue;
    SegmentSpace::Range* const range = segment.space.allocate(tenant.size);
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
  return !tenant.is_resident() || move_out(tenant, /*keep=*/true);
}

void VideoMemory::discard(Tenant& tenant) {
  if (tenant.is_resident()) move_out(tenant, /*keep=*/false);
  tenant.has_content.store(false, std::memory_order_relaxed);
  tenant.backing.discard(tenant.size);
}

void VideoMemory::forget(Tenant& tenant) {
  if (tenant.is_resident() && !segment_of(tenant).is_aperture) leave_segment(tenant);
  tenant.has_content.store(false, std::memory_order_relaxed);
}

void VideoMemory::lose_owner(Tenant& tenant, HANDLE device) {
  if (tenant.device != device || device == nullptr) return;
  // Others may be at work on it.
  if (tenant.is_resident() && segment_of(tenant).is_aperture) queue_.wait_idle(tenant);
  if (tenant.is_resident() && segment_of(tenant).is_aperture) evict(tenant);
  tenant.device = nullptr;
  tenant.is_orphan = true;
}

void VideoMemory::show_to_cpu(Tenant& tenant) {
  if (tenant.may_leave() && tenant.is_resident() && !segment_of(tenant).is_aperture) evict(tenant);
}

void* VideoMemory::show_in_place(Tenant& tenant) {
  if (!tenant.is_resident()) return nullptr;
  HostAperture* const host = segment_of(tenant).host.get();
  if (host == nullptr || (tenant.window.locks == 0 && !host->open(tenant))) return nullptr;
  ++tenant.window.locks;
  pin(tenant);
  tenant.is_dirty = true;  // the CPU may write there
  return tenant.window.view;
}

void VideoMemory::hide(Tenant& tenant) {
  // A reset on the way may have closed it already.
  if (tenant.window.locks != 0 && --tenant.window.locks == 0)
    segment_of(tenant).host->close(tenant);
  unpin(tenant);
}

void VideoMemory::unpin(Tenant& tenant) {
  --tenant.pins;
  // What is locked later is shown by the lock itself: see there.
  if (tenant.cpu_locks.load() != 0) show_to_cpu(tenant);
}

void VideoMemory::evict_all() {
  for (const auto& segment : segments_) {
    while (segment->oldest != nullptr) move_out(*segment->oldest, /*keep=*/true);
  }
}

void VideoMemory::lose_all() {
  for (const auto& segment : segments_) {
    while (Tenant* const tenant = segment->oldest) {
      if (tenant->has_swizzling_ranges) driver_.release_swizzling_ranges(*tenant);
      if (tenant->window.pages != nullptr) segment->host->forget(*tenant);
      if (tenant->table != nullptr) unsettle(*tenant, /*is_evicted=*/true);
      if (segment->is_aperture) {
        unmap_in_aperture(*tenant);
      } else if (tenant->table == nullptr) {
        tell_resident(*tenant, false);
        paging_.announce_lost(*tenant);
        tenant->has_content.store(false, std::memory_order_relaxed);
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
    for (const Tenant* each = segment->newest; each != nullptr; each = each->used_before) {
      const std::uint32_t times_locked = each->times_locked.load();  // first: see the lock
      if (!each->is_out_of_cpus_reach() || bytes + each->size > kMostDigested) continue;
      bytes += each->size;
      out.push_back({each, digest_of(*each), times_locked});
    }
  }
  return out;
}

const Tenant* VideoMemory::changed_since(const std::vector<Seen>& before) {
  for (const Seen& seen : before) {
    const Tenant& tenant = *seen.tenant;
    const bool is_other = digest_of(tenant) != seen.digest;
    // Whoever locked it meanwhile may have written.
    if (is_other && tenant.is_out_of_cpus_reach() &&
        tenant.times_locked.load() == seen.times_locked)
      return &tenant;
  }
  return nullptr;
}

void VideoMemory::leave_segment(Tenant& tenant) {
  Segment& segment = segment_of(tenant);
  if (tenant.window.pages != nullptr) segment.host->close(tenant);
  trace::event("residency", "out", {{"handle", tenant.label}, {"segment", tenant.segment}});
  unlink(segment, tenant);
  segment.committed -= tenant.range->bytes();
  if (tenant.account) tenant.account->subtract(segment.group(), tenant.range->bytes());
  segment.space.free(*tenant.range);
  tenant.range = nullptr;
  tenant.last_known.store(0, std::memory_order_relaxed);
  // Pairs with the load of a CPU lock: who sees it out sees what was copied out.
  tenant.residency.store(D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT, std::memory_order_release);
  tenant.segment = 0;
  tenant.address = 0;
  tenant.is_told_resident = false;
  tenant.is_settled = false;
  tenant.is_captured = false;
}

void VideoMemory::link(Segment& segment, Tenant& tenant) {
  tenant.used_before = segment.newest;
  tenant.used_after = nullptr;
  (segment.newest != nullptr ? segment.newest->used_after : segment.oldest) = &tenant;
  segment.newest = &tenant;
}

void VideoMemory::unlink(Segment& segment, Tenant& tenant) {
  ++moves_;
  (tenant.used_before != nullptr ? tenant.used_before->used_after : segment.oldest) =
      tenant.used_after;
  (tenant.used_after != nullptr ? tenant.used_after->used_before : segment.newest) =
      tenant.used_before;
}

}  // namespace drydock::vidmm
