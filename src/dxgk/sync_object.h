// Synchronization objects: what waits and signals are about, and its openings in processes.
#pragma once

#include "src/dxgk/list.h"
#include "src/dxgk/object.h"
#include "src/dxgk/share.h"
#include "src/dxgk/sync_state.h"
#include "src/dxgk/wdk.h"
#include "src/sim/spin_lock.h"

namespace drydock::dxgk {

class Adapter;
class Device;
class Dock;
class Process;

// The object itself. It lives while it is open anywhere; further openings keep it for those who
// wait.
class SyncObject final : public Shared, public Visited {
 public:
  static constexpr Kind kKind = Kind::kSync;

  // `event` is a pinned event for CPU notifications, null for the others; the object takes the pin
  // over.
  SyncObject(const Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event);

  D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type() const { return info_.Type; }
  // As the client asked for it: flags, and the state that it begins with.
  const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info() const { return info_; }
  PKEVENT event() const { return event_; }

  // Whose it is. Only to compare: the object may outlive both.
  const Adapter* adapter() const { return adapter_; }
  const Dock* dock() const { return dock_; }

  // What waits and signals change.
  SyncState state;

  // One opening less; with the last the global handle and the object go.
  static void close(SyncObject& object);

 private:
  ~SyncObject() override = default;

  const D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info_;
  const PKEVENT event_;
  const Adapter* const adapter_;
  const Dock* const dock_;
};

class OpenSync;

// The openings that end together: with a device or with a process.
struct OpenSyncs {
  sim::SpinLock lock;
  List<OpenSync> all DRYDOCK_GUARDED_BY(lock);
};

// One opening, by the device that created the object or by a process that has its global handle.
class OpenSync final : public Object, public Linked<OpenSync> {
 public:
  static constexpr ObjectType kType = ObjectType::kSync;

  // Takes over an opening of `object`. `owner` outlives it.
  OpenSync(OpenSyncs& owner, SyncObject& object) : Object(kType), owner_(owner), object_(object) {}

  SyncObject& object() const { return object_; }

  // Nobody but the caller ends it from now on. False when another thread was first, or it is not
  // complete. Inside a Visit or with a reference.
  bool take_out();
  // The rest of its end, for who took it out.
  static void end(Process& process, OpenSync& open);

 private:
  OpenSyncs& owner_;
  SyncObject& object_;
};

// Both give the new handle in `out`. The first takes over the pin of the event in every case.
NTSTATUS create_sync(Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event,
                     Handle& out, Handle& global);
NTSTATUS open_sync(Process& process, Handle global, Handle& out);

// False when the handle is none of a synchronization object.
bool destroy_sync(Process& process, Handle handle);

// All that end with a device or a process. Nobody opens more.
void destroy_syncs(Process& process, OpenSyncs& owner);

// A synchronization object as a client names it: it stays while this lives, even when its last
// handle goes.
class SyncUse {
 public:
  // Empty when the handle is none.
  SyncUse(Process& process, Handle handle);
  ~SyncUse();
  SyncUse(const SyncUse&) = delete;
  SyncUse& operator=(const SyncUse&) = delete;

  explicit operator bool() const { return object_ != nullptr; }
  SyncObject& operator*() const { return *object_; }
  SyncObject* operator->() const { return object_; }

 private:
  SyncObject* object_ = nullptr;
};

}  // namespace drydock::dxgk
