// Display-only drivers: their children and the picture that firmware left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/dxgk/miniport.h"
#include "tests/support/firmware_display.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

MiniportLife life_of_display(std::shared_ptr<dxgk::DeviceModel> model, std::u16string stop) {
  MiniportOptions options;
  options.model = std::move(model);
  options.settings = {{u"Stop", std::move(stop)}};
  return life_of_miniport(graphics_driver("display_only.cpp"), options);
}

TEST(DisplayOnlyPromises, K056StopDeviceDoesNotFollowASuccess) {
  const MiniportLife life = life_of_display(std::make_shared<FirmwareDisplay>(), u"works");
  EXPECT_THAT(life.said, ElementsAre("post display", "QueryChildRelations", "QueryChildStatus",
                                     "QueryDeviceDescriptor", "StopAndRelease 7", "RemoveDevice"))
      << life.findings_text();
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(DisplayOnlyPromises, K056StopDeviceFollowsAFailure) {
  const MiniportLife life = life_of_display(std::make_shared<FirmwareDisplay>(), u"fails");
  EXPECT_THAT(life.said, ElementsAre("post display", "QueryChildRelations", "QueryChildStatus",
                                     "QueryDeviceDescriptor", "StopAndRelease 7", "StopDevice",
                                     "RemoveDevice"))
      << life.findings_text();
}

// Only the device that firmware used keeps its picture.
TEST(DisplayOnly, AnotherDeviceIsSimplyStopped) {
  const MiniportLife life = life_of_display(std::make_shared<dxgk::DeviceModel>(), u"works");
  EXPECT_TRUE(life.has_said("no post display")) << life.findings_text();
  EXPECT_TRUE(life.has_said("StopDevice"));
  EXPECT_FALSE(life.has_said("StopAndRelease 7"));
}

}  // namespace
