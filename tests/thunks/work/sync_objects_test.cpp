// Synchronization objects: created, opened, destroyed.
#include "src/dxgk/work/sync_object.h"
#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/raises.h"
#include "tests/thunks/machine.h"
#include "tests/thunks/work/sync_scene.h"

namespace drydock::testing {
namespace {

TEST(SyncObject, K428BadDeviceTypeOrEventIsRefused) {
  const Raises raises({"K-428"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
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

TEST(SyncObject, K428EveryKindIsMadeAndGoes) {
  const StaysSilent silent({"K-428"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
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

TEST(SyncObject, EventOfANotificationLivesAsLongAsIt) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
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

TEST(SyncObject, K429SecondDestroyIsRefused) {
  const Raises raises({"K-429"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Request request(device, D3DDDI_FENCE);
  ASSERT_EQ(request.run(), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(request.data.hSyncObject), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(request.data.hSyncObject), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_sync(0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_sync(device), STATUS_INVALID_PARAMETER);
}

TEST(SyncObject, K429EachHandleIsDestroyedOnce) {
  const StaysSilent silent({"K-429"});
  Machine machine;
  Client client(machine);
  const SharedSync shared(client.new_device());
  D3DKMT_HANDLE again = 0;
  ASSERT_EQ(open_sync(shared.global(), again), STATUS_SUCCESS);
  EXPECT_NE(again, shared.local());
  EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(again), STATUS_SUCCESS);
}

TEST(SyncObject, FlagsThatContradictAreRefused) {
  Machine machine;
  Client client(machine);
  Request request(client.new_device(), D3DDDI_FENCE);
  request.data.Info.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(request.run(), STATUS_INVALID_PARAMETER);
  request.data.Info.Flags.Shared = 1;
  request.data.Info.SharedHandle = 0x1234;
  EXPECT_EQ(request.run(), STATUS_SUCCESS);
  EXPECT_EQ(request.data.Info.SharedHandle, 0x1234U) << "no global handle for secured objects";
  request.data.Info.Flags.Value = 1U << 31;
  EXPECT_EQ(request.run(), STATUS_INVALID_PARAMETER);
}

TEST(SyncObject, GlobalHandleOpensAndIsNoLocalOne) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
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

TEST(SyncObject, K430LivesUntilItsLastHandleIsGone) {
  Machine machine;
  Client client(machine);
  const SharedSync shared(client.new_device());
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

TEST(SyncObject, K431HandlesOfAProcessThatDiesKeepNothing) {
  Machine machine;
  Client client(machine);
  const SharedSync shared(client.new_device());
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

TEST(SyncObject, GoesWithItsDeviceUnlessOpenElsewhere) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
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

TEST(SyncObject, UseOutlivesTheLastHandle) {
  Machine machine;
  Client client(machine);
  const SharedSync shared(client.new_device());
  {
    const dxgk::SyncUse use(client.process(), shared.local());
    ASSERT_TRUE(use);
    EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS);
    EXPECT_EQ(use->type(), D3DDDI_FENCE);
    EXPECT_TRUE(can_open(shared.global()));
  }
  EXPECT_FALSE(can_open(shared.global()));
}

TEST(SyncObject, FailureConsumesNoHandle) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const SharedSync before(device);
  EXPECT_EQ(Request(device, {}).run(), STATUS_INVALID_PARAMETER);
  D3DKMT_HANDLE none = 0;
  EXPECT_EQ(open_sync(before.global() + 0x40, none), STATUS_INVALID_PARAMETER);
  const SharedSync after(device);
  EXPECT_EQ(after.local(), before.local() + 0x40);
}

TEST(SyncObject, DeviceThatIsGoneMakesNone) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const SharedSync shared(device);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(Request(device, D3DDDI_FENCE).run(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy_sync(shared.local()), STATUS_SUCCESS) << "destroying stays legal";
}

}  // namespace
}  // namespace drydock::testing
