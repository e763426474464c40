// The driver's halves of clients' events and fences, from creation to destruction: CPU events that
// they signal, native fences that their GPUs compare, and the memory of monitored fences.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "src/nt/pool/pool.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr ULONG kTag = 0x746e7645;

// The driver's half, beside the engine. Its handles are blocks of pool. An event keeps the memory
// of its device, and nothing else of it.
class EventDriver {
 public:
  enum class Mistake { kNone, kLooksAtTheDevice, kTakesEventsAlong, kFails, kForgets };

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
    if (own->is_orphan && mistake == Mistake::kForgets) {
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

using CpuEvents = FenceTest;
using NativeFences = FenceTest;

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

TEST_F(CpuEvents, TheDriverSignalsThem) {
  start();
  const D3DKMT_HANDLE made = new_event(world->device);
  EXPECT_FALSE(event.is_set());
  EXPECT_EQ(signal(driver.event), STATUS_SUCCESS);
  EXPECT_TRUE(event.is_set());
  EXPECT_EQ(signal(driver.event, world.get()), STATUS_INVALID_PARAMETER) << "it has no process";
  EXPECT_EQ(destroy_sync(made), STATUS_SUCCESS);
  EXPECT_EQ(signal(driver.event), STATUS_INVALID_HANDLE) << "it is gone";
}

// Drivers can signal notifications only, and only drivers can signal those.
TEST_F(CpuEvents, OthersCannotBeSignalledByTheDriver) {
  start();
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 fence{};
  fence.hDevice = world->device;
  fence.Info.Type = D3DDDI_MONITORED_FENCE;
  fence.Info.Flags.SignalByKmd = 1;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&fence), STATUS_INVALID_PARAMETER);
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT queued{};
  queued.hContext = world->context.handle;
  queued.ObjectCount = 1;
  queued.ObjectHandleArray[0] = new_event(world->device);
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&queued), STATUS_INVALID_PARAMETER);
  driver.answer = STATUS_NO_MEMORY;
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 refused{};
  EXPECT_EQ(create_event(refused, world->device), STATUS_NO_MEMORY);
  EXPECT_THAT(calls(), ElementsAre("create event", "create event"));
}

TEST_F(CpuEvents, ADriverWithoutThemHasNone) {
  make();
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
  EXPECT_EQ(create_event(data, world->device), STATUS_NOT_SUPPORTED);
}

TEST_F(CpuEvents, K464AClientsDestroyReachesTheDriver) {
  start();
  EXPECT_EQ(destroy_sync(new_event(world->device)), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("create event", "destroy event"));
}

TEST_F(CpuEvents, K464TheEndOfAProcessReachesTheDriver) {
  start();
  for (const bool vanishes : {false, true}) {
    OtherClient other(*world);
    {
      const dxgk::ProcessScope scope(other.process.get());
      new_event(other.device);
    }
    if (vanishes) other.process->vanish();
    other.process.reset();
    EXPECT_THAT(calls(), ElementsAre("create event", "destroy device", "destroy event"));
  }
}

// Clients keep their handles, the driver has nothing left.
TEST_F(CpuEvents, K464AStopReachesTheDriver) {
  start();
  const D3DKMT_HANDLE made = new_event(world->device);
  world->dock->unplug(*world->adapter);
  EXPECT_THAT(calls(), ElementsAre("create event", "destroy device", "destroy event"));
  EXPECT_EQ(destroy_sync(made), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty());
}

// The last handle counts, or the device.
TEST_F(CpuEvents, K464WhoSharesOneKeepsIt) {
  start();
  const D3DKMT_HANDLE device = new_device();
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 made{};
  made.Info.Flags.Shared = 1;
  ASSERT_EQ(create_event(made, device), STATUS_SUCCESS);
  OtherClient other(*world);
  D3DKMT_OPENSYNCHRONIZATIONOBJECT opened{};
  {
    const dxgk::ProcessScope scope(other.process.get());
    opened.hSharedHandle = made.Info.SharedHandle;
    ASSERT_EQ(D3DKMTOpenSynchronizationObject(&opened), STATUS_SUCCESS);
  }
  EXPECT_EQ(destroy_sync(made.hSyncObject), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("create event"));
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("destroy device", "destroy event"));
  other.process.reset();
  EXPECT_THAT(calls(), ElementsAre("destroy device"));
}

