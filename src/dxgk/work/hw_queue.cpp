#include "src/dxgk/work/hw_queue.h"

#include <algorithm>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/doorbell.h"
#include "src/dxgk/work/host_claim.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {

bool has_hw_queues(const Adapter& adapter) {
  const DRIVER_INITIALIZATION_DATA& table = adapter.table();
  return table.DxgkDdiCreateHwQueue != nullptr && table.DxgkDdiDestroyHwQueue != nullptr &&
         table.DxgkDdiSubmitCommandToHwQueue != nullptr;
}

bool has_user_mode_submission(const Adapter& adapter, UINT node) {
  const DRIVER_INITIALIZATION_DATA& table = adapter.table();
  return table.DxgkDdiCreateDoorbell != nullptr && table.DxgkDdiConnectDoorbell != nullptr &&
         table.DxgkDdiDisconnectDoorbell != nullptr && table.DxgkDdiDestroyDoorbell != nullptr &&
         adapter.caps().user_mode_submission.DoorbellSizeInBytes != 0 &&
         node < adapter.caps().nodes.size() &&
         adapter.caps().nodes[node].Flags.UserModeSubmission != 0;
}

HwQueue::HwQueue(Context& context, D3DDDI_CREATEHWQUEUEFLAGS flags)
    : Object(kType),
      context_(context),
      flags_(flags),
      fence_(context.device(), QueueFence::Life::kWithQueue),
      queued_(flags.UserModeSubmission != 0
                  ? std::make_unique<FencePage>(0, FencePage::Clients::kWrite)
                  : nullptr) {}

HwQueue::~HwQueue() = default;

NTSTATUS HwQueue::create_in_driver(const HwQueueRequest& request, Handle fence) {
  Adapter& adapter = context_->device().adapter();
  DXGKARG_CREATEHWQUEUE arguments{};
  arguments.hHwQueue = adapter.hw_queues().introduce(*this);
  arguments.Flags = flags_;
  Passed<std::byte> private_data(request.private_data);
  arguments.pPrivateDriverData = request.private_data.empty() ? nullptr : private_data.data();
  arguments.PrivateDriverDataSize = static_cast<UINT>(request.private_data.size());
  arguments.hHwQueueProgressFence = fence;
  arguments.HwQueueProgressFenceCPUVirtualAddress = fence_.kernel_address();
  Passed<DXGKARG_CREATEHWQUEUE> passed(arguments);
  const NTSTATUS status = adapter.call(ddi::kCreateHwQueue, context_->device().seat(), [&] {
    return adapter.table().DxgkDdiCreateHwQueue(context_->driver(), passed.data());
  });
  passed.copy_back();
  private_data.copy_back();
  if (!NT_SUCCESS(status)) {
    adapter.hw_queues().remove(*this);
    return status;
  }
  driver_ = arguments.hHwQueue;
  adapter.hw_queues().set_driver(*this, driver_);
  return status;
}

// False when the context is being destroyed.
bool HwQueue::join_context() {
  const DeviceHold hold(context_->device());
  if (context_->refuses_queues) return false;
  add_ref();  // the context's
  context_->queues.add(*this);
  return true;
}

NTSTATUS HwQueue::create(Context& context, const HwQueueRequest& request, QueueNames& out) {
  if (!context.device().is_working()) return STATUS_DEVICE_REMOVED;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const Ref<HwQueue> queue = Ref<HwQueue>::adopt(new HwQueue(context, request.flags));
  HandleTable& handles = context.device().process().handles();
  NTSTATUS status = queue->fence_.name(handles, *queue, out);
  if (!NT_SUCCESS(status)) return status;
  status = queue->create_in_driver(request, out.fence);
  if (NT_SUCCESS(status)) queue->ends_.begin_in_driver();
  if (NT_SUCCESS(status) && !queue->join_context()) {
    if (queue->ends_.begin_driver_end()) queue->call_destroy();
    status = STATUS_INVALID_PARAMETER;
  }
  if (!NT_SUCCESS(status)) {
    handles.withdraw(out.queue, *queue);
    queue->fence_.end_names(handles);
    return status;
  }
  queue->claims.open();
  trace::event("hw queue", "created", {{"handle", out.queue}});
  return status;
}

