// Synchronization objects: what waits and signals are about, and its openings in processes.
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

// The object itself. It lives while it is open anywhere; further openings keep it for those who
// wait.
class SyncObject final : public Shared, public Retirable {
 public:
  static constexpr Kind kKind = Kind::kSync;
  static constexpr ObjectType kOpeningType = ObjectType::kSync;
  static constexpr const char* kTraceName = "sync";
  using Part = std::shared_ptr<LocalFence>;  // of a native fence

  // `event` is a pinned event for CPU notifications, null for the others; the object takes the pin
  // over.
  SyncObject(const Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event);

  D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type() const { return info_.Type; }
  // As the client asked for it: flags, and the state that it begins with.
  const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info() const { return info_; }
  PKEVENT event() const { return event_; }

  // Whose it is. Only to compare: the object may outlive both.
  const Adapter* adapter() const { return adapter_; }
  const Kernel* kernel() const { return kernel_; }

  // What waits and signals change.
  SyncState state;

  // What the driver has for it: for notifications that it signals, for fences that its GPU
  // compares. Written before anybody else reaches the object.
  std::shared_ptr<CpuEvent> cpu_event;
  std::shared_ptr<NativeFence> native;

  // What an opening of it began ends with it.
  void left_by(const OpenOf<SyncObject>& open);

  // One opening less; with the last the global handle and the object go.
  static void close(SyncObject& object);

 private:
  ~SyncObject() override = default;

  const D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info_;
  const PKEVENT event_;
  const Adapter* const adapter_;
  const Kernel* const kernel_;
};

// One opening, by the device that created the object or that opened it, or by a process that has
// its global handle.
using OpenSync = OpenOf<SyncObject>;
using OpenSyncs = OpensOf<SyncObject>;

// Both give the new handle in `out`. The first takes over the pin of the event in every case.
NTSTATUS create_sync(Device& device, const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info, PKEVENT event,
                     Handle& out, Handle& global);
NTSTATUS open_sync(Process& process, Handle global, Handle& out);
// The same for an object that is opened already. The opening is taken over in every case.
NTSTATUS name_sync(Process& process, SyncObject& opened, Handle& out, bool is_of_bundle);
NTSTATUS name_sync(Device& device, SyncObject& opened, Handle& out);

// The same for native fences, which are opened in the driver as well, on a device.
NTSTATUS create_native(Device& device, const D3DDDI_NATIVEFENCEINFO& info, FenceData& data,
                       Handle& out);
NTSTATUS name_native(Device& device, SyncObject& opened, FenceData& data, Handle& out);

// False when the handle is none of a synchronization object.
bool destroy_sync(Process& process, Handle handle);

// All that end with a device or a process. Nobody opens more.
void destroy_syncs(Process& process, OpenSyncs& owner);

// A synchronization object as a client names it.
class SyncUse : public UseOf<SyncObject> {
 public:
  SyncUse(Process& process, Handle handle);
};

}  // namespace drydock::dxgk
