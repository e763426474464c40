// Which monitor is connected to which target.
#include "src/display/vidpn/monitors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drydock::display {
namespace {

TEST(Monitors, ComeAndGo) {
  Monitors monitors({7, 9});
  EXPECT_TRUE(monitors.has_target(9));
  EXPECT_FALSE(monitors.has_target(8));
  EXPECT_EQ(monitors.at(7), nullptr);
  const auto monitor = std::make_shared<Monitor>(7);
  monitors.connect(7, monitor);
  EXPECT_EQ(monitors.at(7), monitor);
  EXPECT_EQ(monitor->modes->owner(), 7U);
  EXPECT_THAT(monitors.connected(), ::testing::ElementsAre(7U));
  monitors.disconnect(7);
  EXPECT_EQ(monitors.at(7), nullptr);
  EXPECT_TRUE(monitors.connected().empty());
}

}  // namespace
}  // namespace drydock::display
