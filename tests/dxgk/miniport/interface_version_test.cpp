// Drivers of every interface version: how long their structures are, what they are asked, what they
// can call.
#include "src/dxgk/miniport/interface_version.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/ob/played_windows.h"
#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using ::testing::IsEmpty;

struct Version {
  const char* name;
  ULONG number;
};

class InterfaceVersion : public ::testing::TestWithParam<Version> {};

TEST_P(InterfaceVersion, DriverIsServed) {
  const Version& version = GetParam();
  const MiniportLife life = life_of_miniport(
      graphics_driver(
          "version.c",
          fmt::format("-DDXGKDDI_INTERFACE_VERSION=DXGKDDI_INTERFACE_VERSION_{}", version.name)),
      {});
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  const auto says = [&](const char* what, std::size_t value) {
    EXPECT_TRUE(life.has_said(fmt::format("{} {:08x}", what, value)))
        << what << " " << value << "\n"
        << life.findings_text();
  };
  says("DRIVER_INITIALIZATION_DATA", dxgk::initialization_data_bytes(version.number));
  says("DXGKRNL_INTERFACE", dxgk::kernel_interface_bytes(version.number));
  says("DXGK_DRIVERCAPS", dxgk::driver_caps_bytes(version.number));
  says("DXGKARG_QUERYADAPTERINFO", dxgk::query_bytes(version.number));
  says("DXGK_START_INFO", dxgk::start_info_bytes(version.number));
  const bool newest = version.number >= DXGKDDI_INTERFACE_VERSION_WDDM2_0;
  const bool newer = version.number >= DXGKDDI_INTERFACE_VERSION_WIN8;
  says("Query", newest  ? DXGKQAITYPE_QUERYSEGMENT4
                : newer ? DXGKQAITYPE_QUERYSEGMENT3
                        : DXGKQAITYPE_QUERYSEGMENT);
}

#define VERSION(name) \
  Version { #name, DXGKDDI_INTERFACE_VERSION_##name }

INSTANTIATE_TEST_SUITE_P(All, InterfaceVersion,
                         ::testing::Values(VERSION(VISTA), VERSION(VISTA_SP1), VERSION(WIN7),
                                           VERSION(WIN8), VERSION(WDDM1_3), VERSION(WDDM2_0),
                                           VERSION(WDDM2_1), VERSION(WDDM2_2), VERSION(WDDM2_3),
                                           VERSION(WDDM2_4), VERSION(WDDM2_5), VERSION(WDDM2_6),
                                           VERSION(WDDM2_7), VERSION(WDDM2_8), VERSION(WDDM2_9),
                                           VERSION(WDDM3_0), VERSION(WDDM3_1), VERSION(WDDM3_2)),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(InterfaceVersions, OnlyReleasedOnesAreKnown) {
  EXPECT_TRUE(dxgk::is_known_version(DXGKDDI_INTERFACE_VERSION_VISTA));
  EXPECT_TRUE(dxgk::is_known_version(DXGKDDI_INTERFACE_VERSION_WDDM2_9));
  for (const ULONG unknown : {0U, 1U, 0x1051U, 0x1054U, 0x5022U, 0xFFFFFFFFU})
    EXPECT_FALSE(dxgk::is_known_version(unknown)) << unknown;
}

// The same driver on the Windows before and on its own.
TEST(InterfaceVersions, ANewerDriverDoesNotLoadWithoutAFinding) {
  const auto driver =
      graphics_driver("version.c", "-DDXGKDDI_INTERFACE_VERSION=DXGKDDI_INTERFACE_VERSION_WDDM2_0");
  {
    const nt::PlayedWindows windows(*nt::windows_version_from("6.3"));
    const MiniportLife life = life_of_miniport(driver, {});
    EXPECT_EQ(life.entry, STATUS_REVISION_MISMATCH);
    EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  }
  const nt::PlayedWindows windows(*nt::windows_version_from("10.0.10240"));
  const MiniportLife life = life_of_miniport(driver, {});
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
}

TEST(InterfaceVersions, EachWindowsHasItsOwn) {
  const auto newest_on = [](const char* text) {
    const nt::PlayedWindows windows(*nt::windows_version_from(text));
    return dxgk::newest_version();
  };
  EXPECT_EQ(newest_on("6.1"), static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WIN7));
  EXPECT_EQ(newest_on("6.2"), static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WIN8));
  EXPECT_GE(newest_on("6.3"), static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WDDM1_3));
  EXPECT_LT(newest_on("6.3"), static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WDDM2_0));
  EXPECT_EQ(newest_on("10.0.10586"), static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WDDM2_0));
  EXPECT_EQ(newest_on("10.0.19045"), static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WDDM2_7));
  EXPECT_EQ(dxgk::newest_version(), static_cast<ULONG>(DXGKDDI_INTERFACE_VERSION_WDDM3_2));
}

}  // namespace
