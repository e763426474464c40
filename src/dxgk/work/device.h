// A device: what a client creates its objects on, and the driver's object behind it.
//
// Contract: a client's call on a device is an Operation. While one lives the device does not stop
// and is not destroyed; stop() and destroy() wait for operations under way and admit no new one.
// Cost: an operation is a look-up without a lock, and a gate that is mostly open.
// Owner: the process refers to its devices; an object on a device lives at most as long as the
// device.
// Threads: any. `lock` is the last in the order of locks: nothing is called and nothing waits under
// it.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "src/dxgk/adapter/legacy_memory.h"
#include "src/dxgk/object/list.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/two_ends.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/cpu_event.h"
#include "src/dxgk/work/native_fence.h"
#include "src/dxgk/work/paging_queue.h"
#include "src/dxgk/work/residency_list.h"
#include "src/dxgk/work/sync_object.h"
#include "src/sched/work/work_source.h"
#include "src/sim/gate.h"
#include "src/sim/spin_lock.h"

namespace drydock::vidmm {
struct Tenant;
}  // namespace drydock::vidmm

namespace drydock::dxgk {

class Adapter;
class Binding;
class Process;
class Resource;
class Seat;

class Device final : public Object, public Linked<Device>, public sched::WorkOwner {
 public:
  static constexpr ObjectType kType = ObjectType::kDevice;

  // DxgkDdiCreateDevice (and DxgkDdiCreateProcess with the process's first device). On success the
  // device has a handle in the process and counts for the seat.
  static NTSTATUS create(Seat& seat, Ref<Device>& out);

  // The whole end: its handle is detached, operations under way end, everything on it is destroyed
  // as by a client, then DxgkDdiDestroyDevice. False when another thread was first.
  bool destroy();

  // The driver's half of everything is destroyed, after operations under way have ended; the
  // client's handles stay until it destroys them. For adapters that stop.
  void stop(D3DKMT_DEVICEEXECUTION_STATE why);

  Seat& seat() const { return seat_; }
  Adapter& adapter() const { return adapter_; }
  Process& process() const { return process_; }
  HANDLE driver() const override { return driver_; }
  // The report of a driver without contexts at DxgkDdiCreateDevice, and the context that stands in
  // for it.
  const DXGK_DEVICEINFO& info() const { return info_; }
  Context* stand_in() const { return stand_in_.get(); }

  // Why new work is refused; ACTIVE when it is not.
  D3DKMT_DEVICEEXECUTION_STATE execution() const {
    return execution_.load(std::memory_order_acquire);
  }
  void set_error(D3DKMT_DEVICEEXECUTION_STATE why) override;
  bool is_working() const override;
  // Its destroy has begun.
  bool is_going() const override { return ends_.is_destroyed(); }

  // sched::WorkOwner
  bool is_abandoned() const override { return execution() == D3DKMT_DEVICEEXECUTION_STOPPED; }
  void end_fences() override;
  std::uint32_t label() const override { return handle(); }
  const vidmm::AddressSpace* addresses() const override;
  vidmm::PageTables* tables() const override;

  // A retirement has begun or ended. The device waits for all of them before its driver's half is
  // destroyed.
  void retirement_begins() { retiring_.fetch_add(1, std::memory_order_relaxed); }
  void retirement_ends();

  // Numbers the calls that name bindings, for Binding::named_by.
  std::uint64_t next_call() DRYDOCK_REQUIRES(lock) { return ++calls_; }

  LegacyMemory legacy_memory;
  OpenSyncs syncs;  // those that were created on it
  CpuEvents cpu_events;
  DriverParts<LocalFence> local_fences;
  PagingQueues paging_queues{*this};
  ResidencyList residency;

  // Last in the order of locks. Guards the lists and what bindings say it guards.
  sim::SpinLock lock;
  List<Binding> loose DRYDOCK_GUARDED_BY(lock);
  List<Resource> resources DRYDOCK_GUARDED_BY(lock);
  // Stopped bindings: only their names are left.
  List<Binding> stopped_loose DRYDOCK_GUARDED_BY(lock);
  List<Resource> stopped_resources DRYDOCK_GUARDED_BY(lock);
  List<Context> contexts DRYDOCK_GUARDED_BY(lock);
  // How many submissions with allocation lists its client has made.
  std::uint64_t submissions DRYDOCK_GUARDED_BY(lock) = 0;

 private:
  explicit Device(Seat& seat);
  NTSTATUS create_in_driver();
  NTSTATUS create_stand_in();
  void destroy_in_driver();
  void call_destroy();
  void destroy_contexts();
  // For operations, which have passed the gate. The device may have been created but not be ready,
  // or be going: its name is not a promise.
  bool may_be_used() const { return is_ready_.load(std::memory_order_acquire) && !is_going(); }

  Seat& seat_;
  Adapter& adapter_;
  Process& process_;
  HANDLE driver_ = nullptr;
  DXGK_DEVICEINFO info_{};
  Ref<Context> stand_in_;  // refers back to the device: released at its destroy
  std::atomic<D3DKMT_DEVICEEXECUTION_STATE> execution_ = D3DKMT_DEVICEEXECUTION_ACTIVE;
  std::atomic<std::uint32_t> retiring_ = 1;  // one for the device itself
  sim::Completion retired_;
  // Operations pass among others, the end of the device alone.
  sim::Gate operations_ DRYDOCK_ACQUIRED_BEFORE(lock);
  // The release makes a device visible that exists in the driver.
  std::atomic<bool> is_ready_ = false;
  TwoEnds ends_;
  std::uint64_t calls_ = 0;

  friend class Operation;
};

// Holds the lock of a device while it lives.
class DRYDOCK_ANNOTATION(scoped_lockable) DeviceHold {
 public:
  explicit DeviceHold(Device& device)
      DRYDOCK_ANNOTATION(acquire_capability(device.lock, some_device_lock))
      : device_(device) {
    device_.lock.acquire();
    some_device_lock.acquire();
  }
  ~DeviceHold() DRYDOCK_ANNOTATION(release_capability()) {
    some_device_lock.release();
    device_.lock.release();
  }
  DeviceHold(const DeviceHold&) = delete;
  DeviceHold& operator=(const DeviceHold&) = delete;

 private:
  Device& device_;
};

// A client's call on a device: while it lives the device is not destroyed and does not stop.
class Operation {
 public:
  // Empty when the handle names no device, or one that is being destroyed.
  Operation(Process& process, Handle device);
  ~Operation();
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  explicit operator bool() const { return device_ != nullptr; }
  Device& operator*() const { return *device_; }
  Device* operator->() const { return device_; }

 private:
  Device* device_ = nullptr;  // live, because this has passed its gate
  Ref<Device> awaited_;       // set while this had to wait at the gate
};

}  // namespace drydock::dxgk
