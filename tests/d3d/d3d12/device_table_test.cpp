// Tables of Direct3D 12, and the shapes in which heaps and resources come.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/d3d/driver/result.h"
#include "tests/d3d/d3d12/living.h"
#include "tests/d3d/support/stand12.h"

namespace drydock::testing {
namespace {

TEST(Direct3D12, OlderTablesAreSpokenToo) {
  for (const UINT64 version : {D3D12DDI_SUPPORTED_0033, D3D12DDI_SUPPORTED_0052}) {
    Stand12 stand(version);
    live(stand.begin());
    EXPECT_EQ(stand.device->agreement().version, version);
    stand.end();
    EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
  }
}

TEST(Direct3D12, U300AndU304EveryShapeComesAndGoes) {
  Stand12 stand;
  live(stand.begin());
  EXPECT_EQ(stand.plan().Creates, 3U);
  EXPECT_EQ(stand.plan().Destroys, 3U);
  EXPECT_EQ(stand.plan().Heaps, 4U) << "two of three creations and destructions are about a heap";
  EXPECT_EQ(stand.plan().Resources, 4U);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12, U300DescriptionThatIsAbsentAndReadIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, BREAK_FOLLOW_NULL);
  stand.committed();
  EXPECT_EQ(stand.count("U-300"), 0U) << stand.findings_text();
  d3d::Resource* made = nullptr;
  EXPECT_EQ(stand.device->create_heap(Stand12::memory(), made), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.count("U-300"), 1U) << stand.findings_text();
  EXPECT_FALSE(stand.driver().alive());
}

}  // namespace
}  // namespace drydock::testing
