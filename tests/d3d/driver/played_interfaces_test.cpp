// The interfaces of the Direct3D runtimes on each Windows.
#include "src/d3d/driver/played_interfaces.h"

#include <gtest/gtest.h>

#include "src/nt/ob/played_windows.h"

using namespace drydock;

namespace {

struct Interfaces {
  UINT umd = d3d::newest_umd_version();
  UINT newest10 = d3d::newest_interface10();
  UINT announced10 = D3DDDI_INTERFACE32_FROM_VERSION64(d3d::announced_version10());
  bool has_12 = d3d::has_direct3d12();
};

Interfaces interfaces_on(const char* text) {
  const nt::PlayedWindows windows(*nt::windows_version_from(text));
  return {};
}

TEST(PlayedInterfaces, FollowTheWindows) {
  const Interfaces seven = interfaces_on("6.1");
  EXPECT_EQ(seven.umd, static_cast<UINT>(D3D_UMD_INTERFACE_VERSION_WIN7));
  EXPECT_EQ(seven.newest10, static_cast<UINT>(D3D11_0_7_DDI_INTERFACE_VERSION));
  EXPECT_EQ(seven.announced10, seven.newest10);
  EXPECT_FALSE(seven.has_12);
  const Interfaces eight = interfaces_on("6.2");
  EXPECT_EQ(eight.umd, static_cast<UINT>(D3D_UMD_INTERFACE_VERSION_WIN8));
  EXPECT_EQ(eight.announced10, static_cast<UINT>(D3D11_1_DDI_INTERFACE_VERSION));
  const Interfaces ten = interfaces_on("10.0.14393");
  EXPECT_EQ(ten.newest10, static_cast<UINT>(D3DWDDM2_1_DDI_INTERFACE_VERSION));
  EXPECT_EQ(ten.announced10, static_cast<UINT>(D3DWDDM1_3_DDI_INTERFACE_VERSION));
  EXPECT_TRUE(ten.has_12);
}

TEST(PlayedInterfaces, TheNewestHasAll) {
  EXPECT_GE(d3d::newest_umd_version(), static_cast<UINT>(D3D_UMD_INTERFACE_VERSION_WDDM2_8));
  EXPECT_EQ(d3d::newest_interface10(), static_cast<UINT>(D3DWDDM2_7_DDI_INTERFACE_VERSION));
}

}  // namespace
