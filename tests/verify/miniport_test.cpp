// Every scenario of miniports on the software GPU: clean, with faults, under seeds. It does nothing
// wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "drydock/dock.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "src/verify/scenario.h"

namespace drydock::verify {
namespace {

// Scenarios say of themselves that they are careless clients; that is no matter of the driver's.
std::vector<rules::Finding> about_the_driver(std::vector<rules::Finding> findings) {
  std::erase_if(findings, [](const rules::Finding& finding) {
    return finding.rule->party == rules::Party::kClient && finding.driver.empty();
  });
  return findings;
}

struct Lived {
  std::uint64_t points = 0;
  std::string ended;  // why it ended early; empty: it did not
  std::vector<rules::Finding> findings;
};

Lived live(const Subject& subject, const Scenario& scenario, std::uint64_t seed,
           sim::FaultPlan plan = {}) {
  Lived out;
  const rules::FindingLog log;
  {
    const sim::SeededSchedule schedule(seed);
    const sim::FaultInjection faults(plan);
    verify::Run run(subject, seed);
    try {
      scenario.play(run);
    } catch (const std::runtime_error& error) {
      out.ended = error.what();
    }
    out.points = faults.points();
  }
  out.findings = about_the_driver(log.findings());
  return out;
}

std::uint64_t asked_for(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class MiniportScenario : public ::testing::TestWithParam<Scenario> {
 protected:
  MiniportScenario() { subject_.miniport = Dock::software_gpu(); }

  void expect_clean(const Lived& lived, const std::string& run, bool may_end_early = false) {
    if (!may_end_early) EXPECT_EQ(lived.ended, "") << run;
    for (const rules::Finding& finding : lived.findings)
      ADD_FAILURE() << run << ": " << to_text(finding);
  }

  Subject subject_;
};

// It is played to its end, and the same seed gives the same run.
TEST_P(MiniportScenario, IsLivedToItsEnd) {
  if (GetParam().name == "miniport.children-sleep") {
    EXPECT_EQ(live(subject_, GetParam(), 1).ended, "the adapter has no children");
    return;
  }
  const std::uint64_t seeds = asked_for("DRYDOCK_STRESS_SEEDS", GetParam().has_actors ? 4 : 2);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    expect_clean(live(subject_, GetParam(), seed), fmt::format("seed {}", seed));
    if (HasFailure()) return;
  }
}

// Spread over all points of the scenario. DRYDOCK_FAULTS says at how many.
TEST_P(MiniportScenario, SurvivesFaults) {
  const std::uint64_t points = live(subject_, GetParam(), 1).points;
  const std::uint64_t wanted = std::min(points, asked_for("DRYDOCK_FAULTS", 5));
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const std::uint64_t point = points * i / wanted;
    expect_clean(live(subject_, GetParam(), 1, {.nth = point}), fmt::format("fault {}", point),
                 /*may_end_early=*/true);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(OnTheSoftwareGpu, MiniportScenario,
                         ::testing::ValuesIn(miniport_scenarios().begin(),
                                             miniport_scenarios().end()),
                         [](const ::testing::TestParamInfo<Scenario>& info) {
                           std::string name(info.param.name.substr(info.param.name.find('.') + 1));
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(MiniportScenarios, AreManyAndHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Scenario& scenario : miniport_scenarios()) {
    EXPECT_TRUE(names.insert(scenario.name).second) << scenario.name;
    EXPECT_TRUE(scenario.name.starts_with("miniport.")) << scenario.name;
    EXPECT_EQ(scenario.kind, DriverKind::kMiniport);
    EXPECT_FALSE(scenario.what.empty()) << scenario.name;
  }
  EXPECT_GE(names.size(), 25U);
}

}  // namespace
}  // namespace drydock::verify
