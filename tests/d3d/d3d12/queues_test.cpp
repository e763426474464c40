// Command queues of Direct3D 12.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/d3d/driver/result.h"
#include "tests/d3d/d3d12/living.h"
#include "tests/d3d/support/stand12.h"

namespace drydock::testing {
namespace {

TEST(Direct3D12, U302WhatIsWrittenPastABlockIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, BREAK_OVERRUN, S_OK, 64);
  d3d::Resource* made = nullptr;
  stand.device->create_heap(Stand12::memory(), made);
  EXPECT_EQ(stand.count("U-302"), 1U) << stand.findings_text();
}

// Spare bytes are all that was hit, so the device goes on, and the next mistake is seen too.
TEST(Direct3D12, U302ALifeGoesOnAfterAWriteIntoSpareBytes) {
  Stand12 stand;
  stand.begin();
  for (const std::size_t times : {1U, 2U}) {
    stand.plan_deed(IN_CREATE_HEAP, BREAK_OVERRUN, S_OK, 0);
    d3d::Resource* made = nullptr;
    EXPECT_EQ(stand.device->create_heap(Stand12::memory(), made), S_OK);
    EXPECT_EQ(stand.count("U-302"), times) << stand.findings_text();
    EXPECT_TRUE(stand.driver().alive());
  }
}

TEST(Direct3D12, U302SizesThatAreNoneAreRefused) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CALC_HEAP, BREAK_SIZE, S_OK, 0x7fffffff);
  d3d::Resource* made = nullptr;
  EXPECT_EQ(stand.device->create_heap(Stand12::memory(), made), E_OUTOFMEMORY);
  EXPECT_EQ(stand.plan().Creates, 0U);
}

}  // namespace
}  // namespace drydock::testing
