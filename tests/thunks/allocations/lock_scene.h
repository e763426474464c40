// Locks of allocations as clients ask for them.
#pragma once

#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/work/device.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {

inline constexpr UINT kReadOnly = 1U << 0, kWriteOnly = 1U << 1, kDonotWait = 1U << 2,
                      kIgnoreSync = 1U << 3, kLockEntire = 1U << 4, kAcquireAperture = 1U << 6,
                      kDiscard = 1U << 7, kUseAlternateVA = 1U << 9, kIgnoreReadSync = 1U << 10;

inline D3DDDICB_LOCKFLAGS flags_of(UINT value) {
  D3DDDICB_LOCKFLAGS flags{};
  flags.Value = value;
  return flags;
}

inline NTSTATUS lock(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation, UINT flags,
                     void** data = nullptr) {
  D3DKMT_LOCK lock{};
  lock.hDevice = device;
  lock.hAllocation = allocation;
  lock.Flags = flags_of(flags | kLockEntire);
  const NTSTATUS status = D3DKMTLock(&lock);
  if (data != nullptr) *data = lock.pData;
  if (!NT_SUCCESS(status)) {
    EXPECT_EQ(lock.pData, nullptr);
  }
  EXPECT_EQ(lock.hAllocation, allocation);
  return status;
}

inline NTSTATUS unlock(D3DKMT_HANDLE device, const std::vector<D3DKMT_HANDLE>& allocations) {
  const D3DKMT_UNLOCK unlock{device, static_cast<UINT>(allocations.size()), allocations.data()};
  return D3DKMTUnlock(&unlock);
}

inline NTSTATUS lock2(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation, void** data = nullptr,
                      UINT flags = 0) {
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = allocation;
  lock.Flags.Value = flags;
  const NTSTATUS status = D3DKMTLock2(&lock);
  if (data != nullptr) *data = lock.pData;
  return status;
}

inline NTSTATUS unlock2(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  const D3DKMT_UNLOCK2 unlock{device, allocation};
  return D3DKMTUnlock2(&unlock);
}

class Lock : public ::testing::Test {
 protected:
  D3DKMT_HANDLE make(ULONG flags = 0, ULONG segments = 0) {
    return client.allocate_one(device, wanted(4 * 4096, flags, segments));
  }

  Machine machine;
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
};

}  // namespace drydock::testing
