// Waiting for synchronization objects and signalling them, on a context.
#include "src/dxgk/work/sync_queue.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/device.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/context_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// The kinds of objects that a call accepts.
struct Kinds {
  bool fences = false;
  bool notifications = false;
};

bool is_good(const dxgk::SyncObject& object, const dxgk::Context& context, Kinds kinds) {
  if (object.adapter() != &context.device().adapter()) return false;
  switch (object.type()) {
    case D3DDDI_SYNCHRONIZATION_MUTEX:
    case D3DDDI_SEMAPHORE:
      return true;
    case D3DDDI_FENCE:
      return kinds.fences;
    case D3DDDI_CPU_NOTIFICATION:
      // A notification with an event is signalled by a driver.
      return kinds.notifications && object.cpu_event == nullptr;
    default:
      return false;
  }
}

// Returns false when a handle names no object that the call accepts.
bool use_all(std::span<const D3DKMT_HANDLE> handles, const dxgk::Context& context, Kinds kinds,
             UINT64 value, dxgk::SyncTargets& out) {
  for (const D3DKMT_HANDLE handle : handles) {
    auto use = std::make_unique<dxgk::SyncUse>(caller(), handle);
    if (names_nothing(!*use || !is_good(**use, context, kinds),
                      {"ObjectHandleArray[]", handle, out.size()}))
      return false;
    out.push_back({std::move(use), value});
  }
  return true;
}

NTSTATUS wait(D3DKMT_HANDLE handle, std::span<const D3DKMT_HANDLE> objects, bool with_fences,
              UINT64 value) {
  const ContextUse context(caller(), handle);
  dxgk::SyncTargets targets;
  if (names_nothing(!context, {"hContext", handle}) || objects.empty() ||
      !use_all(objects, *context, {.fences = with_fences}, value, targets))
    return STATUS_INVALID_PARAMETER;
  return dxgk::queue_wait(*context, std::move(targets));
}

template <typename Request>
bool read_objects(const Request* from, Request& data, std::span<const D3DKMT_HANDLE>& objects) {
  if (!read(from, data) || data.ObjectCount > std::size(data.ObjectHandleArray)) return false;
  objects = {data.ObjectHandleArray, data.ObjectCount};
  return true;
}

NTSTATUS wait_first(const D3DKMT_WAITFORSYNCHRONIZATIONOBJECT* from) {
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECT data;
  std::span<const D3DKMT_HANDLE> objects;
  if (!read_objects(from, data, objects)) return STATUS_INVALID_PARAMETER;
  return wait(data.hContext, objects, /*with_fences=*/false, 0);
}

NTSTATUS wait_second(const D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2* from) {
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2 data;
  std::span<const D3DKMT_HANDLE> objects;
  if (!read_objects(from, data, objects)) return STATUS_INVALID_PARAMETER;
  return wait(data.hContext, objects, /*with_fences=*/true, data.Fence.FenceValue);
}

NTSTATUS signal_first(const D3DKMT_SIGNALSYNCHRONIZATIONOBJECT* from) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT data;
  std::span<const D3DKMT_HANDLE> objects;
  if (!read_objects(from, data, objects) || data.Flags.EnqueueCpuEvent != 0 || objects.empty())
    return STATUS_INVALID_PARAMETER;
  const ContextUse context(caller(), data.hContext);
  dxgk::SyncTargets targets;
  if (names_nothing(!context, {"hContext", data.hContext}) ||
      !use_all(objects, *context, {.notifications = true}, 0, targets))
    return STATUS_INVALID_PARAMETER;
  return dxgk::queue_signal(*context, std::move(targets),
                            {.at_submission = data.Flags.SignalAtSubmission != 0});
}

// Finds the further contexts of a broadcast, which all belong to the same device (K-373). Returns
// false when a handle names no such context.
bool find_broadcast(const D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2& data, const dxgk::Context& first,
                    std::vector<dxgk::Ref<dxgk::Context>>& out) {
  if (breaks_context_count(data.BroadcastContextCount, 0)) return false;
  for (ULONG i = 0; i < data.BroadcastContextCount; ++i) {
    out.push_back(context_on(first.device(), data.BroadcastContext[i]));
    if (!out.back() || out.back().get() == &first) return false;
  }
  return true;
}

// Puts a signal into the queue of one context. That signal pins the event once more.
NTSTATUS signal_one(dxgk::Context& context, std::span<const D3DKMT_HANDLE> objects, UINT64 value,
                    const dxgk::SignalRequest& request) {
  dxgk::SyncTargets targets;
  if (!use_all(objects, context, {.fences = true, .notifications = true}, value, targets))
    return STATUS_INVALID_PARAMETER;
  if (request.event != nullptr) nt::pin_object(request.event);
  return dxgk::queue_signal(context, std::move(targets), request);
}

// Signals an event or a list of objects. A broadcast puts the signal into the queue of every
// context; it runs when its queue reaches it.
NTSTATUS signal_second(const D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2* from) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 data;
  std::span<const D3DKMT_HANDLE> objects;
  if (!read_objects(from, data, objects) || (data.Flags.EnqueueCpuEvent != 0) != objects.empty())
    return STATUS_INVALID_PARAMETER;
  const ContextUse context(caller(), data.hContext);
  std::vector<dxgk::Ref<dxgk::Context>> others;
  if (names_nothing(!context, {"hContext", data.hContext}) ||
      !find_broadcast(data, *context, others))
    return STATUS_INVALID_PARAMETER;
  dxgk::SignalRequest request{.at_submission = data.Flags.SignalAtSubmission != 0};
  nt::HandleEntry entry;
  if (objects.empty()) {
    const NTSTATUS status = nt::pin_by_handle(data.CpuEventHandle, &nt::event_type, entry);
    if (!NT_SUCCESS(status)) return status;
    request.event = static_cast<PKEVENT>(entry.object);
  }
  const UINT64 value = data.Fence.FenceValue;
  NTSTATUS status = signal_one(*context, objects, value, request);
  for (const dxgk::Ref<dxgk::Context>& each : others) {
    if (NT_SUCCESS(status)) status = signal_one(*each, objects, value, request);
  }
  if (request.event != nullptr) nt::unpin_object(request.event);
  return status;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY
D3DKMTWaitForSynchronizationObject(CONST D3DKMT_WAITFORSYNCHRONIZATIONOBJECT* pData) {
  return thunk([&] { return wait_first(pData); });
}

NTSTATUS APIENTRY
D3DKMTWaitForSynchronizationObject2(CONST D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2* pData) {
  return thunk([&] { return wait_second(pData); });
}

NTSTATUS APIENTRY
D3DKMTSignalSynchronizationObject(CONST D3DKMT_SIGNALSYNCHRONIZATIONOBJECT* pData) {
  return thunk([&] { return signal_first(pData); });
}

NTSTATUS APIENTRY
D3DKMTSignalSynchronizationObject2(CONST D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2* pData) {
  return thunk([&] { return signal_second(pData); });
}

}  // extern "C"
