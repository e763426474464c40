#include "src/dxgk/work/queue_fence.h"

#include <cassert>

#include "src/dxgk/work/device.h"
#include "src/dxgk/work/sync_queue.h"
#include "src/nt/base/fault_point.h"

namespace drydock::dxgk {
namespace {

SyncObject* new_queue_fence(const Device& device) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info{};
  info.Type = D3DDDI_MONITORED_FENCE;
  info.Flags.NoSignal = 1;  // only the queue and its work signal it
  return new SyncObject(device, info, nullptr);
}

}  // namespace

QueueFence::QueueFence(Device& device, Life life) : life_(life), object_(new_queue_fence(device)) {
  opening_.is_clients = false;
  if (life_ == Life::kWithQueue) object_->try_open();
}

QueueFence::~QueueFence() {
  if (life_ == Life::kWithQueue) SyncObject::close(*object_);
}

NTSTATUS QueueFence::name(HandleTable& handles, Object& queue, QueueNames& out) {
  out.fence_value = object_->state.address();
  const NTSTATUS status = name_opening(handles, opening_, *object_, out.fence);
  if (!NT_SUCCESS(status)) return status;
  out.queue = nt::fails_here(sim::FaultKind::kHandle) ? 0 : handles.issue(queue);
  if (out.queue != 0) {
    queue.set_handle(out.queue);
    return STATUS_SUCCESS;
  }
  withdraw_fence(handles);
  return STATUS_NO_MEMORY;
}

// A creation that fails leaves no gap in the numbers.
void QueueFence::withdraw_fence(HandleTable& handles) {
  Ref<OpenOf<SyncObject>> open;
  {
    const sim::SpinHold hold(opening_.lock);
    open = Ref<OpenOf<SyncObject>>(*opening_.all.first());
  }
  handles.withdraw(open->handle(), *open);
  end_names(handles);
}

bool QueueFence::take(UINT64 value) {
  UINT64 seen = last_issued_.load(std::memory_order_relaxed);
  while (seen < value) {
    if (last_issued_.compare_exchange_weak(seen, value, std::memory_order_relaxed)) return true;
  }
  return false;
}

void QueueFence::reach(UINT64 value) {
  assert(reached_.load(std::memory_order_relaxed) < value &&
         value <= last_issued_.load(std::memory_order_relaxed));
  reached_.store(value, std::memory_order_release);
  signal_fence(*object_, value);
}

UINT64 QueueFence::follow() { return follow_fence(*object_); }

void QueueFence::abandon() { signal_fence(*object_, SyncState::kAbandoned); }

}  // namespace drydock::dxgk
