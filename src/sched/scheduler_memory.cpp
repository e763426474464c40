// Memory on the scheduler's strand: paging buffers, and the memory that a driver has for its
// contexts.
#include <algorithm>
#include <limits>

#include "src/sched/scheduler.h"
#include "src/vidmm/group.h"

namespace drydock::sched {
namespace {

constexpr UINT kDefaultPagingBuffer = 64 * 1024;

// The memory that the driver has for the packet's context.
std::vector<vidmm::Tenant*> tenants_of(const Packet& packet) {
  std::vector<vidmm::Tenant*> out = packet.context->tenants;
  std::ranges::copy(packet.context->owner().tenants, std::back_inserter(out));
  return out;
}

}  // namespace

vidmm::PagingBuffer& Scheduler::buffer() {
  if (paging_buffer_.memory == nullptr) {
    const auto wanted = static_cast<UINT>(caps_.paging_buffer_size);
    const UINT size = wanted != 0 ? wanted : kDefaultPagingBuffer;
    make_dma_buffer(paging_dma_, size, caps_.paging_buffer_private_size);
    paging_buffer_ = {paging_dma_.memory, paging_dma_.size, paging_dma_.private_data.data(),
                      static_cast<UINT>(paging_dma_.private_data.size()),
                      static_cast<std::uint64_t>(paging_dma_.physical.QuadPart)};
  }
  return paging_buffer_;
}

// K-449: nothing runs between a reset and the restart.
bool Scheduler::run(vidmm::Tenant& tenant, UINT bytes, UINT private_bytes) {
  if (is_resetting_) return true;
  auto packet = std::make_unique<Packet>(PagingWork{&tenant}, paging_node());
  ++tenant.place.paging_packets;
  packet->dma = &paging_dma_;
  packet->bytes = bytes;
  packet->private_bytes = private_bytes;
  {
    const sim::Hold hold(lock_);
    packet->fence = nodes_[packet->node].issue_fence();
  }
  paging_is_over_ = false;
  paging_was_aborted_ = false;
  const std::uint64_t resets = adapter_resets_;
  send(std::move(packet));
  await([&] { return paging_is_over_; });
  return !paging_was_aborted_ && adapter_resets_ == resets;
}

bool Scheduler::is_at_hardware(const vidmm::Tenant& tenant) {
  const sim::Hold hold(lock_);
  return std::ranges::any_of(nodes_, [&](const Node& node) {
    return std::ranges::any_of(node.hardware(), [&](const std::unique_ptr<Packet>& packet) {
      return std::ranges::any_of(packet->uses,
                                 [&](const Use& use) { return use.tenant == &tenant; });
    });
  });
}

void Scheduler::wait_idle(vidmm::Tenant& tenant) {
  await([&] { return !is_at_hardware(tenant); });
}

// On the strand. Ends work that the hardware reports until `is_over` is true.
void Scheduler::await(const std::function<bool()>& is_over) {
  for (;;) {
    end_reported();
    drop_hopeless();
    if (is_over()) break;
    const sim::Time next = watch_all();
    if (!is_over()) sim::park(next);
  }
  wake();  // something may have been reported meanwhile
}

// Waits until nothing is at the hardware.
void Scheduler::drain() {
  await([&] {
    const sim::Hold hold(lock_);
    return std::ranges::all_of(nodes_, [](const Node& node) { return node.hardware().empty(); });
  });
}

// Waits until nothing is queued or at the hardware, and evicts everything.
void Scheduler::empty() {
  const auto is_quiet = [&] {
    const sim::Hold hold(lock_);
    return std::ranges::all_of(nodes_, [](const Node& node) { return node.is_idle(); });
  };
  for (;;) {
    end_reported();
    drop_hopeless();
    run_patient_jobs();  // queued work may wait for them
    for (UINT node = 0; node < node_count_; ++node) {
      while (feed(node)) end_reported();
    }
    if (is_quiet()) break;
    const sim::Time next = watch_all();
    if (!is_quiet()) sim::park(next);
  }
  for (UINT node = 0; node < node_count_; ++node) unpin_context(node);
  end_detached();
  memory_.evict_all();
}

void Scheduler::quiesce() {
  run_on_strand([&](vidmm::VideoMemory&) { empty(); });
}

// The strand waits meanwhile. It still serves threads that are inside the driver, so that they
// return before the body runs.
void Scheduler::while_idle(Idle how, const std::function<void()>& body) {
  sim::Completion is_idle;
  sim::Completion is_over;
  sim::Completion is_left;
  {
    const sim::Hold hold(lock_);
    jobs_.emplace_back([&] {
      if (how == Idle::kMemory) {
        empty();
      } else {
        drain();
      }
      const bool before = std::exchange(waits_to_be_alone_, true);
      is_idle.complete();
      while (!is_over.is_complete()) {
        run_urgent_jobs();
        if (!is_over.is_complete()) sim::park(sim::kForever);
      }
      waits_to_be_alone_ = before;
      is_left.complete();
    });
  }
  wake();
  is_idle.wait();
  body();
  is_over.complete();
  wake();
  is_left.wait();
}

void Scheduler::run_until_done(PatientJob job) {
  {
    const sim::Hold hold(lock_);
    patient_jobs_.push_back(std::move(job));
  }
  wake();
}

void Scheduler::run_patient_jobs() {
  std::vector<PatientJob> jobs;
  {
    const sim::Hold hold(lock_);
    jobs.swap(patient_jobs_);
  }
  std::erase_if(jobs, [&](const PatientJob& job) { return job(memory_); });
  const sim::Hold hold(lock_);
  std::ranges::move(jobs, std::back_inserter(patient_jobs_));
}

// K-362: places the memory that the driver has for the context, and pins it until a command of
// another context goes to the same node.
bool Scheduler::pin_for_context(Packet& packet, vidmm::Placed& why_not) {
  std::vector<vidmm::Tenant*> wanted = tenants_of(packet);
  for (vidmm::Tenant* tenant : wanted) memory_.pin(*tenant);
  unpin_context(packet.node);
  pinned_[packet.node] = wanted;
  return std::ranges::all_of(wanted, [&](vidmm::Tenant* tenant) {
    why_not = memory_.make_resident(*tenant);
    return why_not == vidmm::Placed::kYes;
  });
}

// Nothing is at the hardware, and tenants that are pinned for other contexts take the room that
// this packet needs. Unpins them, after the switch away from those contexts (K-392). False when
// there are none.
bool Scheduler::unpin_other_contexts(const Packet& packet) {
  const std::vector<vidmm::Tenant*> own = tenants_of(packet);
  bool any = false;
  for (std::vector<vidmm::Tenant*>& pinned : pinned_) {
    std::erase_if(pinned, [&](vidmm::Tenant* tenant) {
      if (std::ranges::find(own, tenant) != own.end()) return false;
      memory_.unpin(*tenant);
      return any = true;
    });
  }
  return any;
}

void Scheduler::unpin_context(UINT node) {
  for (vidmm::Tenant* tenant : std::exchange(pinned_[node], {})) memory_.unpin(*tenant);
}

void Scheduler::attach(WorkSource& context, vidmm::Tenant& tenant) {
  wait_for_job(/*is_urgent=*/true, [&] { context.tenants.push_back(&tenant); });
  count_attached(tenant, true);
}

void Scheduler::attach(WorkOwner& device, vidmm::Tenant& tenant) {
  wait_for_job(/*is_urgent=*/true, [&] { device.tenants.push_back(&tenant); });
  count_attached(tenant, true);
}

// An attached tenant is resident with every command. Residency lists of its process must leave room
// for it, or none of the process's work could ever run.
void Scheduler::count_attached(const vidmm::Tenant& tenant, bool is_attached) {
  const std::optional<vidmm::Group> group = vidmm::group_of(driver_.caps(), tenant);
  if (!group || tenant.shape().account == nullptr) return;
  if (is_attached) {
    tenant.shape().account->demand(*group, tenant.size(),
                                   std::numeric_limits<std::uint64_t>::max());
  } else {
    tenant.shape().account->withdraw(*group, tenant.size());
  }
}

// The thread that frees the tenant may wait inside the driver. If the GPU hung, the strand would
// wait for that thread to leave the driver. So this function runs nothing on the GPU, and no later
// call of the driver names the tenant.
void Scheduler::detach(std::shared_ptr<vidmm::Tenant> owned_tenant, WorkSource* context,
                       WorkOwner* device) {
  wait_for_job(/*is_urgent=*/true, [&] {
    vidmm::Tenant& tenant = *owned_tenant;
    std::size_t attached = 0;
    if (context != nullptr) attached += std::erase(context->tenants, &tenant);
    if (device != nullptr) attached += std::erase(device->tenants, &tenant);
    if (attached != 0) count_attached(tenant, false);
    for (std::vector<vidmm::Tenant*>& pinned : pinned_) {
      if (std::erase(pinned, &tenant) != 0) memory_.unpin(tenant);
    }
    tenant.driver = nullptr;
    tenant.set_device(nullptr);
    // Page tables may still lead to it.
    if (tenant.place.paging_packets == 0 && !tenant.is_addressed.load(std::memory_order_relaxed))
      memory_.remove_freed(tenant);
    detached_.push_back(std::move(owned_tenant));
  });
}

void Scheduler::end_detached() {
  while (!detached_.empty()) {
    const std::shared_ptr<vidmm::Tenant> tenant = std::move(detached_.back());
    detached_.pop_back();
    if (tenant->is_addressed.load(std::memory_order_relaxed)) {
      memory_.follow_addresses();
      memory_.remove_freed(*tenant);
    }
    memory_.discard(*tenant);
  }
}

// The caller may be inside the driver. When the strand waits until all threads have left the
// driver, to reset the GPU, the update fails: before it has begun, or in the middle.
bool Scheduler::update(std::shared_ptr<vidmm::Tenant> owned_tenant, void* data, UINT bytes) {
  const auto update = std::make_shared<Update>();
  {
    const sim::Hold hold(lock_);
    urgent_jobs_.emplace_back([=, this] { run_update(*update, *owned_tenant, data, bytes); });
  }
  wake();
  update->is_over.wait();
  return update->is_done;
}

void Scheduler::run_update(Update& update, vidmm::Tenant& tenant, void* data, UINT bytes) {
  if (waits_to_be_alone_) return update.is_over.complete();
  updating_ = &update;
  memory_.pin(tenant);
  const bool is_done = memory_.make_resident(tenant) == vidmm::Placed::kYes &&
                       updating_ != nullptr &&
                       memory_.update_context_allocation(tenant, data, bytes);
  memory_.unpin(tenant);
  if (std::exchange(updating_, nullptr) == nullptr) return;  // the caller has stopped waiting
  update.is_done = is_done;
  update.is_over.complete();
}

}  // namespace drydock::sched
