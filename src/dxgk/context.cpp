#include "src/dxgk/context.h"

#include "src/dxgk/adapter.h"
#include "src/dxgk/context_allocation.h"
#include "src/dxgk/device.h"
#include "src/dxgk/process.h"
#include "src/dxgk/seat.h"
#include "src/nt/fault_point.h"
#include "src/sched/context_work.h"
#include "src/sched/sync_queue.h"
#include "src/trace/trace.h"

namespace drydock::dxgk {

Context::Context(Device& device, UINT node) : Object(kType), device_(&device), node_(node) {}
Context::~Context() = default;

NTSTATUS Context::create(Device& device, const ContextRequest& request, Ref<Context>& out) {
  Adapter& adapter = device.adapter();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  HandleTable& handles = device.process().handles();
  Ref<Context> context = Ref<Context>::adopt(new Context(device, request.node));
  const Handle handle = request.has_name ? handles.issue(*context) : 0;
  if (request.has_name && handle == 0) return STATUS_NO_MEMORY;
  context->set_handle(handle);
  if (adapter.has_contexts()) {
    DXGKARG_CREATECONTEXT arguments{};
    arguments.hContext = adapter.context_allocations().introduce(*context);
    arguments.NodeOrdinal = request.node;
    arguments.EngineAffinity = request.engine_affinity;
    arguments.pPrivateDriverData =
        request.private_data.empty() ? nullptr : request.private_data.data();
    arguments.PrivateDriverDataSize = static_cast<UINT>(request.private_data.size());
    const NTSTATUS status = adapter.call(ddi::kCreateContext, device.seat(), [&] {
      return adapter.table().DxgkDdiCreateContext(device.driver(), &arguments);
    });
    if (!NT_SUCCESS(status)) {
      adapter.context_allocations().forget(*context);
      handles.withdraw(handle, *context);
      return status;
    }
    context->driver_ = arguments.hContext;
    context->info_ = arguments.ContextInfo;
  } else {
    context->driver_ = device.driver();
    const DXGK_DEVICEINFO& info = device.info();
    context->info_.DmaBufferSize = info.DmaBufferSize;
    context->info_.DmaBufferSegmentSet = info.DmaBufferSegmentSet;
    context->info_.DmaBufferPrivateDataSize = info.DmaBufferPrivateDataSize;
    context->info_.AllocationListSize = info.AllocationListSize;
    context->info_.PatchLocationListSize = info.PatchLocationListSize;
  }
  context->work_ = std::make_unique<sched::ContextWork>(context->info_);
  adapter.context_allocations().context_is_ready(*context);
  context->add_ref();  // the device's
  {
    const sim::SpinHold hold(device.lock);
    device.contexts.add(*context);
  }
  context->claims.open();
  trace::event("context", "created", {{"handle", handle}});
  out = std::move(context);
  return STATUS_SUCCESS;
}

void Context::leave_driver() {
  if (left_driver_.exchange(true, std::memory_order_acq_rel)) return;
  if (claims.close(/*waive_gpu=*/false) == Claims::Closed::kDraining) idle_.wait();
  sched::abandon_owned(*this);
  Adapter& adapter = device_->adapter();
  if (adapter.has_contexts() && adapter.table().DxgkDdiDestroyContext != nullptr) {
    adapter.call(ddi::kDestroyContext, device_->seat(),
                 [&] { return adapter.table().DxgkDdiDestroyContext(driver_); });
  }
  adapter.context_allocations().forget(*this);
}

bool Context::destroy() {
  if (destroyed_.exchange(true, std::memory_order_acq_rel)) return false;
  if (handle() != 0) device_->process().handles().remove(handle(), *this);
  {
    const sim::SpinHold hold(device_->lock);
    device_->contexts.remove(*this);
  }
  leave_driver();
  trace::event("context", "destroyed", {{"handle", handle()}});
  release();  // the device's
  return true;
}

}  // namespace drydock::dxgk
