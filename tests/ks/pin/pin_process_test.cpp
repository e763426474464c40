// When a pin processes: gates, arrivals, attempts and states.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/pin/watched.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

// S-174, S-175, S-180.
TEST(KsPinPromises, S174ProcessingIsTriggeredByArrivalsAndAttempts) {
  Watched watched({"FRAMES=0"});
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS);
  const File::Stream first = pin.read(1, 64);
  EXPECT_THAT(watched.notes(), Not(HasSubstr("process")));
  ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);  // rises with a frame
  const auto count = [&] {
    const std::string all = watched.notes();
    int times = 0;
    for (std::size_t at = all.find("process"); at != std::string::npos;
         at = all.find("process", at + 1)) {
      ++times;
    }
    return times;
  };
  EXPECT_EQ(count(), 1);
  const File::Stream second = pin.read(1, 64);  // the queue is not empty
  EXPECT_EQ(count(), 1);
  watched.turn(5);
  EXPECT_EQ(count(), 2);
  watched.turn(7);  // the gate is closed
  EXPECT_EQ(count(), 2);
  ASSERT_EQ(pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  watched.turn(5);
  EXPECT_EQ(count(), 2);
}

TEST(KsPinPromises, S174RunOnlyPinsWaitForRun) {
  Watched watched({"PIN_FLAGS=KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY"});
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream read = pin.read(1, 64);
  EXPECT_FALSE(read.sent->is_done());
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(read.sent->status(), STATUS_SUCCESS);
}

}  // namespace
