// Every life of a minidriver, on the reference camera and on the reference mixer: clean, with
// faults and under schedules, and nothing to say of them. DRYDOCK_VERIFY_FAULTS and
// DRYDOCK_VERIFY_SEEDS ask for more of both than the few that run every time.
#include <array>

#include "src/ks/base/wdk.h"
#include "tests/support/named_tests.h"
#include "tests/support/run_scenario.h"

using namespace drydock;
using namespace drydock::testing;

namespace {

struct Subject {
  const char* suite;
  verify::TestedDrivers drivers;
  // The one scenario that it lacks something for, and what the report says of that.
  std::string_view skipped;
  std::string_view why;
};

const std::array<Subject, 2>& subjects() {
  static const std::array<Subject, 2> all = {
      {{"Vcam", camera(DRYDOCK_VCAM), "minidriver.clocks",
        "no pin has a clock (KSPIN_FLAG_IMPLEMENT_CLOCK)"},
       {"Vmix", camera(DRYDOCK_VMIX), "minidriver.pitch",
        "no output pin has headers with KS_FRAME_INFO and a format of packed rows"}}};
  return all;
}

TEST(MinidriverSkips, NameWhatIsMissing) {
  for (const Subject& subject : subjects()) {
    const auto scenarios = verify::minidriver_scenarios();
    const auto found = std::ranges::find(scenarios, subject.skipped, &verify::Scenario::name);
    ASSERT_NE(found, scenarios.end());
    EXPECT_EQ(run_scenario(*found, subject.drivers, 1).skipped, subject.why);
  }
}

bool add_tests() {
  for (const Subject& subject : subjects()) {
    for (const verify::Scenario& scenario : verify::minidriver_scenarios()) {
      if (scenario.name == subject.skipped) continue;
      add_test(subject.suite, camel_case(std::string(scenario.name)), [&subject, scenario] {
        expect_clean_with_faults(scenario, subject.drivers, number("DRYDOCK_VERIFY_FAULTS", 4));
        expect_clean_under_seeds(scenario, subject.drivers, number("DRYDOCK_VERIFY_SEEDS", 3));
      });
    }
  }
  return true;
}

const bool kAdded = add_tests();

}  // namespace
