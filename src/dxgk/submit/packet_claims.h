// The allocations that a packet names, as the object model sees them: claimed for the GPU until the
// packet has ended. Owner: the packet.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/work/device.h"
#include "src/sched/work/packet.h"

namespace drydock::dxgk {

// One allocation of a list.
struct GpuUse {
  Ref<Binding> binding;
  Instance* instance = nullptr;  // the instance of the binding's allocation
  bool is_written = false;
  bool is_unbound = false;
  // The allocation is offered with this priority when the packet has ended; 0: not offered.
  UINT offer_priority = 0;
};

class PacketClaims final : public sched::ClaimedMemory {
 public:
  // Takes over one GPU claim on each use. The device outlives its packets.
  PacketClaims(Device& device, std::vector<GpuUse> uses)
      : device_(device), uses_(std::move(uses)) {}
  ~PacketClaims() override;
  PacketClaims(const PacketClaims&) = delete;
  PacketClaims& operator=(const PacketClaims&) = delete;

  // From now on until the packet's end, the packet counts as work that names memory by address.
  void begin_virtual_work();

  // The tenants of the uses, in the same order, for the scheduler.
  std::vector<sched::Use> tenants() const;

  // Overrides of sched::ClaimedMemory.
  bool names_destroyed() const override;
  bool was_evicted(std::span<const sched::Use> uses) const override;
  const std::vector<vidmm::Tenant*>& claim_residents() override;
  void release_residents() override;
  void end(bool was_aborted) override;
  std::unique_ptr<sched::ClaimedMemory> split() override;

 private:
  Device& device_;
  std::vector<GpuUse> uses_;
  std::vector<Ref<Binding>> residents_;
  std::vector<vidmm::Tenant*> resident_tenants_;
  bool is_virtual_work_ = false;
};

}  // namespace drydock::dxgk
