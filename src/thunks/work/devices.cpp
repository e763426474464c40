// Devices and contexts.
#include <fmt/format.h>

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/leftovers.h"
#include "src/dxgk/memory/trim.h"
#include "src/dxgk/submit/render.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/sync_queue.h"
#include "src/nt/watch/breach.h"
#include "src/sched/scheduler.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/context_use.h"
#include "src/thunks/client/seat_hold.h"
#include "src/thunks/work/trim_later.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// The live device of a handle. The reference does not stop others from destroying the device.
dxgk::Ref<dxgk::Device> find_device(dxgk::Process& process, dxgk::Handle handle) {
  const dxgk::Operation operation(process, handle);
  return operation ? dxgk::Ref<dxgk::Device>(*operation) : dxgk::Ref<dxgk::Device>();
}

// Writes the members that are for drivers without contexts. The device may have been destroyed with
// its process meanwhile.
bool write_legacy(D3DKMT_CREATEDEVICE* to, dxgk::Process& process, dxgk::Handle handle) {
  dxgk::ClientBuffers buffers;
  if (const dxgk::Operation device(process, handle); device && device->stand_in() != nullptr)
    buffers = dxgk::buffers_of(*device->stand_in());
  return write(&to->pCommandBuffer, buffers.commands) &&
         write(&to->CommandBufferSize, buffers.command_bytes) &&
         write(&to->pAllocationList, buffers.allocations) &&
         write(&to->AllocationListSize, buffers.allocation_count) &&
         write(&to->pPatchLocationList, buffers.patches) &&
         write(&to->PatchLocationListSize, buffers.patch_count);
}

NTSTATUS create_device(D3DKMT_CREATEDEVICE* to) {
  D3DKMT_CREATEDEVICE data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  if (client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved))
    return STATUS_INVALID_PARAMETER;
  dxgk::Process& process = caller();
  dxgk::Adapter* const adapter = process.adapter_of(data.hAdapter);
  if (names_nothing(adapter == nullptr, {"hAdapter", data.hAdapter}, {.otherwise = "K-081"_rule}))
    return STATUS_INVALID_PARAMETER;
  const SeatHold seat(process, *adapter);
  dxgk::Ref<dxgk::Device> device;
  const NTSTATUS status = dxgk::Device::create(*seat, device);
  if (!NT_SUCCESS(status)) return status;
  if (data.Flags.LegacyMode != 0) device->legacy_memory.limit_to_segments(*adapter);
  const dxgk::Handle handle = device->handle();
  if (write_legacy(to, process, handle) && write(&to->hDevice, handle)) return STATUS_SUCCESS;
  device->destroy();
  return STATUS_INVALID_PARAMETER;
}

// K-094: unregisters trim callbacks, which would otherwise be called about a destroyed device.
void end_trim_callbacks(const dxgk::Device& device) {
  rules::evaluated("K-094");
  const std::size_t count = dxgk::end_trims(device);
  if (count == 0) return;
  nt::Breach("K-094", nt::Offender::client())
      .message(
          "D3DKMTDestroyDevice found {} trim {} that D3DKMTUnregisterTrimNotification has not "
          "ended",
          count, count == 1 ? "callback" : "callbacks")
      .object(fmt::format("device {:#x}", device.handle()))
      .raise_later();
}

NTSTATUS device_state(D3DKMT_GETDEVICESTATE* to) {
  D3DKMT_GETDEVICESTATE data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::Ref<dxgk::Device> device = find_device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  switch (data.StateType) {
    case D3DKMT_DEVICESTATE_EXECUTION:
      return write(&to->ExecutionState, device->execution()) ? STATUS_SUCCESS
                                                             : STATUS_INVALID_PARAMETER;
    case D3DKMT_DEVICESTATE_RESET:
      return write(&to->ResetState, D3DKMT_DEVICERESET_STATE{}) ? STATUS_SUCCESS
                                                                : STATUS_INVALID_PARAMETER;
    case D3DKMT_DEVICESTATE_PAGE_FAULT:
      return write(&to->PageFaultState, D3DKMT_DEVICEPAGEFAULT_STATE{}) ? STATUS_SUCCESS
                                                                        : STATUS_INVALID_PARAMETER;
    default:  // states of presents need a display
      return STATUS_INVALID_PARAMETER;
  }
}

