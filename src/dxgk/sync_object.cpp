#include "src/dxgk/sync_object.h"

#include "src/dxgk/adapter.h"
#include "src/dxgk/device.h"
#include "src/dxgk/process.h"
#include "src/nt/fault_point.h"
#include "src/nt/object.h"

namespace drydock::dxgk {

SyncObject::SyncObject(const Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info,
                       PKEVENT event)
    : Shared(kKind),
      state(info),
      info_(info),
      event_(event),
      adapter_(&device.adapter()),
      dock_(&device.process().dock()) {}

void SyncObject::close(SyncObject& object) {
  if (!close_share(object)) return;
  if (object.event_ != nullptr) nt::unpin_object(object.event_);
  free_after_visits(object);  // who looks a handle up may be about to try_open()
}

void SyncObject::left_by(const OpenSync& open) {
  FenceWaits waits;
  {
    const sim::Hold hold(SyncState::lock());
    waits = state.take_made_by(open);
  }
  for (const auto& wait : waits) wait->fire(STATUS_INVALID_PARAMETER);
}

NTSTATUS create_sync(Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event,
                     Handle& out, Handle& global) {
  auto* const object = new SyncObject(device, info, event);
  const bool has_global = info.Flags.Shared != 0 && info.Flags.NtSecuritySharing == 0;
  const bool fails = !device.is_working() || nt::fails_here(sim::FaultKind::kObject) ||
                     (has_global && publish(*object) == 0);
  if (fails) {
    SyncObject::close(*object);
    return device.is_working() ? STATUS_NO_MEMORY : STATUS_DEVICE_REMOVED;
  }
  global = object->global;
  return name_opening(device.process().handles(), device.syncs, *object, out);
}

NTSTATUS open_sync(Process& process, Handle global, Handle& out) {
  auto* const object = open_global<SyncObject>(global);
  if (object == nullptr) return STATUS_INVALID_PARAMETER;
  if (object->dock() == &process.dock()) return name_sync(process, *object, out, false);
  SyncObject::close(*object);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS name_sync(Process& process, SyncObject& opened, Handle& out, bool is_of_bundle) {
  const sim::Passage passage(process.openings(), sim::Passage::Kind::kAmongOthers);
  if (process.has_ended()) {
    SyncObject::close(opened);
    return STATUS_INVALID_PARAMETER;
  }
  return name_opening(process.handles(), process.opened_syncs(), opened, out, is_of_bundle);
}

NTSTATUS name_sync(Device& device, SyncObject& opened, Handle& out) {
  if (!device.is_working()) {
    SyncObject::close(opened);
    return STATUS_DEVICE_REMOVED;
  }
  return name_opening(device.process().handles(), device.syncs, opened, out);
}

bool destroy_sync(Process& process, Handle handle) {
  return end_opening<SyncObject>(process.handles(), handle);
}

void destroy_syncs(Process& process, OpenSyncs& owner) { end_openings(process.handles(), owner); }

SyncUse::SyncUse(Process& process, Handle handle) : UseOf(process.handles(), handle) {}

}  // namespace drydock::dxgk
