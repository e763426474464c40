// Synchronization objects: their lives, not what waits on them.
#include "src/dxgk/work/sync_object.h"

#include <algorithm>
#include <array>
#include <random>
#include <thread>

#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/fences.h"
#include "tests/thunks/device_fixture.h"

namespace drydock::testing {
namespace {

// A request of the second version.
struct Request {
  Request(D3DKMT_HANDLE device, D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type) {
    data.hDevice = device;
    data.Info.Type = type;
    if (type == D3DDDI_SEMAPHORE) data.Info.Semaphore.MaxCount = 1;
  }
  NTSTATUS run() { return D3DKMTCreateSynchronizationObject2(&data); }

  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
};

struct SharedSync {
  explicit SharedSync(D3DKMT_HANDLE device) : request(device, D3DDDI_FENCE) {
    request.data.Info.Flags.Shared = 1;
    EXPECT_EQ(request.run(), STATUS_SUCCESS);
  }
  D3DKMT_HANDLE local() const { return request.data.hSyncObject; }
  D3DKMT_HANDLE global() const { return request.data.Info.SharedHandle; }

  Request request;
};

NTSTATUS open_sync(D3DKMT_HANDLE global, D3DKMT_HANDLE& local) {
  D3DKMT_OPENSYNCHRONIZATIONOBJECT data{};
  data.hSharedHandle = global;
  const NTSTATUS status = D3DKMTOpenSynchronizationObject(&data);
  local = data.hSyncObject;
  return status;
}

bool can_open(D3DKMT_HANDLE global) {
  D3DKMT_HANDLE local = 0;
  if (open_sync(global, local) != STATUS_SUCCESS) return false;
  EXPECT_EQ(destroy_sync(local), STATUS_SUCCESS);
  return true;
}

// An event as a client has it.
struct Event {
  Event() {
    EXPECT_EQ(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
              STATUS_SUCCESS);
  }
  ~Event() { ZwClose(handle); }