bool write_buffers(D3DKMT_CREATECONTEXT* to, const dxgk::ClientBuffers& buffers) {
  return write(&to->pCommandBuffer, buffers.commands) &&
         write(&to->CommandBufferSize, buffers.command_bytes) &&
         write(&to->pAllocationList, buffers.allocations) &&
         write(&to->AllocationListSize, buffers.allocation_count) &&
         write(&to->pPatchLocationList, buffers.patches) &&
         write(&to->PatchLocationListSize, buffers.patch_count) &&
         write(&to->CommandBuffer, D3DGPU_VIRTUAL_ADDRESS{0});
}

// K-348: each node has one engine. The mask names it by its bit.
bool names_engine(const dxgk::Device& device, UINT node, UINT affinity) {
  const UINT nodes = device.adapter().caps().driver.GpuEngineTopology.NbAsymetricProcessingNodes;
  return !client_breaks("K-348", node >= std::max(nodes, 1U), {"NodeOrdinal", node},
                        "the adapter has no such node") &&
         !client_breaks("K-348", affinity != 1, {"EngineAffinity", affinity},
                        "the node has one engine, and its bit is 1");
}

// GDI's own driver names itself in the client hint. Other hints mean nothing to a miniport.
bool is_for_gdi(const dxgk::Device& device, const D3DKMT_CREATECONTEXT& data) {
  const dxgk::Adapter& adapter = device.adapter();
  return data.ClientHint == D3DKMT_CLIENTHINT_CDD &&
         adapter.version() >= DXGKDDI_INTERFACE_VERSION_WIN7 &&
         adapter.table().DxgkDdiRenderKm != nullptr;
}

template <typename Data>
dxgk::ContextRequest context_request(const Data& data, std::span<std::byte> private_data) {
  return {.node = data.NodeOrdinal,
          .engine_affinity = data.EngineAffinity,
          .flags = data.Flags,
          .private_data = private_data};
}

NTSTATUS create_context(D3DKMT_CREATECONTEXT* to) {
  D3DKMT_CREATECONTEXT data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  if (client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved))
    return STATUS_INVALID_PARAMETER;
  std::vector<std::byte> private_data;
  NTSTATUS status =
      read_private_data(data.pPrivateDriverData, data.PrivateDriverDataSize, private_data);
  if (!NT_SUCCESS(status)) return status;
  TrimLater trim;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice}, {.otherwise = "K-348"_rule}) ||
      !names_engine(*device, data.NodeOrdinal, data.EngineAffinity))
    return STATUS_INVALID_PARAMETER;
  dxgk::ContextRequest request = context_request(data, private_data);
  request.is_gdi = is_for_gdi(*device, data);
  dxgk::Ref<dxgk::Context> context;
  status = dxgk::Context::create(*device, request, context);
  if (!NT_SUCCESS(status)) return status;
  trim.look_at(*device);
  if (write_bytes(data.pPrivateDriverData, private_data) &&
      write_buffers(to, dxgk::buffers_of(*context)) && write(&to->hContext, context->handle()))
    return STATUS_SUCCESS;
  context->destroy();
  return STATUS_INVALID_PARAMETER;
}

// Creates a context on an adapter whose GPU has virtual addresses.
NTSTATUS create_context_virtual(D3DKMT_CREATECONTEXTVIRTUAL* to) {
  D3DKMT_CREATECONTEXTVIRTUAL data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  std::vector<std::byte> private_data;
  NTSTATUS status = read_bytes(data.pPrivateDriverData, data.PrivateDriverDataSize, private_data);
  if (!NT_SUCCESS(status)) return status;
  TrimLater trim;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice}, {.otherwise = "K-348"_rule}))
    return STATUS_INVALID_PARAMETER;
  if (device->seat().addresses() == nullptr || device->adapter().scheduler() == nullptr ||
      !device->adapter().has_contexts())
    return STATUS_NOT_SUPPORTED;
  if (client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved) ||
      !names_engine(*device, data.NodeOrdinal, data.EngineAffinity))
    return STATUS_INVALID_PARAMETER;
  dxgk::ContextRequest request = context_request(data, private_data);
  request.is_virtual = true;
  dxgk::Ref<dxgk::Context> context;
  status = dxgk::Context::create(*device, request, context);
  if (!NT_SUCCESS(status)) return status;
  trim.look_at(*device);
  if (write(&to->hContext, context->handle())) return STATUS_SUCCESS;
  context->destroy();
  return STATUS_INVALID_PARAMETER;
}

constexpr INT kLowestPriority = -7;
constexpr INT kHighestPriority = 7;

