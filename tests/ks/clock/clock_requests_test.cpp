// What the file of a clock answers, and the routines that it hands to kernel clients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;

namespace {

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

// A default clock below a file, which stands at 5000.
struct StoppedClock : Scene {
  File clock;

  explicit StoppedClock() {
    go(kAllocateClock);
    EXPECT_EQ(rig.open_below(own, ks::kClockClass, bytes_of(KSCLOCK_CREATE{}), clock),
              STATUS_SUCCESS);
  }
  void finish() {
    clock.close();
    go(kFreeClock);
    end();
  }
  NTSTATUS table(KSCLOCK_FUNCTIONTABLE& out) const {
    Bytes bytes(sizeof out);
    const NTSTATUS status = clock.get(KSPROPSETID_Clock, KSPROPERTY_CLOCK_FUNCTIONTABLE, bytes);
    std::memcpy(&out, bytes.data(), sizeof out);
    return status;
  }
};

TEST(KsClockRequests, TheTableReturnsWhatThePropertiesReturn) {
  StoppedClock scene;
  KSCLOCK_FUNCTIONTABLE table{};
  ASSERT_EQ(scene.table(table), STATUS_SUCCESS);
  const PFILE_OBJECT file = scene.clock.object();
  LONGLONG system = 0;
  EXPECT_EQ(table.GetTime(file), 5000);
  EXPECT_EQ(table.GetCorrelatedTime(file, &system), 5000);
  EXPECT_GT(system, 0);
  Bytes physical(sizeof(LONGLONG));
  ASSERT_EQ(scene.clock.get(KSPROPSETID_Clock, KSPROPERTY_CLOCK_PHYSICALTIME, physical),
            STATUS_SUCCESS);
  LONGLONG before = 0;
  std::memcpy(&before, physical.data(), sizeof before);
  EXPECT_GE(table.GetPhysicalTime(file), before);
  EXPECT_GE(table.GetCorrelatedPhysicalTime(file, &system), before);
  scene.finish();
}

// A file that is no clock has no time.
TEST(KsClockRequests, OtherFilesHaveNoTime) {
  StoppedClock scene;
  KSCLOCK_FUNCTIONTABLE table{};
  ASSERT_EQ(scene.table(table), STATUS_SUCCESS);
  LONGLONG system = 1;
  EXPECT_EQ(table.GetTime(scene.own.object()), 0);
  EXPECT_EQ(table.GetPhysicalTime(scene.own.object()), 0);
  EXPECT_EQ(table.GetCorrelatedTime(scene.own.object(), &system), 0);
  EXPECT_EQ(table.GetCorrelatedPhysicalTime(scene.own.object(), &system), 0);
  EXPECT_EQ(system, 1);
  scene.finish();
}

TEST(KsClockRequests, StateAndResolutionAreTheClocks) {
  StoppedClock scene;
  Bytes state(sizeof(KSSTATE)), resolution(sizeof(KSRESOLUTION));
  EXPECT_EQ(scene.clock.get(KSPROPSETID_Clock, KSPROPERTY_CLOCK_STATE, state), STATUS_SUCCESS);
  EXPECT_EQ(state, bytes_of(KSSTATE_STOP));
  EXPECT_EQ(scene.clock.get(KSPROPSETID_Clock, KSPROPERTY_CLOCK_RESOLUTION, resolution),
            STATUS_SUCCESS);
  EXPECT_NE(resolution, Bytes(sizeof(KSRESOLUTION)));
  EXPECT_NE(scene.clock.set(KSPROPSETID_Clock, KSPROPERTY_CLOCK_STATE, state), STATUS_SUCCESS)
      << "is only told";
  scene.finish();
}

}  // namespace
