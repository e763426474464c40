// Devices of Direct3D 12: failed ones, and ones with holes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/d3d/driver/result.h"
#include "tests/d3d/d3d12/living.h"
#include "tests/d3d/support/stand12.h"

namespace drydock::testing {
namespace {

TEST(Direct3D12, FailedOpeningsAndCreationsLeaveNothing) {
  Stand12 stand;
  stand.plan_deed(IN_OPEN_ADAPTER, BREAK_FAIL, E_OUTOFMEMORY);
  EXPECT_EQ(stand.try_begin(), E_OUTOFMEMORY);
  stand.plan_deed(IN_CREATE_DEVICE, BREAK_FAIL, E_OUTOFMEMORY);
  EXPECT_EQ(stand.try_begin(), E_OUTOFMEMORY);
  stand.plan() = {};
  const auto device = std::make_shared<d3d::Device12>(stand.shared_adapter());
  EXPECT_EQ(device->create(), S_OK) << stand.findings_text();
  d3d::Resource* made = nullptr;
  stand.plan_deed(IN_CREATE_HEAP, BREAK_FAIL, E_OUTOFMEMORY);
  EXPECT_EQ(device->create_heap(Stand12::memory(), made), E_OUTOFMEMORY);
  EXPECT_EQ(device->destroy(), S_OK);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12, U038AndU049OtherAnswersAndHolesAreFound) {
  {
    Stand12 stand;
    stand.plan_deed(IN_OPEN_ADAPTER, BREAK_FAIL, E_FAIL);
    EXPECT_EQ(stand.try_begin(), E_FAIL);
    EXPECT_EQ(stand.count("U-038"), 1U) << stand.findings_text();
  }
  Stand12 stand;
  stand.plan_deed(IN_NOTHING, BREAK_MISSING_ENTRY);
  EXPECT_EQ(stand.try_begin(), E_FAIL);
  EXPECT_EQ(stand.count("U-049"), 1U) << stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