template <typename Request>
NTSTATUS set_context_priority(const Request* from, std::atomic<INT> dxgk::Context::* member) {
  Request data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  if (data.Priority < kLowestPriority || data.Priority > kHighestPriority)
    return STATUS_INVALID_PARAMETER;
  const ContextUse context(caller(), data.hContext);
  if (names_nothing(!context, {"hContext", data.hContext})) return STATUS_INVALID_PARAMETER;
  (context.operator->()->*member).store(data.Priority, std::memory_order_relaxed);
  return STATUS_SUCCESS;
}

template <typename Request>
NTSTATUS get_context_priority(Request* to, std::atomic<INT> dxgk::Context::* member) {
  Request data;
  if (!read(to, data) || !can_write(&to->Priority)) return STATUS_INVALID_PARAMETER;
  const ContextUse context(caller(), data.hContext);
  if (names_nothing(!context, {"hContext", data.hContext})) return STATUS_INVALID_PARAMETER;
  const INT priority = (context.operator->()->*member).load(std::memory_order_relaxed);
  return write(&to->Priority, priority) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreateDevice(D3DKMT_CREATEDEVICE* pData) {
  return thunk([&] { return create_device(pData); });
}

NTSTATUS APIENTRY D3DKMTDestroyDevice(CONST D3DKMT_DESTROYDEVICE* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_DESTROYDEVICE data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    const dxgk::Ref<dxgk::Device> device = find_device(caller(), data.hDevice);
    if (names_nothing(!device, {"hDevice", data.hDevice}, {.otherwise = "K-084"_rule}))
      return STATUS_INVALID_PARAMETER;
    dxgk::report_leftovers(*device);
    end_trim_callbacks(*device);
    return device->destroy() ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
  });
}

NTSTATUS APIENTRY D3DKMTGetDeviceState(D3DKMT_GETDEVICESTATE* pData) {
  return thunk([&] { return device_state(pData); });
}

NTSTATUS APIENTRY D3DKMTWaitForIdle(CONST D3DKMT_WAITFORIDLE* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_WAITFORIDLE data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    const dxgk::Operation device(caller(), data.hDevice);
    if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
    if (sched::Scheduler* const gpu = device->adapter().scheduler()) gpu->wait_idle(*device);
    return device->is_working() ? STATUS_SUCCESS : STATUS_DEVICE_REMOVED;
  });
}

NTSTATUS APIENTRY D3DKMTCreateContext(D3DKMT_CREATECONTEXT* pData) {
  return thunk([&] { return create_context(pData); });
}

NTSTATUS APIENTRY D3DKMTCreateContextVirtual(D3DKMT_CREATECONTEXTVIRTUAL* pData) {
  return thunk([&] { return create_context_virtual(pData); });
}

NTSTATUS APIENTRY D3DKMTDestroyContext(CONST D3DKMT_DESTROYCONTEXT* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_DESTROYCONTEXT data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    const ContextUse context(caller(), data.hContext);
    if (names_nothing(!context, {"hContext", data.hContext})) return STATUS_INVALID_PARAMETER;
    // It does not hold for a lost device, whose contexts must all be destroyed.
    if (context->device().is_working() &&
        client_breaks("K-356", dxgk::owns_sync(*context), {"hContext", data.hContext},
                      "its queue owns a synchronization mutex"))
      return STATUS_INVALID_PARAMETER;
    return context->destroy() ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
  });
}

NTSTATUS APIENTRY
D3DKMTSetContextSchedulingPriority(CONST D3DKMT_SETCONTEXTSCHEDULINGPRIORITY* pData) {
  return thunk([&] { return set_context_priority(pData, &dxgk::Context::priority); });
}

NTSTATUS APIENTRY D3DKMTGetContextSchedulingPriority(D3DKMT_GETCONTEXTSCHEDULINGPRIORITY* pData) {
  return thunk([&] { return get_context_priority(pData, &dxgk::Context::priority); });
}

NTSTATUS APIENTRY D3DKMTSetContextInProcessSchedulingPriority(
    CONST D3DKMT_SETCONTEXTINPROCESSSCHEDULINGPRIORITY* pData) {
  return thunk([&] { return set_context_priority(pData, &dxgk::Context::priority_in_process); });
}

NTSTATUS APIENTRY
D3DKMTGetContextInProcessSchedulingPriority(D3DKMT_GETCONTEXTINPROCESSSCHEDULINGPRIORITY* pData) {
  return thunk([&] { return get_context_priority(pData, &dxgk::Context::priority_in_process); });
}

}  // extern "C"
