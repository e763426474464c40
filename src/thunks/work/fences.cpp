// Monitored fences: waiting and signalling, from a CPU and on a context.
#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <span>
#include <utility>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/sync_queue.h"
#include "src/nt/ob/handle.h"
#include "src/nt/watch/breach.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/context_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

constexpr std::size_t kMostFences = 4096;

enum class Use : std::uint8_t { kWait, kSignal };

// K-436: some fences may be used by the CPU only or by the GPU only.
bool is_barred(const dxgk::SyncObject& fence, Use how) {
  const D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS flags = fence.info().Flags;
  return how == Use::kWait ? flags.NoWait != 0 : flags.NoSignal != 0;
}

// K-438: a GPU that writes 32 bits at once cannot distinguish values that lie further apart.
void check_distance(const dxgk::Adapter& adapter, const dxgk::SyncTargets& fences) {
  constexpr UINT64 kFarthest = UINT_MAX / 2;
  if (adapter.caps().driver.SchedulingCaps.No64BitAtomics == 0) return;
  rules::evaluated("K-438");
  for (const auto& [use, value] : fences) {
    UINT64 last = 0;
    {
      const sim::Hold hold(dxgk::sync_lock());
      last = (*use)->state.value();
    }
    const UINT64 distance = value > last ? value - last : last - value;
    if (distance <= kFarthest) continue;
    nt::Breach("K-438", nt::Offender::client())
        .message(
            "a monitored fence at {} is waited for, or signalled, with {} on "
            "an adapter with No64BitAtomics",
            last, value)
        .raise_later();
  }
}

// K-433: reads the handles of monitored fences of the adapter, each with its value.
NTSTATUS read_fences(const dxgk::Adapter& adapter, std::size_t count,
                     const D3DKMT_HANDLE* user_handles, const UINT64* user_values, Use how,
                     dxgk::SyncTargets& out) {
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  ScratchList<UINT64> values(scratch.memory());
  if (count == 0 || !read_list(user_handles, count, kMostFences, handles) ||
      !read_list(user_values, count, kMostFences, values))
    return STATUS_INVALID_PARAMETER;
  NTSTATUS status = STATUS_SUCCESS;
  for (std::size_t i = 0; i < count; ++i) {
    auto use = std::make_unique<dxgk::SyncUse>(caller(), handles[i]);
    if (names_nothing(
            !*use || (*use)->type() != D3DDDI_MONITORED_FENCE || (*use)->adapter() != &adapter,
            {"ObjectHandleArray[]", handles[i], i}, {.otherwise = "K-433"_rule}))
      return STATUS_INVALID_PARAMETER;
    if (client_breaks("K-436", is_barred(**use, how), {"ObjectHandleArray[]", handles[i], i},
                      how == Use::kWait ? "the fence was created with NoWait"
                                        : "the fence was created with NoSignal"))
      status = STATUS_ACCESS_DENIED;
    out.push_back({std::move(use), values[i]});
  }
  if (NT_SUCCESS(status)) check_distance(adapter, out);
  return status;
}

NTSTATUS signal_from_cpu(const D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU* from) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  D3DDDICB_SIGNALFLAGS known{};
  known.AllowFenceRewind = 1;
  if (client_breaks("K-043", (data.Flags.Value & ~known.Value) != 0,
                    {"Flags.Value", data.Flags.Value}, kReserved))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  dxgk::SyncTargets fences;
  const NTSTATUS status = read_fences(device->adapter(), data.ObjectCount, data.ObjectHandleArray,
                                      data.FenceValueArray, Use::kSignal, fences);
  return NT_SUCCESS(status) ? dxgk::signal_fences(fences, data.Flags.AllowFenceRewind != 0)
                            : status;
}

// Finds the fences before the wait, because the wait may outlast the device.
NTSTATUS find_fences(const D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU& data,
                     dxgk::SyncTargets& out) {
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  return read_fences(device->adapter(), data.ObjectCount, data.ObjectHandleArray,
                     data.FenceValueArray, Use::kWait, out);
}

NTSTATUS wait_from_cpu(const D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU* from) {
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU data;
  if (!read(from, data) || client_breaks("K-043", data.Flags.Reserved != 0,
                                         {"Flags.Reserved", data.Flags.Reserved}, kReserved))
    return STATUS_INVALID_PARAMETER;
  dxgk::SyncTargets fences;
  const NTSTATUS status = find_fences(data, fences);
  if (!NT_SUCCESS(status)) return status;
  PKEVENT event = nullptr;
  if (data.hAsyncEvent != nullptr) {
    nt::HandleEntry entry;
    const NTSTATUS found = nt::pin_by_handle(data.hAsyncEvent, &nt::event_type, entry);
    if (!NT_SUCCESS(found)) return found;
    event = static_cast<PKEVENT>(entry.object);
  }
  return dxgk::wait_for_fences(fences, data.Flags.WaitAny != 0, event);
}

