// The origins of work, as the scheduler sees them: contexts, the devices that own them, and
// hardware queues. The object model derives its objects from these classes, and owns them.
//
// The data members belong to the scheduler; each says what guards it. Cost: a virtual function is
// called at most once per packet, never once per allocation.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "src/nt/base/ref.h"
#include "src/sched/work/some_nodes_lock.h"
#include "src/sched/work/virtual_work.h"
#include "src/sim/thread_annotations.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {
class AddressSpace;
class PageTables;
}  // namespace drydock::vidmm

namespace drydock::sched {

struct Packet;

// A device: it owns work, and is set in error when the work fails.
class WorkOwner {
 public:
  WorkOwner() = default;
  WorkOwner(const WorkOwner&) = delete;
  WorkOwner& operator=(const WorkOwner&) = delete;

  // True when it accepts work. False when it failed or was stopped.
  virtual bool is_working() const = 0;
  // True when its destruction has begun: it waits for nothing any more.
  virtual bool is_going() const = 0;
  // K-463: true when its process was killed, so that nothing waits for its work.
  virtual bool is_abandoned() const = 0;
  // Called when its work cannot go on, or was lost.
  virtual void set_error(D3DKMT_DEVICEEXECUTION_STATE why) = 0;
  // K-437: sets the fences that its work would have signalled to their last value.
  virtual void end_fences() = 0;

  virtual HANDLE driver() const = 0;
  virtual std::uint32_t label() const = 0;  // its handle, for the trace
  // The GPU virtual addresses of its process, and the page tables for them; null when it has none.
  virtual const vidmm::AddressSpace* addresses() const = 0;
  virtual vidmm::PageTables* tables() const = 0;

  // Memory of the driver's own that is resident with each command. Only for the strand.
  std::vector<vidmm::Tenant*> tenants;
  // How many of its packets have not ended.
  std::uint32_t packets DRYDOCK_GUARDED_BY(some_nodes_lock) = 0;
  VirtualWork virtual_work DRYDOCK_GUARDED_BY(some_nodes_lock);

 protected:
  ~WorkOwner() = default;
};

// A context: packets in order, for one node.
class WorkSource {
 public:
  WorkSource() = default;
  WorkSource(const WorkSource&) = delete;
  WorkSource& operator=(const WorkSource&) = delete;

  virtual void add_ref() = 0;
  virtual void release() = 0;
  // Each packet has a GPU claim on its context. claim_by_gpu() returns false when the context is
  // being destroyed. The `again` form is for a caller that has a claim already, and always
  // succeeds.
  virtual bool claim_by_gpu() = 0;
  virtual void claim_again_by_gpu() = 0;
  virtual void release_by_gpu() = 0;

  virtual WorkOwner& owner() const = 0;
  virtual HANDLE driver() const = 0;
  virtual UINT node() const = 0;
  virtual std::uint32_t label() const = 0;  // its handle, for the trace
  // K-286: true when its driver needs no patching.
  virtual bool is_unpatched() const = 0;

  // Its priority, from Node::kLowest to Node::kHighest.
  std::atomic<INT> priority = 0;

  // Memory of the driver's own that is resident with each of its commands. Only for the strand.
  std::vector<vidmm::Tenant*> tenants;
  // The root of the page tables that the driver knows for it (PageTables::Root); 0: none. Only for
  // the strand.
  std::uint64_t root = 0;

  std::deque<std::unique_ptr<Packet>> queue DRYDOCK_GUARDED_BY(some_nodes_lock);
  // The number of its last packet.
  std::uint64_t last_number DRYDOCK_GUARDED_BY(some_nodes_lock) = 0;
  // Suspensions that were requested.
  std::uint64_t suspensions DRYDOCK_GUARDED_BY(some_nodes_lock) = 0;
  std::uint32_t at_hardware DRYDOCK_GUARDED_BY(some_nodes_lock) = 0;
  // Calls of Scheduler::retry().
  std::uint32_t retries DRYDOCK_GUARDED_BY(some_nodes_lock) = 0;
  // Its node lists it among the contexts with work.
  bool is_known DRYDOCK_GUARDED_BY(some_nodes_lock) = false;
  // It waits at a synchronisation point.
  bool is_blocked DRYDOCK_GUARDED_BY(some_nodes_lock) = false;

 protected:
  ~WorkSource();
};

// A hardware queue: a value of its progress fence says that work has ended.
class HardwareQueue {
 public:
  HardwareQueue() = default;
  HardwareQueue(const HardwareQueue&) = delete;
  HardwareQueue& operator=(const HardwareQueue&) = delete;

  virtual void add_ref() = 0;
  virtual void release() = 0;
  virtual bool claim_by_gpu() = 0;
  virtual void release_by_gpu() = 0;

  virtual WorkSource& source() const = 0;
  virtual HANDLE driver() const = 0;
  virtual std::uint32_t label() const = 0;
  // True when its work may take longer than the time-out.
  virtual bool has_no_timeout() const = 0;
  // Reads what the GPU has written to the progress fence, and wakes the threads that wait for it.
  virtual UINT64 follow_progress() = 0;
  // K-437: releases the threads that wait for values which a lost device will never write.
  virtual void end_progress() = 0;
  virtual void* progress_address() const = 0;
  // Disconnects its doorbell when its device is lost. Does not wait.
  virtual void disconnect_if_lost() = 0;

 protected:
  ~HardwareQueue() = default;
};

}  // namespace drydock::sched