// The seed decides whether the event is destroyed before or after the driver's device. It is
// destroyed once.
TEST_F(CpuEvents, K093K464BothOrdersOccur) {
  int before = 0, after = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const sim::SeededSchedule schedule(seed);
    start();
    const D3DKMT_HANDLE device = new_device();
    new_event(device);
    driver.take_calls();
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
    const auto said = calls();
    ASSERT_EQ(said.size(), 2U);
    (said.front() == "destroy event" ? before : after) += 1;
    EXPECT_NE(said.front(), said.back());
    TearDown();
    world.reset();
  }
  EXPECT_GT(before, 0);
  EXPECT_GT(after, 0);
}

// Handles are closed while their device is destroyed. The driver is called once for each.
TEST_F(CpuEvents, K464HandleAndDeviceGoTogether) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const sim::SeededSchedule schedule(seed);
    start();
    const D3DKMT_HANDLE device = new_device(), made = new_event(device);
    driver.take_calls();
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(world->process.get());
      destroy_sync(made);
    });
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
    client.join();
    EXPECT_THAT(calls(), ::testing::UnorderedElementsAre("destroy device", "destroy event"));
    TearDown();
    world.reset();
  }
}

class CpuEventRules : public FenceTest {
 protected:
  // A device with an event, in memory that faults when it is freed, is destroyed before its event.
  void outlive(Mistake mistake) {
    start();
    driver.mistake = mistake;
    nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
    const D3DKMT_HANDLE device = new_device();
    new_event(device);
    nt::set_pool_options({});
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  }
  void TearDown() override {
    if (world != nullptr) world->end();
  }
  void expect_only(std::string_view rule) {
    EXPECT_EQ(world->count(rule), 1U) << world->findings_text();
    EXPECT_FALSE(world->adapter->driver().alive());
    for (const rules::Finding& finding : world->log.findings())
      EXPECT_EQ(finding.rule->id, rule) << to_text(finding);
  }
};

TEST_F(CpuEventRules, K093TouchOfTheDeadDeviceIsFound) {
  outlive(Mistake::kLooksAtTheDevice);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093EventThatGoesWithItsDeviceIsFound) {
  outlive(Mistake::kTakesEventsAlong);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093FailureWithoutTheDeviceIsFound) {
  outlive(Mistake::kFails);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093EventThatIsKeptWithoutItsDeviceIsFound) {
  outlive(Mistake::kForgets);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093EventThatKeepsTheDevicesMemoryIsSilent) {
  outlive(Mistake::kNone);
  EXPECT_THAT(calls(), ElementsAre("create event", "destroy device", "destroy event"));
  EXPECT_TRUE(world->is_silent()) << world->findings_text();
  EXPECT_TRUE(world->adapter->driver().alive());
}

TEST_F(NativeFences, AreFencesForCpus) {
  start();
  const D3DKMT_CREATENATIVEFENCE made = new_fence(world->device);
  EXPECT_EQ(made.PrivateDriverData[0], 2) << "created and opened";
  const auto* const value =
      static_cast<const volatile UINT64*>(made.Info.NativeFenceMapping.CurrentValueCpuVa);
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(*value, 7U);
  EXPECT_EQ(signal_on_cpu(world->device, made.hSyncObject, 9), STATUS_SUCCESS);
  EXPECT_EQ(*value, 9U);
}