NTSTATUS wait_from_gpu(const D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU* from) {
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const ContextUse context(caller(), data.hContext);
  if (names_nothing(!context, {"hContext", data.hContext})) return STATUS_INVALID_PARAMETER;
  dxgk::SyncTargets fences;
  const NTSTATUS status =
      read_fences(context->device().adapter(), data.ObjectCount, data.ObjectHandleArray,
                  data.MonitoredFenceValueArray, Use::kWait, fences);
  return NT_SUCCESS(status) ? dxgk::queue_wait(*context, std::move(fences)) : status;
}

NTSTATUS signal_from_gpu(const D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU* from) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const ContextUse context(caller(), data.hContext);
  if (names_nothing(!context, {"hContext", data.hContext})) return STATUS_INVALID_PARAMETER;
  dxgk::SyncTargets fences;
  const NTSTATUS status =
      read_fences(context->device().adapter(), data.ObjectCount, data.ObjectHandleArray,
                  data.MonitoredFenceValueArray, Use::kSignal, fences);
  return NT_SUCCESS(status) ? dxgk::queue_signal(*context, std::move(fences), {}) : status;
}

// Signals events and objects of older kinds, which share one value.
NTSTATUS signal_older(const D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2& data,
                      std::span<const D3DKMT_HANDLE> objects,
                      std::span<const D3DKMT_HANDLE> contexts) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 request{};
  if (objects.size() > std::size(request.ObjectHandleArray)) return STATUS_INVALID_PARAMETER;
  request.hContext = contexts.front();
  request.ObjectCount = data.ObjectCount;
  std::ranges::copy(objects, request.ObjectHandleArray);
  request.Flags = data.Flags;
  request.BroadcastContextCount = data.BroadcastContextCount - 1;
  std::ranges::copy(contexts.subspan(1), request.BroadcastContext);
  std::ranges::copy(data.Reserved, request.Reserved);
  return D3DKMTSignalSynchronizationObject2(&request);
}

bool is_monitored(D3DKMT_HANDLE object) {
  const dxgk::SyncUse use(caller(), object);
  return use && use->type() == D3DDDI_MONITORED_FENCE;
}

// Puts a signal into the queue of every context; it runs when its queue reaches it.
NTSTATUS signal_from_gpus(const D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2* from) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2 data;
  std::vector<D3DKMT_HANDLE> objects, contexts;
  if (!read(from, data) || breaks_context_count(data.BroadcastContextCount, 1) ||
      !read_list(data.ObjectHandleArray, data.ObjectCount, kMostFences, objects) ||
      !read_list(data.BroadcastContextArray, data.BroadcastContextCount,
                 D3DDDI_MAX_BROADCAST_CONTEXT, contexts))
    return STATUS_INVALID_PARAMETER;
  const ContextUse first(caller(), contexts.front());
  if (names_nothing(!first, {"BroadcastContextArray[]", contexts.front()}))
    return STATUS_INVALID_PARAMETER;
  if (!first->device().adapter().has_paging_queues()) return STATUS_NOT_SUPPORTED;
  if (objects.empty() || !is_monitored(objects.front()))
    return signal_older(data, objects, contexts);
  std::vector<UINT64> values;
  if (!read_list(data.MonitoredFenceValueArray, objects.size(), kMostFences, values))
    return STATUS_INVALID_PARAMETER;
  std::vector<dxgk::Ref<dxgk::Context>> all;
  for (const D3DKMT_HANDLE each : contexts) {
    all.push_back(context_on(first->device(), each));
    if (!all.back()) return STATUS_INVALID_PARAMETER;
  }
  NTSTATUS status = STATUS_SUCCESS;
  for (const dxgk::Ref<dxgk::Context>& each : all) {
    dxgk::SyncTargets fences;
    status = read_fences(first->device().adapter(), objects.size(), objects.data(), values.data(),
                         Use::kSignal, fences);
    if (NT_SUCCESS(status))
      status = dxgk::queue_signal(*each, std::move(fences),
                                  {.at_submission = data.Flags.SignalAtSubmission != 0});
    if (!NT_SUCCESS(status)) return status;
  }
  return status;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY
D3DKMTSignalSynchronizationObjectFromCpu(CONST D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU* pData) {
  return thunk([&] { return signal_from_cpu(pData); });
}

NTSTATUS APIENTRY
D3DKMTWaitForSynchronizationObjectFromCpu(CONST D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU* pData) {
  return thunk([&] { return wait_from_cpu(pData); });
}

NTSTATUS APIENTRY
D3DKMTWaitForSynchronizationObjectFromGpu(CONST D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU* pData) {
  return thunk([&] { return wait_from_gpu(pData); });
}

NTSTATUS APIENTRY
D3DKMTSignalSynchronizationObjectFromGpu2(CONST D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2* pData) {
  return thunk([&] { return signal_from_gpus(pData); });
}

NTSTATUS APIENTRY
D3DKMTSignalSynchronizationObjectFromGpu(CONST D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU* pData) {
  return thunk([&] { return signal_from_gpu(pData); });
}

}  // extern "C"
