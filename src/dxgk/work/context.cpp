#include "src/dxgk/work/context.h"

#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/driver_block.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/context_allocation.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/dxgk/work/process.h"
#include "src/dxgk/work/sync_queue.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// Segments that are no apertures, as a set.
UINT memory_segments(const Adapter& adapter) {
  UINT out = 0;
  for (std::size_t i = 0; i < adapter.caps().segments.size(); ++i) {
    if (adapter.caps().segments[i].Flags.Aperture == 0) out |= 1U << i;
  }
  return out;
}

// K-351: without a handle of its own the driver could not know which context is meant.
bool check_handle(Adapter& adapter, HANDLE driver, HANDLE given) {
  if (!rules::breaks("K-351", driver == nullptr || driver == given)) return true;
  nt::Breach("K-351", adapter.offender())
      .message("DxgkDdiCreateContext returned hContext {}, which is not its own",
               driver == nullptr ? "NULL" : "as it was given")
      .raise_later();
  return false;
}

// Checks the sizes of DMA buffers. A driver that renders by patching needs a buffer of some size.
bool check_buffers(const Adapter& adapter, const DXGK_CONTEXTINFO& info) {
  const std::string& driver = adapter.driver().name();
  const char* const call =
      adapter.has_contexts() ? ddi::kCreateContext.name : ddi::kCreateDevice.name;
  if (rules::breaks("K-087", (info.DmaBufferSegmentSet & memory_segments(adapter)) != 0)) {
    nt::Breach("K-087", nt::Offender::named(driver))
        .message(
            "{} returned DmaBufferSegmentSet {:#x}, which names a segment "
            "that is no aperture",
            call, info.DmaBufferSegmentSet)
        .raise_later();
    return false;
  }
  // With GPU virtual addresses the driver does not patch.
  const bool patches = adapter.table().DxgkDdiPatch != nullptr &&
                       info.Caps.NoPatchingRequired == 0 &&
                       adapter.caps().driver.MemoryManagementCaps.VirtualAddressingSupported == 0;
  if (patches && rules::breaks("K-088", info.DmaBufferSize == 0 || info.AllocationListSize == 0 ||
                                            info.PatchLocationListSize == 0)) {
    nt::Breach("K-088", nt::Offender::named(driver))
        .message(
            "{} returned DmaBufferSize {}, AllocationListSize {}, PatchLocationListSize "
            "{}: no command fits",
            call, info.DmaBufferSize, info.AllocationListSize, info.PatchLocationListSize)
        .raise_later();
    return false;
  }
  return true;
}

// K-352: GDI's lists have this many entries, whatever the driver would like.
void check_gdi(const Adapter& adapter, const DXGK_CONTEXTINFO& info) {
  constexpr UINT kGdiAllocations = 256;
  if (!rules::breaks("K-352", info.AllocationListSize != kGdiAllocations)) return;
  nt::Breach("K-352", adapter.driver())
      .message(
          "DxgkDdiCreateContext with Flags.GdiContext returned "
          "AllocationListSize {}, not {}",
          info.AllocationListSize, kGdiAllocations)
      .raise_later();
}

}  // namespace

Context::Context(Device& device, UINT node, bool is_virtual)
    : Object(kType), device_(&device), node_(node), is_virtual_(is_virtual) {}
Context::~Context() = default;

sched::WorkOwner& Context::owner() const { return *device_; }

NTSTATUS Context::create_in_driver(const ContextRequest& request) {
  Adapter& adapter = device_->adapter();
  const HANDLE given = adapter.context_allocations().introduce(*this);
  DXGKARG_CREATECONTEXT arguments{};
  arguments.hContext = given;
  arguments.NodeOrdinal = request.node;
  arguments.EngineAffinity = request.engine_affinity;
  arguments.Flags.GdiContext = request.is_gdi ? 1 : 0;
  arguments.Flags.VirtualAddressing = request.is_virtual ? 1 : 0;
  takes_queues_ =
      request.is_virtual && request.flags.HwQueueSupported != 0 && has_hw_queues(adapter);
  arguments.Flags.HwQueueSupported = takes_queues_ ? 1 : 0;
  Passed<std::byte> private_data(request.private_data);
  arguments.pPrivateDriverData = request.private_data.empty() ? nullptr : private_data.data();
  arguments.PrivateDriverDataSize = static_cast<UINT>(request.private_data.size());
  DXGK_CONTEXTINFO& answer = arguments.ContextInfo;
  spoil(answer.DmaBufferSize, answer.DmaBufferSegmentSet, answer.DmaBufferPrivateDataSize,
        answer.AllocationListSize, answer.PatchLocationListSize);
  Passed<DXGKARG_CREATECONTEXT> passed(arguments);
  const NTSTATUS status = adapter.call(ddi::kCreateContext, device_->seat(), [&] {
    return adapter.table().DxgkDdiCreateContext(device_->driver(), passed.data());
  });
  passed.copy_back();
  private_data.copy_back();
  unspoil(answer.DmaBufferSize, answer.DmaBufferSegmentSet, answer.DmaBufferPrivateDataSize,
          answer.AllocationListSize, answer.PatchLocationListSize);
  if (!NT_SUCCESS(status)) {
    adapter.context_allocations().remove(*this);
    return status;
  }
  driver_ = arguments.hContext;
  adapter.handle_offsets().note(HandleKind::kContext, driver_);
  info_ = arguments.ContextInfo;
  if (request.is_gdi) check_gdi(adapter, info_);
  if (!check_handle(adapter, driver_, given)) {
    // Nobody can name it to the driver any more.
    adapter.context_allocations().remove(*this);
    return STATUS_INVALID_PARAMETER;
  }
  if (!is_virtual_ && !check_buffers(adapter, info_)) {
    call_destroy();
    return STATUS_INVALID_PARAMETER;
  }
  shorten_lists();
  return status;
}

