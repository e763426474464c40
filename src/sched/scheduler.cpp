#include "src/sched/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/nt/watch/breach.h"
#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"

namespace drydock::sched {

using vidmm::Placed;

Scheduler::Scheduler(EngineDriver& driver)
    : driver_(driver),
      caps_(driver.engine_caps()),
      memory_(driver, *this),
      pinned_(caps_.nodes),
      turns_(caps_.nodes),
      nodes_(caps_.nodes),
      node_count_(caps_.nodes),
      service_("gpu scheduler", [this] { return step(); }) {}

WorkSource::~WorkSource() { assert(queue.empty() && at_hardware == 0); }

Scheduler::~Scheduler() { free_dma_buffer(paging_dma_); }

// The caller has stored the work before it wakes the strand: the release pairs with the acquire in
// step().
void Scheduler::wake() {
  woken_.store(true, std::memory_order_release);
  service_.wake();
}

bool Scheduler::is_reachable() const { return driver_.is_reachable(); }

void Scheduler::submit(std::unique_ptr<Packet> packet) {
  trace::event("gpu", "queued", {{"context", packet->context->label()}, {"node", packet->node}});
  {
    const sim::Hold hold(lock_);
    WorkOwner& device = packet->context->owner();
    ++device.packets;
    if (packet->is<AddressedWork>())
      packet->as<AddressedWork>().number = device.virtual_work.begin();
    nodes_[packet->node].queue(std::move(packet));
  }
  wake();
}

void Scheduler::run_on_strand(const std::function<void(vidmm::VideoMemory&)>& job) {
  wait_for_job(/*is_urgent=*/false, [&] { job(memory_); });
}

void Scheduler::wait_for_job(bool is_urgent, const std::function<void()>& job) {
  if (service_.is_me()) return job();
  sim::Completion done;
  const auto and_complete = [&] {
    job();
    done.complete();
  };
  {
    const sim::Hold hold(lock_);
    if (is_urgent) {
      urgent_jobs_.emplace_back(and_complete);
    } else {
      jobs_.emplace_back(and_complete);
    }
  }
  wake();
  done.wait();
}

void Scheduler::run_urgent_jobs() {
  std::vector<std::function<void()>> jobs;
  {
    const sim::Hold hold(lock_);
    jobs.swap(urgent_jobs_);
  }
  for (const auto& job : jobs) job();
}

void Scheduler::run_jobs() {
  run_urgent_jobs();
  std::vector<std::function<void()>> jobs;
  {
    const sim::Hold hold(lock_);
    jobs.swap(jobs_);
  }
  for (const auto& job : jobs) job();
}

sim::Time Scheduler::step() {
  sim::Time next = sim::kForever;
  while (woken_.exchange(false, std::memory_order_acquire) || next <= sim::now()) {
    end_reported();
    drop_hopeless();
    disconnect_lost_queues();
    run_jobs();
    run_patient_jobs();
    end_detached();
    for (UINT node = 0; node < node_count_; ++node) {
      while (feed(node)) end_reported();
      preempt_for_others(node);
    }
    next = watch_all();
  }
  return next == sim::kForever ? watch_all() : next;
}

// Sends one more packet to the hardware, or passes a synchronisation point. False when neither is
// possible now.
bool Scheduler::feed(UINT node) {
  std::unique_ptr<Packet> packet;
  {
    const sim::Hold hold(lock_);
    if (!nodes_[node].has_room() || nodes_[node].preempting_since != 0) return false;
    packet = nodes_[node].next();
  }
  if (packet == nullptr) return false;
  if (!packet->context->owner().is_working() || !is_reachable()) {
    drop(std::move(packet));
    return true;
  }
  if (packet->is<SyncWork>()) {
    pass(std::move(packet));
    return true;
  }
  switch (prepare(*packet)) {
    case Prepared::kYes:
      send(std::move(packet));
      return true;
    case Prepared::kFailed:
      drop(std::move(packet));
      return true;
    case Prepared::kAgain:
      requeue(std::move(packet));
      return true;
    case Prepared::kWait:
      break;
  }
  requeue(std::move(packet));
  return false;
}

void Scheduler::requeue(std::unique_ptr<Packet> packet) {
  const sim::Hold hold(lock_);
  nodes_[packet->node].queue_again(std::move(packet));
}

// It is the turn of a synchronisation point: the context passes it, or stops there.
void Scheduler::pass(std::unique_ptr<Packet> packet) {
  WorkSource& context = *packet->context;
  SyncPoint& point = *packet->as<SyncWork>().point;
  std::uint32_t retries = 0;
  bool is_early = false;
  {
    const sim::Hold hold(lock_);
    retries = context.retries;
    is_early = point.is_after_work() && context.at_hardware != 0;
  }
  if (!is_early && point.pass()) {
    trace::event("gpu", "synchronised", {{"context", context.label()}});
    return finish(std::move(packet));
  }
  const sim::Hold hold(lock_);
  // A retry() that came meanwhile may be the one that would have let the point pass.
  context.is_blocked = is_early ? context.at_hardware != 0 : context.retries == retries;
  nodes_[context.node()].queue_again(std::move(packet));
}

bool Scheduler::queue_sync(WorkSource& context, std::unique_ptr<SyncPoint> point) {
  if (!context.claim_by_gpu()) return false;
  auto packet = std::make_unique<Packet>(SyncWork{std::move(point)}, context.node());
  packet->context = nt::Ref<WorkSource>(context);
  submit(std::move(packet));
  return true;
}

void Scheduler::retry(WorkSource& context) {
  {
    const sim::Hold hold(lock_);
    ++context.retries;
    context.is_blocked = false;
  }
  wake();
}

// True when work uses an allocation that its client destroyed with the promise that no work does.
bool Scheduler::names_destroyed_object(const Packet& packet) {
  return packet.claims != nullptr && packet.claims->names_destroyed();
}

Scheduler::Prepared Scheduler::prepare(Packet& packet) {
  if (names_destroyed_object(packet) || names_what_was_evicted(packet)) {
    fail_device(packet, D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
    return Prepared::kFailed;
  }
  Placed why_not = Placed::kYes;
  if (!make_resident(packet, why_not) || !bring_residents(packet, why_not) ||
      !pin_for_context(packet, why_not) || !bring_tables(packet, why_not)) {
    unpin(packet);
    if (why_not == Placed::kBusy && is_at_work()) return Prepared::kWait;
    if (why_not == Placed::kBusy && unpin_other_contexts(packet)) return Prepared::kAgain;
    if (why_not != Placed::kLost && split(packet)) return Prepared::kAgain;
    // K-459, K-454.
    fail_device(packet, why_not == Placed::kLost ? D3DKMT_DEVICEEXECUTION_RESET
                                                 : D3DKMT_DEVICEEXECUTION_ERROR_OUTOFMEMORY);
    return Prepared::kFailed;
  }
  bool is_overtaking = false;
  {
    const sim::Hold hold(lock_);
    is_overtaking = Node::is_overtaking(packet);
    if (!is_overtaking && packet.has_fence()) packet.fence = nodes_[packet.node].issue_fence();
  }
  if (is_overtaking) {
    unpin(packet);
    return Prepared::kWait;
  }
  return packet.is<AddressedWork>() || patch(packet) ? Prepared::kYes : Prepared::kFailed;
}

// Maps a DMA buffer into its aperture, if it needs one.
bool Scheduler::map_buffer(DmaBuffer& buffer, Placed& why_not) {
  if (buffer.tenant == nullptr) return true;
  why_not = memory_.make_resident(*buffer.tenant);
  buffer.segment = buffer.tenant->place.segment();
  buffer.physical.QuadPart = static_cast<LONGLONG>(buffer.tenant->place.address());
  return why_not == Placed::kYes;
}

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

// Places and pins everything that the packet names.
bool Scheduler::make_resident(Packet& packet, Placed& why_not) {
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

void Scheduler::unpin(Packet& packet) {
  release_residents(packet);
  if (vidmm::PageTables* const tables = std::exchange(packet.tables, nullptr)) tables->unpin();
  if (!std::exchange(packet.is_pinned, false)) return;
  for (Use& use : packet.uses) {
    if (use.is_needed()) memory_.unpin(*use.tenant);
  }
  if (packet.dma->tenant) memory_.unpin(*packet.dma->tenant);
}

void Scheduler::note_sent(std::unique_ptr<Packet> packet) {
  ++submissions_;
  take_turn(*packet);
  look_at_others(*packet);
  packet->send();
  const sim::Hold hold(lock_);
  if (packet->context) ++packet->context->at_hardware;
  nodes_[packet->node].submitted(std::move(packet));
}

// Submits the packet. It counts as at the hardware before the driver is called, because its
// interrupt may come before the call returns.
void Scheduler::send(std::unique_ptr<Packet> packet) {
  if (packet->is<AddressedWork>()) return send_virtual(std::move(packet));
  if (packet->is<PagingWork>() && memory_.paging_process() != nullptr)
    return send_paging(std::move(packet), *memory_.paging_process());
  DXGKARG_SUBMITCOMMAND arguments{};
  const WorkSource* const context =
      packet->is<SwitchWork>() ? packet->as<SwitchWork>().left.get() : packet->context.get();
  arguments.hContext = context != nullptr ? context->driver() : nullptr;
  arguments.DmaBufferSegmentId = packet->dma->segment;
  arguments.DmaBufferPhysicalAddress = packet->dma->physical;
  arguments.DmaBufferSize = packet->dma->size;
  arguments.DmaBufferSubmissionStartOffset = packet->begin;
  arguments.DmaBufferSubmissionEndOffset = packet->bytes;
  arguments.pDmaBufferPrivateData = packet->dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet->dma->private_data.size());
  arguments.DmaBufferPrivateDataSubmissionEndOffset = packet->private_bytes;
  arguments.SubmissionFenceId = packet->fence;
  arguments.Flags.Paging = context == nullptr ? 1 : 0;
  arguments.Flags.ContextSwitch = packet->is<SwitchWork>() ? 1 : 0;
  arguments.Flags.NullRendering = packet->null_rendering ? 1 : 0;
  if (caps_.marks_resubmission) arguments.Flags.Resubmission = packet->was_preempted ? 1 : 0;
  arguments.NodeOrdinal = packet->node;
  trace::event(
      "gpu", "submitted",
      {{"node", packet->node}, {"fence", packet->fence}, {"paging", packet->is<PagingWork>()}});
  note_sent(std::move(packet));
  const NTSTATUS status = driver_.submit_command(arguments);
  if (status == STATUS_NO_MEMORY || status == STATUS_INSUFFICIENT_RESOURCES)
    nt::Breach("K-054", driver_.offender())
        .message(
            "DxgkDdiSubmitCommand returned {:#010x}: the driver has no "
            "room for a DMA buffer, and RequiredDmaQueueEntry asked "
            "for room from DxgkDdiStartDevice on",
            static_cast<ULONG>(status))
        .raise_later();
}

void Scheduler::fail_device(const Packet& packet, D3DKMT_DEVICEEXECUTION_STATE why) {
  if (!packet.context) return;
  trace::event("device", "error", {{"handle", packet.context->owner().label()}, {"state", why}});
  packet.context->owner().set_error(why);
}

}  // namespace drydock::sched
