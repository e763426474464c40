// The object model of the graphics kernel.
//
//   object           named by         parent    what it is, and what ends it
//   ---------------  ---------------  --------  ------------------------------------------------
//   Adapter          LUID             Dock      a device with its miniport; removal
//   Process          -                Dock      a client; its end
//   Seat             -                Process   what a process has on an adapter: the driver's
//                                               process object; its last OpenAdapter and Device
//   OpenAdapter      process handle   Process   CloseAdapter, process end
//   Device           process handle   Seat      DestroyDevice, process end; its children go first
//   Context          process handle   Device    DestroyContext, device end
//   HwQueue          process handle   Context   work for a GPU that schedules itself, with a fence
//                                               of its own; DestroyHwQueue, context end
//   Doorbell         process handle   HwQueue   by which a client wakes the GPU for work;
//                                               DestroyDoorbell, queue end
//   PagingQueue      process handle   Device    operations on its memory, with a fence of its own;
//                                               DestroyPagingQueue, device end
//   Resource         process handle   Device    one opening of an AdapterResource;
//                                               DestroyAllocation, device end
//   Binding          process handle   Device    one opening of an Allocation; DestroyAllocation,
//                                               device end
//   OpenSync         process handle   Device    one opening of a SyncObject, by the device that
//                                     Process   created it or by a process that has its global
//                                               handle; DestroySynchronizationObject, the end of
//                                               the device or process
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
//   NtShare          NT handle, name  -         a way to open an AdapterResource, SyncObject or
//                                               KeyedMutex, each of which it retains; its last
//                                               NT handle
//
// Ownership has three words and three types. A Ref says that the object lives. A slot of the handle
// table says that it has a name in a process. TwoEnds (two_ends.h) and Life (memory/life.h) say
// whether the driver has its half; creations that fail half-way destroy that half by the same way
// as a client's destroy. The name stops resolving, the driver's half is destroyed and the memory is
// freed: these are three events, in this order.
//
// Cost: a reference is one relaxed atomic operation to add and one to release. Threads: any.
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

// An object that a handle can stand for. It is reference-counted, and retired with the last
// reference (read_section.h).
class Object : public Retirable {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  ObjectType type() const { return type_; }

  // The handle that names it, or named it last; 0 before it has one.
  Handle handle() const { return handle_.load(std::memory_order_relaxed); }
  void set_handle(Handle handle) { handle_.store(handle, std::memory_order_relaxed); }

  void add_ref() {
    [[maybe_unused]] const std::uint32_t before = refs_.fetch_add(1, std::memory_order_relaxed);
    assert(before != 0);  // only a holder of a reference adds one
  }
  // Inside a read section: false when the last reference is released already.
  bool try_add_ref();
  void release() {
    // All uses of the object (release) come before its destruction (acquire).
    const std::uint32_t before = refs_.fetch_sub(1, std::memory_order_acq_rel);
    assert(before != 0);
    if (before == 1) retire_memory(*this);
  }

 protected:
  explicit Object(ObjectType type) : type_(type) {}

 private:
  const ObjectType type_;
  std::atomic<std::uint32_t> refs_ = 1;
  std::atomic<Handle> handle_ = 0;
};

using nt::Ref;

// The object as a T; null when it has another type, or is null.
template <typename T>
T* as(Object* object) {
  return object != nullptr && object->type() == T::kType ? static_cast<T*>(object) : nullptr;
}

}  // namespace drydock::dxgk
