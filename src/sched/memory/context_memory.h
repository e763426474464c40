// The memory that a driver has for its contexts, and the contexts that the nodes have loaded.
//
// An attached tenant belongs to one context, or to every context of a device. It is in place
// whenever a command of its context is at the hardware, and stays pinned until a command of another
// context goes to the same node (K-362).
//
// A node has the context loaded whose commands ran last. It stays loaded until commands of another
// context run, or until memory that it used is about to move (K-392). The time for which a context
// is loaded is a turn. Turns have numbers, and a tenant knows the last turn on each node that used
// it.
//
// Owner: the scheduler. Threads: only the strand; count_attached() any. Cost: linear in the tenants
// of a context, and in the uses of a packet.
#pragma once

#include <memory>
#include <vector>

#include "src/nt/base/ref.h"
#include "src/sched/work/packet.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class ContextMemory {
 public:
  ContextMemory(vidmm::VideoMemory& memory, UINT nodes) : memory_(memory), nodes_(nodes) {}
  ContextMemory(const ContextMemory&) = delete;
  ContextMemory& operator=(const ContextMemory&) = delete;

  // An attached tenant is resident with every command. Residency lists of its process must leave
  // room for it, or none of the process's work could ever run.
  void count_attached(const vidmm::Tenant& tenant, bool is_attached) const;
  // Removes the tenant from its segment, and unpins it. Runs nothing on the GPU, because the thread
  // that frees the tenant may wait inside the driver. No later call of the driver names the tenant.
  // `keeper` is released by end_detached().
  void detach(std::shared_ptr<vidmm::Tenant> keeper, WorkSource* context, WorkOwner* device);
  // Discards the tenants that were detached.
  void end_detached();

  // Places the memory of the packet's context, and pins it for the packet's node instead of the
  // memory of the context before.
  bool pin_for(const Packet& packet, vidmm::Placed& why_not);
  // Called when no work is at the hardware, and tenants that are pinned for other contexts occupy
  // the room that this packet needs. Unpins them; they are evicted after the switch away from those
  // contexts (K-392). Returns false when there are none.
  bool unpin_others(const Packet& packet);
  void unpin(UINT node);
  void unpin_all();
  bool is_pinned(const vidmm::Tenant& tenant) const;

  // The packet goes to the hardware: from now on its context is loaded.
  void load(const Packet& packet);
  // True when the context that the node has loaded used the tenant.
  bool is_used_by_loaded(const vidmm::Tenant& tenant, UINT node) const;
  // The node has no context loaded any more. Returns the one that it had; empty: paging, or none.
  nt::Ref<WorkSource> unload(UINT node);
  void unload_all();

 private:
  // The context that a node has loaded, and the tenants that are pinned there for the last context.
  struct OfNode {
    std::uint64_t turn = 0;       // among all turns; 0: nothing is loaded
    nt::Ref<WorkSource> context;  // empty: paging
    std::vector<vidmm::Tenant*> pinned;
  };

  vidmm::VideoMemory& memory_;
  std::vector<OfNode> nodes_;
  std::uint64_t last_turn_ = 0;
  // Detached tenants that the strand may still use, or that an aperture still maps.
  std::vector<std::shared_ptr<vidmm::Tenant>> detached_;
};

}  // namespace drydock::sched
