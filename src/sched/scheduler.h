// The scheduler of an adapter. It sends queued work to the GPU, ends the work whose fences the
// driver reports, and sees to it that the memory is in place which the work needs.
//
//   render() ──► context's queue ──► prepare (page in, patch) ──► SubmitCommand ──► fence ──► over
//                      ▲                                               │
//                      └─────────────────── preempted ◄────────────────┘
//
// One strand does everything that may wait or that calls the driver: it pages, patches, submits,
// releases the claims of packets that have ended, and recovers from time-outs. NotifyInterrupt and
// NotifyDpc only record what the driver reported, and wake the strand.
//
// The scheduler owns the parts that do the work, and joins them. Each part knows only those above
// it in this table. Only video memory reaches down: it pages through PagingNode, which it sees as
// its vidmm::PagingQueue. The two rooms of parts are sched/memory and sched/engine.
//
//   part            what it does                                          who uses it
//   Nodes           holds work that waits or is at the hardware           any thread, with its lock
//   Strand          runs jobs of other threads                            any thread
//   ContextMemory   pins the memory of contexts, loads and unloads them   strand
//   ContextUpdates  updates context allocations                           strand
//   PacketMemory    pins the memory of packets                            strand
//   UnnamedMemory   checks memory that packets do not name                strand
//   Reports         stores what the driver reports                        interrupts, DPCs, strand
//   Ender           ends packets                                          strand; wait_idle() any thread
//   HardwareQueues  ends work in hardware queues                          strand; add, remove any thread
//   Submitter       gives packets to the driver                           strand
//   Preemption      takes packets back from the hardware                  strand
//   Recovery        resets engines and the adapter                        strand
//   Watchdog        finds work that takes too long                        strand
//   Collector       ends the work that was reported                       strand
//   PagingNode      runs paging buffers for video memory                  strand
//   Feeder          prepares packets and sends them to the hardware       strand
//
// Owner: the adapter, from its start to its stop. Threads: any, unless a function says otherwise.
// The scheduler uses the driver (engine_driver.h) and video memory. It sees the objects that submit
// work only through work_source.h. Cost: submit() is one lock and one wake of the strand; what a
// packet costs after that, its parts say.
//
// Context allocations are memory of a context's own. Their owner makes a vidmm::Tenant with
// needs_init set, and calls attach(). From then on the scheduler makes the tenant resident before a
// command of the context goes to the hardware, and initialises it the first time. The tenant stays
// until a command of another context goes to the same node (K-362). detach() undoes attach() at any
// time, even while the context's work runs: it evicts the tenant, and returns when nothing refers
// to it any more. update() runs UpdateContextAllocation and waits for it; it fails while the GPU is
// being reset. All three may be called from inside a level-zero entry point of the driver.
//
// Waits and signals: queue_sync() puts a SyncPoint (packet.h) behind the queued work of the
// context. The pass() of a wait says whether it is satisfied. If it is not, the context stops and
// others go on; the code that changes the awaited value calls retry(). The pass() of a signal is
// called when all earlier work of its context has ended.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "src/sched/engine/collector.h"
#include "src/sched/engine/ender.h"
#include "src/sched/engine/feeder.h"
#include "src/sched/engine/hardware_queues.h"
#include "src/sched/engine/paging_node.h"
#include "src/sched/engine/preemption.h"
#include "src/sched/engine/recovery.h"
#include "src/sched/engine/reports.h"
#include "src/sched/engine/submitter.h"
#include "src/sched/engine/watchdog.h"
#include "src/sched/memory/context_memory.h"
#include "src/sched/memory/context_updates.h"
#include "src/sched/memory/packet_memory.h"
#include "src/sched/memory/unnamed_memory.h"
#include "src/sched/strand.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/sched/work/packet.h"
#include "src/vidmm/address_space.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class Scheduler {
 public:
  explicit Scheduler(EngineDriver& driver);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // Takes over a packet whose claims are granted. Any thread.
  void submit(std::unique_ptr<Packet> packet);

  // False when the context is being destroyed.
  bool queue_sync(WorkSource& context, std::unique_ptr<SyncPoint> point);
  // Asks the context's sync point again whether it may be passed. At any IRQL.
  void retry(WorkSource& context);

  // Memory of the driver's own, for one context or for every context of a device.
  void attach(WorkSource& context, vidmm::Tenant& tenant);
  void attach(WorkOwner& device, vidmm::Tenant& tenant);
  // `owned_tenant` is released when the strand has stopped touching the tenant.
  void detach(std::shared_ptr<vidmm::Tenant> owned_tenant, WorkSource* context, WorkOwner* device);
  bool update(std::shared_ptr<vidmm::Tenant> owned_tenant, void* data, UINT bytes);

  // Reports of the driver. interrupt() is called at the device's IRQL with the interrupt's lock
  // held. It returns a report that cannot be true, and the caller raises the breach. dpc() is
  // called at DISPATCH_LEVEL.
  using BadReport = Reports::BadReport;
  std::optional<BadReport> interrupt(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
    return reports_.interrupt(data);
  }
  void dpc();

  // Runs a job on the strand and waits for it. Not at DISPATCH_LEVEL.
  void run_on_strand(const std::function<void(vidmm::VideoMemory&)>& job);

  // Runs a job on the strand now. While the job returns false, it runs again whenever something has
  // changed. Any thread.
  using PatientJob = std::function<bool(vidmm::VideoMemory&)>;
  void run_until_done(PatientJob job);

  // True when a packet is at the hardware. Any thread.
  bool is_at_work() { return nodes_.is_at_work(); }

  // Wakes the strand, which drops the work that cannot go on: its device failed or ends, the driver
  // failed, or the hardware was removed. At any IRQL.
  void look_again() { strand_.wake(); }

  // Runs `then` on the strand when all work has ended that the virtual contexts of the device have
  // queued so far. Returns false when there is no such work; then `then` never runs. Needed because
  // the host does not know which memory such work uses.
  bool after_virtual_work(WorkOwner& device, std::function<void()> then);
  bool has_virtual_work(const WorkOwner& device);
  // The number of the device's last work of virtual contexts, and whether such work has ended.
  std::uint64_t last_virtual_work(const WorkOwner& device);
  bool is_virtual_work_over(const WorkOwner& device, std::uint64_t number);

  // Waits until the GPU has written this value of the queue's progress fence, or a later one, or
  // until it hangs (K-462). The queue must be live.
  void await_progress(HardwareQueue& queue, UINT64 value);
  // Suspends the context's hardware queues and drops their work (K-463). Waits as long as the
  // driver needs; does nothing when the driver cannot suspend.
  void suspend(WorkSource& context);

  // True when work of virtual contexts that has not ended has its commands at these addresses.
  bool has_commands_in(const vidmm::AddressSpace& addresses,
                       const vidmm::AddressSpace::Extent& extent);

  // Hardware queues that exist in the driver, from their creation there until their destruction.
  void add_queue(HardwareQueue& queue) { queues_.add(queue); }
  void remove_queue(const HardwareQueue& queue) { queues_.remove(queue); }

  // Waits until nothing of the device is queued or at the hardware.
  void wait_idle(const WorkOwner& device) { ender_.wait_idle(device); }

  // Waits until all submitted work has ended, and evicts everything. For entry points of level
  // three.
  void quiesce();
  // Runs the body on the caller's thread, for an entry point of level two or three. The GPU is
  // idle, or video memory is empty too, until the body returns. Not from inside the driver.
  enum class Idle : std::uint8_t { kHardware, kMemory };
  void while_idle(Idle how, const std::function<void()>& body);

  // The GPU counts as hung, whether it is or not: the adapter is reset, or only the engines that
  // are in work. Returns when that is over. Not from inside the driver.
  enum class Reset : std::uint8_t { kAdapter, kEngines };
  void force_timeout(Reset what);

  // How long a packet may take before the GPU counts as hung; the registry's TdrDelay.
  void set_timeout(sim::Time delay) { watchdog_.set_timeout(delay); }

 private:
  sim::Time step();
  void drain();
  void empty();

  const EngineCaps caps_;
  Nodes nodes_;
  vidmm::VideoMemory memory_;
  ContextMemory contexts_;
  ContextUpdates updates_;
  PacketMemory packet_memory_;
  UnnamedMemory unnamed_;
  Reports reports_;
  Ender ender_;
  HardwareQueues queues_;
  Submitter submitter_;
  Preemption preemption_;
  Recovery recovery_;
  Watchdog watchdog_;
  Collector collector_;
  PagingNode paging_;
  Feeder feeder_;
  Strand strand_;  // the last one: when it is destroyed, nothing uses the others any more
};

}  // namespace drydock::sched
