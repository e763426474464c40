// Every life of a user-mode display driver, on the software GPU's: clean, with faults and under
// schedules, and nothing to say of it.
#include "src/d3d/driver/wdk.h"
#include "tests/support/named_tests.h"
#include "tests/support/run_scenario.h"

using namespace drydock;
using namespace drydock::testing;

namespace {

bool add_tests() {
  static verify::TestedDrivers drivers;
  drivers.umd = SOFTGPU_UMD_SO;
  for (const verify::Scenario& scenario : verify::user_mode_scenarios()) {
    const std::string name = camel_case(std::string(scenario.name));
    add_test("SoftGpu", name, [scenario] {
      expect_clean_with_faults(scenario, drivers, number("DRYDOCK_VERIFY_FAULTS", 4));
      expect_clean_under_seeds(scenario, drivers, number("DRYDOCK_VERIFY_SEEDS", 3));
    });
  }
  return true;
}

const bool kAdded = add_tests();

}  // namespace
