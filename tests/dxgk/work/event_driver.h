// A driver with CPU events and native fences, and a client of them.
#pragma once

#include <string>
#include <vector>

#include "src/nt/pool/pool.h"
#include "tests/sched/gpu_fixture.h"
#include "tests/support/fences.h"

namespace drydock::testing {

inline constexpr ULONG kTag = 0x746e7645;

// The driver's half, beside the engine. Its handles are blocks of pool. An event keeps the memory
// of its device, and nothing else of it.
class EventDriver {
 public:
  enum class Mistake { kNone, kLooksAtTheDevice, kTakesEventsAlong, kFails, kLeaks };

  struct OwnEvent;
  struct OwnDevice {
    HANDLE behind;  // the engine's
    ULONG users;    // itself and its events
    OwnEvent* event;
  };
  struct OwnEvent {
    OwnDevice* device;
    HANDLE dxgk;  // by which it is signalled
    bool is_orphan;
  };

  EventDriver() { the_driver = this; }
  ~EventDriver() { the_driver = nullptr; }
  EventDriver(const EventDriver&) = delete;
  EventDriver& operator=(const EventDriver&) = delete;

  static void extend(DRIVER_INITIALIZATION_DATA& table) {
    the_driver->base = table;
    table.DxgkDdiQueryAdapterInfo = query;
    table.DxgkDdiCreateDevice = create_device;
    table.DxgkDdiDestroyDevice = destroy_device;
    table.DxgkDdiCreateContext = create_context;
    table.DxgkDdiOpenAllocation = open_allocation;
    table.DxgkDdiCloseAllocation = close_allocation;
    table.DxgkDdiCreateCpuEvent = create_event;
    table.DxgkDdiDestroyCpuEvent = destroy_event;
    table.DxgkDdiCreateNativeFence = create_fence;
    table.DxgkDdiDestroyNativeFence = destroy_fence;
    table.DxgkDdiOpenNativeFence = open_fence;
    table.DxgkDdiCloseNativeFence = close_fence;
  }
  static EngineMiniport::Settings settings() {
    EngineMiniport::Settings out;
    out.version = DXGKDDI_INTERFACE_VERSION_WDDM3_2;
    out.extend = extend;
    return out;
  }

  // Returns the calls since the last time, in order.
  std::vector<std::string> take_calls() { return std::exchange(calls, {}); }

  Mistake mistake = Mistake::kNone;
  NTSTATUS answer = STATUS_SUCCESS;  // of what makes something
  std::vector<std::string> calls;
  HANDLE event = nullptr;  // the newest, by which it is signalled
  HANDLE fence = nullptr;  // the newest, by which it is reported
  DRIVER_INITIALIZATION_DATA base{};

 private:
  static inline EventDriver* the_driver = nullptr;

  template <typename T>
  static T* take() {
    return static_cast<T*>(ExAllocatePool2(POOL_FLAG_NON_PAGED, sizeof(T), kTag));
  }
  static void give_up(OwnDevice* device) {
    if (--device->users == 0) ExFreePoolWithTag(device, kTag);
  }
  static HANDLE behind(HANDLE device) { return static_cast<OwnDevice*>(device)->behind; }
  static void note(const char* call) { the_driver->calls.emplace_back(call); }

  static NTSTATUS query(HANDLE adapter, const DXGKARG_QUERYADAPTERINFO* wanted) {
    const NTSTATUS status = the_driver->base.DxgkDdiQueryAdapterInfo(adapter, wanted);
    if (wanted->Type == DXGKQAITYPE_DRIVERCAPS)
      static_cast<DXGK_DRIVERCAPS*>(wanted->pOutputData)->SchedulingCaps.NativeGpuFence = 1;
    return status;
  }

