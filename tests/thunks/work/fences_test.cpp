// Monitored fences: signals and waits of processors.
#include "src/dxgk/work/sync_object.h"
#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/support/raises.h"
#include "tests/thunks/machine.h"
#include "tests/thunks/work/sync_scene.h"

namespace drydock::testing {
namespace {

// Monitored fences, as CPUs use them.

bool is_set(const Event& event) {
  LARGE_INTEGER at_once{};
  return ZwWaitForSingleObject(event.handle, FALSE, &at_once) == STATUS_SUCCESS;
}

class Fence : public ::testing::Test {
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
    D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU data{};
    data.hDevice = device;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &fence;
    data.FenceValueArray = &value;
    data.Flags.AllowFenceRewind = may_rewind;
    return D3DKMTSignalSynchronizationObjectFromCpu(&data);
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

  Machine machine;
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
  const volatile UINT64* mapped_value = nullptr;  // the last one made
};

TEST_F(Fence, K433OtherObjectsAreNotForCpus) {
  const Raises raises({"K-433"});
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
  const StaysSilent silent({"K-433"});
  const D3DKMT_HANDLE fence = make(1);
  ASSERT_NE(mapped_value, nullptr);
  EXPECT_EQ(*mapped_value, 1U);
  EXPECT_EQ(signal(fence, 5), STATUS_SUCCESS);
  EXPECT_EQ(*mapped_value, 5U);
  EXPECT_EQ(wait({fence}, {5}, nullptr), STATUS_SUCCESS) << "no event: it returns when it is over";
}

TEST_F(Fence, K434BackwardsIsRefused) {
  const Raises raises({"K-434"});
  const D3DKMT_HANDLE fence = make(2);
  EXPECT_EQ(signal(fence, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(*mapped_value, 2U);
  EXPECT_EQ(signal(fence, 2), STATUS_SUCCESS);
}

TEST_F(Fence, K434RewindIsAllowedWithTheFlag) {
  const StaysSilent silent({"K-434"});
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
  const Raises raises({"K-436"});
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
  const StaysSilent silent({"K-436"});
  D3DDDI_SYNCHRONIZATIONOBJECT_FLAGS no_signal{}, no_wait{}, top{};
  no_signal.NoSignal = no_wait.NoWait = top.TopOfPipeline = 1;
  const Event event;
  EXPECT_EQ(wait({make(0, no_signal)}, {0}, event.handle), STATUS_SUCCESS);
  EXPECT_TRUE(is_set(event));
  EXPECT_EQ(signal(make(0, no_wait), 1), STATUS_SUCCESS);
  EXPECT_EQ(signal(make(0, top), 1), STATUS_SUCCESS);
}

TEST_F(Fence, K217GlobalHandleIsRefused) {
  const Raises raises({"K-217"});
  Request request(device, D3DDDI_MONITORED_FENCE);
  request.data.Info.Flags.Shared = 1;
  EXPECT_EQ(request.run(), STATUS_INVALID_PARAMETER);
}

TEST_F(Fence, K217NtHandleIsGiven) {
  const StaysSilent silent({"K-217"});
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

}  // namespace
}  // namespace drydock::testing
