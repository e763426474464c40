// The object model of the graphics kernel.
//
//   object           named by         parent    what it is, and what ends it
//   Adapter          LUID             Dock      a device with its miniport; removal
//   Process          -                Dock      a client; its end
//   Seat             -                Process   what a process has on an adapter: the driver's
//                                               process object; its last OpenAdapter and Device
//   OpenAdapter      process handle   Process   CloseAdapter, process end
//   Device           process handle   Seat      DestroyDevice, process end; its children go first
//   Context          process handle   Device    DestroyContext, device end
//   HwQueue          process handle   Context   work for a GPU that schedules itself, with a fence
//                                               of its own; DestroyHwQueue, context end
//   Doorbell         process handle   HwQueue   by which a client tells the GPU of work;
//                                               DestroyDoorbell, queue end
//   PagingQueue      process handle   Device    operations on its memory, with a fence of its own;
//                                               DestroyPagingQueue, device end
//   Resource         process handle   Device    one opening of an AdapterResource;
//                                               DestroyAllocation, device end
//   Binding          process handle   Device    one opening of an Allocation; DestroyAllocation,
//                                               device end
//   OpenSync         process handle   Device    one opening of a SyncObject, of the device that
//                                     Process   created it or of a process that opened it by its
//                                               global handle; DestroySynchronizationObject, the
//                                               end of the device or process
//   OpenMutex        process handle   Process   one opening of a KeyedMutex; DestroyKeyedMutex,
//                                               process end
//   AdapterResource  global handle    Adapter   the driver's resource; its last Resource
//   Allocation       -                Adapter   the driver's allocation; its last Binding
//   SyncObject       global handle    -         what waits and signals are about; its last OpenSync
//   CpuEvent         -                Device    the driver's half of a SyncObject that it signals;
//                                               the SyncObject, device end
//   NativeFence      -                Adapter   the driver's half of a fence; its SyncObject
//   LocalFence       -                Device    the driver's half of an OpenSync of such a fence;
//                                               the OpenSync, device end
//   KeyedMutex       global handle    -         what is acquired by a key; its last OpenMutex
//   NtShare          NT handle, name  -         a way to open some of the last four, which it
//   keeps;
//                                               its last NT handle
//
// Three words for ownership, three types: Ref (the object lives), a slot of the handle table (it
// has a name in a process), Created (it exists towards the driver but has no name yet, so that a
// failure takes the same way out as a client's destroy). That a name is gone, that the driver's
// object is gone and that the memory is gone are three events.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <utility>

#include "src/dxgk/object/handle_table.h"
#include "src/dxgk/object/read_section.h"
#include "src/nt/base/ref.h"

namespace drydock::dxgk {

enum class ObjectType : std::uint8_t {
  kOpenAdapter,
  kDevice,
  kContext,
  kResource,
  kBinding,
  kSync,
  kKeyedMutex,
  kPagingQueue,
  kHwQueue,
  kDoorbell,
};

// What a handle can stand for. Counted; the last reference frees it, after the visits.
class Object : public Retirable {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  ObjectType type() const { return type_; }

  // The handle that names it; 0 before it has one and after it lost it.
  Handle handle() const { return handle_.load(std::memory_order_relaxed); }
  void set_handle(Handle handle) { handle_.store(handle, std::memory_order_relaxed); }

  void add_ref() { refs_.fetch_add(1, std::memory_order_relaxed); }
  // For visitors: false when the object is already on its way to be freed.
  bool try_add_ref();
  void release() {
    // What anybody did with the object (release) comes before its end (acquire).
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) retire_memory(*this);
  }

 protected:
  explicit Object(ObjectType type) : type_(type) {}

 private:
  const ObjectType type_;
  std::atomic<std::uint32_t> refs_ = 1;
  std::atomic<Handle> handle_ = 0;
};

using nt::Ref;

// The object as the type it is; null when it is another, or none.
template <typename T>
T* as(Object* object) {
  return object != nullptr && object->type() == T::kType ? static_cast<T*>(object) : nullptr;
}

}  // namespace drydock::dxgk
