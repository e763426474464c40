#include "src/dxgk/work/sync_object.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/ob/object.h"

namespace drydock::dxgk {

SyncObject::SyncObject(const Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info,
                       PKEVENT event)
    : Shared(kKind),
      state(info),
      info_(info),
      event_(event),
      adapter_(&device.adapter()),
      kernel_(&device.process().kernel()) {}

void SyncObject::close(SyncObject& object) {
  if (!close_share(object)) return;
  if (object.cpu_event) object.cpu_event->release();
  // This may be the scheduler's strand, which must not wait for threads inside the driver.
  if (object.native) run_later([fence = object.native] { fence->end(); });
  if (object.event_ != nullptr) nt::unpin_object(object.event_);
  retire_memory(object);  // a thread that looks up a handle may be about to call try_open()
}

void SyncObject::closed_by(const OpenSync& open) {
  FenceWaits waits;
  {
    const sim::Hold hold(sync_lock());
    waits = state.take_made_by(open);
  }
  for (const auto& wait : waits) wait->fire(STATUS_INVALID_PARAMETER);
  if (open.part()) open.part()->end();
}

NTSTATUS create_sync(Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event,
                     Handle& out, Handle& global) {
  auto* const object = new SyncObject(device, info, event);
  const bool has_global = info.Flags.Shared != 0 && info.Flags.NtSecuritySharing == 0;
  NTSTATUS status = STATUS_SUCCESS;
  if (!device.is_working()) {
    status = STATUS_DEVICE_REMOVED;
  } else if (nt::fails_here(sim::FaultKind::kObject)) {
    status = STATUS_NO_MEMORY;
  } else if (info.Flags.SignalByKmd != 0) {
    status = CpuEvent::create(device, event, object->cpu_event);
  }
  if (NT_SUCCESS(status) && has_global && publish(*object) == 0) status = STATUS_NO_MEMORY;
  if (!NT_SUCCESS(status)) {
    SyncObject::close(*object);
    return status;
  }
  global = object->global;
  return name_opening(device.process().handles(), device.syncs, *object, out);
}

NTSTATUS open_sync(Process& process, Handle global, Handle& out) {
  auto* const object = open_global<SyncObject>(global);
  if (object == nullptr) return STATUS_INVALID_PARAMETER;
  if (object->kernel() == &process.kernel()) return name_sync(process, *object, out, false);
  SyncObject::close(*object);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS name_sync(Process& process, SyncObject& opened, Handle& out, bool is_of_bundle) {
  const sim::Passage passage(process.openings());
  if (process.has_ended() || opened.native) {
    SyncObject::close(opened);
    return STATUS_INVALID_PARAMETER;
  }
  return name_opening(process.handles(), process.opened_syncs(), opened, out, is_of_bundle);
}

NTSTATUS name_sync(Device& device, SyncObject& opened, Handle& out) {
  const bool is_native = opened.native != nullptr;
  if (!device.is_working() || is_native) {
    SyncObject::close(opened);
    return is_native ? STATUS_INVALID_PARAMETER : STATUS_DEVICE_REMOVED;
  }
  return name_opening(device.process().handles(), device.syncs, opened, out);
}

NTSTATUS create_native(Device& device, const D3DDDI_NATIVEFENCEINFO& info, FenceData& data,
                       Handle& out) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 fence{};
  fence.Type = D3DDDI_MONITORED_FENCE;
  fence.Flags = info.Flags;
  fence.MonitoredFence.InitialFenceValue = info.InitialFenceValue;
  auto* const object = new SyncObject(device, fence, nullptr);
  const NTSTATUS status = NativeFence::create(device, info.Type, data, object->native);
  if (NT_SUCCESS(status)) return name_native(device, *object, data, out);
  SyncObject::close(*object);
  return status;
}

NTSTATUS name_native(Device& device, SyncObject& opened, FenceData& data, Handle& out) {
  NTSTATUS status = STATUS_INVALID_PARAMETER;
  SyncObject::Part local;
  if (!device.is_working()) {
    status = STATUS_DEVICE_REMOVED;
  } else if (opened.native && opened.adapter() == &device.adapter()) {
    status = LocalFence::open(device, *opened.native, data, local);
  }
  if (NT_SUCCESS(status))
    return name_opening(device.process().handles(), device.syncs, opened, out,
                        /*is_of_bundle=*/false, std::move(local));
  SyncObject::close(opened);
  return status;
}

bool destroy_sync(Process& process, Handle handle) {
  return end_opening<SyncObject>(process.handles(), handle);
}

void destroy_syncs(Process& process, OpenSyncs& owner) { end_openings(process.handles(), owner); }

SyncUse::SyncUse(Process& process, Handle handle) : UseOf(process.handles(), handle) {}

}  // namespace drydock::dxgk
