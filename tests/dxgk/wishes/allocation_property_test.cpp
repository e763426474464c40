// Other properties for an allocation that is in memory and holds something.
#include "src/dxgk/wishes/allocation_property.h"

#include "tests/dxgk/memory/allocation_property_scene.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(AllocationProperty, K291OtherSegmentsMoveItBehindTheFence) {
  begin();
  ASSERT_EQ(world->fill(one, 7), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  block_queue();
  D3DDDI_UPDATEALLOCPROPERTY data = into(1U << (kAperture - 1));
  data.PreferredSegment.SegmentId0 = kMemory;  // not named by the mask
  data.Flags.AccessedPhysically = 0;
  ASSERT_EQ(update(data), STATUS_PENDING);
  EXPECT_LT(queue->value(), data.PagingFenceValue);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY) << "not yet";
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].PropertyMaskValue, 2U) << "only what the client set";
  EXPECT_EQ(asked[0].SupportedSegmentSet, 2U);
  EXPECT_EQ(asked[0].PreferredSegment.Value, 0U);
  open_queue();
  ASSERT_EQ(queue->wait(world->device, data.PagingFenceValue), STATUS_SUCCESS);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY);
  EXPECT_EQ(world->fill(one, 8), STATUS_SUCCESS) << "it is still reached by its address";
  EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  EXPECT_EQ(world->content(one, kBytes), 8);
}

TEST_F(AllocationProperty, K291ContentsComeAlong) {
  begin();
  ASSERT_EQ(world->fill(one, 7), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  D3DDDI_UPDATEALLOCPROPERTY data = change();
  data.SetPreferredSegment = 1;
  data.PreferredSegment.SegmentId0 = kAperture;
  expect_pending(data);
  EXPECT_EQ(asked.at(0).PropertyMaskValue, 4U);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY);
  EXPECT_EQ(world->content(one, kBytes), 7);
}

TEST_F(AllocationProperty, K291WhatIsSoAlreadyIsIgnored) {
  begin();
  D3DDDI_UPDATEALLOCPROPERTY data = into(3);
  data.PagingFenceValue = 77;
  EXPECT_EQ(update(data), STATUS_SUCCESS);
  EXPECT_EQ(data.PagingFenceValue, 0U);
  data = change();
  EXPECT_EQ(update(data), STATUS_SUCCESS) << "nothing is asked for";
  EXPECT_THAT(asked, IsEmpty());
}

TEST_F(AllocationProperty, K291WithoutTheDriversConsentNothingChanges) {
  begin();
  answer = STATUS_INVALID_PARAMETER;
  D3DDDI_UPDATEALLOCPROPERTY data = into(1U << (kAperture - 1));
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  settle(*world);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY);
  answer.reset();
  expect_pending(data);
  EXPECT_EQ(asked.size(), 2U) << "it was not so already";
}

TEST_F(AllocationProperty, K291PhysicalAccessIsGivenLater) {
  begin({.physical = false});
  D3DDDI_UPDATEALLOCPROPERTY data = change();
  data.SetAccessedPhysically = 1;
  data.Flags.AccessedPhysically = 1;
  expect_pending(data);
  EXPECT_EQ(asked.at(0).PropertyMaskValue, 1U);
  EXPECT_EQ(asked.at(0).Flags.Value, 1U);
  EXPECT_EQ(world->fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  EXPECT_EQ(world->count("K-162"), 0U) << world->findings_text();
}

// K-163: an aperture maps what the GPU knows by physical addresses, and nothing else.
TEST_F(AllocationProperty, K163WhatIsAccessedPhysicallyIsMapped) {
  begin({.segments = 2, .preferred = 2, .gpu_mmu = true, .physical = false});
  EXPECT_TRUE(is_resident(world->device, one));
  for (const bool is_physical : {true, false}) {
    D3DDDI_UPDATEALLOCPROPERTY data = change();
    data.SetAccessedPhysically = 1;
    data.Flags.AccessedPhysically = is_physical;
    expect_pending(data);
    EXPECT_THAT(world->engine.take_calls(), Contains(is_physical ? "map" : "unmap").Times(1));
    EXPECT_TRUE(is_resident(world->device, one));
  }
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("map")));
}

TEST_F(AllocationProperty, OlderDriversAreNotAsked) {
  run({.segments = 3});
  one = world->one();
  D3DDDI_UPDATEALLOCPROPERTY data = into(2);
  EXPECT_EQ(update(data), STATUS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace drydock::testing
