// Priorities of allocations.
#include "src/dxgk/wishes/priority.h"

#include "src/dxgk/wishes/offer.h"
#include "src/sim/faults.h"
#include "tests/support/raises.h"
#include "tests/thunks/allocations/offer_scene.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST_F(Priority, K290ListBesideAResourceIsRefused) {
  const Raises raises({"K-290"});
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(set(made.resource, made.allocations, {1, 1}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(set(0, {}, {1}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(set(0, {made.allocations[0], 0x77}, {1, 1}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(set(0, {made.allocations[0]}, {0}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(get(made.allocations[0]), static_cast<UINT>(D3DDDI_ALLOCATIONPRIORITY_NORMAL));
}

TEST_F(Priority, K290ResourceOrListIsAccepted) {
  const StaysSilent silent({"K-290"});
  const Client::MadeResource made = client.new_resource(device, 2);
  EXPECT_EQ(set(made.resource, {}, {D3DDDI_ALLOCATIONPRIORITY_HIGH}), STATUS_SUCCESS);
  EXPECT_EQ(get(made.allocations[1]), static_cast<UINT>(D3DDDI_ALLOCATIONPRIORITY_HIGH));
  EXPECT_EQ(
      set(0, made.allocations, {D3DDDI_ALLOCATIONPRIORITY_LOW, D3DDDI_ALLOCATIONPRIORITY_MAXIMUM}),
      STATUS_SUCCESS);
  EXPECT_EQ(get(made.allocations[0]), static_cast<UINT>(D3DDDI_ALLOCATIONPRIORITY_LOW));
  EXPECT_EQ(get(made.allocations[1]), static_cast<UINT>(D3DDDI_ALLOCATIONPRIORITY_MAXIMUM));
  D3DKMT_ALLOCATIONRESIDENCYSTATUS residency{};
  const D3DKMT_QUERYALLOCATIONRESIDENCY query{device, made.resource, nullptr, 0, &residency};
  EXPECT_EQ(D3DKMTQueryAllocationResidency(&query), STATUS_SUCCESS);
  EXPECT_EQ(residency, D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT);
}

}  // namespace
}  // namespace drydock::testing
