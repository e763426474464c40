// Every life of a minidriver, on the reference camera: clean, with faults and under schedules, and
// nothing to say of it. DRYDOCK_VERIFY_FAULTS and DRYDOCK_VERIFY_SEEDS ask for more of both than
// the few that run every time.
#include "src/ks/base/wdk.h"
#include "tests/support/named_tests.h"
#include "tests/support/run_scenario.h"

using namespace drydock;
using namespace drydock::testing;

namespace {

bool add_tests() {
  static const verify::TestedDrivers drivers = camera(DRYDOCK_VCAM);
  for (const verify::Scenario& scenario : verify::minidriver_scenarios()) {
    const std::string name = camel_case(std::string(scenario.name));
    add_test("Vcam", name, [scenario] {
      expect_clean_with_faults(scenario, drivers, number("DRYDOCK_VERIFY_FAULTS", 4));
      expect_clean_under_seeds(scenario, drivers, number("DRYDOCK_VERIFY_SEEDS", 3));
    });
  }
  return true;
}

const bool kAdded = add_tests();

}  // namespace
