// Updates of addresses, which a context queues.
#include "tests/dxgk/memory/address_update_scene.h"
#include "tests/sched/virtual_client.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

// Changes of a reservation that wait for a fence.

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

// K-309: whatever waits is dropped, also when another range lies there by then.
TEST_F(AddressUpdate, K309AFreedRangeIsFreeAtOnce) {
  EXPECT_EQ(update({tile(0, 1)}, 3), STATUS_SUCCESS);
  EXPECT_EQ(free(reserved, 4 * kBlock), STATUS_SUCCESS);
  EXPECT_EQ(reserve_range(4 * kBlock, reserved), reserved);
  ASSERT_EQ(signal(3), STATUS_SUCCESS);
  await(4);
  EXPECT_EQ(page_at(reserved), -1);
}

}  // namespace
}  // namespace drydock::testing
