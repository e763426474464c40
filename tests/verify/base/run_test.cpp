// The services of a run for its scenario.
#include <gtest/gtest.h>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "src/verify/base/scenario.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

TEST(Run, TheSeedDecidesWhatIsChosen) {
  const TestedDrivers drivers;
  verify::Run first(drivers, 7);
  verify::Run again(drivers, 7);
  verify::Run other(drivers, 8);
  std::vector<std::uint64_t> chosen;
  std::vector<std::uint64_t> differs;
  for (int i = 0; i < 20; ++i) {
    chosen.push_back(first.choose(1000));
    EXPECT_LT(chosen.back(), 1000U);
    EXPECT_EQ(again.choose(1000), chosen.back());
    differs.push_back(other.choose(1000));
  }
  EXPECT_NE(chosen, differs);
  EXPECT_EQ(first.choose(0), 0U);
}

TEST(Run, ActorsAllEndBeforeWhatOneThrewIsThrown) {
  const sim::SeededSchedule schedule(1);
  const TestedDrivers drivers;
  verify::Run run(drivers, 1);
  int ended = 0;
  EXPECT_THROW(run.together({{"refused", [] { throw Refused("no"); }},
                             {"slow",
                              [&] {
                                run.pass(10'000'000);
                                ++ended;
                              }}}),
               Refused);
  EXPECT_EQ(ended, 1);
}

TEST(Run, KnowsWhetherAFaultWasInjected) {
  const TestedDrivers drivers;
  const verify::Run run(drivers, 1);
  EXPECT_FALSE(run.after_fault());
  const sim::FaultInjection faults({.nth = 0});
  EXPECT_FALSE(run.after_fault());
  EXPECT_TRUE(sim::fail_here(sim::FaultKind::kPool, 1));
  EXPECT_TRUE(run.after_fault());
}

}  // namespace
