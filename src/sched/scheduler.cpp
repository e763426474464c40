#include "src/sched/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/work/device.h"
#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"

namespace drydock::sched {

using vidmm::Placed;

namespace {

UINT count_nodes(const dxgk::Adapter& adapter) {
  return std::max<UINT>(adapter.caps().driver.GpuEngineTopology.NbAsymetricProcessingNodes, 1);
}

}  // namespace

Scheduler::Scheduler(dxgk::Adapter& adapter)
    : adapter_(adapter),
      seat_(adapter, nullptr, /*is_schedulers=*/true),
      memory_(adapter, seat_, *this),
      kept_(count_nodes(adapter)),
      turns_(count_nodes(adapter)),
      nodes_(count_nodes(adapter)),
      node_count_(count_nodes(adapter)),
      service_("gpu scheduler", [this] { return step(); }) {}

Scheduler::~Scheduler() { free_dma_buffer(paging_dma_); }

// Whoever wakes the strand has left its work first: the release pairs with the acquire in step().
void Scheduler::wake() {
  woken_.store(true, std::memory_order_release);
  service_.wake();
}

bool Scheduler::is_reachable() const {
  return adapter_.driver().alive() && adapter_.is_called() && !adapter_.hardware().has_vanished();
}

void Scheduler::submit(std::unique_ptr<Packet> packet) {
  trace::event("gpu", "queued", {{"context", packet->context->handle()}, {"node", packet->node}});
  {
    const sim::Hold hold(lock_);
    dxgk::Device& device = packet->context->device();
    ++device.packets;
    if (packet->kind == Packet::Kind::kVirtual)
      packet->by_address.number = device.virtual_work.begin();
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
  const auto and_tell = [&] {
    job();
    done.complete();
  };
  {
    const sim::Hold hold(lock_);
    if (is_urgent) {
      urgent_jobs_.emplace_back(and_tell);
    } else {
      jobs_.emplace_back(and_tell);
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
    adapter_.hw_queues().disconnect_lost(seat_);
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

// One packet more to the hardware, or past a synchronisation point; false when none can go now.
bool Scheduler::feed(UINT node) {
  std::unique_ptr<Packet> packet;
  {
    const sim::Hold hold(lock_);
    if (!nodes_[node].has_room() || nodes_[node].preempting_since != 0) return false;
    packet = nodes_[node].next();
  }
  if (packet == nullptr) return false;
  if (!packet->context->device().is_working() || !is_reachable()) {
    drop(std::move(packet));
    return true;
  }
  if (packet->kind == Packet::Kind::kSync) {
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

// A synchronisation point whose turn has come: past it, or the context stops there.
void Scheduler::pass(std::unique_ptr<Packet> packet) {
  dxgk::Context& context = *packet->context;
  std::uint32_t retries = 0;
  bool is_early = false;
  {
    const sim::Hold hold(lock_);
    retries = context.work().retries;
    is_early = packet->sync->is_after_work() && context.work().at_hardware != 0;
  }
  if (!is_early && packet->sync->pass()) {
    trace::event("gpu", "synchronised", {{"context", context.handle()}});
    return finish(std::move(packet));
  }
  const sim::Hold hold(lock_);
  // A retry meanwhile may be the one that would have let it pass.
  context.work().is_blocked =
      is_early ? context.work().at_hardware != 0 : context.work().retries == retries;
  nodes_[context.node()].queue_again(std::move(packet));
}

bool Scheduler::queue_sync(dxgk::Context& context, std::unique_ptr<SyncPoint> point) {
  if (!context.claims.claim(dxgk::Claims::By::kGpu)) return false;
  auto packet = std::make_unique<Packet>();
  packet->kind = Packet::Kind::kSync;
  packet->context = dxgk::Ref<dxgk::Context>(context);
  packet->node = context.node();
  packet->sync = std::move(point);
  submit(std::move(packet));
  return true;
}

void Scheduler::retry(dxgk::Context& context) {
  {
    const sim::Hold hold(lock_);
    ++context.work().retries;
    context.work().is_blocked = false;
  }
  wake();
}

// The client promised that its work does not use what it destroyed, and it does.
bool Scheduler::names_what_is_gone(const Packet& packet) {
  return std::ranges::any_of(packet.uses,
                             [](const Use& use) { return use.binding->is_barred_from_gpu; });
}

Scheduler::Prepared Scheduler::prepare(Packet& packet) {
  if (names_what_is_gone(packet) || names_what_was_evicted(packet)) {
    fail_device(packet, D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
    return Prepared::kFailed;
  }
  Placed why_not = Placed::kYes;
  if (!make_resident(packet, why_not) || !bring_residents(packet, why_not) ||
      !keep_for_context(packet, why_not) || !bring_tables(packet, why_not)) {
    unpin(packet);
    if (why_not == Placed::kBusy && is_at_work()) return Prepared::kWait;
    if (why_not == Placed::kBusy && release_strangers(packet)) return Prepared::kAgain;
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
  return packet.kind == Packet::Kind::kVirtual || patch(packet) ? Prepared::kYes
                                                                : Prepared::kFailed;
}

// Its DMA buffer, when an aperture has to show it.
bool Scheduler::show_buffer(DmaBuffer& buffer, Placed& why_not) {
  if (buffer.tenant == nullptr) return true;
  why_not = memory_.make_resident(*buffer.tenant);
  buffer.segment = buffer.tenant->segment;
  buffer.physical.QuadPart = static_cast<LONGLONG>(buffer.tenant->address);
  return why_not == Placed::kYes;
}

// Everything that the packet names, in place and pinned.
bool Scheduler::make_resident(Packet& packet, Placed& why_not) {
  packet.is_pinned = true;
  if (packet.dma->tenant) memory_.pin(*packet.dma->tenant);
  for (Use& use : packet.uses) {
    if (use.is_needed()) memory_.pin(use.instance->tenant);
  }
  if (!show_buffer(*packet.dma, why_not)) return false;
  for (std::size_t i = 0; i < packet.uses.size(); ++i) {
    if (!packet.uses[i].is_needed()) continue;
    vidmm::Tenant& tenant = packet.uses[i].instance->tenant;
    if (std::exchange(tenant.is_orphan, false)) tenant.device = packet.context->device().driver();
    why_not = memory_.make_resident(tenant);
    if (why_not != Placed::kYes) return false;
    tenant.has_content.store(true, std::memory_order_relaxed);
    tenant.is_dirty |= packet.uses[i].is_written;
    tenant.is_backed &= !packet.uses[i].is_written;
    tenant.is_unwritten = false;
  }
  // Only now: a placement may have moved an earlier one's neighbours, never what is pinned.
  for (std::size_t i = 0; i < packet.uses.size(); ++i) {
    packet.allocations[i].SegmentId = 0;
    if (!packet.uses[i].is_needed()) continue;
    const vidmm::Tenant& tenant = packet.uses[i].instance->tenant;
    packet.allocations[i].SegmentId = tenant.segment;
    packet.allocations[i].PhysicalAddress.QuadPart = static_cast<LONGLONG>(tenant.address);
  }
  return true;
}

void Scheduler::unpin(Packet& packet) {
  release_residents(packet);
  if (vidmm::PageTables* const tables = std::exchange(packet.tables, nullptr)) tables->unpin();
  if (!std::exchange(packet.is_pinned, false)) return;
  for (Use& use : packet.uses) {
    if (use.is_needed()) memory_.unpin(use.instance->tenant);
  }
  if (packet.dma->tenant) memory_.unpin(*packet.dma->tenant);
}

void Scheduler::note_sent(std::unique_ptr<Packet> packet) {
  ++submissions_;
  take_turn(*packet);
  look_at_others(*packet);
  packet->submitted_at = sim::now();
  packet->is_at_hardware = true;
  const sim::Hold hold(lock_);
  if (packet->context) ++packet->context->work().at_hardware;
  nodes_[packet->node].submitted(std::move(packet));
}

// To the hardware. The packet counts as there before the driver is told, because its interrupt may
// come before the call returns.
void Scheduler::send(std::unique_ptr<Packet> packet) {
  if (packet->kind == Packet::Kind::kVirtual) return send_virtual(std::move(packet));
  if (packet->kind == Packet::Kind::kPaging && memory_.paging_process() != nullptr)
    return send_paging(std::move(packet), *memory_.paging_process());
  DXGKARG_SUBMITCOMMAND arguments{};
  const dxgk::Context* const context = packet->context ? packet->context.get() : packet->left.get();
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
  arguments.Flags.ContextSwitch = packet->kind == Packet::Kind::kSwitch ? 1 : 0;
  arguments.Flags.NullRendering = packet->null_rendering ? 1 : 0;
  if (adapter_.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
    arguments.Flags.Resubmission = packet->was_preempted ? 1 : 0;
  arguments.NodeOrdinal = packet->node;
  trace::event("gpu", "submitted",
               {{"node", packet->node},
                {"fence", packet->fence},
                {"paging", packet->kind == Packet::Kind::kPaging}});
  note_sent(std::move(packet));
  const NTSTATUS status = adapter_.call(dxgk::ddi::kSubmitCommand, seat_, [&] {
    return adapter_.table().DxgkDdiSubmitCommand(adapter_.context(), &arguments);
  });
  if (status == STATUS_NO_MEMORY || status == STATUS_INSUFFICIENT_RESOURCES)
    adapter_.accuse("K-054",
                    fmt::format("DxgkDdiSubmitCommand returned {:#010x}: the driver has no "
                                "room for a DMA buffer, and RequiredDmaQueueEntry asked "
                                "for room from DxgkDdiStartDevice on",
                                static_cast<ULONG>(status)));
}

void Scheduler::fail_device(const Packet& packet, D3DKMT_DEVICEEXECUTION_STATE why) {
  if (!packet.context) return;
  trace::event("device", "error", {{"handle", packet.context->device().handle()}, {"state", why}});
  packet.context->device().set_error(why);
}

}  // namespace drydock::sched
