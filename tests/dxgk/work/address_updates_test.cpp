// Updates of addresses in the order of a context, behind its fence.
#include "src/dxgk/work/address_updates.h"

#include "src/dxgk/object/retire_worker.h"
#include "tests/dxgk/memory/address_update_scene.h"

namespace drydock::testing {
namespace {

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

TEST_F(AddressUpdate, K311ClientThatIsFarAheadWaits) {
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
TEST_F(AddressUpdate, AContextThatIsDestroyedWakesItsWaiters) {
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
