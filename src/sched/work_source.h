// Where work comes from, as the scheduler sees it: contexts, the devices that own them, and
// hardware queues. The object model derives its objects from these classes, and owns them.
//
// What stands in them as data is the scheduler's; each field says what guards it. What is virtual
// is asked for once a packet or less often, never once an allocation.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "src/nt/base/ref.h"
#include "src/sched/virtual_work.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {
class AddressSpace;
class PageTables;
}  // namespace drydock::vidmm

namespace drydock::sched {

struct Packet;

// A device: whose work it is, and who is in error when it fails.
class WorkOwner {
 public:
  WorkOwner() = default;
  WorkOwner(const WorkOwner&) = delete;
  WorkOwner& operator=(const WorkOwner&) = delete;

  // It takes work. False when it failed or was stopped.
  virtual bool is_working() const = 0;
  // Its end has begun: it waits for nobody.
  virtual bool is_going() const = 0;
  // K-463: its process was killed, and nobody waits for its work.
  virtual bool is_abandoned() const = 0;
  // Its work cannot go on, or was lost.
  virtual void set_error(D3DKMT_DEVICEEXECUTION_STATE why) = 0;
  // K-437: fences that its work would have signalled come to their end.
  virtual void end_fences() = 0;

  virtual HANDLE driver() const = 0;
  virtual std::uint32_t label() const = 0;  // its handle, for the trace
  // The addresses by which its process names memory, and how the GPU finds what they lead to; null
  // when there are none.
  virtual const vidmm::AddressSpace* addresses() const = 0;
  virtual vidmm::PageTables* tables() const = 0;

  // Memory of the driver's own that is resident with each command. Only for the strand.
  std::vector<vidmm::Tenant*> tenants;
  // Of its packets those that are not over. Guarded by the scheduler's lock.
  std::uint32_t packets = 0;
  VirtualWork virtual_work;

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
  // Each packet has a claim of the GPU on it. claim_by_gpu(): false when the context is going.
  // `again`: for one who has a claim, and gets another one in any case.
  virtual bool claim_by_gpu() = 0;
  virtual void claim_again_by_gpu() = 0;
  virtual void release_by_gpu() = 0;

  virtual WorkOwner& owner() const = 0;
  virtual HANDLE driver() const = 0;
  virtual UINT node() const = 0;
  virtual std::uint32_t label() const = 0;  // its handle, for the trace
  // K-286: its driver needs no patching.
  virtual bool is_unpatched() const = 0;

  // How it stands against others: from Node::kLowest to Node::kHighest.
  std::atomic<INT> priority = 0;

  // Memory of the driver's own that is resident with each of its commands. Only for the strand.
  std::vector<vidmm::Tenant*> tenants;
  // The root of page tables that the driver has for it (PageTables::Root); 0: none. Only for the
  // strand.
  std::uint64_t root = 0;

  // Guarded by the scheduler's lock.
  std::deque<std::unique_ptr<Packet>> queue;
  std::uint64_t last_number = 0;  // of a packet
  std::uint64_t suspensions = 0;  // that were asked for
  std::uint32_t at_hardware = 0;
  std::uint32_t retries = 0;  // calls of Scheduler::retry()
  bool is_known = false;      // its node has it among those with work
  bool is_blocked = false;    // at a synchronisation point

 protected:
  ~WorkSource();
};

// A hardware queue: work whose end the value of a progress fence tells.
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
  // Its work may take longer than others'.
  virtual bool has_no_timeout() const = 0;
  // What the GPU has written to the progress fence; those who wait for it are woken.
  virtual UINT64 follow_progress() = 0;
  // K-437: nobody waits for what a lost device would have written.
  virtual void end_progress() = 0;
  virtual void* progress_address() const = 0;
  // Its doorbell is disconnected when its device is lost. Waits for nobody.
  virtual void disconnect_if_lost() = 0;

 protected:
  ~HardwareQueue() = default;
};

}  // namespace drydock::sched
