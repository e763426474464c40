// Calls that offer and reclaim: what they take and refuse.

#include "tests/support/raises.h"
#include "tests/thunks/allocations/offer_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST_F(Offer, K266BothListsAreRefused) {
  const Raises raises({"K-266"});
  const Client::MadeResource made = client.new_resource(device, 1);
  EXPECT_EQ(offer(made.allocations, {made.resource}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(reclaim(made.allocations, {made.resource}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(offer({}, {}), STATUS_INVALID_PARAMETER);
}

TEST_F(Offer, K266EitherListIsAccepted) {
  const StaysSilent silent({"K-266"});
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(offer(made.allocations), STATUS_SUCCESS);
  EXPECT_EQ(reclaim(made.allocations), STATUS_SUCCESS);
  EXPECT_EQ(offer({}, {made.resource}), STATUS_SUCCESS);
  EXPECT_EQ(reclaim({}, {made.resource}), STATUS_SUCCESS);
}

TEST_F(Offer, K268PriorityMustBeOne) {
  const Raises raises({"K-268"});
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  for (const int priority : {0, 5, -1})
    EXPECT_EQ(offer({allocation}, {}, static_cast<D3DKMT_OFFER_PRIORITY>(priority)),
              STATUS_INVALID_PARAMETER);
}

TEST_F(Offer, K268EveryPriorityIsAccepted) {
  const StaysSilent silent({"K-268"});
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  for (const int priority : {1, 2, 3, 4})
    EXPECT_EQ(offer({allocation}, {}, static_cast<D3DKMT_OFFER_PRIORITY>(priority)),
              STATUS_SUCCESS);
}

TEST_F(Offer, OneBadHandleOffersNothing) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  EXPECT_EQ(offer({allocation, 0x777}), STATUS_INVALID_PARAMETER);
  EXPECT_NE(view(allocation), nullptr);
}

TEST_F(Offer, NewerReclaimNeedsAPagingQueue) {
  D3DKMT_RECLAIMALLOCATIONS2 reclaim{};
  reclaim.hPagingQueue = device;
  EXPECT_EQ(D3DKMTReclaimAllocations2(&reclaim), STATUS_INVALID_PARAMETER);
}

}  // namespace
}  // namespace drydock::testing
