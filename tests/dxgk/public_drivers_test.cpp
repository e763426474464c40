// Miniports that others published, unmodified, from where they lie: each test needs the folder of
// its driver's sources in an environment variable and is skipped without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/firmware_display.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"
#include "tests/support/test_miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
namespace fs = std::filesystem;

std::string folder_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

fs::path build(const TempFolder& into, const std::string& words) {
  const fs::path driver = into.path() / "driver.so";
  const Outcome outcome =
      drydock::testing::drydock("cc --kind miniport " + words + " -o " + driver.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return driver;
}

// Microsoft's sample of a display-only driver (Windows-driver-samples/video/KMDOD).
TEST(PublicDrivers, KmdodStartsStopsAndUnloads) {
  const std::string folder = folder_of("DRYDOCK_KMDOD");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_KMDOD is not set";
  const TempFolder build_folder;
  MiniportOptions options;
  options.model = std::make_shared<FirmwareDisplay>();
  options.started = [](dxgk::Adapter& adapter) {
    EXPECT_EQ(adapter.caps().sources, 1U);
    EXPECT_EQ(adapter.caps().child_descriptors.size(), 1U);
    EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD3, PowerActionSleep),
              STATUS_SUCCESS);
    EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD0, PowerActionNone),
              STATUS_SUCCESS);
    adapter.reset_device();
  };
  const MiniportLife life = life_of_miniport(build(build_folder, folder + "/*.cxx"), options);
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.told();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.told();
  EXPECT_TRUE(life.alive);
  // RegisterHWInfo() opens the key of its driver and never closes it.
  EXPECT_EQ(life.count("K-055"), 1U) << life.told();
  EXPECT_EQ(life.count("N-044"), 1U) << life.told();
  EXPECT_EQ(life.findings.size(), 2U) << life.told();
}

// Microsoft's render-only sample (graphics-driver-samples/render-only-sample). It is for a
// Raspberry Pi: on another device it reports a segment whose size it never set.
TEST(PublicDrivers, RenderOnlySampleComesToItsSegments) {
  const std::string folder = folder_of("DRYDOCK_RENDER_ONLY_SAMPLE");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_RENDER_ONLY_SAMPLE is not set";
  const TempFolder build_folder;
  const MiniportLife life = life_of_miniport(
      build(build_folder, "-DVC4=1 -I" + folder + "/roscommon " + folder + "/roskmd/*.cpp"), {});
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.told();
  EXPECT_EQ(life.start, STATUS_UNSUCCESSFUL) << life.told();
  EXPECT_EQ(life.count("K-317"), 1U) << life.told();
  EXPECT_TRUE(life.alive);
}

// Microsoft's compute-only sample (graphics-driver-samples/compute-only-sample).
TEST(PublicDrivers, ComputeOnlySampleStartsStopsAndUnloads) {
  const std::string folder = folder_of("DRYDOCK_COMPUTE_ONLY_SAMPLE");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_COMPUTE_ONLY_SAMPLE is not set";
  const TempFolder build_folder;
  const MiniportLife life =
      life_of_miniport(build(build_folder, "-I" + folder + "/coscommon -I" + folder +
                                               "/vpucommon " + folder + "/coskmd/*.cpp"),
                       {});
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.told();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.told();
  EXPECT_TRUE(life.alive);
  // No aperture segment, a memory segment that is cache coherent, and a thread that just returns.
  EXPECT_EQ(life.count("K-318"), 1U);
  EXPECT_EQ(life.count("K-320"), 1U);
  EXPECT_EQ(life.count("N-042"), 1U);
  EXPECT_EQ(life.findings.size(), 3U) << life.told();
}

// The display-only driver for virtio (kvm-guest-drivers-windows/viogpu). On a device that is not
// virtio's its start fails, and then its RemoveDevice waits for a thread that was never made.
TEST(PublicDrivers, ViogpudoRefusesAForeignDeviceAndDies) {
  const std::string folder = folder_of("DRYDOCK_VIOGPUDO");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_VIOGPUDO is not set";
  const TempFolder build_folder;
  const std::string words = "-I" + folder + "/viogpu/common -I" + folder + "/viogpu/shared -I" +
                            folder + "/VirtIO -I" + folder + "/VirtIO/WDF -I" + folder +
                            "/viogpu/viogpudo " + folder + "/viogpu/viogpudo/*.cpp " + folder +
                            "/viogpu/common/*.cpp " + folder + "/VirtIO/*.c";
  MiniportOptions options;
  options.model = std::make_shared<FirmwareDisplay>();
  const MiniportLife life = life_of_miniport(build(build_folder, words), options);
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.told();
  EXPECT_FALSE(NT_SUCCESS(life.start)) << life.told();
  EXPECT_FALSE(life.alive);
  EXPECT_EQ(life.count("N-021"), 1U) << life.told();
  EXPECT_EQ(life.findings.size(), 1U) << life.told();
}

}  // namespace
