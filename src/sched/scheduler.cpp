#include "src/sched/scheduler.h"

#include <algorithm>
#include <utility>

#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

bool lies_in(const Packet& packet, const vidmm::AddressSpace& addresses,
             const vidmm::AddressSpace::Extent& extent) {
  if (!packet.is<AddressedWork>() || packet.context->owner().addresses() != &addresses)
    return false;
  const std::uint64_t begin = packet.as<AddressedWork>().commands;
  return begin < extent.end && extent.begin < begin + packet.bytes;
}

}  // namespace

// Parts store references to others that are made after them, and use none before the first step.
Scheduler::Scheduler(EngineDriver& driver)
    : caps_(driver.engine_caps()),
      nodes_(caps_.nodes),
      memory_(driver, paging_),
      contexts_(memory_, caps_.nodes),
      updates_(memory_),
      packet_memory_(memory_),
      unnamed_(driver, nodes_, memory_, contexts_),
      reports_(nodes_),
      ender_(driver, caps_, nodes_, strand_, packet_memory_, unnamed_),
      queues_(driver, nodes_, ender_),
      submitter_(driver, caps_, nodes_, memory_, contexts_, unnamed_, queues_, ender_),
      preemption_(driver, caps_, nodes_, packet_memory_, submitter_),
      recovery_(driver, caps_, nodes_, strand_, reports_, ender_, memory_, contexts_, updates_),
      watchdog_(driver, caps_, nodes_, queues_, preemption_, recovery_),
      collector_(nodes_, strand_, reports_, ender_, queues_, preemption_, recovery_, watchdog_),
      paging_(caps_, nodes_, contexts_, submitter_, collector_, recovery_),
      feeder_(driver, caps_, nodes_, packet_memory_, contexts_, submitter_, ender_, collector_),
      strand_([this] { return step(); }) {}

sim::Time Scheduler::step() {
  sim::Time next = sim::kForever;
  while (strand_.take_wake() || next <= sim::now()) {
    collector_.end_reported();
    ender_.drop_hopeless();
    queues_.disconnect_lost();
    strand_.run_jobs();
    strand_.run_patient_jobs();
    contexts_.end_detached();
    for (UINT node = 0; node < nodes_.count(); ++node) {
      feeder_.feed(node);
      preemption_.ask_for_others(node);
    }
    next = watchdog_.watch_all();
  }
  return next == sim::kForever ? watchdog_.watch_all() : next;
}

void Scheduler::submit(std::unique_ptr<Packet> packet) {
  trace::event("gpu", "queued", {{"context", packet->context->label()}, {"node", packet->node}});
  {
    const NodesHold hold(nodes_);
    WorkOwner& device = packet->context->owner();
    ++device.packets;
    if (packet->is<AddressedWork>())
      packet->as<AddressedWork>().number = device.virtual_work.begin();
    nodes_.at(packet->node).queue(std::move(packet));
  }
  strand_.wake();
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
    const NodesHold hold(nodes_);
    ++context.retries;
    context.is_blocked = false;
  }
  strand_.wake();
}

void Scheduler::attach(WorkSource& context, vidmm::Tenant& tenant) {
  strand_.run(Strand::Kind::kUrgent, [&] { context.tenants.push_back(&tenant); });
  contexts_.count_attached(tenant, true);
}

void Scheduler::attach(WorkOwner& device, vidmm::Tenant& tenant) {
  strand_.run(Strand::Kind::kUrgent, [&] { device.tenants.push_back(&tenant); });
  contexts_.count_attached(tenant, true);
}

void Scheduler::detach(std::shared_ptr<vidmm::Tenant> keeper, WorkSource* context,
                       WorkOwner* device) {
  strand_.run(Strand::Kind::kUrgent, [&] { contexts_.detach(std::move(keeper), context, device); });
}

bool Scheduler::update(std::shared_ptr<vidmm::Tenant> keeper, void* data, UINT bytes) {
  const auto update = std::make_shared<ContextUpdates::Update>();
  strand_.queue(Strand::Kind::kUrgent, [=, this] { updates_.run(*update, *keeper, data, bytes); });
  update->is_over.wait();
  return update->is_done;
}

void Scheduler::dpc() {
  if (reports_.dpc()) strand_.wake();
}

