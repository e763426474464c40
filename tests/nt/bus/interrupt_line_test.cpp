// Interrupt lines: who is offered an interrupt.
#include "src/nt/bus/interrupt_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt.h"
#include "src/nt/bus/io_space.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/nt/bus/interrupt_scene.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;
using ::testing::ElementsAre;

TEST(InterruptLine, SharedLevelLineIsOfferedUntilOneClaims) {
  const auto device = line();
  std::vector<int> order;
  Note first{&order, 1, FALSE};
  Note second{&order, 2, TRUE};
  Note third{&order, 3, TRUE};
  PKINTERRUPT objects[3]{};
  auto one = fully_specified(&objects[0], &first);
  auto two = line_based(&objects[1], &second);
  ASSERT_EQ(IoConnectInterruptEx(&one), STATUS_SUCCESS);
  ASSERT_EQ(IoConnectInterruptEx(&two), STATUS_SUCCESS);
  ASSERT_EQ(IoConnectInterrupt(&objects[2], serve, &third, nullptr, kVector, kLevel, kLevel,
                               LevelSensitive, TRUE, 1, FALSE),
            STATUS_SUCCESS);
  EXPECT_TRUE(device->raise());
  EXPECT_THAT(order, ElementsAre(1, 2));
  IoDisconnectInterrupt(objects[1]);
  EXPECT_TRUE(device->raise());
  EXPECT_THAT(order, ElementsAre(1, 2, 1, 3));
  IoDisconnectInterrupt(objects[2]);
  EXPECT_FALSE(device->raise());
  IoDisconnectInterrupt(objects[0]);
  EXPECT_FALSE(device->raise());
}

TEST(InterruptLine, LatchedLineIsOfferedToAll) {
  const auto device = line(0, Latched);
  std::vector<int> order;
  Note notes[2] = {{&order, 1, TRUE}, {&order, 2, TRUE}};
  PKINTERRUPT objects[2]{};
  for (int i = 0; i < 2; ++i) {
    auto parameters = line_based(&objects[i], &notes[i]);
    ASSERT_EQ(IoConnectInterruptEx(&parameters), STATUS_SUCCESS);
  }
  EXPECT_TRUE(device->raise());
  EXPECT_THAT(order, ElementsAre(1, 2));
  for (PKINTERRUPT object : objects) IoDisconnectInterrupt(object);
}

}  // namespace
