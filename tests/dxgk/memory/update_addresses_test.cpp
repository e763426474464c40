// Updates of addresses, which a context queues.
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/dxgk/work/device.h"
#include "tests/dxgk/memory/gpu_address_scene.h"
#include "tests/sched/virtual_client.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

// Changes of a reservation that wait for a fence.
class AddressUpdate : public GpuAddress {
 protected:
  void SetUp() override {
    GpuAddress::SetUp();
    ASSERT_EQ(create_virtual(gpu->device, context), STATUS_SUCCESS);
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
    data.hDevice = gpu->device;
    data.Info.Type = D3DDDI_MONITORED_FENCE;
    ASSERT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
    fence = data.hSyncObject;
    reached =
        static_cast<const volatile UINT64*>(data.Info.MonitoredFence.FenceValueCPUVirtualAddress);
    reserved = reserve_range(4 * kBlock);
  }
  using Tile = D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION;

  Tile tile(UINT64 page, UINT64 pages, UINT64 of_allocation = 0) const {
    Tile out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP;
    out.Map.BaseAddress = reserved + page * kPage;
    out.Map.SizeInBytes = pages * kPage;
    out.Map.hAllocation = one;
    out.Map.AllocationSizeInBytes = of_allocation * kPage;
    return out;
  }
  Tile copy(UINT64 from, UINT64 to, UINT64 pages) const {
    Tile out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY;
    out.Copy.SourceAddress = from;
    out.Copy.DestAddress = to;
    out.Copy.SizeInBytes = pages * kPage;
    return out;
  }
  NTSTATUS update(std::vector<Tile> tiles, UINT64 value = 0) {
    D3DKMT_UPDATEGPUVIRTUALADDRESS data{};
    data.hDevice = gpu->device;
    data.hContext = context;
    data.hFenceObject = fence;
    data.NumOperations = static_cast<UINT>(tiles.size());
    data.Operations = tiles.data();
    data.FenceValue = value;
    return D3DKMTUpdateGpuVirtualAddress(&data);
  }
  NTSTATUS signal(UINT64 value) {
    D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU data{};
    data.hDevice = gpu->device;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &fence;
    data.FenceValueArray = &value;
    return D3DKMTSignalSynchronizationObjectFromCpu(&data);
  }
  void await(UINT64 value) {
    while (*reached < value) sim::park(sim::now() + 1000);
  }

  D3DKMT_HANDLE context = 0, fence = 0;
  const volatile UINT64* reached = nullptr;
  UINT64 reserved = 0;
};

