// Probes of paging operations, observed on both sides. The memory is the host's own, as that of DMA
// buffers is. The bytes are compared when the GPU has run the operations.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/faults.h"
#include "src/vidmm/segment.h"

namespace drydock::vidmm {
namespace {

constexpr SIZE_T kTransferPages = 3;
constexpr SIZE_T kWindowPages = 2;

std::uint64_t word_of(std::uint64_t content, std::size_t index) {
  return (content << 32 | index) * 0x9e3779b97f4a7c15;
}

bool is_content(std::span<const std::uint64_t> words, std::uint64_t content, std::size_t first) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != word_of(content, first + i)) return false;
  }
  return true;
}

// Memory without an object of the driver's.
class ProbeMemory {
 public:
  ProbeMemory(UINT segments, HANDLE device, SIZE_T pages) {
    tenant.describe({.size = pages * PAGE_SIZE});
    tenant.set_device(device);
    tenant.wishes.segments = segments;
    tenant.cpu.has_content.store(true, std::memory_order_relaxed);
  }
  bool is_there() { return tenant.backing.map(tenant.size()) != nullptr; }
  // Uses consecutive page frames.
  bool is_there_in_a_row() { return tenant.backing.use_frames(tenant.size()); }
  void write(std::uint64_t content) {
    for (std::size_t i = 0; i < words().size(); ++i) words()[i] = word_of(content, i);
  }
  bool holds(std::uint64_t content) { return is_content(words(), content, 0); }

  Tenant tenant;

 private:
  std::span<std::uint64_t> words() {
    return {static_cast<std::uint64_t*>(tenant.backing.map(tenant.size())),
            tenant.size() / sizeof(std::uint64_t)};
  }
};

// The page that unmapped parts of an aperture lead to, as the host sees it.
class DummyView {
 public:
  explicit DummyView(nt::PageFrame frame)
      : words_(frame == 0 ? nullptr : static_cast<std::uint64_t*>(nt::map_frames({&frame, 1}))) {
    if (words_ != nullptr) std::fill_n(words_, kWords, 0);
  }
  ~DummyView() {
    if (words_ != nullptr) nt::unmap_view(words_);
  }
  DummyView(const DummyView&) = delete;
  DummyView& operator=(const DummyView&) = delete;

