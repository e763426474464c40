// Locks: who may lock what, where it lies then, and for whom a lock waits.
#include "src/dxgk/memory/lock.h"

#include <cstring>
#include <memory>

#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/work/device.h"
#include "tests/support/open_request.h"
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/allocations/lock_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

constexpr ULONG kAperture = 1;
constexpr ULONG kLocal = 2;
constexpr ULONG kCached = 1U << 2;
constexpr ULONG kSwizzled = 1U << 7;

TEST_F(Lock, K240K147InvisibleOrForeignIsRefused) {
  const Raises raises({"K-240"});
  const D3DKMT_HANDLE hidden = make(BOOK_INVISIBLE);
  EXPECT_EQ(lock(device, hidden, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock2(device, hidden), STATUS_INVALID_PARAMETER);
  const D3DKMT_HANDLE visible = make();
  EXPECT_EQ(lock(client.new_device(), visible, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock(0, visible, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock(device, 0, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock(device, device, 0), STATUS_INVALID_PARAMETER);
}

TEST_F(Lock, K240K241K147LockedAddressStays) {
  const StaysSilent silent({"K-240"});
  const D3DKMT_HANDLE allocation = make();
  void* first = nullptr;
  void* second = nullptr;
  ASSERT_EQ(lock(device, allocation, 0, &first), STATUS_SUCCESS);
  std::memset(first, 0x42, 4 * 4096);
  ASSERT_EQ(lock(device, allocation, 0, &second), STATUS_SUCCESS);
  EXPECT_EQ(first, second);
  EXPECT_EQ(unlock(device, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<char*>(first)[4 * 4096 - 1], 0x42);
  EXPECT_EQ(unlock(device, {allocation}), STATUS_SUCCESS);
  ASSERT_EQ(lock2(device, allocation, &second), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<char*>(second)[0], 0x42);
  EXPECT_EQ(unlock2(device, allocation), STATUS_SUCCESS);
}

TEST_F(Lock, K243IgnoreSyncOutsideTheApertureIsRefused) {
  const Raises raises({"K-243"});
  EXPECT_EQ(lock(device, make(), kIgnoreSync | kAcquireAperture), STATUS_INVALID_PARAMETER);
  for (const UINT flag : {kIgnoreSync, kIgnoreReadSync}) {
    EXPECT_EQ(lock(device, make(0, kLocal), flag), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(lock(device, make(kSwizzled, kAperture), flag), STATUS_INVALID_PARAMETER);
  }
}

TEST_F(Lock, K243IgnoreSyncInTheApertureIsAccepted) {
  const StaysSilent silent({"K-243"});
  EXPECT_EQ(lock(device, make(0, kAperture), kIgnoreSync), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, make(kCached, kAperture), kIgnoreReadSync), STATUS_SUCCESS);
}

TEST_F(Lock, K244AlternateAddressNeedsTheApertureAndNoSharing) {
  const Raises raises({"K-244"});
  EXPECT_EQ(lock(device, make(), kUseAlternateVA), STATUS_INVALID_PARAMETER);
  const Client::MadeResource shared = client.new_resource(device, 1, /*shared=*/true);
  EXPECT_EQ(lock(device, shared.allocations[0], kUseAlternateVA | kAcquireAperture),
            STATUS_INVALID_PARAMETER);
}

TEST_F(Lock, K244AlternateAddressInTheApertureIsAccepted) {
  const StaysSilent silent({"K-244"});
  EXPECT_EQ(lock(device, make(), kUseAlternateVA | kAcquireAperture), STATUS_SUCCESS);
}

NTSTATUS offer(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  D3DKMT_OFFERALLOCATIONS offer{};
  offer.hDevice = device;
  offer.HandleList = &allocation;
  offer.NumAllocations = 1;
  offer.Priority = D3DKMT_OFFER_PRIORITY_LOW;
  return D3DKMTOfferAllocations(&offer);
}

TEST_F(Lock, K246OfferedIsRefused) {
  const Raises raises({"K-246"});
  const D3DKMT_HANDLE allocation = make();
  EXPECT_EQ(offer(device, allocation), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, allocation, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock2(device, allocation), STATUS_INVALID_PARAMETER);
}

TEST_F(Lock, K246ReclaimedIsAccepted) {
  const StaysSilent silent({"K-246"});
  const D3DKMT_HANDLE allocation = make();
  EXPECT_EQ(offer(device, allocation), STATUS_SUCCESS);
  const D3DKMT_RECLAIMALLOCATIONS reclaim{device, nullptr, &allocation, nullptr, 1};
  EXPECT_EQ(D3DKMTReclaimAllocations(&reclaim), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, allocation, 0), STATUS_SUCCESS);
}

// Makes one claim of submitted work, as the scheduler does.
dxgk::Ref<dxgk::Binding> claim_for_gpu(Client& client, D3DKMT_HANDLE handle) {
  const dxgk::ReadSection reading;
  auto* const binding = dxgk::as<dxgk::Binding>(client.process().handles().look_up(handle));
  EXPECT_TRUE(dxgk::claim_for_gpu(*binding, binding->allocation()));
  return dxgk::Ref<dxgk::Binding>(*binding);
}

TEST_F(Lock, K247BusyIsSaidOrWaitedFor) {
  const D3DKMT_HANDLE allocation = make(0, kAperture);
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, allocation);
  EXPECT_EQ(lock(device, allocation, kDonotWait), STATUS_GRAPHICS_ALLOCATION_BUSY);
  EXPECT_EQ(lock(device, allocation, kDonotWait | kIgnoreSync), STATUS_SUCCESS);
  EXPECT_EQ(lock2(device, allocation), STATUS_SUCCESS);
  std::atomic<bool> is_over = false;
  sim::Thread gpu = sim::spawn("gpu", [&] {
    sim::park(sim::now() + 50'000);
    is_over = true;
    dxgk::release_by_gpu(*binding, binding->allocation());
  });
  EXPECT_EQ(lock(device, allocation, 0), STATUS_SUCCESS);
  EXPECT_TRUE(is_over);
  gpu.join();
}

TEST_F(Lock, DestroyEndsAWaitingLock) {
  const D3DKMT_HANDLE allocation = make();
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, allocation);
  sim::Thread waiter = sim::spawn("waiter", [&] {
    const dxgk::ProcessScope scope(&client.process());
    const NTSTATUS status = lock(device, allocation, 0);
    EXPECT_TRUE(status == STATUS_INVALID_PARAMETER || status == STATUS_SUCCESS);
  });
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  dxgk::release_by_gpu(*binding, binding->allocation());
  waiter.join();
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Lock, K249DiscardIsIgnoredForSharedAllocations) {
  const Client::MadeResource shared = client.new_resource(device, 1, /*shared=*/true);
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, shared.allocations[0]);
  EXPECT_EQ(lock(device, shared.allocations[0], kDiscard | kDonotWait),
            STATUS_GRAPHICS_ALLOCATION_BUSY);
  dxgk::release_by_gpu(*binding, binding->allocation());
}

// K-250: the driver is not asked for the instance that a busy allocation gets.
TEST_F(Lock, K249K250DiscardDoesNotWaitAndTheDriverIsNotCalled) {
  const D3DKMT_HANDLE allocation = make();
  const LONG creates = machine.book().CreateCalls;
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, allocation);
  D3DKMT_LOCK discard{};
  discard.hDevice = device;
  discard.hAllocation = allocation;
  discard.Flags = flags_of(kDiscard | kDonotWait | kLockEntire);
  EXPECT_EQ(D3DKMTLock(&discard), STATUS_SUCCESS) << "DonotWait has no effect with Discard";
  EXPECT_NE(discard.hAllocation, allocation);
  EXPECT_EQ(unlock(device, {allocation}), STATUS_SUCCESS) << "each name is the allocation's";
  EXPECT_EQ(machine.book().CreateCalls, creates);
  dxgk::release_by_gpu(*binding, binding->allocation());
}

TEST_F(Lock, K254DestroyedWhileLockedIsFound) {
  const D3DKMT_HANDLE one = make();
  const D3DKMT_HANDLE two = make();
  EXPECT_EQ(lock(device, one, 0), STATUS_SUCCESS);
  EXPECT_EQ(lock2(device, two), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {one, two}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-254"), 1U) << "one for each place";
}

// Opens the only allocation of a shared resource.
D3DKMT_HANDLE open_one(D3DKMT_HANDLE device, D3DKMT_HANDLE global) {
  OpenRequest open(device, global);
  EXPECT_EQ(open.run(), STATUS_SUCCESS);
  return open.allocation();
}

TEST_F(Lock, K148OnlyTheCreatorLocksWhatIsShared) {
  const Client::MadeResource shared = client.new_resource(device, 1, /*shared=*/true);
  EXPECT_EQ(lock(device, shared.allocations[0], 0), STATUS_SUCCESS);
  Client other(machine);
  const D3DKMT_HANDLE there = other.new_device();
  const D3DKMT_HANDLE opened = open_one(there, shared.global);
  EXPECT_EQ(lock(there, opened, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock2(there, opened), STATUS_INVALID_PARAMETER);
}

// A process that came after the creator is another, even if it lies where that one lay.
TEST_F(Lock, ASuccessorOfTheCreatorDoesNotLock) {
  auto creator = std::make_unique<Client>(machine);
  const Client::MadeResource made = creator->new_resource(creator->new_device(), 1, true);
  {
    const dxgk::ProcessScope scope(&client.process());
    open_one(device, made.global);  // it lives on
  }
  for (int i = 0; i < 3; ++i) {
    creator.reset();
    creator = std::make_unique<Client>(machine);
    const D3DKMT_HANDLE later = creator->new_device();
    EXPECT_EQ(lock(later, open_one(later, made.global), 0), STATUS_INVALID_PARAMETER);
  }
}

// The locks of an opening end with it; those of another opening of the same allocation stay.
TEST_F(Lock, K254LocksOfADestroyedOpeningAreNoLongerCounted) {
  const Client::MadeResource shared = client.new_resource(device, 1, /*shared=*/true);
  const D3DKMT_HANDLE second = client.new_device();
  const D3DKMT_HANDLE opened = open_one(second, shared.global);
  ASSERT_EQ(lock(device, shared.allocations[0], 0), STATUS_SUCCESS);
  ASSERT_EQ(lock(device, shared.allocations[0], 0), STATUS_SUCCESS);
  ASSERT_EQ(lock(second, opened, 0), STATUS_SUCCESS);
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, opened);
  dxgk::release_by_gpu(*binding, binding->allocation());
  const dxgk::Allocation& allocation = binding->allocation();
  EXPECT_EQ(allocation.tenant.cpu.locks.load(), 3U);
  EXPECT_EQ(client.destroy(device, shared.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-254"), 1U);
  EXPECT_EQ(allocation.tenant.cpu.locks.load(), 1U);
  EXPECT_EQ(unlock(second, {opened}), STATUS_SUCCESS);
  EXPECT_EQ(allocation.tenant.cpu.locks.load(), 0U);
  EXPECT_EQ(allocation.barring_locks.load(), 0U);
}

TEST_F(Lock, K247WorkOfAnotherDeviceIsWaitedForToo) {
  const Client::MadeResource shared = client.new_resource(device, 1, /*shared=*/true);
  const D3DKMT_HANDLE opened = open_one(client.new_device(), shared.global);
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, opened);
  EXPECT_EQ(lock(device, shared.allocations[0], kDonotWait), STATUS_GRAPHICS_ALLOCATION_BUSY);
  std::atomic<bool> is_over = false;
  sim::Thread gpu = sim::spawn("gpu", [&] {
    sim::park(sim::now() + 50'000);
    is_over = true;
    dxgk::release_by_gpu(*binding, binding->allocation());
  });
  EXPECT_EQ(lock(device, shared.allocations[0], 0), STATUS_SUCCESS);
  EXPECT_TRUE(is_over);
  gpu.join();
}

TEST_F(Lock, K260RemovedAdapterRefuses) {
  const D3DKMT_HANDLE allocation = make();
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(lock(device, allocation, 0), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(lock2(device, allocation), STATUS_DEVICE_REMOVED);
}

}  // namespace
}  // namespace drydock::testing