void Scheduler::run_on_strand(const std::function<void(vidmm::VideoMemory&)>& job) {
  strand_.run(Strand::Kind::kInTurn, [&] { job(memory_); });
}

void Scheduler::run_until_done(PatientJob job) {
  strand_.queue_until_done([this, job = std::move(job)] { return job(memory_); });
}

bool Scheduler::after_virtual_work(WorkOwner& device, std::function<void()> then) {
  const NodesHold hold(nodes_);
  if (device.virtual_work.is_over()) return false;
  device.virtual_work.wait(std::move(then));
  return true;
}

bool Scheduler::has_virtual_work(const WorkOwner& device) {
  const NodesHold hold(nodes_);
  return !device.virtual_work.is_over();
}

std::uint64_t Scheduler::last_virtual_work(const WorkOwner& device) {
  const NodesHold hold(nodes_);
  return device.virtual_work.last();
}

bool Scheduler::is_virtual_work_over(const WorkOwner& device, std::uint64_t number) {
  const NodesHold hold(nodes_);
  return device.virtual_work.is_over(number);
}

bool Scheduler::has_commands_in(const vidmm::AddressSpace& addresses,
                                const vidmm::AddressSpace::Extent& extent) {
  const NodesHold hold(nodes_);
  return std::ranges::any_of(nodes_.all(), [&](const Node& node) DRYDOCK_REQUIRES(some_nodes_lock) {
    return node.has([&](const Packet& packet) { return lies_in(packet, addresses, extent); });
  });
}

void Scheduler::await_progress(HardwareQueue& queue, UINT64 value) {
  if (queue.follow_progress() >= value) return;
  sim::Completion over;
  auto packet = std::make_unique<Packet>(AddressedWork{}, queue.source().node());
  packet->context = nt::Ref<WorkSource>(queue.source());
  AddressedWork& work = packet->as<AddressedWork>();
  packet->dma = &work.no_buffer;
  work.queue = nt::Ref<HardwareQueue>(queue);
  work.progress = value;
  work.has_commands = false;
  packet->when_over = [&] { over.complete(); };
  if (!claim_for(*packet)) return;
  submit(std::move(packet));
  over.wait();
}

void Scheduler::suspend(WorkSource& context) {
  if (!caps_.suspends) return;
  sim::Completion over;
  strand_.run(Strand::Kind::kInTurn, [&] { queues_.suspend(context, over); });
  over.wait();
}

// Waits until nothing is at the hardware.
void Scheduler::drain() {
  collector_.await([&] { return !nodes_.is_at_work(); });
}

// Waits until nothing is queued or at the hardware, and evicts everything.
void Scheduler::empty() {
  for (;;) {
    collector_.end_reported();
    ender_.drop_hopeless();
    strand_.run_patient_jobs();  // queued work may wait for them
    for (UINT node = 0; node < nodes_.count(); ++node) feeder_.feed(node);
    if (nodes_.is_idle()) break;
    const sim::Time next = watchdog_.watch_all();
    if (!nodes_.is_idle()) sim::park(next);
  }
  contexts_.unpin_all();
  contexts_.end_detached();
  memory_.evict_all();
}

void Scheduler::quiesce() {
  strand_.run(Strand::Kind::kInTurn, [&] { empty(); });
}

// The strand waits meanwhile. It still serves threads that are inside the driver, so that they
// return before the body runs.
void Scheduler::while_idle(Idle how, const std::function<void()>& body) {
  sim::Completion is_idle;
  sim::Completion is_over;
  sim::Completion is_left;
  strand_.queue(Strand::Kind::kInTurn, [&] {
    how == Idle::kMemory ? empty() : drain();
    {
      const ContextUpdates::Refusal refusal(updates_);
      is_idle.complete();
      while (!is_over.is_complete()) {
        strand_.run_urgent_jobs();
        if (!is_over.is_complete()) sim::park(sim::kForever);
      }
    }
    is_left.complete();
  });
  is_idle.wait();
  body();
  is_over.complete();
  strand_.wake();
  is_left.wait();
}

void Scheduler::force_timeout(Reset what) {
  strand_.run(Strand::Kind::kInTurn, [&] {
    what == Reset::kAdapter ? recovery_.recover_adapter() : recovery_.recover_all();
  });
}

}  // namespace drydock::sched
