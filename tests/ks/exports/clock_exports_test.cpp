// Default clocks: below a driver's file, below a pin, and their marks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "src/sim/schedule.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

// Tests of what the driver does by itself.
TEST(KsExports, ADefaultClockRunsInRun) {
  const drydock::sim::SeededSchedule schedule(1);
  Scene().expect(kTryClock, "clock-stands");
}

}  // namespace