TEST_F(NativeFences, BadRequestsAreRefused) {
  start();
  const auto create = [&](auto change) {
    D3DKMT_CREATENATIVEFENCE data{};
    data.hDevice = world->device;
    change(data);
    return D3DKMTCreateNativeFence(&data);
  };
  EXPECT_EQ(create([](auto& data) { data.hDevice = 0; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Flags.Value = 1; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Info.Flags.Shared = 1; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Info.Flags.SignalByKmd = 1; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Info.Type = D3DDDI_NATIVEFENCE_TYPE_INTRA_GPU; }),
            STATUS_NOT_SUPPORTED);
  EXPECT_EQ(D3DKMTCreateNativeFence(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTOpenNativeFenceFromNtHandle(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_HANDLE opened = 0;
  EXPECT_EQ(open_fence(event.handle, world->device, opened), STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_THAT(calls(), IsEmpty());
  driver.answer = STATUS_NO_MEMORY;
  EXPECT_EQ(create([](auto&) {}), STATUS_NO_MEMORY);
  EXPECT_THAT(calls(), ElementsAre("create fence"));
}

TEST_F(NativeFences, ADriverWithoutThemHasNone) {
  make();
  D3DKMT_CREATENATIVEFENCE data{};
  data.hDevice = world->device;
  EXPECT_EQ(D3DKMTCreateNativeFence(&data), STATUS_NOT_SUPPORTED);
}

TEST_F(NativeFences, K440EveryProcessOpensAndTheLastCloseDestroys) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device, /*shared=*/true).hSyncObject;
  EXPECT_THAT(calls(), ElementsAre("create fence", "open fence"));
  const HANDLE shared = share(fence);
  OtherClient other(*world);
  D3DKMT_HANDLE theirs = 0;
  {
    const dxgk::ProcessScope scope(other.process.get());
    ASSERT_EQ(open_fence(shared, other.device, theirs), STATUS_SUCCESS);
    D3DKMT_OPENSYNCOBJECTFROMNTHANDLE plain{};
    plain.hNtHandle = shared;
    EXPECT_EQ(D3DKMTOpenSyncObjectFromNtHandle(&plain), STATUS_INVALID_PARAMETER)
        << "the driver has to hear of it";
  }
  EXPECT_THAT(calls(), ElementsAre("open fence"));
  EXPECT_EQ(ZwClose(shared), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close fence"));
  other.process.reset();
  expect_close_first(calls());
}

TEST_F(NativeFences, K440AnNtHandleKeepsTheFenceAndNoOpening) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device, /*shared=*/true).hSyncObject;
  const HANDLE shared = share(fence);
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("create fence", "open fence", "close fence"));
  D3DKMT_HANDLE again = 0;
  EXPECT_EQ(open_fence(shared, world->device, again), STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(shared), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("open fence"));
  EXPECT_EQ(destroy_sync(again), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close fence", "destroy fence"));
}

TEST_F(NativeFences, K440ADeviceClosesWhatItOpened) {
  start();
  const D3DKMT_HANDLE device = new_device();
  new_fence(device);
  EXPECT_THAT(calls(), ElementsAre("create fence", "open fence"));
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  expect_close_first(calls());
}

// Whichever thread ends it, the device waits for that.
TEST_F(NativeFences, K440HandleAndDeviceGoTogether) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const sim::SeededSchedule schedule(seed);
    start();
    const D3DKMT_HANDLE device = new_device(), fence = new_fence(device).hSyncObject;
    driver.take_calls();
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(world->process.get());
      destroy_sync(fence);
    });
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
    client.join();
    expect_close_first(calls());
    TearDown();
    world.reset();
  }
}

TEST_F(NativeFences, K440AStopClosesAndDestroys) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device, /*shared=*/true).hSyncObject;
  const HANDLE shared = share(fence);
  driver.take_calls();
  world->dock->unplug(*world->adapter);
  EXPECT_THAT(calls(), ElementsAre("close fence", "destroy device", "destroy fence"));
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(shared), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty());
}