  static NTSTATUS create_device(HANDLE adapter, DXGKARG_CREATEDEVICE* wanted) {
    const NTSTATUS status = the_driver->base.DxgkDdiCreateDevice(adapter, wanted);
    if (!NT_SUCCESS(status)) return status;
    auto* const own = take<OwnDevice>();
    *own = {wanted->hDevice, 1, nullptr};
    wanted->hDevice = own;
    return status;
  }
  static NTSTATUS destroy_device(HANDLE device) {
    note("destroy device");
    auto* const own = static_cast<OwnDevice*>(device);
    const NTSTATUS status = the_driver->base.DxgkDdiDestroyDevice(own->behind);
    if (own->event != nullptr) own->event->is_orphan = true;
    const Mistake mistake = the_driver->mistake;
    if (own->event != nullptr && mistake == Mistake::kTakesEventsAlong) {
      ExFreePoolWithTag(own->event, kTag);
      --own->users;
    }
    if (mistake == Mistake::kLooksAtTheDevice) own->users = 1;  // no other thread counts
    give_up(own);
    return status;
  }
  static NTSTATUS create_context(HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
    return the_driver->base.DxgkDdiCreateContext(behind(device), wanted);
  }
  static NTSTATUS open_allocation(HANDLE device, const DXGKARG_OPENALLOCATION* wanted) {
    return the_driver->base.DxgkDdiOpenAllocation(behind(device), wanted);
  }
  static NTSTATUS close_allocation(HANDLE device, const DXGKARG_CLOSEALLOCATION* wanted) {
    return the_driver->base.DxgkDdiCloseAllocation(behind(device), wanted);
  }

  static NTSTATUS create_event(HANDLE, DXGKARG_CREATECPUEVENT* wanted) {
    note("create event");
    if (!NT_SUCCESS(the_driver->answer)) return the_driver->answer;
    auto* const device = static_cast<OwnDevice*>(wanted->hKmdDevice);
    auto* const own = take<OwnEvent>();
    *own = {device, wanted->hDxgCpuEvent, false};
    ++device->users;
    device->event = own;
    the_driver->event = wanted->hDxgCpuEvent;
    wanted->hKmdCpuEvent = own;
    return STATUS_SUCCESS;
  }
  static NTSTATUS destroy_event(HANDLE, HANDLE event) {
    note("destroy event");
    auto* const own = static_cast<OwnEvent*>(event);
    const Mistake mistake = the_driver->mistake;
    if (own->is_orphan && mistake == Mistake::kFails) return STATUS_NOT_FOUND;
    if (own->is_orphan && mistake == Mistake::kLeaks) {
      give_up(own->device);
      return STATUS_SUCCESS;
    }
    if (!own->is_orphan || mistake == Mistake::kLooksAtTheDevice) own->device->event = nullptr;
    give_up(own->device);
    ExFreePoolWithTag(own, kTag);
    return STATUS_SUCCESS;
  }

  static NTSTATUS create_fence(HANDLE, DXGKARG_CREATENATIVEFENCE* wanted) {
    note("create fence");
    if (!NT_SUCCESS(the_driver->answer)) return the_driver->answer;
    the_driver->fence = wanted->hGlobalNativeFence;
    wanted->hGlobalNativeFence = take<ULONG>();
    wanted->pPrivateDriverData[0] += 1;
    return STATUS_SUCCESS;
  }
  static NTSTATUS destroy_fence(DXGKARG_DESTROYNATIVEFENCE* wanted) {
    note("destroy fence");
    ExFreePoolWithTag(wanted->hGlobalNativeFence, kTag);
    return STATUS_SUCCESS;
  }
  static NTSTATUS open_fence(HANDLE, DXGKARG_OPENNATIVEFENCE* wanted) {
    EXPECT_TRUE(nt::is_live_pool_block(wanted->hGlobalNativeFence));
    EXPECT_TRUE(nt::is_live_pool_block(wanted->hDevice));
    note("open fence");
    wanted->hLocalNativeFence = take<ULONG>();
    wanted->pPrivateDriverData[0] += 1;
    return STATUS_SUCCESS;
  }
  static NTSTATUS close_fence(HANDLE, DXGKARG_CLOSENATIVEFENCE* wanted) {
    note("close fence");
    ExFreePoolWithTag(wanted->hLocalNativeFence, kTag);
    return STATUS_SUCCESS;
  }
};

using Mistake = EventDriver::Mistake;

struct ClientEvent {
  ClientEvent() {
    EXPECT_EQ(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
              STATUS_SUCCESS);
  }
  ~ClientEvent() { ZwClose(handle); }
  ClientEvent(const ClientEvent&) = delete;
  ClientEvent& operator=(const ClientEvent&) = delete;

  bool is_set() const {
    LARGE_INTEGER now{};
    return ZwWaitForSingleObject(handle, FALSE, &now) == STATUS_SUCCESS;
  }

