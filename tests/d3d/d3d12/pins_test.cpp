// Pins: what is pinned stays, and ends.
#include <gtest/gtest.h>

#include "tests/d3d/support/stand12.h"

namespace drydock::testing {
namespace {

TEST(Direct3D12Residency, U310HeapThatGoesPinnedIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, PIN_AND_LEAK);
  d3d::Resource* const heap = stand.heap();
  EXPECT_EQ(stand.plan().Got, S_OK);
  stand.device->destroy_resource(*heap);
  EXPECT_EQ(stand.count("U-310"), 1U) << stand.findings_text();
}

TEST(Direct3D12Residency, U310OtherHandlesAndSecondUnpinsAreFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, PIN_WRONG);
  stand.heap();
  EXPECT_EQ(stand.plan().Got, E_INVALIDARG);
  EXPECT_EQ(stand.count("U-310"), 1U) << stand.findings_text();
  stand.plan_deed(IN_CREATE_HEAP, UNPIN_LOOSE);
  stand.heap();
  EXPECT_EQ(stand.plan().Got, E_INVALIDARG);
  EXPECT_EQ(stand.count("U-310"), 2U) << stand.findings_text();
}

TEST(Direct3D12Residency, U310PinThatEndsIsSilent) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, PIN_AND_UNPIN);
  d3d::Resource* const heap = stand.heap();
  EXPECT_EQ(heap->of12().pins, 1U);
  EXPECT_EQ(stand.device->make_resident({{heap}}), S_OK);
  EXPECT_EQ(stand.device->evict({{heap}}), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*heap), S_OK);
  EXPECT_EQ(stand.plan().Got, S_OK);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
