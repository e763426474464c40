// D3DKMTUpdateAllocationProperty: what it takes and refuses.
#include "tests/dxgk/memory/allocation_property_scene.h"

namespace drydock::testing {
namespace {

using ::testing::IsEmpty;

TEST_F(AllocationProperty, BadRequestsAreRefused) {
  begin();
  EXPECT_EQ(D3DKMTUpdateAllocationProperty(nullptr), STATUS_INVALID_PARAMETER);
  D3DDDI_UPDATEALLOCPROPERTY data = into(0);
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER) << "nowhere";
  data = into(4);
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER) << "there is no third segment";
  data = into(1);
  data.SetPreferredSegment = 1;
  data.PreferredSegment.SegmentId0 = kAperture;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER) << "where it may not be";
  data = into(1);
  data.Reserved = 1;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  data = into(1);
  data.hAllocation = world->device;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  data = into(1);
  data.hPagingQueue = world->device;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(asked, IsEmpty());
}

TEST_F(AllocationProperty, WhatTheHostCannotDoIsNotSupported) {
  begin();
  D3DDDI_UPDATEALLOCPROPERTY data = into(1);
  data.SetUnmoveable = 1;
  EXPECT_EQ(update(data), STATUS_NOT_SUPPORTED);
  data = change();
  data.SetAccessedPhysically = 1;
  data.Flags.Reserved = 1;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(asked, IsEmpty());
}

}  // namespace
}  // namespace drydock::testing
