#include "src/dxgk/sync_object.h"

#include "src/dxgk/adapter.h"
#include "src/dxgk/device.h"
#include "src/dxgk/process.h"
#include "src/nt/fault_point.h"
#include "src/nt/object.h"
#include "src/trace/trace.h"

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

bool OpenSync::take_out() {
  const sim::SpinHold hold(owner_.lock);
  if (!is_linked()) return false;
  owner_.all.remove(*this);
  return true;
}

void OpenSync::end(Process& process, OpenSync& open) {
  process.handles().remove(open.handle(), open);
  trace::event("sync", "closed", {{"handle", open.handle()}});
  SyncObject::close(open.object_);
  open.release();
}

namespace {

// Names an opening. On failure the opening of the object is given back.
NTSTATUS name_opening(Process& process, OpenSyncs& owner, SyncObject& object, Handle& out) {
  auto* const open = new OpenSync(owner, object);
  const Handle handle = process.handles().issue(*open);
  if (handle == 0) {
    SyncObject::close(object);
    open->release();
    return STATUS_NO_MEMORY;
  }
  open->set_handle(handle);
  out = handle;
  trace::event("sync", "open", {{"handle", handle}});
  // From here on another thread may destroy it by its number.
  const sim::SpinHold hold(owner.lock);
  owner.all.add(*open);
  return STATUS_SUCCESS;
}

}  // namespace

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
  return name_opening(device.process(), device.syncs, *object, out);
}

NTSTATUS open_sync(Process& process, Handle global, Handle& out) {
  const sim::Passage passage(process.openings(), sim::Passage::Kind::kAmongOthers);
  if (process.has_ended()) return STATUS_INVALID_PARAMETER;
  auto* const object = open_global<SyncObject>(global);
  if (object == nullptr) return STATUS_INVALID_PARAMETER;
  if (object->dock() != &process.dock()) {
    SyncObject::close(*object);
    return STATUS_INVALID_PARAMETER;
  }
  return name_opening(process, process.opened_syncs(), *object, out);
}

bool destroy_sync(Process& process, Handle handle) {
  OpenSync* open = nullptr;
  {
    const Visit visit;
    open = as<OpenSync>(process.handles().look_up(handle));
    if (open == nullptr || !open->take_out()) return false;
  }
  OpenSync::end(process, *open);
  return true;
}

void destroy_syncs(Process& process, OpenSyncs& owner) {
  for (;;) {
    OpenSync* open = nullptr;
    {
      const sim::SpinHold hold(owner.lock);
      open = owner.all.first();
      if (open == nullptr) return;
      owner.all.remove(*open);
    }
    OpenSync::end(process, *open);
  }
}

SyncUse::SyncUse(Process& process, Handle handle) {
  const Visit visit;
  auto* const open = as<OpenSync>(process.handles().look_up(handle));
  if (open != nullptr && open->object().try_open()) object_ = &open->object();
}

SyncUse::~SyncUse() {
  if (object_ != nullptr) SyncObject::close(*object_);
}

}  // namespace drydock::dxgk
