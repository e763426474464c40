#include "src/sched/engine/split.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

// The entries of the packet's patch list at which a second part can begin.
std::vector<UINT> split_points(const Packet& packet) {
  const RenderWork& work = packet.as<RenderWork>();
  std::vector<UINT> out;
  std::map<UINT, UINT> bound;  // per slot: the split offset of the allocation that is bound there
  const UINT end = work.first_patch + work.patch_count;
  for (UINT i = work.first_patch; i < end;) {
    const UINT offset = work.patches[i].SplitOffset;
    std::map<UINT, UINT> next = bound;
    UINT behind = i;
    for (; behind < end && work.patches[behind].SplitOffset == offset; ++behind) {
      const D3DDDI_PATCHLOCATIONLIST& patch = work.patches[behind];
      if (packet.uses[patch.AllocationIndex].is_unbound) {
        next.erase(patch.SlotId);
      } else {
        next[patch.SlotId] = offset;
      }
    }
    const bool is_clean =
        std::ranges::all_of(next, [&](const auto& slot) { return slot.second == offset; });
    if (is_clean && offset > packet.begin && offset < packet.bytes) out.push_back(i);
    bound = std::move(next);
    i = behind;
  }
  return out;
}

// Marks the allocations that the packet's own entries name as needed.
void need_what_is_named(Packet& packet) {
  const RenderWork& work = packet.as<RenderWork>();
  for (Use& use : packet.uses) use.is_elsewhere = true;
  for (UINT i = 0; i < work.patch_count; ++i)
    packet.uses[work.patches[work.first_patch + i].AllocationIndex].is_elsewhere = false;
}

// Makes the second part of a packet, from an entry of its patch list on. It claims everything
// again.
std::unique_ptr<Packet> rest_of(Packet& packet, UINT entry) {
  const RenderWork& work = packet.as<RenderWork>();
  RenderWork rest_work;
  rest_work.allocations = work.allocations;
  rest_work.patches = work.patches;
  rest_work.first_patch = entry;
  rest_work.patch_count = work.first_patch + work.patch_count - entry;
  rest_work.is_part = true;
  auto rest = std::make_unique<Packet>(std::move(rest_work), packet.node);
  rest->context = packet.context;
  rest->number = packet.number;
  rest->dma = packet.dma;
  rest->begin = work.patches[entry].SplitOffset;
  rest->bytes = packet.bytes;
  rest->private_bytes = packet.private_bytes;
  rest->null_rendering = packet.null_rendering;
  rest->uses = packet.uses;
  rest->claims = packet.claims->split();
  rest->context->claim_again_by_gpu();
  return rest;
}

}  // namespace

bool split(Packet& packet, Nodes& nodes) {
  if (!packet.is<RenderWork>()) return false;
  const std::vector<UINT> points = split_points(packet);
  if (points.empty()) return false;
  std::unique_ptr<Packet> rest = rest_of(packet, points[points.size() / 2]);
  // The DMA buffer is free when the last of the parts has ended.
  const std::shared_ptr<void> in_use(nullptr,
                                     [free = std::move(packet.when_over)](void*) { free(); });
  packet.when_over = [in_use] {};
  rest->when_over = [in_use] {};
  RenderWork& work = packet.as<RenderWork>();
  work.is_part = true;
  packet.bytes = rest->begin;
  work.patch_count = rest->as<RenderWork>().first_patch - work.first_patch;
  need_what_is_named(packet);
  need_what_is_named(*rest);
  trace::event("gpu", "split", {{"node", packet.node}, {"at", packet.bytes}});
  const NodesHold hold(nodes);
  ++packet.context->owner().packets;
  nodes.at(packet.node).queue_again(std::move(rest));
  return true;
}

}  // namespace drydock::sched
