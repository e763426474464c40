// Load, add, start, stop, remove.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using ::testing::ElementsAre;

TEST(Adapter, AWholeLifeIsSilent) {
  const MiniportLife life = life_with(u"");
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.told();
  EXPECT_EQ(life.add, STATUS_SUCCESS);
  EXPECT_EQ(life.start, STATUS_SUCCESS);
  EXPECT_TRUE(life.alive);
  EXPECT_THAT(life.findings, ::testing::IsEmpty()) << life.told();
  EXPECT_THAT(life.said, ElementsAre("AddDevice", "StartDevice", "QuerySegment4", "QuerySegment4",
                                     "StopDevice", "RemoveDevice", "Unload"));
}

}  // namespace
