#include "src/sched/memory/context_memory.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "src/vidmm/group.h"

namespace drydock::sched {
namespace {

// The memory that the driver has for the packet's context.
std::vector<vidmm::Tenant*> tenants_of(const Packet& packet) {
  std::vector<vidmm::Tenant*> out = packet.context->tenants;
  std::ranges::copy(packet.context->owner().tenants, std::back_inserter(out));
  return out;
}

void note_turn(vidmm::Tenant& tenant, UINT node, std::uint64_t turn) {
  if (tenant.place.turns.size() <= node) tenant.place.turns.resize(node + 1);
  tenant.place.turns[node] = turn;
}

}  // namespace

void ContextMemory::count_attached(const vidmm::Tenant& tenant, bool is_attached) const {
  const std::optional<vidmm::Group> group = vidmm::group_of(memory_.driver().caps(), tenant);
  if (!group || tenant.shape().account == nullptr) return;
  if (is_attached) {
    tenant.shape().account->demand(*group, tenant.size(),
                                   std::numeric_limits<std::uint64_t>::max());
  } else {
    tenant.shape().account->withdraw(*group, tenant.size());
  }
}

// If the GPU hung, the strand would wait for the thread that frees the tenant to leave the driver.
void ContextMemory::detach(std::shared_ptr<vidmm::Tenant> keeper, WorkSource* context,
                           WorkOwner* device) {
  vidmm::Tenant& tenant = *keeper;
  std::size_t attached = 0;
  if (context != nullptr) attached += std::erase(context->tenants, &tenant);
  if (device != nullptr) attached += std::erase(device->tenants, &tenant);
  if (attached != 0) count_attached(tenant, false);
  for (OfNode& node : nodes_) {
    if (std::erase(node.pinned, &tenant) != 0) memory_.unpin(tenant);
  }
  tenant.driver = nullptr;
  tenant.set_device(nullptr);
  // Page tables may still lead to it.
  if (tenant.place.paging_packets == 0 && !tenant.is_addressed.load(std::memory_order_relaxed))
    memory_.remove_freed(tenant);
  detached_.push_back(std::move(keeper));
}

void ContextMemory::end_detached() {
  while (!detached_.empty()) {
    const std::shared_ptr<vidmm::Tenant> tenant = std::move(detached_.back());
    detached_.pop_back();
    if (tenant->is_addressed.load(std::memory_order_relaxed)) {
      memory_.follow_addresses();
      memory_.remove_freed(*tenant);
    }
    memory_.discard(*tenant);
  }
}

bool ContextMemory::pin_for(const Packet& packet, vidmm::Placed& why_not) {
  std::vector<vidmm::Tenant*> wanted = tenants_of(packet);
  for (vidmm::Tenant* tenant : wanted) memory_.pin(*tenant);
  unpin(packet.node);
  nodes_[packet.node].pinned = wanted;
  return std::ranges::all_of(wanted, [&](vidmm::Tenant* tenant) {
    why_not = memory_.make_resident(*tenant);
    return why_not == vidmm::Placed::kYes;
  });
}

bool ContextMemory::unpin_others(const Packet& packet) {
  const std::vector<vidmm::Tenant*> own = tenants_of(packet);
  bool any = false;
  for (OfNode& node : nodes_) {
    std::erase_if(node.pinned, [&](vidmm::Tenant* tenant) {
      if (std::ranges::find(own, tenant) != own.end()) return false;
      memory_.unpin(*tenant);
      return any = true;
    });
  }
  return any;
}

void ContextMemory::unpin(UINT node) {
  for (vidmm::Tenant* tenant : std::exchange(nodes_[node].pinned, {})) memory_.unpin(*tenant);
}

void ContextMemory::unpin_all() {
  for (UINT node = 0; node < nodes_.size(); ++node) unpin(node);
}

bool ContextMemory::is_pinned(const vidmm::Tenant& tenant) const {
  return std::ranges::any_of(nodes_, [&](const OfNode& node) {
    return std::ranges::find(node.pinned, &tenant) != node.pinned.end();
  });
}

void ContextMemory::load(const Packet& packet) {
  if (packet.is<SwitchWork>()) {
    unload(packet.node);
    return;
  }
  OfNode& node = nodes_[packet.node];
  if (node.turn == 0 || node.context.get() != packet.context.get()) {
    node.turn = ++last_turn_;
    node.context = packet.context;
  }
  if (packet.is<PagingWork>()) note_turn(*packet.as<PagingWork>().paged, packet.node, node.turn);
  if (packet.dma->tenant != nullptr) note_turn(*packet.dma->tenant, packet.node, node.turn);
  if (packet.context) {
    for (vidmm::Tenant* const pinned : node.pinned) note_turn(*pinned, packet.node, node.turn);
  }
  for (const Use& use : packet.uses) {
    if (use.is_needed()) note_turn(*use.tenant, packet.node, node.turn);
  }
}

bool ContextMemory::is_used_by_loaded(const vidmm::Tenant& tenant, UINT node) const {
  const std::uint64_t turn = nodes_[node].turn;
  return turn != 0 && node < tenant.place.turns.size() && tenant.place.turns[node] == turn;
}

nt::Ref<WorkSource> ContextMemory::unload(UINT node) {
  nodes_[node].turn = 0;
  return std::exchange(nodes_[node].context, {});
}

void ContextMemory::unload_all() {
  for (UINT node = 0; node < nodes_.size(); ++node) unload(node);
}

}  // namespace drydock::sched
