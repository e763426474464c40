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
// Owner: the adapter, from its start to its stop. Threads: any, unless a function says otherwise.
// The scheduler uses the driver (engine_driver.h) and video memory. It sees the objects that submit
// work only through work_source.h.
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

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "src/nt/time/service.h"
#include "src/sched/engine_driver.h"
#include "src/sched/node.h"
#include "src/sched/packet.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/vidmm/address_space.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class Scheduler final : public vidmm::PagingQueue {
 public:
  explicit Scheduler(EngineDriver& driver);
  ~Scheduler() override;
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
  struct BadReport {
    UINT node, fence, completed, issued;
    bool is_of_stopped = false;  // its engine was reset and cannot report anything (K-414)
  };
  std::optional<BadReport> interrupt(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data);
  void dpc();

  // Runs a job on the strand and waits for it. Not at DISPATCH_LEVEL.
  void run_on_strand(const std::function<void(vidmm::VideoMemory&)>& job);

  // Runs a job on the strand now. While the job returns false, it runs again whenever something has
  // changed. Any thread.
  using PatientJob = std::function<bool(vidmm::VideoMemory&)>;
  void run_until_done(PatientJob job);

  // True when a packet is at the hardware. Any thread.
  bool is_at_work();

  // Wakes the strand, which drops the work that cannot go on: its device failed or ends, the driver
  // failed, or the hardware was removed. At any IRQL.
  void look_again() { wake(); }

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
  void add_queue(HardwareQueue& queue);
  void remove_queue(const HardwareQueue& queue);

  // Waits until nothing of the device is queued or at the hardware.
  void wait_idle(const WorkOwner& device);

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
  void set_timeout(sim::Time delay) { timeout_.store(delay, std::memory_order_relaxed); }

  // vidmm::PagingQueue
  vidmm::PagingBuffer& buffer() override;
  bool run(vidmm::Tenant& tenant, UINT bytes, UINT private_bytes) override;
  void switch_away_from(vidmm::Tenant& tenant) override;
  void wait_idle(vidmm::Tenant& tenant) override;
  void await(const std::function<bool()>& is_over) override;
  bool is_resetting() const override { return is_resetting_; }

 private:
  // A report of the driver at interrupt level.
  struct Report {
    DXGK_INTERRUPT_TYPE type;
    UINT node;
    UINT fence;        // completed, preempted or faulted
    UINT fault_flags;  // DXGK_PAGE_FAULT_FLAGS
    // Of a suspension.
    HANDLE context = nullptr;
    UINT64 suspension = 0;
  };
  enum class Prepared : std::uint8_t { kYes, kWait, kAgain, kFailed };
  struct Update {
    sim::Completion is_over;
    bool is_done = false;
  };
  // The context whose commands a node has loaded: the one that ran last.
  struct Turn {
    std::uint64_t number = 0;     // among all turns; 0: no context
    nt::Ref<WorkSource> context;  // empty: paging
  };
  using Packets = std::vector<std::unique_ptr<Packet>>;

  void wake();
  sim::Time step();
  void run_jobs();
  void run_urgent_jobs();
  void run_patient_jobs();
  void end_detached();
  void wait_for_job(bool is_urgent, const std::function<void()>& job);
  void drain();
  void empty();
  void run_update(Update& update, vidmm::Tenant& tenant, void* data, UINT bytes);
  void count_attached(const vidmm::Tenant& tenant, bool is_attached);
  bool unpin_other_contexts(const Packet& packet);
  bool is_reachable() const;
  UINT paging_node() const { return 0; }

  // Ends work that the driver reported.
  void end_reported();
  void end_report(const Report& report);
  void end_fault(const Report& report);
  void requeue_preempted(UINT node);
  void finish(std::unique_ptr<Packet> packet);
  void drop_hopeless();
  void drop(std::unique_ptr<Packet> packet);
  void cancel_in_driver(const Packet& packet);

  // Sends work to the hardware.
  bool feed(UINT node);
  void pass(std::unique_ptr<Packet> packet);
  void requeue(std::unique_ptr<Packet> packet);
  static bool names_destroyed_object(const Packet& packet);
  static bool names_what_was_evicted(const Packet& packet);
  Prepared prepare(Packet& packet);
  bool map_buffer(DmaBuffer& buffer, vidmm::Placed& why_not);
  bool make_resident(Packet& packet, vidmm::Placed& why_not);
  bool is_at_hardware(const vidmm::Tenant& tenant);
  bool bring_residents(Packet& packet, vidmm::Placed& why_not);
  void release_residents(Packet& packet);
  bool bring_tables(Packet& packet, vidmm::Placed& why_not);
  void set_root(WorkSource& context, const vidmm::PageTables& tables);
  void send_paging(std::unique_ptr<Packet> packet, const vidmm::PagingProcess& process);
  bool pin_for_context(Packet& packet, vidmm::Placed& why_not);
  void unpin_context(UINT node);
  void unpin(Packet& packet);
  bool patch(Packet& packet);
  NTSTATUS call_patch(Packet& packet);
  bool split(Packet& packet);
  void look_at_others(Packet& packet);
  void check_others(const Packet& packet);
  void send(std::unique_ptr<Packet> packet);
  void note_sent(std::unique_ptr<Packet> packet);
  void send_virtual(std::unique_ptr<Packet> packet);
  void end_refused(UINT node);
  void send_to_queue(std::unique_ptr<Packet> packet);
  bool end_progress();
  std::vector<nt::Ref<HardwareQueue>> all_queues();
  void disconnect_lost_queues();
  static void end_queued(const Packet& packet);
  void send_suspension(WorkSource& context, sim::Completion& over);
  void end_suspension(HANDLE context, UINT64 suspension);
  void end_virtual(const Packet& packet);
  void take_turn(const Packet& packet);
  void switch_away(UINT node);
  static bool is_urgent(const Node& node);
  static bool is_abandoned(const Node& node);
  void preempt_for_others(UINT node);
  void ask_preemption(UINT node);
  static void fail_device(const Packet& packet, D3DKMT_DEVICEEXECUTION_STATE why);

  // Time-outs.
  sim::Time watch(UINT node);
  sim::Time watch_queues(UINT node);
  sim::Time watch_all();
  void query_fence(UINT node);
  void check_fences_after_reset();
  void check_unanswered(UINT node);
  bool is_reported(UINT node);
  bool can_preempt() const;
  void recover(UINT node);
  std::optional<ULONGLONG> dependent_engines(UINT node);
  bool reset_engine(UINT node);
  bool reset_one(UINT node);
  bool count_reset();
  using AloneCall = NTSTATUS (EngineDriver::*)(const std::function<void()>& when_alone);
  void call_alone(const char* name, AloneCall entry);
  void fail_stuck_driver(const char* waiting);
  void reset_adapter(UINT node);
  void fail_unresettable_driver(bool can_reset);
  void lose_memory();
  void abort(Packets packets, const Packet* guilty);

  EngineDriver& driver_;
  const EngineCaps caps_;
  vidmm::VideoMemory memory_;
  DmaBuffer paging_dma_;
  vidmm::PagingBuffer paging_buffer_;
  std::atomic<sim::Time> timeout_ = 20'000'000;
  std::vector<sim::Time> resets_;
  bool is_resetting_ = false;  // paging operations are announced and not run
  bool waits_to_be_alone_ = false;
  std::uint64_t adapter_resets_ = 0;
  std::uint64_t submissions_ = 0;  // submissions since the start
  Update* updating_ = nullptr;     // the update whose caller waits
  // Detached tenants that the strand may still use, or that an aperture still maps.
  std::vector<std::shared_ptr<vidmm::Tenant>> detached_;
  bool paging_is_over_ = true;
  bool paging_was_aborted_ = false;
  std::uint64_t last_turn_ = 0;
  // per node: tenants pinned for its last context
  std::vector<std::vector<vidmm::Tenant*>> pinned_;
  std::vector<Turn> turns_;  // per node

  sim::Lock lock_;
  std::vector<Node> nodes_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Report> reported_by_interrupt_
      DRYDOCK_GUARDED_BY(lock_);                            // reported at interrupt level
  std::vector<Report> reported_ DRYDOCK_GUARDED_BY(lock_);  // reported in the DPC
  std::vector<std::function<void()>> jobs_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<PatientJob> patient_jobs_ DRYDOCK_GUARDED_BY(lock_);
  // Jobs for which a thread inside the driver may wait. They run even while the strand waits until
  // no other thread is inside the driver; they do not call the driver then, and run nothing on the
  // GPU.
  std::vector<std::function<void()>> urgent_jobs_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<std::pair<const WorkOwner*, sim::Completion*>> idle_waiters_
      DRYDOCK_GUARDED_BY(lock_);
  std::vector<HardwareQueue*> queues_ DRYDOCK_GUARDED_BY(lock_);
  std::atomic<std::size_t> queue_count_ = 0;  // relaxed: the thread that adds one wakes the strand
  const UINT node_count_;
  std::atomic<bool> woken_ = false;
  nt::Service service_;
};

}  // namespace drydock::sched
