// Push locks.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::testing;

TEST(FastMutexRules, N033PushLockOutsideACriticalRegionIsFound) {
  expect_found("N-033", driver_with(R"(
  ExAcquirePushLockShared(&Push);  // here
  ExReleasePushLockShared(&Push);)",
                                    "static EX_PUSH_LOCK Push;\n"));
}

}  // namespace
