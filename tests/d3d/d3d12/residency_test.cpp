// Residency of heaps, which applications of Direct3D 12 drive: each rule broken and kept.
#include <gtest/gtest.h>

#include <array>

#include "tests/d3d/support/stand12.h"

namespace drydock::testing {
namespace {

// A heap that only video memory has room for, of which there are 16 MB.
d3d::HeapSpec12 large() {
  return {.bytes = 6 << 20, .cpu = D3D12DDI_CPU_PAGE_PROPERTY_NOT_AVAILABLE};
}

struct LargeHeaps : Stand12 {
  LargeHeaps() {
    begin();
    for (d3d::Resource*& each : heaps)
      EXPECT_EQ(device->create_heap(large(), each), S_OK) << findings_text();
  }
  std::array<d3d::Resource*, 3> heaps{};
};

TEST(Direct3D12Residency, U275RequestThatFailsInPartIsFound) {
  LargeHeaps stand;
  stand.plan_deed(IN_MAKE_RESIDENT, RESIDENT_SPLIT_AND_KEEP);
  EXPECT_EQ(stand.device->make_resident(stand.heaps), E_OUTOFMEMORY) << stand.findings_text();
  EXPECT_GE(stand.count("U-275"), 1U) << stand.findings_text();
}

TEST(Direct3D12Residency, U275RoomThatIsMadeUnaskedIsFound) {
  LargeHeaps stand;
  ASSERT_EQ(stand.device->make_resident({{stand.heaps[0]}}), S_OK) << stand.findings_text();
  stand.plan_deed(IN_MAKE_RESIDENT, RESIDENT_TRIM);
  stand.device->make_resident({{stand.heaps[1]}});
  EXPECT_EQ(stand.count("U-275"), 1U) << stand.findings_text();
}

TEST(Direct3D12Residency, U275RequestThatFailsAsAWholeIsSilent) {
  LargeHeaps stand;
  EXPECT_EQ(stand.device->make_resident(stand.heaps), E_OUTOFMEMORY);
  stand.plan_deed(IN_MAKE_RESIDENT, RESIDENT_SPLIT);
  EXPECT_EQ(stand.device->make_resident(stand.heaps), E_OUTOFMEMORY);
  EXPECT_EQ(stand.device->make_resident({stand.heaps.data(), 2}), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.device->evict({stand.heaps.data(), 2}), S_OK);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12Residency, U306ObjectThatIsLeftOutIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  stand.plan_deed(IN_MAKE_RESIDENT, RESIDENT_NEVER);
  stand.device->make_resident({{heap}});
  EXPECT_EQ(stand.count("U-306"), 1U) << stand.findings_text();
  stand.plan_deed(IN_EVICT, RESIDENT_NEVER);
  stand.device->make_resident({{heap}});
  stand.device->evict({{heap}});
  EXPECT_EQ(stand.count("U-306"), 2U) << stand.findings_text();
}

TEST(Direct3D12Residency, U306ResidencyThatWasNotRequestedIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, RESIDENT_UNASKED);
  stand.heap();
  EXPECT_EQ(stand.count("U-306"), 1U) << stand.findings_text();
}

TEST(Direct3D12Residency, U306OwnBufferThatIsNotResidentIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_QUEUE, QUEUE_NOT_RESIDENT);
  d3d::CommandQueue12* queue = nullptr;
  stand.device->create_queue(queue);
  EXPECT_EQ(stand.count("U-306"), 1U) << stand.findings_text();
}

TEST(Direct3D12Residency, U306AndU307WhatIsAskedForIsSilent) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  d3d::Resource* const committed = stand.committed();
  d3d::Resource* const placed = stand.placed(*heap);
  d3d::CommandQueue12* queue = nullptr;
  EXPECT_EQ(stand.device->create_queue(queue), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.device->make_resident({{placed}}), E_INVALIDARG) << "its heap is";
  EXPECT_EQ(stand.device->make_resident(std::array{heap, committed}), S_OK)
      << stand.findings_text();
  EXPECT_EQ(stand.device->make_resident({{heap}}), S_OK) << "it is there";
  EXPECT_EQ(stand.plan().Got, S_OK);
  EXPECT_EQ(stand.device->evict(std::array{heap, committed}), S_OK);
  EXPECT_EQ(stand.device->evict({{heap}}), S_OK);
  EXPECT_EQ(stand.plan().Evicts, 2U);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12Residency, U307FenceThatIsHiddenIsFound) {
  for (const DEED12 deed : {RESIDENT_HIDE_PENDING, RESIDENT_NO_MASK, RESIDENT_WRONG_FENCE}) {
    Stand12 stand;
    stand.begin();
    d3d::Resource* const heap = stand.heap();
    stand.plan_deed(IN_MAKE_RESIDENT, deed);
    stand.device->make_resident({{heap}});
    EXPECT_EQ(stand.plan().Got, E_PENDING);
    EXPECT_EQ(stand.count("U-307"), 1U) << stand.findings_text();
  }
}

}  // namespace
}  // namespace drydock::testing
