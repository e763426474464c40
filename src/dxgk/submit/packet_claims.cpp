#include "src/dxgk/submit/packet_claims.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/wishes/offer.h"

namespace drydock::dxgk {

PacketClaims::~PacketClaims() {
  assert(residents_.empty() && !is_virtual_work_);
  for (const GpuUse& use : uses_) release_by_gpu(*use.binding, *use.instance);
}

void PacketClaims::begin_virtual_work() {
  assert(!is_virtual_work_);
  is_virtual_work_ = true;
  note_virtual_work(device_, /*begins=*/true);
}

std::vector<sched::Use> PacketClaims::tenants() const {
  std::vector<sched::Use> out;
  out.reserve(uses_.size());
  for (const GpuUse& use : uses_)
    out.push_back({.tenant = &use.instance->tenant,
                   .is_written = use.is_written,
                   .is_unbound = use.is_unbound});
  return out;
}

bool PacketClaims::names_destroyed() const {
  return std::ranges::any_of(uses_,
                             [](const GpuUse& use) { return use.binding->is_barred_from_gpu; });
}

bool PacketClaims::was_evicted(std::span<const sched::Use> uses) const {
  assert(uses.size() == uses_.size());
  const DeviceHold hold(device_);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const Binding& binding = *uses_[i].binding;
    if (uses[i].is_needed() && binding.claims.is_open() && binding.listing.count == 0) return true;
  }
  return false;
}

const std::vector<vidmm::Tenant*>& PacketClaims::claim_residents() {
  assert(residents_.empty() && resident_tenants_.empty());
  if (device_.residency.size.load(std::memory_order_relaxed) == 0) return resident_tenants_;
  residents_ = use_residents(device_);
  resident_tenants_.reserve(residents_.size());
  for (const Ref<Binding>& each : residents_)
    resident_tenants_.push_back(&each->allocation().tenant);
  return resident_tenants_;
}

void PacketClaims::release_residents() {
  resident_tenants_.clear();
  for (const Ref<Binding>& each : std::exchange(residents_, {})) end_resident_use(*each);
}

void PacketClaims::end(bool was_aborted) {
  for (const GpuUse& use : std::exchange(uses_, {})) {
    if (use.offer_priority != 0 && !was_aborted) offer_used(*use.binding, use.offer_priority);
    release_by_gpu(*use.binding, *use.instance);
  }
  if (std::exchange(is_virtual_work_, false)) note_virtual_work(device_, /*begins=*/false);
}

std::unique_ptr<sched::ClaimedMemory> PacketClaims::split() {
  auto rest = std::make_unique<PacketClaims>(device_, uses_);
  for (GpuUse& use : uses_) {
    claim_again_for_gpu(*use.binding, *use.instance);
    use.offer_priority = 0;
  }
  return rest;
}

}  // namespace drydock::dxgk
