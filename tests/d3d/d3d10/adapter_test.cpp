// Adapters of Direct3D 10 and 11: the ways in, and what is said of threading.
#include <gtest/gtest.h>

#include "tests/d3d/d3d10/threaded.h"

namespace drydock::testing {
namespace {

TEST(Direct3D10Rules, U258CommandListsNeedFreeThreading) {
  Threaded stand(D3D11DDICAPS_COMMANDLISTS);
  stand.try_begin();
  EXPECT_EQ(stand.count("U-258"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U258CommandListsWithFreeThreadingAreNoFinding) {
  Threaded stand(D3D11DDICAPS_COMMANDLISTS | D3D11DDICAPS_FREETHREADED);
  stand.begin();
  EXPECT_TRUE(stand.device->is_free_threaded());
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10, ADriverOfDirect3D10AloneIsOpenedTheFirstWay) {
  Stand10 stand({}, /*is_of_10_alone=*/true);
  live_in_table(stand);
  EXPECT_EQ(stand.device->agreement().interface, UINT{D3D10_0_DDI_INTERFACE_VERSION});
}

}  // namespace
}  // namespace drydock::testing
