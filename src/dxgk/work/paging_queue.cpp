#include "src/dxgk/work/paging_queue.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::dxgk {

PagingQueue::PagingQueue(Device& device, D3DDDI_PAGINGQUEUE_PRIORITY priority)
    : Object(kType),
      device_(&device),
      priority_(priority),
      fence_(device, QueueFence::Life::kUntilNamesEnd),
      pending_(device.paging_queues.lock_) {}

PagingQueues& PagingQueue::all() const { return device_->paging_queues; }

NTSTATUS PagingQueue::create(Device& device, D3DDDI_PAGINGQUEUE_PRIORITY priority,
                             QueueNames& out) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const Ref<PagingQueue> queue = Ref<PagingQueue>::adopt(new PagingQueue(device, priority));
  device.paging_queues.add(*queue);
  const NTSTATUS status = queue->fence_.name(device.process().handles(), *queue, out);
  if (!NT_SUCCESS(status)) {
    device.paging_queues.remove(*queue);
    return status;
  }
  trace::event("paging queue", "created", {{"handle", out.queue}, {"priority", priority}});
  return status;
}

NTSTATUS PagingQueue::queue(PagingWork work, UINT64& value) {
  // A working device has a scheduler until this operation ends.
  if (!device_->is_working()) return STATUS_DEVICE_REMOVED;
  {
    const sim::Hold hold(pending_.lock());
    if (pending_.is_closed()) return STATUS_INVALID_PARAMETER;
    value = fence_.issue_next();
    pending_.add({std::move(work), value});
  }
  trace::event("paging queue", "queued", {{"handle", handle()}, {"fence", value}});
  all().serve_soon();
  return STATUS_PENDING;
}

// On the scheduler's strand.
bool PagingQueue::run_first(vidmm::VideoMemory& memory) {
  const Queued* first = nullptr;
  {
    const sim::Hold hold(pending_.lock());
    first = pending_.first();
  }
  if (first == nullptr || !first->work(memory)) return false;
  trace::event("paging queue", "done", {{"handle", handle()}, {"fence", first->value}});
  fence_.reach(first->value);
  pending_.end_first();
  return true;
}

bool PagingQueue::destroy() {
  HandleTable& handles = device_->process().handles();
  if (!handles.remove(handle(), *this)) return false;
  pending_.close();
  wait_idle();
  fence_.end_names(handles);
  trace::event("paging queue", "destroyed", {{"handle", handle()}});
  all().remove(*this);
  return true;
}

void PagingQueues::add(PagingQueue& queue) {
  queue.add_ref();  // the device's
  const sim::Hold hold(lock_);
  const auto place = std::ranges::find_if(
      by_priority_, [&](const PagingQueue* each) { return each->priority() < queue.priority(); });
  by_priority_.insert(place, &queue);
}

void PagingQueues::remove(PagingQueue& queue) {
  {
    const sim::Hold hold(lock_);
    [[maybe_unused]] const std::size_t erased = std::erase(by_priority_, &queue);
    assert(erased == 1);
  }
  queue.release();
}

std::vector<Ref<PagingQueue>> PagingQueues::all() {
  const sim::Hold hold(lock_);
  std::vector<Ref<PagingQueue>> out;
  for (PagingQueue* const queue : by_priority_) out.emplace_back(*queue);
  return out;
}

void PagingQueues::serve_soon() {
  bool is_known = false;
  {
    const sim::Hold hold(lock_);
    is_known = std::exchange(is_served_, true);
  }
  sched::Scheduler& gpu = *device_.adapter().scheduler();
  if (is_known) return gpu.look_again();
  gpu.run_until_done([device = Ref<Device>(device_)](vidmm::VideoMemory& memory) {
    return device->paging_queues.serve(memory);
  });
}

bool PagingQueues::serve_one(vidmm::VideoMemory& memory) {
  return std::ranges::any_of(
      all(), [&](const Ref<PagingQueue>& queue) { return queue->run_first(memory); });
}

// True when everything is done. A thread that queues more meanwhile wakes the scheduler.
bool PagingQueues::serve(vidmm::VideoMemory& memory) {
  while (serve_one(memory)) {
  }
  const sim::Hold hold(lock_);
  is_served_ = std::ranges::any_of(by_priority_, &PagingQueue::has_work);
  return !is_served_;
}

void PagingQueues::wait_idle() {
  for (const Ref<PagingQueue>& queue : all()) queue->wait_idle();
}

void PagingQueues::destroy_all() {
  for (const Ref<PagingQueue>& queue : all()) queue->destroy();
}

PagingQueueUse::PagingQueueUse(Process& process, Handle handle) {
  Handle device = 0;
  {
    const ReadSection reading;
    auto* const queue = as<PagingQueue>(process.handles().look_up(handle));
    if (queue == nullptr || !queue->try_add_ref()) return;
    queue_ = Ref<PagingQueue>::adopt(queue);
    device = queue->device().handle();  // the device lives while the queue has a handle
  }
  operation_.emplace(process, device);
  if (!*operation_) queue_ = {};
}

}  // namespace drydock::dxgk
