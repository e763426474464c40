// Work that the host does for a driver where the driver's level does not allow it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/pin/filtered.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// S-179, S-180: a DPC's attempt, for a filter that processes at DISPATCH_LEVEL and for one that
// does not.
TEST(KsFilterCentric, S179AnAttemptInADpcKeepsItsLevelOrGoesToAWorker) {
  for (const bool at_dispatch : {true, false}) {
    Filtered scene(
        {at_dispatch ? "FILTER_FLAGS=KSFILTER_FLAG_DISPATCH_LEVEL_PROCESSING" : "FILTER_FLAGS=0",
         "PIN_FLAGS=KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING"});
    File out = scene.connect(0);
    ASSERT_EQ(out.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    const File::Stream read = out.read(1, 64);
    EXPECT_FALSE(read.sent->is_done());
    scene.turn(7);
    EXPECT_EQ(read.sent->status(), STATUS_SUCCESS);
    EXPECT_THAT(scene.notes(), HasSubstr(at_dispatch ? "dispatch processed" : "passive processed"));
  }
}

}  // namespace
