// Every life of a user-mode display driver, on the software GPU's: clean, with faults and under
// schedules, and nothing to say of it.
#include "src/d3d/driver/wdk.h"
#include "tests/support/named_tests.h"
#include "tests/support/run_scenario.h"

using namespace drydock;
using namespace drydock::testing;

namespace {

// What the reference driver lacks: the reason names the one thing that would let it play.
constexpr std::pair<std::string_view, std::string_view> kSkipped[] = {
    {"user-mode.lock-async", "the driver has no LockAsync: its table has no function there"},
    {"user-mode.d3d11-command-lists", "GetCaps reports no command lists (D3D11DDICAPS_THREADING)"}};

const verify::Scenario& scenario_of(std::string_view name) {
  return *std::ranges::find(verify::user_mode_scenarios(), name, &verify::Scenario::name);
}

verify::TestedDrivers reference() {
  verify::TestedDrivers out;
  out.umd = SOFTGPU_UMD_SO;
  return out;
}

TEST(UserModeSkips, NameWhatIsMissing) {
  for (const auto& [name, why] : kSkipped)
    EXPECT_EQ(run_scenario(scenario_of(name), reference(), 1).skipped, why);
}

// A driver with two of the three entry points.
TEST(UserModeSkips, NameTheEntryPointThatIsNotExported) {
  verify::TestedDrivers drivers;
  drivers.umd = build_sample("umd", {"--kind umd"});
  EXPECT_EQ(run_scenario(scenario_of("user-mode.d3d12-heaps"), drivers, 1).skipped,
            "the driver exports no OpenAdapter12: it is none of Direct3D 12");
}

// A miniport that does not support that its device vanishes is stopped before, as it is on Windows.
TEST(UserModeLosses, AMiniportThatCannotVanishIsStopped) {
  verify::TestedDrivers drivers = reference();
  drivers.miniport = STAYING_KMD_SO;
  for (const char* const name : {"user-mode.lose-adapter", "user-mode.lose-submitted",
                                 "user-mode.d3d10-lose-destroyed", "user-mode.d3d12-lose"}) {
    const RunOutcome outcome = run_scenario(scenario_of(name), drivers, 1);
    expect_clean(outcome, name);
    EXPECT_EQ(outcome.refused, "") << name;
  }
}

// A driver that follows, in every Draw, the shaders that are bound, without a look whether any is.
TEST(UserModeDraws, HaveShadersAndStatesToFollow) {
  verify::TestedDrivers drivers;
  drivers.umd = HABIT_KEEPER;
  expect_clean_with_faults(scenario_of("user-mode.d3d10-views"), drivers, 4);
}

bool add_tests() {
  static verify::TestedDrivers drivers;
  drivers.umd = SOFTGPU_UMD_SO;
  for (const verify::Scenario& scenario : verify::user_mode_scenarios()) {
    const std::string name = camel_case(std::string(scenario.name));
    const auto is_this = [&](const auto& each) { return each.first == scenario.name; };
    if (std::ranges::any_of(kSkipped, is_this)) continue;
    add_test("SoftGpu", name, [scenario] {
      expect_clean_with_faults(scenario, drivers, number("DRYDOCK_VERIFY_FAULTS", 4));
      expect_clean_under_seeds(scenario, drivers, number("DRYDOCK_VERIFY_SEEDS", 3));
    });
  }
  return true;
}

const bool kAdded = add_tests();

}  // namespace