class NativeFenceRules : public FenceTest {
 protected:
  void TearDown() override {
    if (world != nullptr) world->end();
  }
};

TEST_F(NativeFenceRules, K441ReportOfADestroyedFenceIsFound) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device).hSyncObject;
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  dxgk::finish_jobs();
  report({driver.fence});
  EXPECT_EQ(world->count("K-441"), 1U) << world->findings_text();
  EXPECT_FALSE(world->adapter->driver().alive());
}
TEST_F(NativeFenceRules, K441ReportOfWhatWasNeverAFenceIsFound) {
  start();
  new_fence(world->device);
  report({driver.fence, world.get()});
  EXPECT_EQ(world->count("K-441"), 1U) << world->findings_text();
}
TEST_F(NativeFenceRules, K441ReportsOfFencesThatAreThereAreSilent) {
  start();
  new_fence(world->device);
  report({driver.fence});
  report({});  // all of them
  EXPECT_TRUE(world->is_silent()) << world->findings_text();
  EXPECT_TRUE(world->adapter->driver().alive());
}

// A monitored fence of the device; what a client does with its memory.
class FenceMemory : public Gpu {
 protected:
  volatile UINT64* fence() {
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
    data.hDevice = make().device;
    data.Info.Type = D3DDDI_MONITORED_FENCE;
    data.Info.MonitoredFence.InitialFenceValue = 5;
    EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
    return static_cast<volatile UINT64*>(data.Info.MonitoredFence.FenceValueCPUVirtualAddress);
  }
  // Runs the body as a user-mode driver would.
  static bool run(const std::function<void()>& body) {
    nt::Driver client("client");
    return client.run("client", body);
  }
};

TEST_F(FenceMemory, K439WriteToAFenceIsFound) {
  volatile UINT64* const value = fence();
  EXPECT_FALSE(run([&] { *value = 6; }));
  EXPECT_EQ(world->count("K-439"), 1U) << world->findings_text();
  EXPECT_EQ(*value, 5U);
}
TEST_F(FenceMemory, K439WriteOfAPlainClientIsTold) {
  volatile UINT64* const value = fence();
  EXPECT_DEATH(
      {
        world->log.~FindingLog();  // to standard error from now on
        *value = 6;
      },
      "K-439");
}
TEST_F(FenceMemory, K439ReadsOfAFenceAreSilent) {
  volatile UINT64* const value = fence();
  UINT64 seen = 0;
  EXPECT_TRUE(run([&] { seen = *value; }));
  EXPECT_EQ(seen, 5U);
  EXPECT_EQ(world->count("K-439"), 0U) << world->findings_text();
}

// The address is 0, so that nothing uses it before it is mapped.
TEST_F(FenceMemory, K439AFenceHasNoAddressOfTheGpu) {
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 made{};
  made.hDevice = make().device;
  made.Info.Type = D3DDDI_MONITORED_FENCE;
  made.Info.Flags.Shared = made.Info.Flags.NtSecuritySharing = 1;
  made.Info.MonitoredFence.FenceValueGPUVirtualAddress = 1;
  ASSERT_EQ(D3DKMTCreateSynchronizationObject2(&made), STATUS_SUCCESS);
  EXPECT_EQ(made.Info.MonitoredFence.FenceValueGPUVirtualAddress, 0U);
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2 opened{};
  ASSERT_EQ(D3DKMTShareObjects(1, &made.hSyncObject, nullptr, GENERIC_ALL, &opened.hNtHandle),
            STATUS_SUCCESS);
  opened.hDevice = world->device;
  opened.MonitoredFence.FenceValueGPUVirtualAddress = 1;
  ASSERT_EQ(D3DKMTOpenSyncObjectFromNtHandle2(&opened), STATUS_SUCCESS);
  EXPECT_EQ(opened.MonitoredFence.FenceValueGPUVirtualAddress, 0U);
}

}  // namespace
}  // namespace drydock::testing