  HANDLE handle = nullptr;
};

class SyncObject : public DeviceFixture {};

TEST_F(SyncObject, K428BadDeviceTypeOrEventIsRefused) {
  const auto first = [](D3DKMT_HANDLE on, D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type) {
    D3DKMT_CREATESYNCHRONIZATIONOBJECT data{};
    data.hDevice = on;
    data.Info.Type = type;
    return D3DKMTCreateSynchronizationObject(&data);
  };
  EXPECT_EQ(first(0, D3DDDI_SYNCHRONIZATION_MUTEX), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(first(client.adapter(), D3DDDI_SYNCHRONIZATION_MUTEX), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(first(device, {}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(first(device, D3DDDI_FENCE), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(first(device, D3DDDI_CPU_NOTIFICATION), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(first(device, D3DDDI_MONITORED_FENCE), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(Request(0, D3DDDI_FENCE).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(Request(device, {}).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(Request(device, D3DDDI_SYNCHRONIZATION_TYPE_LIMIT).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(Request(device, D3DDDI_CPU_NOTIFICATION).run(), STATUS_INVALID_HANDLE);
  Request closed(device, D3DDDI_CPU_NOTIFICATION);
  {
    closed.data.Info.CPUNotification.Event = Event().handle;
  }
  EXPECT_EQ(closed.run(), STATUS_INVALID_HANDLE);
}

TEST_F(SyncObject, K428EveryKindIsMadeAndGoes) {
  for (const auto type : {D3DDDI_SYNCHRONIZATION_MUTEX, D3DDDI_SEMAPHORE}) {
    D3DKMT_CREATESYNCHRONIZATIONOBJECT data{};
    data.hDevice = device;
    data.Info.Type = type;
    EXPECT_EQ(D3DKMTCreateSynchronizationObject(&data), STATUS_SUCCESS);
    EXPECT_EQ(destroy_sync(data.hSyncObject), STATUS_SUCCESS);
  }
  const Event event;
  D3DKMT_HANDLE last = 0;
  for (const auto type : {D3DDDI_SYNCHRONIZATION_MUTEX, D3DDDI_SEMAPHORE, D3DDDI_FENCE,
                          D3DDDI_CPU_NOTIFICATION, D3DDDI_MONITORED_FENCE}) {
    Request request(device, type);
    if (type == D3DDDI_CPU_NOTIFICATION) request.data.Info.CPUNotification.Event = event.handle;
    EXPECT_EQ(request.run(), STATUS_SUCCESS) << type;
    const D3DKMT_HANDLE handle = request.data.hSyncObject;
    EXPECT_TRUE(last == 0 || handle == last + 0x40) << "one numbering for all objects";
    last = handle;
    {
      const dxgk::SyncUse use(client.process(), handle);
      ASSERT_TRUE(use);
      EXPECT_EQ(use->type(), type);
    }
    EXPECT_EQ(destroy_sync(handle), STATUS_SUCCESS);
  }
}

TEST_F(SyncObject, EventOfANotificationLivesAsLongAsIt) {
  std::optional<Event> event(std::in_place);
  Request request(device, D3DDDI_CPU_NOTIFICATION);
  request.data.Info.CPUNotification.Event = event->handle;
  ASSERT_EQ(request.run(), STATUS_SUCCESS);
  event.reset();
  PKEVENT object = nullptr;
  {
    const dxgk::SyncUse use(client.process(), request.data.hSyncObject);
    ASSERT_TRUE(use);
    object = use->event();
  }
  EXPECT_TRUE(nt::object_exists(object));
  EXPECT_EQ(destroy_sync(request.data.hSyncObject), STATUS_SUCCESS);
  EXPECT_FALSE(nt::object_exists(object));
}

TEST_F(SyncObject, K429SecondDestroyIsRefused) {
  Request request(device, D3DDDI_FENCE);
  ASSERT_EQ(request.run(), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(request.data.hSyncObject), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(request.data.hSyncObject), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_sync(0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_sync(device), STATUS_INVALID_PARAMETER);
}

TEST_F(SyncObject, K429EachHandleIsDestroyedOnce) {
  const SharedSync shared(device);
  D3DKMT_HANDLE again = 0;
  ASSERT_EQ(open_sync(shared.global(), again), STATUS_SUCCESS);
  EXPECT_NE(again, shared.local());
  EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(again), STATUS_SUCCESS);
}

TEST_F(SyncObject, FlagsThatContradictAreRefused) {
  Request request(device, D3DDDI_FENCE);
  request.data.Info.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(request.run(), STATUS_INVALID_PARAMETER);
  request.data.Info.Flags.Shared = 1;
  request.data.Info.SharedHandle = 0x1234;
  EXPECT_EQ(request.run(), STATUS_SUCCESS);
  EXPECT_EQ(request.data.Info.SharedHandle, 0x1234U) << "no global handle for secured objects";
  request.data.Info.Flags.Value = 1U << 31;
  EXPECT_EQ(request.run(), STATUS_INVALID_PARAMETER);
}

TEST_F(SyncObject, GlobalHandleOpensAndIsNoLocalOne) {
  const SharedSync one(device), two(device);
  EXPECT_NE(one.global(), two.global());
  EXPECT_EQ(one.global() & 0x3FU, 2U);
  EXPECT_EQ(destroy_sync(one.global()), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(can_open(one.global()));
  EXPECT_FALSE(can_open(one.local()));
  EXPECT_FALSE(can_open(0));
  const Client::MadeResource resource = client.new_resource(device, 1, /*shared=*/true);
  EXPECT_FALSE(can_open(resource.global)) << "that is a resource's";
}

TEST_F(SyncObject, K430LivesUntilItsLastHandleIsGone) {
  const SharedSync shared(device);
  D3DKMT_HANDLE opened = 0;
  std::unique_ptr<dxgk::Process> other = machine.new_process();
  {
    const dxgk::ProcessScope scope(other.get());
    ASSERT_EQ(open_sync(shared.global(), opened), STATUS_SUCCESS);
  }
  EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS);
  EXPECT_TRUE(can_open(shared.global()));
  {
    const dxgk::ProcessScope scope(other.get());
    EXPECT_EQ(destroy_sync(opened), STATUS_SUCCESS);
  }
  EXPECT_FALSE(can_open(shared.global()));
}

TEST_F(SyncObject, K431HandlesOfAProcessThatDiesKeepNothing) {
  const SharedSync shared(device);
  std::unique_ptr<dxgk::Process> other = machine.new_process();
  D3DKMT_HANDLE opened = 0;
  {
    const dxgk::ProcessScope scope(other.get());
    ASSERT_EQ(open_sync(shared.global(), opened), STATUS_SUCCESS);
  }
  EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS);
  other->vanish();
  EXPECT_FALSE(can_open(shared.global()));
  const dxgk::ProcessScope scope(other.get());
  EXPECT_EQ(open_sync(shared.global(), opened), STATUS_INVALID_PARAMETER);
}

TEST_F(SyncObject, GoesWithItsDeviceUnlessOpenElsewhere) {
  const SharedSync alone(device), retained(device);
  D3DKMT_HANDLE opened = 0;
  ASSERT_EQ(open_sync(retained.global(), opened), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(alone.local()), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_sync(retained.local()), STATUS_INVALID_PARAMETER);
  EXPECT_FALSE(can_open(alone.global()));
  EXPECT_TRUE(can_open(retained.global()));
  EXPECT_EQ(destroy_sync(opened), STATUS_SUCCESS);
  EXPECT_FALSE(can_open(retained.global()));
}

TEST_F(SyncObject, UseOutlivesTheLastHandle) {
  const SharedSync shared(device);
  {
    const dxgk::SyncUse use(client.process(), shared.local());
    ASSERT_TRUE(use);
    EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS);
    EXPECT_EQ(use->type(), D3DDDI_FENCE);
    EXPECT_TRUE(can_open(shared.global()));
  }
  EXPECT_FALSE(can_open(shared.global()));
}

TEST_F(SyncObject, FailureConsumesNoHandle) {
  const SharedSync before(device);
  EXPECT_EQ(Request(device, {}).run(), STATUS_INVALID_PARAMETER);
  D3DKMT_HANDLE none = 0;
  EXPECT_EQ(open_sync(before.global() + 0x40, none), STATUS_INVALID_PARAMETER);
  const SharedSync after(device);
  EXPECT_EQ(after.local(), before.local() + 0x40);
}

TEST_F(SyncObject, DeviceThatIsGoneMakesNone) {
  const SharedSync shared(device);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(Request(device, D3DDDI_FENCE).run(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS) << "destroying stays legal";
}

// Monitored fences, as CPUs use them.

bool is_set(const Event& event) {
  LARGE_INTEGER at_once{};
  return ZwWaitForSingleObject(event.handle, FALSE, &at_once) == STATUS_SUCCESS;
}

class Fence : public DeviceFixture {
 protected:
  D3DKMT_HANDLE make(UINT64 value, D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS flags = {}) {
    Request request(device, D3DDDI_MONITORED_FENCE);
    request.data.Info.MonitoredFence.InitialFenceValue = value;
    request.data.Info.Flags = flags;
    EXPECT_EQ(request.run(), STATUS_SUCCESS);
    mapped_value = static_cast<const volatile UINT64*>(
        request.data.Info.MonitoredFence.FenceValueCPUVirtualAddress);
    return request.data.hSyncObject;
  }

  NTSTATUS signal(D3DKMT_HANDLE fence, UINT64 value, bool may_rewind = false) const {
    return signal_on_cpu(device, fence, value, may_rewind);
  }

  // Waits for all of the fences, or for any.
  NTSTATUS wait(const std::vector<D3DKMT_HANDLE>& fences, const std::vector<UINT64>& values,
                HANDLE event, bool any = false) const {
    D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU data{};
    data.hDevice = device;
    data.ObjectCount = static_cast<UINT>(fences.size());
    data.ObjectHandleArray = fences.data();
    data.FenceValueArray = values.data();
    data.hAsyncEvent = event;
    data.Flags.WaitAny = any;
    return D3DKMTWaitForSynchronizationObjectFromCpu(&data);
  }

  const volatile UINT64* mapped_value = nullptr;  // the last one made
};

TEST_F(Fence, K433OtherObjectsAreNotForCpus) {
  const Event event;
  for (const auto type : {D3DDDI_SYNCHRONIZATION_MUTEX, D3DDDI_SEMAPHORE, D3DDDI_FENCE}) {
    Request request(device, type);
    ASSERT_EQ(request.run(), STATUS_SUCCESS);
    EXPECT_EQ(signal(request.data.hSyncObject, 1), STATUS_INVALID_PARAMETER) << type;
    EXPECT_EQ(wait({request.data.hSyncObject}, {0}, event.handle), STATUS_INVALID_PARAMETER);
  }
  EXPECT_EQ(signal(device, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(signal(0, 1), STATUS_INVALID_PARAMETER);
  const D3DKMT_HANDLE fence = make(0);
  EXPECT_EQ(wait({fence, 0}, {0, 0}, event.handle), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(wait({}, {}, event.handle), STATUS_INVALID_PARAMETER);
  EXPECT_FALSE(is_set(event));
}

TEST_F(Fence, K433MonitoredFencesAreForCpus) {
  const D3DKMT_HANDLE fence = make(1);
  ASSERT_NE(mapped_value, nullptr);
  EXPECT_EQ(*mapped_value, 1U);
  EXPECT_EQ(signal(fence, 5), STATUS_SUCCESS);
  EXPECT_EQ(*mapped_value, 5U);
  EXPECT_EQ(wait({fence}, {5}, nullptr), STATUS_SUCCESS) << "no event: it returns when it is over";
}

TEST_F(Fence, K434BackwardsIsRefused) {
  const D3DKMT_HANDLE fence = make(2);
  EXPECT_EQ(signal(fence, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(*mapped_value, 2U);
  EXPECT_EQ(signal(fence, 2), STATUS_SUCCESS);
}

TEST_F(Fence, K434BackwardsIsAllowedToWhoSaysSo) {
  const D3DKMT_HANDLE fence = make(2);
  EXPECT_EQ(signal(fence, 1, /*may_rewind=*/true), STATUS_SUCCESS);
  EXPECT_EQ(*mapped_value, 1U);
  const Event event;
  EXPECT_EQ(wait({fence}, {2}, event.handle), STATUS_SUCCESS);
  EXPECT_FALSE(is_set(event)) << "it is to come to 2 again";
}

TEST_F(Fence, K435WaitIsArmedAndFiresAtItsValue) {
  const D3DKMT_HANDLE fence = make(1);
  for (const UINT64 value : {0, 1}) {
    const Event event;
    EXPECT_EQ(wait({fence}, {value}, event.handle), STATUS_SUCCESS);
    EXPECT_TRUE(is_set(event)) << "it is there already";
  }
  const Event event;
  EXPECT_EQ(wait({fence}, {3}, event.handle), STATUS_SUCCESS);
  EXPECT_FALSE(is_set(event));
  EXPECT_EQ(signal(fence, 2), STATUS_SUCCESS);
  EXPECT_FALSE(is_set(event));
  EXPECT_EQ(signal(fence, 3), STATUS_SUCCESS);
  EXPECT_TRUE(is_set(event));
}

TEST_F(Fence, K435WaitsAreForAllOrAny) {
  const D3DKMT_HANDLE one = make(0), two = make(0);
  const Event all, any;
  EXPECT_EQ(wait({one, two}, {1, 1}, all.handle), STATUS_SUCCESS);
  EXPECT_EQ(wait({one, two}, {1, 1}, any.handle, /*any=*/true), STATUS_SUCCESS);
  EXPECT_EQ(signal(one, 1), STATUS_SUCCESS);
  EXPECT_FALSE(is_set(all));
  EXPECT_TRUE(is_set(any));
  EXPECT_EQ(signal(two, 1), STATUS_SUCCESS);
  EXPECT_TRUE(is_set(all));
}

TEST_F(Fence, EventOfAWaitGoesWithTheFence) {
  const D3DKMT_HANDLE fence = make(0);
  void* object = nullptr;
  {
    const Event event;
    nt::HandleEntry entry;
    ASSERT_EQ(nt::pin_by_handle(event.handle, &nt::event_type, entry), STATUS_SUCCESS);
    nt::unpin_object(entry.object);
    object = entry.object;
    EXPECT_EQ(wait({fence}, {1}, event.handle), STATUS_SUCCESS);
  }
  EXPECT_TRUE(nt::object_exists(object)) << "somebody waits with it";
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_FALSE(nt::object_exists(object));
}

TEST_F(Fence, K436BarredSideIsDenied) {
  D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS no_signal{}, no_wait{}, both{}, top{};
  no_signal.NoSignal = both.NoSignal = 1;
  no_wait.NoWait = both.NoWait = 1;
  top.TopOfPipeline = 1;
  const Event event;
  const D3DKMT_HANDLE waited = make(0, no_signal);
  EXPECT_EQ(signal(waited, 1), STATUS_ACCESS_DENIED);
  const D3DKMT_HANDLE signalled = make(0, no_wait);
  EXPECT_EQ(wait({signalled}, {0}, event.handle), STATUS_ACCESS_DENIED);
  EXPECT_FALSE(is_set(event));
  Request request(device, D3DDDI_MONITORED_FENCE);
  request.data.Info.Flags = both;
  EXPECT_EQ(request.run(), STATUS_INVALID_PARAMETER) << "they exclude each other";
  for (const auto& flags : {no_signal, no_wait, top}) {
    Request other(device, D3DDDI_FENCE);
    other.data.Info.Flags = flags;
    EXPECT_EQ(other.run(), STATUS_INVALID_PARAMETER) << "for monitored fences only";
  }
}

TEST_F(Fence, K436OtherSideIsServed) {
  D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS no_signal{}, no_wait{}, top{};
  no_signal.NoSignal = no_wait.NoWait = top.TopOfPipeline = 1;
  const Event event;
  EXPECT_EQ(wait({make(0, no_signal)}, {0}, event.handle), STATUS_SUCCESS);
  EXPECT_TRUE(is_set(event));
  EXPECT_EQ(signal(make(0, no_wait), 1), STATUS_SUCCESS);
  EXPECT_EQ(signal(make(0, top), 1), STATUS_SUCCESS);
}

TEST_F(Fence, K217GlobalHandleIsRefused) {
  Request request(device, D3DDDI_MONITORED_FENCE);
  request.data.Info.Flags.Shared = 1;
  EXPECT_EQ(request.run(), STATUS_INVALID_PARAMETER);
}

TEST_F(Fence, K217NtHandleIsGiven) {
  D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS flags{};
  flags.Shared = flags.NtSecuritySharing = 1;
  const D3DKMT_HANDLE fence = make(3, flags);
  HANDLE handle = nullptr;
  ASSERT_EQ(D3DKMTShareObjects(1, &fence, nullptr, GENERIC_ALL, &handle), STATUS_SUCCESS);
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2 open{};
  open.hNtHandle = handle;
  open.hDevice = device;
  ASSERT_EQ(D3DKMTOpenSyncObjectFromNtHandle2(&open), STATUS_SUCCESS);
  const auto* const value =
      static_cast<const volatile UINT64*>(open.MonitoredFence.FenceValueCPUVirtualAddress);
  EXPECT_EQ(signal(fence, 4), STATUS_SUCCESS);
  EXPECT_EQ(*value, 4U) << "both are one fence";
}

// Runs under seeds: a strand waits for the fence while another ends that wait.
TEST_F(Fence, WaitEndsWithTheHandleOrTheSignal) {
  for (std::uint64_t seed = 1; seed < 11; ++seed) {
    const D3DKMT_HANDLE fence = make(0);
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    const sim::SeededSchedule schedule(seed);
    sim::Thread waiter = sim::spawn("waiter", [&] {
      const dxgk::ProcessScope scope(&client.process());
      status = wait({fence}, {1}, nullptr);
    });
    sim::switch_point();
    const bool is_signal = seed % 2 == 0;
    if (is_signal) {
      EXPECT_EQ(signal(fence, 1), STATUS_SUCCESS);
    } else {
      EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
    }
    waiter.join();
    EXPECT_EQ(status, is_signal ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER) << "seed " << seed;
  }
}

TEST(SyncObjectRace, OneHandleIsDestroyedExactlyOnce) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (int round = 0; round < 200; ++round) {
    const SharedSync shared(device);
    std::atomic<int> succeeded = 0;
    const auto racer = [&] {
      const dxgk::ProcessScope scope(&client.process());
      D3DKMT_HANDLE opened = 0;
      if (open_sync(shared.global(), opened) == STATUS_SUCCESS) destroy_sync(opened);
      const dxgk::SyncUse use(client.process(), shared.local());
      if (destroy_sync(shared.local()) == STATUS_SUCCESS) ++succeeded;
    };
    {
      const std::jthread one(racer), two(racer);
    }
    EXPECT_EQ(succeeded, 1);
    EXPECT_FALSE(can_open(shared.global()));
  }
}

// The test's own model of the openings, from the answers that its clients got.
class SyncWorld {
 public:
  SyncWorld(Machine& machine, std::uint64_t seed) : machine_(machine), random_(seed) {
    for (Party& party : parties_) renew(party);
  }

  void act() {
    Party& party = parties_[random_() % parties_.size()];
    const std::shared_ptr<dxgk::Process> process = party.process;
    const dxgk::ProcessScope scope(process.get());
    switch (random_() % 16) {
      case 0:
        process->vanish();
        std::erase_if(openings_, [&](const Opening& each) { return each.process == process; });
        if (party.process == process) renew(party);
        return;
      case 1:
        return end_device(party, process);
      case 2:
      case 3:
      case 4:
      case 5:
        return create(party.device, process);
      case 6:
      case 7:
      case 8:
      case 9:
        return open(process);
      default:
        return destroy(process);
    }
  }

  // No strand is at work now: an object can be opened exactly when it is open somewhere.
  void expect_model(std::uint64_t seed) {
    const std::shared_ptr<dxgk::Process> fresh = machine_.new_process();
    const dxgk::ProcessScope scope(fresh.get());
    for (const D3DKMT_HANDLE global : globals_) {
      const bool lives = std::ranges::any_of(
          openings_, [&](const Opening& each) { return each.global == global; });
      EXPECT_EQ(can_open(global), lives) << "seed " << seed;
    }
  }

 private:
  struct Party {
    std::shared_ptr<dxgk::Process> process;
    D3DKMT_HANDLE device = 0;
  };
  struct Opening {
    std::shared_ptr<dxgk::Process> process;
    D3DKMT_HANDLE device;  // 0: the process's own
    D3DKMT_HANDLE local;
    D3DKMT_HANDLE global;
  };

  // Another strand may renew it meanwhile.
  void renew(Party& party) {
    const std::shared_ptr<dxgk::Process> process = machine_.new_process();
    const dxgk::ProcessScope scope(process.get());
    const D3DKMT_HANDLE device = new_device(*process);
    party = {process, device};
  }

  D3DKMT_HANDLE new_device(dxgk::Process& process) {
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = process.open(machine_.adapter());
    return NT_SUCCESS(D3DKMTCreateDevice(&create)) ? create.hDevice : 0;
  }

  void end_device(Party& party, const std::shared_ptr<dxgk::Process>& process) {
    const D3DKMT_DESTROYDEVICE destroy{std::exchange(party.device, 0)};
    if (NT_SUCCESS(D3DKMTDestroyDevice(&destroy)))
      std::erase_if(openings_, [&](const Opening& each) {
        return each.process == process && each.device == destroy.hDevice;
      });
    const D3DKMT_HANDLE device = new_device(*process);
    if (party.process == process) party.device = device;
  }

  void create(D3DKMT_HANDLE device, const std::shared_ptr<dxgk::Process>& process) {
    Request request(device, D3DDDI_FENCE);
    request.data.Info.Flags.Shared = 1;
    if (!NT_SUCCESS(request.run())) return;
    const D3DKMT_HANDLE global = request.data.Info.SharedHandle;
    globals_.push_back(global);
    openings_.push_back({process, device, request.data.hSyncObject, global});
  }

  void open(const std::shared_ptr<dxgk::Process>& process) {
    if (globals_.empty()) return;
    const D3DKMT_HANDLE global = globals_[random_() % globals_.size()];
    D3DKMT_HANDLE local = 0;
    if (NT_SUCCESS(open_sync(global, local))) openings_.push_back({process, 0, local, global});
  }

  void destroy(const std::shared_ptr<dxgk::Process>& process) {
    if (openings_.empty()) return;
    const D3DKMT_HANDLE local = openings_[random_() % openings_.size()].local;
    if (!NT_SUCCESS(destroy_sync(local))) return;
    std::erase_if(openings_, [&](const Opening& each) {
      return each.process == process && each.local == local;
    });
  }

  Machine& machine_;
  std::mt19937_64 random_;
  std::array<Party, 2> parties_;
  std::vector<D3DKMT_HANDLE> globals_;
  std::vector<Opening> openings_;
};

// Strands change at switch points only, so the test's own books need no lock.
TEST(SyncObjectSchedules, ModelAgreesWhenAllIsQuiet) {
  Machine machine;
  for (std::uint64_t seed = 0; seed < 200 && !::testing::Test::HasFailure(); ++seed) {
    const sim::SeededSchedule schedule(seed);
    SyncWorld world(machine, seed);
    std::vector<sim::Thread> strands;
    for (int i = 0; i < 3; ++i) {
      strands.push_back(sim::spawn("client", [&] {
        for (int act = 0; act < 40; ++act) world.act();
      }));
    }
    for (sim::Thread& strand : strands) strand.join();
    world.expect_model(seed);
  }
}

}  // namespace
}  // namespace drydock::testing
