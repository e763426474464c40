// D3DKMTLock and D3DKMTUnlock: flags, pages and pairs.
#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/work/device.h"
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/allocations/lock_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST_F(Lock, K242ReadOnlyAndWriteOnlyIsRefused) {
  const Raises raises({"K-242"});
  EXPECT_EQ(lock(device, make(), kReadOnly | kWriteOnly), STATUS_INVALID_PARAMETER);
}

TEST_F(Lock, K242EitherIsAccepted) {
  const StaysSilent silent({"K-242"});
  EXPECT_EQ(lock(device, make(), kReadOnly), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, make(), kWriteOnly), STATUS_SUCCESS);
}

TEST_F(Lock, K245SecondLockOfAnotherKindIsRefused) {
  const Raises raises({"K-245"});
  const D3DKMT_HANDLE alternate = make();
  EXPECT_EQ(lock(device, alternate, kUseAlternateVA | kAcquireAperture), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, alternate, kUseAlternateVA | kAcquireAperture), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock(device, alternate, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(unlock(device, {alternate}), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, alternate, 0), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, alternate, kAcquireAperture), STATUS_INVALID_PARAMETER);
}

TEST_F(Lock, K245SecondLockOfTheSameKindIsAccepted) {
  const StaysSilent silent({"K-245"});
  const D3DKMT_HANDLE allocation = make();
  EXPECT_EQ(lock(device, allocation, kAcquireAperture), STATUS_SUCCESS);
  EXPECT_EQ(lock(device, allocation, kAcquireAperture), STATUS_SUCCESS);
  EXPECT_EQ(unlock(device, {allocation, allocation}), STATUS_SUCCESS);
}

TEST_F(Lock, K253PagesOrEverything) {
  const Raises raises({"K-253"});
  const D3DKMT_HANDLE allocation = make();
  const UINT pages[] = {0, 3};
  const UINT beyond[] = {0, 4};
  const auto status_of = [&](UINT flags, UINT count, const UINT* list) {
    D3DKMT_LOCK lock{};
    lock.hDevice = device;
    lock.hAllocation = allocation;
    lock.NumPages = count;
    lock.pPages = list;
    lock.Flags = flags_of(flags);
    return D3DKMTLock(&lock);
  };
  EXPECT_EQ(status_of(kLockEntire, 2, pages), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(kLockEntire, 0, pages), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(0, 0, nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(0, 2, nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(0, 2, beyond), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(status_of(0, 0xFFFFFFFF, pages), STATUS_INVALID_PARAMETER);
}

TEST_F(Lock, K253PagesAreAccepted) {
  const StaysSilent silent({"K-253"});
  const UINT pages[] = {0, 3};
  D3DKMT_LOCK lock{};
  lock.hDevice = device;
  lock.hAllocation = make();
  lock.NumPages = 2;
  lock.pPages = pages;
  EXPECT_EQ(D3DKMTLock(&lock), STATUS_SUCCESS);
}

TEST_F(Lock, K254UnpairedUnlockIsRefused) {
  const Raises raises({"K-254"});
  const D3DKMT_HANDLE one = make();
  const D3DKMT_HANDLE two = make();
  EXPECT_EQ(unlock(device, {one}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock(device, one, 0), STATUS_SUCCESS);
  EXPECT_EQ(unlock(device, {one, two}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(unlock(device, {one, one}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(unlock(client.new_device(), {one}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(unlock(device, {}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(unlock2(device, two), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(unlock(device, {one}), STATUS_SUCCESS);
}

TEST_F(Lock, K254PairedLockIsSilent) {
  const StaysSilent silent({"K-254"});
  const D3DKMT_HANDLE allocation = make();
  EXPECT_EQ(lock(device, allocation, 0), STATUS_SUCCESS);
  EXPECT_EQ(unlock(device, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

TEST_F(Lock, K256FlagsOfLock2AreRefused) {
  const Raises raises({"K-256"});
  const D3DKMT_HANDLE allocation = make();
  for (const UINT flags : {1U, 0x80000000U})
    EXPECT_EQ(lock2(device, allocation, nullptr, flags), STATUS_INVALID_PARAMETER);
}

TEST_F(Lock, K256NoFlagsAreAccepted) {
  const StaysSilent silent({"K-256"});
  EXPECT_EQ(lock2(device, make()), STATUS_SUCCESS);
}

TEST_F(Lock, ReservedFlagsAreRefused) {
  const Raises raises({"K-043"});
  EXPECT_EQ(lock(device, make(), 1U << 11), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(lock(device, make(), 1U << 31), STATUS_INVALID_PARAMETER);
}

NTSTATUS invalidate(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation, SIZE_T offset, SIZE_T bytes) {
  const D3DKMT_INVALIDATECACHE data{device, allocation, offset, bytes};
  return D3DKMTInvalidateCache(&data);
}

// There is nothing to do, but for bytes that are there.
TEST(Cache, BytesOfTheAllocationAreInvalidated) {
  Machine machine({}, kWddm20);
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  EXPECT_EQ(invalidate(device, allocation, 0, 4096), STATUS_SUCCESS);
  EXPECT_EQ(invalidate(device, allocation, 4096, 0), STATUS_SUCCESS);
  EXPECT_EQ(invalidate(device, allocation, 0, 4097), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(invalidate(device, allocation, 4097, 0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(invalidate(device, allocation, ~SIZE_T{0}, 2), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(invalidate(device, device, 0, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

TEST(Cache, OlderDriversHaveNone) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_EQ(invalidate(device, client.allocate_one(device), 0, 1), STATUS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace drydock::testing
