// What all interface functions check: the level of the caller.
#include "src/display/vidpn/functions.h"

#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class FunctionRules : public NetworkTest {};

TEST_F(FunctionRules, D046CallAboveItsLevelIsFound) {
  during(Purpose::kCommit, [](const Given& given) {
    nt::Thread& thread = nt::self();
    nt::set_irql(thread, APC_LEVEL);
    SIZE_T paths = 0;
    EXPECT_EQ(given.paths.pfnGetNumPaths(given.topology, &paths), STATUS_SUCCESS);
    nt::set_irql(thread, PASSIVE_LEVEL);
  });
  EXPECT_EQ(count("D-046"), 1U) << findings_text();
}

TEST_F(FunctionRules, D046CallAtItsLevelIsSilent) {
  during(Purpose::kCommit, [](const Given& given) {
    SIZE_T paths = 0;
    EXPECT_EQ(given.paths.pfnGetNumPaths(given.topology, &paths), STATUS_SUCCESS);
  });
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