TEST_F(AddressUpdate, K310WhatLeavesAReservationIsRefused) {
  const Raises raises({"K-310"});
  const UINT64 other = reserve_range(kBlock);
  Tile wrong = tile(0, 1);
  wrong.Map.BaseAddress = other;
  EXPECT_EQ(update({tile(0, 1), wrong}), STATUS_INVALID_PARAMETER) << "two reservations";
  EXPECT_EQ(update({tile(63, 2)}), STATUS_INVALID_PARAMETER) << "beyond the end";
  EXPECT_EQ(update({copy(reserved, reserved + kPage, 1), copy(other, reserved + kPage, 1)}),
            STATUS_INVALID_PARAMETER);
  wrong.Map.BaseAddress = map(mapping(*queue, one, 1));
  EXPECT_EQ(update({wrong}), STATUS_INVALID_PARAMETER) << "a map call got it";
  wrong = tile(0, 1);
  wrong.Map.BaseAddress += 1;
  EXPECT_EQ(update({wrong}), STATUS_INVALID_PARAMETER);
  wrong = tile(0, 1);
  wrong.Map.AllocationOffsetInBytes = 1;
  EXPECT_EQ(update({wrong}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(update({tile(0, 3, 2)}), STATUS_INVALID_PARAMETER) << "two do not divide three";
  EXPECT_EQ(update({tile(0, kPages + 1)}), STATUS_INVALID_PARAMETER) << "so many it has not";
  wrong = tile(0, 1);
  wrong.OperationType = static_cast<D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION_TYPE>(9);
  EXPECT_EQ(update({wrong}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(update({}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(page_at(reserved), -1);
}

TEST_F(AddressUpdate, K310OneReservationToWriteAndOneToReadAreServed) {
  const StaysSilent silent({"K-310"});
  const UINT64 other = reserve_range(kBlock);
  Tile unmap{};
  unmap.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_UNMAP;
  unmap.Unmap.BaseAddress = reserved;
  unmap.Unmap.SizeInBytes = kPage;
  unmap.Unmap.Protection.Zero = 1;
  EXPECT_EQ(update({tile(0, 4, 2), unmap}), STATUS_SUCCESS);
  await(1);
  EXPECT_EQ(page_at(reserved), -1);
  EXPECT_EQ(page_at(reserved + 3 * kPage), 1) << "the same two pages once more";
  EXPECT_EQ(update({copy(reserved + 2 * kPage, other, 2)}, 1), STATUS_SUCCESS);
  await(2);
  EXPECT_EQ(page_at(other + kPage), 1);
}

TEST_F(AddressUpdate, K311UpdatesWaitForTheirFenceAndStayInOrder) {
  EXPECT_EQ(update({tile(0, 1)}, 5), STATUS_SUCCESS);
  Tile later = tile(0, 1);
  later.Map.AllocationOffsetInBytes = 2 * kPage;
  EXPECT_EQ(update({later}, 7), STATUS_SUCCESS);
  ASSERT_EQ(signal(4), STATUS_SUCCESS);
  EXPECT_EQ(page_at(reserved), -1) << "too early";
  ASSERT_EQ(signal(5), STATUS_SUCCESS);
  await(6);
  EXPECT_EQ(page_at(reserved), 0);
  ASSERT_EQ(signal(7), STATUS_SUCCESS);
  await(8);
  EXPECT_EQ(page_at(reserved), 2);
}

TEST_F(AddressUpdate, K311WhoIsFarAheadWaits) {
  std::atomic<int> queued = 0;
  sim::Thread caller = sim::spawn("client", [&] {
    const dxgk::ProcessScope scope(gpu->process.get());
    for (UINT64 i = 0; i < 129; ++i) {
      EXPECT_EQ(update({tile(0, 1)}, 2 * i + 1), STATUS_SUCCESS);
      ++queued;
    }
  });
  while (queued < 128) sim::park(sim::now() + 1000);
  sim::park(sim::now() + 10'000);
  EXPECT_EQ(queued, 128);
  ASSERT_EQ(signal(1), STATUS_SUCCESS);
  caller.join();
  EXPECT_EQ(queued, 129);
}

// The client evicts it meanwhile; it leaves when the last update is over that leads to it.
TEST_F(AddressUpdate, K293ATilePoolStaysUntilItsUpdatesAreOver) {
  const ResidentAnswer in = make_resident(*queue, {one});
  ASSERT_EQ(queue->wait(gpu->device, in.fence), STATUS_SUCCESS);
  ASSERT_EQ(update({tile(0, 1)}, 3), STATUS_SUCCESS);
  ASSERT_EQ(update({tile(1, 1), tile(2, 1)}, 5), STATUS_SUCCESS);
  ASSERT_EQ(evict(gpu->device, {one}), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu->device, {one}), STATUS_INVALID_PARAMETER) << "no count is left";
  settle(*gpu);
  EXPECT_TRUE(is_resident(gpu->device, one));
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu->device), STATUS_SUCCESS);
  EXPECT_TRUE(is_resident(gpu->device, one));
  ASSERT_EQ(signal(3), STATUS_SUCCESS);
  await(4);
  settle(*gpu);
  EXPECT_TRUE(is_resident(gpu->device, one)) << "another one leads to it";
  ASSERT_EQ(signal(5), STATUS_SUCCESS);
  await(6);
  settle(*gpu);
  EXPECT_FALSE(is_resident(gpu->device, one));
}

// A waiting update is dropped with its context and releases what it held.
TEST_F(AddressUpdate, K293ADroppedUpdateHoldsNothing) {
  const ResidentAnswer in = make_resident(*queue, {one});
  ASSERT_EQ(queue->wait(gpu->device, in.fence), STATUS_SUCCESS);
  ASSERT_EQ(update({tile(0, 1)}, 3), STATUS_SUCCESS);
  ASSERT_EQ(evict(gpu->device, {one}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_context(context), STATUS_SUCCESS);
  settle(*gpu);
  EXPECT_FALSE(is_resident(gpu->device, one));
}

// A thread that waits for room when the context is destroyed gets an error.
TEST_F(AddressUpdate, AContextThatGoesLetsThoseGoWhoWait) {
  std::atomic<int> queued = 0;
  std::atomic<NTSTATUS> last = STATUS_SUCCESS;
  sim::Thread caller = sim::spawn("client", [&] {
    const dxgk::ProcessScope scope(gpu->process.get());
    while (last == STATUS_SUCCESS) {
      last = update({tile(0, 1)}, 1000);
      ++queued;
    }
  });
  while (queued < 128) sim::park(sim::now() + 1000);
  EXPECT_EQ(destroy_context(context), STATUS_SUCCESS);
  caller.join();
  EXPECT_EQ(last, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(queued, 129);
}

// K-309: whatever waits is dropped, also when another range lies there by then.
TEST_F(AddressUpdate, K309AFreedRangeIsFreeAtOnce) {
  EXPECT_EQ(update({tile(0, 1)}, 3), STATUS_SUCCESS);
  EXPECT_EQ(free(reserved, 4 * kBlock), STATUS_SUCCESS);
  EXPECT_EQ(reserve_range(4 * kBlock, reserved), reserved);
  ASSERT_EQ(signal(3), STATUS_SUCCESS);
  await(4);
  EXPECT_EQ(page_at(reserved), -1);
}

// The fence is never signalled, and no thread waits for it.
TEST_F(AddressUpdate, AContextThatGoesDropsWhatWaits) {
  EXPECT_EQ(update({tile(0, 1)}, 3), STATUS_SUCCESS);
  ASSERT_EQ(destroy(gpu->device, 0, {one}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_context(context), STATUS_SUCCESS);
  dxgk::finish_jobs();
  EXPECT_EQ(gpu->engine.ledger().live().allocations, 0U);
}

}  // namespace
}  // namespace drydock::testing