// K-286: a driver that does not patch needs a list only of the primaries that are written.
void Context::shorten_lists() {
  is_unpatched_ = device_->adapter().version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 &&
                  info_.Caps.NoPatchingRequired != 0;
  if (!is_unpatched_) return;
  info_.AllocationListSize = D3DDDI_MAX_WRITTEN_PRIMARIES;
  info_.PatchLocationListSize = 0;
}

// The device stands in for a context, and describes its buffers. False when the description is
// wrong.
bool Context::use_device() {
  driver_ = device_->driver();
  const DXGK_DEVICEINFO& info = device_->info();
  info_.DmaBufferSize = info.DmaBufferSize;
  info_.DmaBufferSegmentSet = info.DmaBufferSegmentSet;
  info_.DmaBufferPrivateDataSize = info.DmaBufferPrivateDataSize;
  info_.AllocationListSize = info.AllocationListSize;
  info_.PatchLocationListSize = info.PatchLocationListSize;
  return check_buffers(device_->adapter(), info_);
}

NTSTATUS Context::create(Device& device, const ContextRequest& request, Ref<Context>& out) {
  Adapter& adapter = device.adapter();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  HandleTable& handles = device.process().handles();
  Ref<Context> context = Ref<Context>::adopt(new Context(device, request.node, request.is_virtual));
  const Handle handle = request.has_name ? handles.issue(*context) : 0;
  if (request.has_name && handle == 0) return STATUS_NO_MEMORY;
  context->set_handle(handle);
  if (adapter.has_contexts()) {
    const NTSTATUS status = context->create_in_driver(request);
    if (!NT_SUCCESS(status)) {
      handles.withdraw(handle, *context);
      return status;
    }
  } else if (!context->use_device()) {
    if (handle != 0) handles.withdraw(handle, *context);
    return STATUS_INVALID_PARAMETER;
  }
  context->work_ =
      std::make_unique<ContextWork>(context->info_, device.driver(), device.seat().account());
  adapter.context_allocations().context_is_ready(*context);
  context->ends_.begin_in_driver();
  context->add_ref();  // the device's
  {
    const DeviceHold hold(device);
    device.contexts.add(*context);
  }
  context->claims.open();
  trace::event("context", "created", {{"handle", handle}});
  out = std::move(context);
  return STATUS_SUCCESS;
}

void Context::call_destroy() {
  Adapter& adapter = device_->adapter();
  if (adapter.has_contexts() && adapter.table().DxgkDdiDestroyContext != nullptr) {
    const DriverBlocks own(adapter, HandleKind::kContext, driver_);
    adapter.call(ddi::kDestroyContext, device_->seat(),
                 [&] { return adapter.table().DxgkDdiDestroyContext(driver_); });
    const HANDLE stays[] = {adapter.context(), device_->driver()};
    own.expect_freed(adapter, "K-358", "DxgkDdiDestroyContext kept the context:", stays);
  }
  adapter.context_allocations().remove(*this);
}

std::vector<Ref<HwQueue>> Context::close_queues() {
  std::vector<Ref<HwQueue>> out;
  const DeviceHold hold(*device_);
  refuses_queues = true;
  for (HwQueue* each = queues.first(); each != nullptr; each = queues.after(*each))
    out.emplace_back(*each);
  return out;
}

// K-463: when the device is lost, running work is suspended first.
void Context::leave_queues() {
  const std::vector<Ref<HwQueue>> all = close_queues();
  sched::Scheduler* const gpu = device_->adapter().scheduler();
  if (!all.empty() && gpu != nullptr && !device_->is_working()) gpu->suspend(*this);
  for (const Ref<HwQueue>& queue : all) queue->destroy_in_driver();
}

void Context::destroy_in_driver() {
  if (!ends_.begin_driver_end()) return;
  work_->updates.refuse();
  leave_queues();
  if (claims.close(/*waive_gpu=*/false) == Claims::Closed::kDraining) idle_.wait();
  abandon_owned(*this);
  sched::Scheduler* const gpu = device_->adapter().scheduler();
  if (work_->updates.was_used())
    gpu->run_on_strand([&](vidmm::VideoMemory&) { work_->updates.drop_all(); });
  if (gpu != nullptr && work_->dma.are_in_segments())
    gpu->run_on_strand([&](vidmm::VideoMemory& memory) { work_->dma.leave(memory); });
  call_destroy();
}

bool Context::destroy() {
  if (!ends_.begin_destroy()) return false;
  if (handle() != 0) device_->process().handles().remove(handle(), *this);
  {
    const DeviceHold hold(*device_);
    device_->contexts.remove(*this);
  }
  destroy_in_driver();
  for (const Ref<HwQueue>& queue : close_queues()) queue->destroy();
  trace::event("context", "destroyed", {{"handle", handle()}});
  release();  // the device's
  return true;
}

}  // namespace drydock::dxgk
