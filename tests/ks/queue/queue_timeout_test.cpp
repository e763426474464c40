// Time-outs of stream pointers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "tests/ks/queue/probing.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// S-169, S-170: one that was scheduled in PAUSE waits for one that is scheduled in RUN.
TEST(KsPointerPromises, S169TimeOutsFireAndS170WaitForRun) {
  const drydock::sim::SeededSchedule schedule(3);
  Probing probing(6);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream one = probing.pin.read(1, 64);
  LARGE_INTEGER second{.QuadPart = -10'000'000};
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  EXPECT_EQ(probing.notes().find("timed-out"), std::string::npos);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  probing.turn(60);
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  EXPECT_THAT(probing.notes(), HasSubstr("first-timed-out second-timed-out"));
  // Cancelled and deleted ones do not fire.
  probing.turn(61);
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  const std::string notes = probing.notes();
  EXPECT_EQ(notes.find("timed-out", notes.find("second-timed-out") + 10), std::string::npos);
  EXPECT_EQ(one.sent->status(), STATUS_SUCCESS);
}

}  // namespace
