// How drivers ask for the interfaces, and that they only read them.
#include "src/display/vidpn/interfaces.h"

#include "src/nt/mm/read_only_pages.h"
#include "src/nt/mm/user_copy.h"
#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class InterfaceRules : public NetworkTest {};

TEST_F(InterfaceRules, D044WrongArgumentsAreFound) {
  const DXGK_VIDPN_INTERFACE* out = nullptr;
  EXPECT_EQ(display::query_vidpn_interface(nullptr, DXGK_VIDPN_INTERFACE_VERSION_V1, &out),
            STATUS_GRAPHICS_INVALID_VIDPN);
  during(Purpose::kCommit, [&](const Given& given) {
    EXPECT_EQ(display::query_vidpn_interface(given.vidpn, DXGK_VIDPN_INTERFACE_VERSION_V1, nullptr),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(display::query_vidpn_interface(given.vidpn,
                                             DXGK_VIDPN_INTERFACE_VERSION_UNINITIALIZED, &out),
              STATUS_NOT_SUPPORTED);
  });
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(count("D-044"), 3U) << findings_text();
}

TEST_F(InterfaceRules, D044VidPnOfTheRunningCallIsSilent) {
  during(Purpose::kCommit, [&](const Given& given) {
    const DXGK_VIDPN_INTERFACE* out = nullptr;
    EXPECT_EQ(display::query_vidpn_interface(given.vidpn, DXGK_VIDPN_INTERFACE_VERSION_V1, &out),
              STATUS_SUCCESS);
    EXPECT_EQ(out->Version, DXGK_VIDPN_INTERFACE_VERSION_V1);
  });
  expect_silence();
}

TEST_F(InterfaceRules, D045VersionSaysWhichFunctionsThereAre) {
  const DXGK_MONITOR_INTERFACE* out = nullptr;
  EXPECT_EQ(display::query_monitor_interface(DXGK_MONITOR_INTERFACE_VERSION_V1, &out),
            STATUS_SUCCESS);
  EXPECT_EQ(out->Version, DXGK_MONITOR_INTERFACE_VERSION_V1);
  EXPECT_EQ(display::query_monitor_interface(DXGK_MONITOR_INTERFACE_VERSION_V2, &out),
            STATUS_SUCCESS);
  EXPECT_EQ(out->Version, DXGK_MONITOR_INTERFACE_VERSION_V2);
  EXPECT_EQ(display::query_monitor_interface(DXGK_MONITOR_INTERFACE_VERSION_V3, &out),
            STATUS_NOT_SUPPORTED);
  EXPECT_EQ(display::query_monitor_interface(DXGK_MONITOR_INTERFACE_VERSION_V1, nullptr),
            STATUS_INVALID_PARAMETER);
  expect_silence();
}

TEST_F(InterfaceRules, D047TablesAreReadOnly) {
  const void* const table = &display::interfaces().topology;
  EXPECT_TRUE(nt::user_can_read(table, sizeof(DXGK_VIDPNTOPOLOGY_INTERFACE)));
  EXPECT_FALSE(nt::user_can_write(const_cast<void*>(table), 8));
  EXPECT_EQ(nt::rule_of_read_only_page(table), "D-047"_rule);
}

}  // namespace
}  // namespace drydock::testing
