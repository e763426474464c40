#include "src/sched/engine/patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/wdk/hostile.h"

namespace drydock::sched {
namespace {

// No address is wider.
constexpr std::size_t kAddressBytes = 8;

std::span<const std::byte> bytes_of(const DmaBuffer& buffer) {
  return {static_cast<const std::byte*>(buffer.memory), buffer.size};
}

// K-380: an allocation that is still where DxgkDdiRender saw it has its place in the buffer
// already. Patching must not change those bytes.
class Prepatched {
 public:
  explicit Prepatched(const Packet& packet) : packet_(packet), work_(packet.as<RenderWork>()) {
    if (work_.was_patched) return;
    for (UINT i = work_.first_patch; i < work_.first_patch + work_.patch_count; ++i) {
      const D3DDDI_PATCHLOCATIONLIST& patch = work_.patches[i];
      const Use& use = packet.uses[patch.AllocationIndex];
      const DXGK_ALLOCATIONLIST& now = work_.allocations[patch.AllocationIndex];
      if (use.is_needed() && use.rendered_segment != 0 && use.rendered_segment == now.SegmentId &&
          use.rendered_address == now.PhysicalAddress.QuadPart)
        places_.push_back({i, at(patch)});
    }
  }
  // The number of the entry whose bytes changed; nothing when none did.
  std::optional<UINT> find_changed() const {
    for (const Place& place : places_) {
      if (place.before != at(work_.patches[place.entry])) return place.entry;
    }
    return std::nullopt;
  }

 private:
  using Word = std::array<std::byte, kAddressBytes>;
  struct Place {
    UINT entry;
    Word before;
  };

  Word at(const D3DDDI_PATCHLOCATIONLIST& patch) const {
    Word out{};
    const auto all = bytes_of(*packet_.dma).subspan(patch.PatchOffset);
    std::ranges::copy(all.first(std::min(all.size(), out.size())), out.begin());
    return out;
  }

  const Packet& packet_;
  const RenderWork& work_;
  std::vector<Place> places_;
};

// K-385: patching must stay inside the part that is submitted. K-401: the other parts of a split
// buffer are submitted later, perhaps to other engines.
class OutsideOfPart {
 public:
  explicit OutsideOfPart(const Packet& packet) : packet_(packet) {
    if (!are_arguments_hostile()) return;
    const auto all = bytes_of(*packet.dma);
    before_.assign(all.begin(), all.end());
  }
  // The first byte that was changed.
  std::optional<std::size_t> find_changed() const {
    const auto all = bytes_of(*packet_.dma);
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if ((i < packet_.begin || i >= packet_.bytes) && before_[i] != all[i]) return i;
    }
    return std::nullopt;
  }

 private:
  const Packet& packet_;
  std::vector<std::byte> before_;
};

NTSTATUS call_patch(EngineDriver& driver, const Packet& packet) {
  DXGKARG_PATCH arguments{};
  describe(packet, arguments);
  arguments.DmaBufferSegmentId = packet.dma->segment;
  arguments.DmaBufferPhysicalAddress = packet.dma->physical;
  arguments.SubmissionFenceId = packet.fence;
  arguments.Flags.NullRendering = packet.null_rendering ? 1 : 0;
  return driver.patch(arguments);
}

}  // namespace

bool patch(EngineDriver& driver, Packet& packet) {
  const Prepatched prepatched(packet);
  const OutsideOfPart outside(packet);
  if (!NT_SUCCESS(call_patch(driver, packet))) return false;
  RenderWork& work = packet.as<RenderWork>();
  work.was_patched = true;
  rules::evaluated("K-380");
  rules::evaluated(work.is_part ? "K-401"_rule : "K-385"_rule);
  if (const auto entry = prepatched.find_changed()) {
    const D3DDDI_PATCHLOCATIONLIST& patch = work.patches[*entry];
    nt::Breach("K-380", driver.offender())
        .message(
            "DxgkDdiRender was told where pAllocationList[{}] is, and left its "
            "place at offset {:#x} of the DMA buffer to DxgkDdiPatch",
            patch.AllocationIndex, patch.PatchOffset)
        .raise_later();
  }
  if (const auto at = outside.find_changed()) {
    nt::Breach(work.is_part ? "K-401"_rule : "K-385"_rule, driver.offender())
        .message(
            "DxgkDdiPatch changed the DMA buffer at {:#x}; what it was to "
            "patch is {:#x} to {:#x}",
            *at, packet.begin, packet.bytes)
        .raise_later();
    return false;
  }
  return true;
}

}  // namespace drydock::sched
