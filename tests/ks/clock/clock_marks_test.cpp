// Marks of a clock: once, and again and again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "src/sim/schedule.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;

namespace {

// The clock of a pin: made by a handle, and its events.
TEST(KsExports, AClockSignalsItsMarks) {
  const drydock::sim::SeededSchedule schedule(3);
  Scene scene;
  File pin;
  ASSERT_EQ(scene.rig.connect(scene.filter, 0, plain_format(), pin), STATUS_SUCCESS);
  HANDLE handle = nullptr;
  KSCLOCK_CREATE create{};
  ASSERT_EQ(KsCreateClock(pin.handle(), &create, &handle), STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(handle), STATUS_SUCCESS);
  File clock;
  ASSERT_EQ(scene.rig.open_below(pin, ks::kClockClass, bytes_of(create), clock), STATUS_SUCCESS);

  Signal once;
  KSEVENT_TIME_MARK mark{once.data, 5'000'000};
  KSEVENT wanted = event_of(KSEVENTSETID_Clock, KSEVENT_CLOCK_POSITION_MARK, KSEVENT_TYPE_ENABLE);
  ULONG returned = 0;
  ASSERT_EQ(
      control(clock, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &mark, sizeof mark, returned),
      STATUS_SUCCESS);
  Signal again;
  KSEVENT_TIME_INTERVAL every{again.data, 1'000'000, 2'000'000};
  wanted.Id = KSEVENT_CLOCK_INTERVAL_MARK;
  ASSERT_EQ(
      control(clock, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &every, sizeof every, returned),
      STATUS_SUCCESS);
  KSEVENT_TIME_INTERVAL never{again.data, 0, 0};
  EXPECT_EQ(
      control(clock, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &never, sizeof never, returned),
      STATUS_INVALID_PARAMETER);

  EXPECT_FALSE(again.wait(20'000'000)) << "the clock stands";
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const drydock::sim::Time began = drydock::sim::now();
  EXPECT_TRUE(again.wait(20'000'000));
  EXPECT_TRUE(again.wait(20'000'000));
  EXPECT_TRUE(once.wait(20'000'000));
  EXPECT_LE(drydock::sim::now() - began, 6'000'000);
  EXPECT_FALSE(once.wait(20'000'000)) << "it was";
  ASSERT_EQ(pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  clock.close();
  pin.close();
  scene.end();
}

}  // namespace