  bool is_there() const { return words_ != nullptr; }
  // True when the dummy page has received any page of this content.
  bool holds_page_of(std::uint64_t content, SIZE_T pages) const {
    for (SIZE_T page = 0; page < pages; ++page) {
      if (is_content({words_, kWords}, content, page * kWords)) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kWords = PAGE_SIZE / sizeof(std::uint64_t);
  std::uint64_t* const words_;
};

// The result of a transfer through a part of an aperture. kNot: the bytes did not reach video
// memory.
enum class Sent : std::uint8_t { kYes, kFailed, kNot };

}  // namespace

// Transfers the tenant in and out again.
bool VideoMemory::round_trip(Tenant& tenant, const std::function<void()>& when_in) {
  if (make_resident(tenant) != Placed::kYes) return false;
  when_in();
  return evict(tenant);
}

// K-344: transfers page by page; all but the first have an offset.
bool VideoMemory::probe_offsets(UINT segment, HANDLE device) {
  ProbeMemory probe(1U << (segment - 1), device, kTransferPages);
  if (!probe.is_there()) return false;
  probe.write(3);
  paging_.set_chunk(PAGE_SIZE);
  const bool moved = round_trip(probe.tenant, [&] { probe.write(0); });
  paging_.set_chunk(~SIZE_T{0});
  if (driver_.is_alive() && sim::faults_failed() == 0 &&
      rules::breaks("K-344", !moved || !probe.holds(3)))
    nt::Breach("K-344", driver_.offender())
        .message(
            "{} bytes came back from segment {} as others when they "
            "were transferred page by page, with "
            "AllocationOffsetInBytes",
            probe.tenant.size(), segment)
        .raise_later();
  return moved;
}

// K-331 with whole buffers, then K-330 with halves of them.
bool VideoMemory::probe_transfers(UINT segment, HANDLE device) {
  ProbeMemory probe(1U << (segment - 1), device, kTransferPages);
  if (!probe.is_there()) return false;
  const auto moves = [&](std::uint64_t content) {
    probe.write(content);
    return round_trip(probe.tenant, [&] { probe.write(0); });
  };
  if (!moves(1)) return false;
  if (rules::breaks("K-331", !probe.holds(1))) {
    nt::Breach("K-331", driver_.offender())
        .message(
            "{} bytes without an hAllocation came back from segment "
            "{} as others",
            probe.tenant.size(), segment)
        .raise_later();
    return true;
  }
  paging_.set_room(std::max(paging_.last_used() / 2, 1U));
  const bool moved = moves(2);
  paging_.set_room(0);
  if (moved) rules::evaluated("K-330");
  if (moved && paging_.process() != nullptr && probe.holds(2))
    return probe_offsets(segment, device);
  if (moved && !probe.holds(2))
    nt::Breach("K-330", driver_.offender())
        .message(
            "{} bytes came back from segment {} as others when their "
            "transfer took several calls with TransferStart",
            probe.tenant.size(), segment)
        .raise_later();
  return moved;
}

// K-334: two neighbouring parts of the aperture lead to what was mapped there, in either order.
// K-335: a part that was unmapped leads to the dummy page.
bool VideoMemory::probe_windows(const Paging::Window& low, const Paging::Window& high,
                                UINT memory_segment, HANDLE device) {
  ProbeMemory source(1U << (memory_segment - 1), device, kWindowPages);
  ProbeMemory below(0, device, kWindowPages);
  ProbeMemory above(0, device, kWindowPages);
  const DummyView dummy(paging_.dummy_frame());
  // K-338: lists of both kinds, consecutive and not.
  const bool has_above = paging_.maps_lists() ? above.is_there_in_a_row() : above.is_there();
  if (!source.is_there() || !below.is_there() || !has_above || !dummy.is_there()) return false;
  const auto send = [&](std::uint64_t content, const Paging::Window& window) {
    source.write(content);
    if (make_resident(source.tenant) != Placed::kYes) return Sent::kNot;
    const bool moved = paging_.transfer_out_to(source.tenant, window);
    if (source.tenant.is_resident()) leave_segment(source.tenant);
    if (!moved && !driver_.is_alive()) return Sent::kNot;
    return moved ? Sent::kYes : Sent::kFailed;
  };
  below.write(0);
  above.write(0);
  if (!paging_.map(above.tenant, high)) return false;
  if (!paging_.map(below.tenant, low)) {
    paging_.unmap(above.tenant, high);
    return false;
  }
  const Sent first = send(1, low);
  const Sent second = first == Sent::kYes ? send(2, high) : first;
  const bool arrived = second == Sent::kYes && below.holds(1) && above.holds(2);
  if (second == Sent::kYes && paging_.maps_lists() &&
      rules::breaks("K-338", below.holds(1) != above.holds(2))) {
    nt::Breach("K-338", driver_.offender())
        .message(
            "what was written through pages of the aperture that were "
            "mapped by an address descriptor list did not arrive "
            "when its pages were {}",
            below.holds(1) ? "contiguous" : "an array")
        .raise_later();
  } else if (second != Sent::kNot && rules::breaks("K-334", !arrived)) {
    nt::Breach("K-334", driver_.offender())
        .message(
            "what was written through {} pages of the aperture from "
            "page {} on, or through their neighbours, did not arrive "
            "where they are mapped",
            kWindowPages, low.range->first)
        .raise_later();
  }
  const bool is_unmapped = paging_.unmap(below.tenant, low);
  const Sent third = is_unmapped && arrived ? send(3, low) : Sent::kNot;
  // When a fault made the map of the dummy page fail, the part leads nowhere.
  if (third != Sent::kNot && sim::faults_failed() == 0 &&
      rules::breaks("K-335", third == Sent::kFailed || !below.holds(1) ||
                                 !dummy.holds_page_of(3, kWindowPages)))
    nt::Breach("K-335", driver_.offender())
        .message(
            "pages of the aperture from {} on do not lead to "
            "DummyPage after they were unmapped: {}",
            low.range->first,
            third == Sent::kFailed ? "the GPU cannot access them"
            : below.holds(1)       ? "it was not written"
                                   : "they lead where they led")
        .raise_later();
  return paging_.unmap(above.tenant, high) && second == Sent::kYes;
}

bool VideoMemory::probe_aperture(Segment& aperture, UINT memory_segment, HANDLE device) {
  constexpr std::uint64_t kBytes = 2 * kWindowPages * SegmentSpace::kPage;
  if (aperture.committed + kBytes > aperture.commit_limit) return false;
  SegmentSpace::Range* const room = aperture.space.allocate(kBytes);
  if (room == nullptr) return false;
  aperture.committed += kBytes;
  SegmentSpace::Range low{.first = room->first, .pages = kWindowPages};
  SegmentSpace::Range high{.first = room->first + kWindowPages, .pages = kWindowPages};
  const bool done =
      probe_windows({aperture.id, &low, aperture.base + low.offset()},
                    {aperture.id, &high, aperture.base + high.offset()}, memory_segment, device);
  aperture.committed -= kBytes;
  aperture.space.free(*room);
  return done;
}

bool VideoMemory::probe_paging(HANDLE device) {
  bool done = true;
  UINT memory_segment = 0;
  for (const auto& segment : segments_) {
    if (segment->is_aperture || !driver_.is_alive()) continue;
    memory_segment = segment->id;
    done = probe_transfers(segment->id, device) && done;
  }
  for (const auto& segment : segments_) {
    if (!segment->is_aperture || memory_segment == 0 || !driver_.is_alive()) continue;
    done = probe_aperture(*segment, memory_segment, device) && done;
  }
  if (driver_.is_alive()) paging_.build_unknown();
  return done;
}

}  // namespace drydock::vidmm
