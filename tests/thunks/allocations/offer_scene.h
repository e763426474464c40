// Offers and reclaims as clients ask for them.
#pragma once

#include "src/dxgk/wishes/offer.h"
#include "src/sim/faults.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {

class Offer : public ::testing::Test {
 protected:
  NTSTATUS offer(const std::vector<D3DKMT_HANDLE>& allocations,
                 std::vector<D3DKMT_HANDLE> resources = {},
                 D3DKMT_OFFER_PRIORITY priority = D3DKMT_OFFER_PRIORITY_NORMAL) {
    D3DKMT_OFFERALLOCATIONS offer{};
    offer.hDevice = device;
    offer.HandleList = allocations.empty() ? nullptr : allocations.data();
    offer.pResources = resources.empty() ? nullptr : resources.data();
    offer.NumAllocations = static_cast<UINT>(std::max(allocations.size(), resources.size()));
    offer.Priority = priority;
    return D3DKMTOfferAllocations(&offer);
  }

  NTSTATUS reclaim(const std::vector<D3DKMT_HANDLE>& allocations,
                   std::vector<D3DKMT_HANDLE> resources = {}, BOOL* discarded = nullptr) {
    D3DKMT_RECLAIMALLOCATIONS reclaim{};
    reclaim.hDevice = device;
    reclaim.HandleList = allocations.empty() ? nullptr : allocations.data();
    reclaim.pResources = resources.empty() ? nullptr : resources.data();
    reclaim.NumAllocations = static_cast<UINT>(std::max(allocations.size(), resources.size()));
    reclaim.pDiscarded = discarded;
    return D3DKMTReclaimAllocations(&reclaim);
  }

  // Returns the CPU's view of an allocation.
  char* view(D3DKMT_HANDLE allocation) {
    D3DKMT_LOCK2 lock{};
    lock.hDevice = device;
    lock.hAllocation = allocation;
    EXPECT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
    const D3DKMT_UNLOCK2 unlock{device, allocation};
    EXPECT_EQ(D3DKMTUnlock2(&unlock), STATUS_SUCCESS);
    return static_cast<char*>(lock.pData);
  }

  Machine machine;
  Client client{machine};
  D3DKMT_HANDLE device = client.new_device();
};

class Priority : public Offer {
 protected:
  NTSTATUS set(D3DKMT_HANDLE resource, const std::vector<D3DKMT_HANDLE>& list,
               const std::vector<UINT>& priorities) {
    const D3DKMT_SETALLOCATIONPRIORITY set{device, resource, list.empty() ? nullptr : list.data(),
                                           static_cast<UINT>(list.size()), priorities.data()};
    return D3DKMTSetAllocationPriority(&set);
  }
  UINT get(D3DKMT_HANDLE allocation) {
    UINT priority = 0;
    const D3DKMT_GETALLOCATIONPRIORITY get{device, 0, &allocation, 1, &priority};
    EXPECT_EQ(D3DKMTGetAllocationPriority(&get), STATUS_SUCCESS);
    return priority;
  }
};

}  // namespace drydock::testing