void HwQueue::call_destroy() {
  Adapter& adapter = context_->device().adapter();
  adapter.call(ddi::kDestroyHwQueue, context_->device().seat(),
               [&] { return adapter.table().DxgkDdiDestroyHwQueue(driver_); });
  adapter.hw_queues().remove(*this);
}

// K-462. K-463: nothing waits for the work of a lost device.
void HwQueue::await_queued_work() {
  const UINT64 value = last_queued();
  if (value == 0 || !context_->device().is_working()) return;
  context_->device().adapter().scheduler()->await_progress(*this, value);
}

void HwQueue::destroy_in_driver() {
  if (!ends_.begin_driver_end()) return;
  Ref<Doorbell> last;
  {
    const sim::Alone alone(doorbell_turn);
    {
      const sim::Hold hold(doorbell_lock_);
      refuses_doorbells_ = true;
      last = doorbell_;
    }
    if (last) last->end_connections(context_->device().seat());
  }
  await_queued_work();
  if (claims.close(/*waive_gpu=*/false) == Claims::Closed::kDraining) idle_.wait();
  if (last) last->destroy_in_driver();
  call_destroy();
}

bool HwQueue::destroy() {
  if (!ends_.begin_destroy()) return false;
  Device& device = context_->device();
  device.process().handles().remove(handle(), *this);
  {
    const DeviceHold hold(device);
    context_->queues.remove(*this);
  }
  destroy_in_driver();
  if (const Ref<Doorbell> last = doorbell(); last) last->destroy();
  fence_.end_names(device.process().handles());
  trace::event("hw queue", "destroyed", {{"handle", handle()}});
  release();  // the context's
  return true;
}

Ref<Doorbell> HwQueue::doorbell() const {
  const sim::Hold hold(doorbell_lock_);
  return doorbell_;
}

bool HwQueue::set_doorbell(Doorbell& doorbell) {
  const sim::Hold hold(doorbell_lock_);
  if (refuses_doorbells_ || doorbell_) return false;
  doorbell_ = Ref<Doorbell>(doorbell);
  return true;
}

void HwQueue::remove_doorbell(const Doorbell& doorbell) {
  Ref<Doorbell> gone;  // released without the lock
  const sim::Hold hold(doorbell_lock_);
  if (doorbell_.get() == &doorbell) std::swap(gone, doorbell_);
}

// The thread that has the turn checks the device again when it is done. A stopped device is
// destroyed in the driver, and its contexts are suspended before that (K-463).
void HwQueue::disconnect_if_lost() {
  const HostClaim claim(*this);
  if (!claim) return;
  const D3DKMT_DEVICEEXECUTION_STATE state = context_->device().execution();
  if (state == D3DKMT_DEVICEEXECUTION_ACTIVE || state == D3DKMT_DEVICEEXECUTION_STOPPED ||
      !doorbell_turn.try_enter())
    return;
  if (const Ref<Doorbell> lost = doorbell(); lost)
    lost->disconnect(context_->device().adapter().scheduler_seat());
  doorbell_turn.leave();
}

HANDLE HwQueues::introduce(HwQueue& queue) {
  if (sched::Scheduler* const gpu = queue.context().device().adapter().scheduler())
    gpu->add_queue(queue);
  const sim::Hold hold(lock_);
  last_handle_ += kHandleStep;
  const HANDLE handle = reinterpret_cast<HANDLE>(last_handle_);
  all_.emplace(handle, Known{&queue, handle});
  return handle;
}

void HwQueues::set_driver(const HwQueue& queue, HANDLE driver) {
  const sim::Hold hold(lock_);
  for (auto& [handle, known] : all_) {
    if (known.queue == &queue) known.driver = driver;
  }
}

void HwQueues::remove(const HwQueue& queue) {
  if (sched::Scheduler* const gpu = queue.context().device().adapter().scheduler())
    gpu->remove_queue(queue);
  const sim::Hold hold(lock_);
  std::erase_if(all_, [&](const auto& each) { return each.second.queue == &queue; });
}

Ref<HwQueue> HwQueues::find(HANDLE handle) {
  const sim::Hold hold(lock_);
  for (const auto& [given, known] : all_) {
    if ((given == handle || known.driver == handle) && known.queue->try_add_ref())
      return Ref<HwQueue>::adopt(known.queue);
  }
  return {};
}

}  // namespace drydock::dxgk
