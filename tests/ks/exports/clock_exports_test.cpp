// Default clocks: below a driver's file, below a pin, and their marks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "src/nt/ob/object.h"
#include "src/sim/schedule.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;
namespace ks = drydock::ks;

namespace {

// Tests of what the driver does by itself.
TEST(KsExports, ADefaultClockRunsInRun) {
  const drydock::sim::SeededSchedule schedule(1);
  Scene().expect(kTryClock, "clock-stands");
}

TEST(KsExports, ADefaultClockIsOpenedBelowADriversFile) {
  Scene scene;
  scene.go(kAllocateClock);
  File clock;
  ASSERT_EQ(scene.rig.open_below(scene.own, ks::kClockClass, bytes_of(KSCLOCK_CREATE{}), clock),
            STATUS_SUCCESS);
  Bytes time(sizeof(LONGLONG));
  EXPECT_EQ(clock.get(KSPROPSETID_Clock, KSPROPERTY_CLOCK_TIME, time), STATUS_SUCCESS);
  EXPECT_EQ(time, bytes_of(LONGLONG{5000}));
  clock.close();
  scene.go(kFreeClock);
  scene.end();
}

// The clock of a pin: made by a handle, and its events.
TEST(KsExports, AClockTellsItsMarks) {
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
