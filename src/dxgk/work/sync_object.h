// Synchronization objects, for waits and signals, and their openings in processes.
#pragma once

#include "src/dxgk/object/opening.h"
#include "src/dxgk/object/share.h"
#include "src/dxgk/work/cpu_event.h"
#include "src/dxgk/work/native_fence.h"
#include "src/dxgk/work/sync_state.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Device;
class Kernel;
class Process;

// The object itself. It lives while it has an opening; waiters have openings of their own.
class SyncObject final : public Shared, public Retirable {
 public:
  static constexpr Kind kKind = Kind::kSync;
  static constexpr ObjectType kOpeningType = ObjectType::kSync;
  static constexpr const char* kTraceName = "sync";
  using Part = std::shared_ptr<LocalFence>;  // the opening of a native fence

  // `event` is a pinned event for CPU notifications, else null. The object takes the pin over.
  SyncObject(const Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event);

  D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type() const { return info_.Type; }
  // The client's request: flags, and the initial state.
  const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info() const { return info_; }
  PKEVENT event() const { return event_; }

  // Its owner. Only to compare: the object may outlive both.
  const Adapter* adapter() const { return adapter_; }
  const Kernel* kernel() const { return kernel_; }

  // Waits and signals change this state.
  SyncState state;

  // The driver's half: of notifications that it signals, of fences that its GPU compares. Written
  // before another thread reaches the object.
  std::shared_ptr<CpuEvent> cpu_event;
  std::shared_ptr<NativeFence> native;

  // Ends the waits that the opening began.
  void closed_by(const OpenOf<SyncObject>& open);

  // Closes an opening. The last one detaches the global handle and destroys the object.
  static void close(SyncObject& object);

 private:
  ~SyncObject() override = default;

  const D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info_;
  const PKEVENT event_;
  const Adapter* const adapter_;
  const Kernel* const kernel_;
};

// One opening: by the device that created or opened the object, or by a process that has its global
// handle.
using OpenSync = OpenOf<SyncObject>;
using OpenSyncs = OpensOf<SyncObject>;

// Both return the new handle in `out`. The first takes over the pin of the event in every case.
NTSTATUS create_sync(Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event,
                     Handle& out, Handle& global);
NTSTATUS open_sync(Process& process, Handle global, Handle& out);
// For an object that is opened already. Takes over the opening in every case.
NTSTATUS name_sync(Process& process, SyncObject& opened, Handle& out, bool is_of_bundle);
NTSTATUS name_sync(Device& device, SyncObject& opened, Handle& out);

// The same for native fences, which are opened in the driver as well, on a device.
NTSTATUS create_native(Device& device, const D3DDDI_NATIVEFENCEINFO& info, FenceData& data,
                       Handle& out);
NTSTATUS name_native(Device& device, SyncObject& opened, FenceData& data, Handle& out);

// False when the handle names no synchronization object.
bool destroy_sync(Process& process, Handle handle);

// Ends all openings of a device or a process. No thread opens more.
void destroy_syncs(Process& process, OpenSyncs& owner);

// A synchronization object as a client names it.
class SyncUse : public UseOf<SyncObject> {
 public:
  SyncUse(Process& process, Handle handle);
};

}  // namespace drydock::dxgk
