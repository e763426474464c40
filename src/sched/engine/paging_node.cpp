#include "src/sched/engine/paging_node.h"

#include <algorithm>
#include <utility>

#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

constexpr UINT kDefaultPagingBuffer = 64 * 1024;

}  // namespace

vidmm::PagingBuffer& PagingNode::buffer() {
  if (buffer_.memory == nullptr) {
    const auto wanted = static_cast<UINT>(caps_.paging_buffer_size);
    const UINT size = wanted != 0 ? wanted : kDefaultPagingBuffer;
    make_dma_buffer(dma_, size, caps_.paging_buffer_private_size);
    buffer_ = {dma_.memory, dma_.size, dma_.private_data.data(),
               static_cast<UINT>(dma_.private_data.size()),
               static_cast<std::uint64_t>(dma_.physical.QuadPart)};
  }
  return buffer_;
}

// K-449: nothing runs between a reset and the restart.
bool PagingNode::run(vidmm::Tenant& tenant, UINT bytes, UINT private_bytes) {
  if (is_resetting()) return true;
  auto packet = std::make_unique<Packet>(PagingWork{&tenant}, kNode);
  ++tenant.place.paging_packets;
  packet->dma = &dma_;
  packet->bytes = bytes;
  packet->private_bytes = private_bytes;
  packet->fence = nodes_.issue_fence(kNode);
  enum class End : std::uint8_t { kNotYet, kComplete, kAborted } end = End::kNotYet;
  packet->when_over = [&end, sent = packet.get()] {
    end = sent->was_aborted ? End::kAborted : End::kComplete;
  };
  const std::uint64_t resets = recovery_.adapter_resets();
  submitter_.send(std::move(packet));
  await([&] { return end != End::kNotYet; });
  return end == End::kComplete && recovery_.adapter_resets() == resets;
}

bool PagingNode::is_at_hardware(const vidmm::Tenant& tenant) {
  const NodesHold hold(nodes_);
  return std::ranges::any_of(nodes_.all(), [&](const Node& node) {
    return std::ranges::any_of(node.hardware(), [&](const std::unique_ptr<Packet>& packet) {
      return std::ranges::any_of(packet->uses,
                                 [&](const Use& use) { return use.tenant == &tenant; });
    });
  });
}

void PagingNode::wait_idle(vidmm::Tenant& tenant) {
  await([&] { return !is_at_hardware(tenant); });
}

void PagingNode::switch_away_from(vidmm::Tenant& tenant) {
  if (is_resetting() || !caps_.switches_contexts) return;
  for (UINT node = 0; node < nodes_.count(); ++node) {
    if (contexts_.is_used_by_loaded(tenant, node)) switch_away(node);
  }
}

// K-392: submits a packet without commands, and waits for its end.
void PagingNode::switch_away(UINT node) {
  const nt::Ref<WorkSource> left = contexts_.unload(node);
  // A context that is being destroyed is not loaded any more.
  if (left && !left->claim_by_gpu()) return;
  auto packet = std::make_unique<Packet>(SwitchWork{left}, node);
  packet->dma = &dma_;
  packet->fence = nodes_.issue_fence(node);
  bool is_over = false;
  packet->when_over = [&] { is_over = true; };
  trace::event("gpu", "switched", {{"node", node}});
  submitter_.send(std::move(packet));
  await([&] { return is_over; });
}

}  // namespace drydock::sched
