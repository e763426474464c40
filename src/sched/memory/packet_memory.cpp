#include "src/sched/memory/packet_memory.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/vidmm/page_tables.h"

namespace drydock::sched {

using vidmm::Placed;

namespace {

void list_places(const std::vector<Use>& uses, std::vector<DXGK_ALLOCATIONLIST>& out) {
  assert(uses.size() == out.size());
  for (std::size_t i = 0; i < uses.size(); ++i) {
    out[i].SegmentId = 0;
    if (!uses[i].is_needed()) continue;
    out[i].SegmentId = uses[i].tenant->place.segment();
    out[i].PhysicalAddress.QuadPart = static_cast<LONGLONG>(uses[i].tenant->place.address());
  }
}

}  // namespace

// Maps a DMA buffer into its aperture, if it needs one.
bool PacketMemory::map_buffer(DmaBuffer& buffer, Placed& why_not) {
  if (buffer.tenant == nullptr) return true;
  why_not = memory_.make_resident(*buffer.tenant);
  buffer.segment = buffer.tenant->place.segment();
  buffer.physical.QuadPart = static_cast<LONGLONG>(buffer.tenant->place.address());
  return why_not == Placed::kYes;
}

bool PacketMemory::make_resident(Packet& packet, Placed& why_not) {
  packet.is_pinned = true;
  if (packet.dma->tenant) memory_.pin(*packet.dma->tenant);
  for (Use& use : packet.uses) {
    if (use.is_needed()) memory_.pin(*use.tenant);
  }
  if (!map_buffer(*packet.dma, why_not)) return false;
  for (std::size_t i = 0; i < packet.uses.size(); ++i) {
    if (!packet.uses[i].is_needed()) continue;
    vidmm::Tenant& tenant = *packet.uses[i].tenant;
    tenant.adopt(packet.context->owner().driver());
    why_not = memory_.make_resident(tenant);
    if (why_not != Placed::kYes) return false;
    tenant.cpu.has_content.store(true, std::memory_order_relaxed);
    tenant.place.content.used(packet.uses[i].is_written);
  }
  // Places are read last: a placement may evict other tenants, but never pinned ones.
  if (packet.is<RenderWork>()) list_places(packet.uses, packet.as<RenderWork>().allocations);
  return true;
}

bool PacketMemory::make_list_resident(Packet& packet, Placed& why_not) {
  if (packet.claims == nullptr) return true;
  assert(packet.residents == nullptr);
  packet.residents = &packet.claims->claim_residents();
  for (vidmm::Tenant* const each : *packet.residents) memory_.pin(*each);
  return std::ranges::all_of(*packet.residents, [&](vidmm::Tenant* const tenant) {
    tenant->adopt(packet.context->owner().driver());
    why_not = memory_.make_resident(*tenant);
    tenant->cpu.has_content.store(true, std::memory_order_relaxed);
    tenant->place.content.exposed();
    return why_not == Placed::kYes;
  });
}

void PacketMemory::release_residents(Packet& packet) {
  const std::vector<vidmm::Tenant*>* const residents = std::exchange(packet.residents, nullptr);
  if (residents == nullptr) return;
  for (vidmm::Tenant* const each : *residents) memory_.unpin(*each);
  packet.claims->release_residents();
}

void PacketMemory::unpin(Packet& packet) {
  release_residents(packet);
  if (vidmm::PageTables* const tables = std::exchange(packet.tables, nullptr)) tables->unpin();
  if (!std::exchange(packet.is_pinned, false)) return;
  for (Use& use : packet.uses) {
    if (use.is_needed()) memory_.unpin(*use.tenant);
  }
  if (packet.dma->tenant) memory_.unpin(*packet.dma->tenant);
}

}  // namespace drydock::sched
