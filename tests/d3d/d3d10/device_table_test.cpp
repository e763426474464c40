// Tables of device functions: of every interface, whole, and as they were.
#include <gtest/gtest.h>

#include "tests/d3d/d3d10/threaded.h"
#include "tests/d3d/support/stand10.h"

namespace drydock::testing {
namespace {

TEST(Direct3D10Rules, U049AnEntryWithoutAFunctionIsFound) {
  Stand10 stand;
  stand.plan_deed(AT_CREATE_DEVICE, DO_SHORT_TABLE);
  EXPECT_EQ(stand.try_begin(), E_FAIL);
  EXPECT_EQ(stand.count("U-049"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U262EntriesThatCreateAndDestroyStayWhatTheyAre) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  stand.plan_deed(AT_FLUSH, DO_SWAP_TABLE);
  stand.device->flush();
  EXPECT_EQ(stand.count("U-262"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U262OtherEntriesMayBeReplaced) {
  Threaded stand(D3D11DDICAPS_FREETHREADED);
  stand.begin();
  stand.plan_deed(AT_FLUSH, DO_SWAP_DRAW);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Draws, 100U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10, EveryInterfaceHasItsTable) {
  for (const UINT each : {D3D10_0_DDI_INTERFACE_VERSION, D3D10_0_x_DDI_INTERFACE_VERSION,
                          D3D10_0_7_DDI_INTERFACE_VERSION, D3D10_1_DDI_INTERFACE_VERSION,
                          D3D10_1_x_DDI_INTERFACE_VERSION, D3D10_1_7_DDI_INTERFACE_VERSION,
                          D3D11_0_DDI_INTERFACE_VERSION, D3D11_0_7_DDI_INTERFACE_VERSION,
                          D3D11_1_DDI_INTERFACE_VERSION, D3DWDDM1_3_DDI_INTERFACE_VERSION,
                          D3DWDDM2_0_DDI_INTERFACE_VERSION, D3DWDDM2_1_DDI_INTERFACE_VERSION,
                          D3DWDDM2_2_DDI_INTERFACE_VERSION, D3DWDDM2_3_DDI_INTERFACE_VERSION,
                          D3DWDDM2_4_DDI_INTERFACE_VERSION, D3DWDDM2_5_DDI_INTERFACE_VERSION,
                          D3DWDDM2_6_DDI_INTERFACE_VERSION, D3DWDDM2_7_DDI_INTERFACE_VERSION}) {
    SCOPED_TRACE(each);
    Stand10 stand({.interface10 = each});
    live_in_table(stand);
  }
}

}  // namespace
}  // namespace drydock::testing
