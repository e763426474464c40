// Offers: what may be discarded, and what a reclaim tells.
#include "src/dxgk/wishes/offer.h"

#include "src/sim/faults.h"
#include "tests/thunks/allocations/offer_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST_F(Offer, K272ContentsStayWithoutNeed) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  view(allocation)[5] = 0x5a;
  EXPECT_EQ(offer({allocation}), STATUS_SUCCESS);
  BOOL discarded = 77;
  EXPECT_EQ(reclaim({allocation}, {}, &discarded), STATUS_SUCCESS);
  EXPECT_EQ(discarded, FALSE);
  EXPECT_EQ(view(allocation)[5], 0x5a);
}

TEST_F(Offer, K272ScarceMemoryDiscardsAndReclaimReportsIt) {
  const std::vector<D3DKMT_HANDLE> all = client.allocate(device, 3);
  for (const D3DKMT_HANDLE each : all) view(each)[5] = 0x5a;
  EXPECT_EQ(offer({all[0]}, {}, D3DKMT_OFFER_PRIORITY_LOW), STATUS_SUCCESS);
  EXPECT_EQ(offer({all[1]}, {}, D3DKMT_OFFER_PRIORITY_HIGH), STATUS_SUCCESS);
  EXPECT_EQ(dxgk::discard_offered(machine.dock(), D3DKMT_OFFER_PRIORITY_NORMAL), 1U);
  EXPECT_EQ(dxgk::discard_offered(machine.dock(), D3DKMT_OFFER_PRIORITY_NORMAL), 0U);
  BOOL discarded[2] = {};
  EXPECT_EQ(reclaim({all[0], all[1]}, {}, discarded), STATUS_SUCCESS);
  EXPECT_EQ(discarded[0], TRUE);
  EXPECT_EQ(discarded[1], FALSE);
  EXPECT_EQ(view(all[0])[5], 0);
  EXPECT_EQ(view(all[1])[5], 0x5a);
  EXPECT_EQ(view(all[2])[5], 0x5a);
}

TEST_F(Offer, K272ReclaimWithoutResultsAcceptsTheLoss) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  EXPECT_EQ(offer({allocation}), STATUS_SUCCESS);
  EXPECT_EQ(dxgk::discard_offered(machine.dock(), D3DKMT_OFFER_PRIORITY_AUTO), 1U);
  EXPECT_EQ(reclaim({allocation}), STATUS_SUCCESS);
}

TEST_F(Offer, K270UsedByTheGpuIsNotDiscarded) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  const dxgk::ReadSection reading;
  auto* const binding = dxgk::as<dxgk::Binding>(client.process().handles().look_up(allocation));
  ASSERT_TRUE(binding->claims.claim(dxgk::Claims::By::kGpu));
  EXPECT_EQ(offer({allocation}), STATUS_SUCCESS);
  EXPECT_EQ(dxgk::discard_offered(machine.dock(), D3DKMT_OFFER_PRIORITY_AUTO), 0U);
  EXPECT_FALSE(binding->claims.release(dxgk::Claims::By::kGpu));
  EXPECT_EQ(dxgk::discard_offered(machine.dock(), D3DKMT_OFFER_PRIORITY_AUTO), 1U);
}

TEST_F(Offer, FaultsDiscardAtTheReclaim) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  EXPECT_EQ(offer({allocation}), STATUS_SUCCESS);
  const sim::FaultInjection faults({.nth = 0, .only = sim::FaultKind::kMapping});
  BOOL discarded = FALSE;
  EXPECT_EQ(reclaim({allocation}, {}, &discarded), STATUS_SUCCESS);
  EXPECT_EQ(discarded, TRUE);
}

TEST_F(Offer, DestroyedWhileOffered) {
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(offer({}, {made.resource}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Offer, LockedIsNotOffered) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = allocation;
  EXPECT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  EXPECT_EQ(offer({allocation}), STATUS_INVALID_PARAMETER);
}

}  // namespace
}  // namespace drydock::testing