  HANDLE handle = nullptr;
};

// One process with a device, and the driver's log.
class FenceTest : public Gpu {
 protected:
  void start() { make(EventDriver::settings()); }
  void end() {
    world->end();
    dxgk::finish_jobs();
  }

  NTSTATUS create_event(D3DKMT_CREATESYNCHRONIZATIONOBJECT2& data, D3DKMT_HANDLE device) const {
    data.hDevice = device;
    data.Info.Type = D3DDDI_CPU_NOTIFICATION;
    data.Info.Flags.SignalByKmd = 1;
    data.Info.CPUNotification.Event = event.handle;
    return D3DKMTCreateSynchronizationObject2(&data);
  }
  D3DKMT_HANDLE new_event(D3DKMT_HANDLE device) const {
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
    EXPECT_EQ(create_event(data, device), STATUS_SUCCESS);
    return data.hSyncObject;
  }
  D3DKMT_HANDLE new_device() const {
    D3DKMT_HANDLE device = 0;
    EXPECT_EQ(create_device(world->opened, device), STATUS_SUCCESS);
    return device;
  }
  // Signals as the driver would, from an entry point or a DPC.
  NTSTATUS signal(HANDLE event_handle, HANDLE process = nullptr) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    world->adapter->driver().run("test", [&] {
      DXGKARGCB_SIGNALEVENT data{};
      data.hDxgkProcess = process;
      data.hEvent = event_handle;
      data.CpuEventObject = 1;
      status = world->engine.kernel().DxgkCbSignalEvent(&data);
    });
    return status;
  }

  D3DKMT_CREATENATIVEFENCE new_fence(D3DKMT_HANDLE device, bool shared = false) const {
    D3DKMT_CREATENATIVEFENCE data{};
    data.hDevice = device;
    data.Info.InitialFenceValue = 7;
    data.Info.Flags.Shared = data.Info.Flags.NtSecuritySharing = shared;
    EXPECT_EQ(D3DKMTCreateNativeFence(&data), STATUS_SUCCESS);
    return data;
  }
  static HANDLE share(D3DKMT_HANDLE fence) {
    HANDLE out = nullptr;
    EXPECT_EQ(D3DKMTShareObjects(1, &fence, nullptr, SHARED_ALLOCATION_ALL_ACCESS, &out),
              STATUS_SUCCESS);
    return out;
  }
  static NTSTATUS open_fence(HANDLE share, D3DKMT_HANDLE device, D3DKMT_HANDLE& out) {
    D3DKMT_OPENNATIVEFENCEFROMNTHANDLE data{};
    data.hNtHandle = share;
    data.hDevice = device;
    const NTSTATUS status = D3DKMTOpenNativeFenceFromNtHandle(&data);
    out = data.hSyncObject;
    return status;
  }
  std::vector<std::string> calls() {
    dxgk::finish_jobs();
    return driver.take_calls();
  }
  // The driver's half is closed before the device and before the fence.
  static void expect_close_first(const std::vector<std::string>& said) {
    ASSERT_EQ(said.size(), 3U);
    EXPECT_EQ(said.front(), "close fence");
    EXPECT_THAT(said,
                ::testing::UnorderedElementsAre("close fence", "destroy device", "destroy fence"));
  }
  // The driver reports fences at interrupt level.
  void report(std::vector<HANDLE> fences) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_NATIVE_FENCE_SIGNALED;
    data.NativeFenceSignaled.SignaledNativeFenceCount = static_cast<UINT>(fences.size());
    data.NativeFenceSignaled.pSignaledNativeFenceArray = fences.empty() ? nullptr : fences.data();
    world->engine.report(*world->adapter, data);
  }

  EventDriver driver;
  ClientEvent event;
};

// A second client of the adapter.
struct OtherClient {
  explicit OtherClient(GpuWorld& world) : process(world.dock->new_process()) {
    const dxgk::ProcessScope scope(process.get());
    opened = open_adapter(world.adapter->luid());
    EXPECT_EQ(create_device(opened, device), STATUS_SUCCESS);
  }

  std::unique_ptr<dxgk::Process> process;
  D3DKMT_HANDLE opened = 0, device = 0;
};

}  // namespace drydock::testing
