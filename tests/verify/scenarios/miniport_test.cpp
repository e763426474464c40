// Every scenario of miniports on the software GPU: clean, with faults, under seeds. It does nothing
// wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <set>

#include "drydock/dock.h"
#include "src/rules/evaluated.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "src/verify/base/scenario.h"
#include "src/wdk/graphics.h"

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
  std::vector<std::string> notes;
  std::vector<rules::Finding> findings;
};

Lived live(const TestedDrivers& drivers, const Scenario& scenario, std::uint64_t seed,
           sim::FaultPlan plan = {}) {
  Lived out;
  const rules::FindingLog log;
  {
    const sim::SeededSchedule schedule(seed);
    const sim::FaultInjection faults(plan);
    verify::Run run(drivers, seed);
    try {
      scenario.body(run);
    } catch (const std::runtime_error& error) {
      out.ended = error.what();
    }
    out.points = faults.points();
    out.notes = run.notes();
  }
  out.findings = about_the_driver(log.findings());
  return out;
}

std::uint64_t asked_for(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

bool is_of_displays(const Scenario& scenario) {
  return scenario.name.starts_with("miniport.display-");
}

class MiniportScenario : public ::testing::TestWithParam<Scenario> {
 protected:
  MiniportScenario() {
    drivers_.miniport = is_of_displays(GetParam()) ? DRYDOCK_PANEL : Dock::software_gpu();
  }

  void expect_clean(const Lived& lived, const std::string& run, bool may_end_early = false) {
    if (!may_end_early) {
      EXPECT_EQ(lived.ended, "") << run;
    }
    for (const rules::Finding& finding : lived.findings)
      ADD_FAILURE() << run << ": " << to_text(finding);
  }

  TestedDrivers drivers_;
};

constexpr std::string_view kNoMmu = "the driver has no GPU MMU (GpuMmuSupported)";

// It is played to its end, and the same seed gives the same run.
TEST_P(MiniportScenario, IsLivedToItsEnd) {
  const std::map<std::string_view, std::string_view> skipped = {
      {"miniport.children-sleep", "DxgkDdiStartDevice returned NumberOfChildren 0"},
      {"miniport.residency-move", "DxgkDdiValidateUpdateAllocationProperty is not registered"},
      {"miniport.foreign-interrupt", "it needs a profile whose device has \"interrupt\": \"line\""},
      {"miniport.escapes", "it needs a profile with escapes"},
      {"miniport.escapes-spoiled", "it needs a profile with escapes"},
      {"miniport.commands", "it needs a profile with commands"},
      {"miniport.commands-spoiled", "it needs a profile with commands"},
      {"miniport.virtual-pointers", kNoMmu},
      {"miniport.gpu-addresses", kNoMmu},
      {"miniport.virtual-context", kNoMmu},
      {"miniport.address-updates", kNoMmu},
      {"miniport.virtual-death", kNoMmu},
      {"miniport.race-virtual-work", kNoMmu},
  };
  if (const auto why = skipped.find(GetParam().name); why != skipped.end()) {
    EXPECT_EQ(live(drivers_, GetParam(), 1).ended, why->second);
    return;
  }
  const std::uint64_t seeds = asked_for("DRYDOCK_STRESS_SEEDS", GetParam().has_actors ? 4 : 2);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    expect_clean(live(drivers_, GetParam(), seed), fmt::format("seed {}", seed));
    if (HasFailure()) return;
  }
}

// Spread over all points of the scenario. DRYDOCK_FAULTS says at how many.
TEST_P(MiniportScenario, SurvivesFaults) {
  const std::uint64_t points = live(drivers_, GetParam(), 1).points;
  const std::uint64_t wanted = std::min(points, asked_for("DRYDOCK_FAULTS", 3));
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const std::uint64_t point = points * i / wanted;
    expect_clean(live(drivers_, GetParam(), 1, {.nth = point}), fmt::format("fault {}", point),
                 /*may_end_early=*/true);
    if (HasFailure()) return;
  }
}

std::vector<Scenario> scenarios_of(bool displays) {
  std::vector<Scenario> out;
  std::ranges::copy_if(miniport_scenarios(), std::back_inserter(out),
                       [&](const Scenario& each) { return is_of_displays(each) == displays; });
  return out;
}

std::string name_of(const ::testing::TestParamInfo<Scenario>& info) {
  std::string name(info.param.name.substr(info.param.name.find('.') + 1));
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(OnTheSoftwareGpu, MiniportScenario,
                         ::testing::ValuesIn(scenarios_of(/*displays=*/false)), name_of);
INSTANTIATE_TEST_SUITE_P(OnThePanel, MiniportScenario,
                         ::testing::ValuesIn(scenarios_of(/*displays=*/true)), name_of);

const Scenario& scenario(std::string_view name) {
  const auto found = std::ranges::find(miniport_scenarios(), name, &Scenario::name);
  EXPECT_NE(found, miniport_scenarios().end()) << name;
  return *found;
}

// A driver that makes the one mistake that its registry key names, as the profile sets it.
class CarelessDriver : public ::testing::Test {
 protected:
  enum Mistake : std::uint32_t {
    kNone,
    kReadsAnswer,
    kReadsBehindList,
    kKeepsList,
    kStaysBroken,
    kNeverStartsAgain,
    kDrawsNothing,
    kReadsBehindData,
    kTrustsDataSize,
    kWritesReadOnlyData,
    kReadsUnguarded,
    kServesSystem,
    kAnswersTooMuch,
    kStumblesElsewhere,
    kHasNoContexts,
    kAnswersForOne,
    kRefusesZeros,
    kFollowsPointers,
    kFollowsProbed,
    kTrustsEscapeSize,
    kClaimsInterrupts,
    kTrustsCommands,
    kCanBeReset,
    kIsDeadAfterReset,
  };

  static TestedDrivers with(Mistake mistake) {
    constexpr std::uint32_t kDword = 4;
    Blob value(sizeof mistake);
    std::memcpy(value.data(), &mistake, sizeof mistake);
    TestedDrivers drivers;
    drivers.miniport = CARELESS_DRIVER;
    drivers.profile.registry.push_back({"", "Mistake", kDword, value});
    return drivers;
  }

  // Every rule that is broken, in a clean run or with some fault.
  std::set<std::string_view> broken(Mistake mistake, std::string_view name, bool faults) {
    const TestedDrivers drivers = with(mistake);
    std::set<std::string_view> out;
    const auto note = [&](const Lived& lived) {
      for (const rules::Finding& finding : lived.findings) out.insert(finding.rule->id);
      return lived.points;
    };
    const std::uint64_t points = note(live(drivers, scenario(name), 1));
    for (std::uint64_t i = 0; faults && i < points; ++i)
      note(live(drivers, scenario(name), 1, {.nth = i}));
    return out;
  }
  static constexpr bool kClean = false, kWithFaults = true;
  using Rules = std::set<std::string_view>;
};

TEST_F(CarelessDriver, IsSilentWithoutAMistake) {
  EXPECT_EQ(broken(kNone, "miniport.resource-of-1", kWithFaults), Rules());
  EXPECT_EQ(broken(kNone, "miniport.loose-allocations", kWithFaults), Rules());
}

// N-061 is a crash, at the very instruction.
TEST_F(CarelessDriver, DriverThatReadsAFieldThatItIsToFillIsFound) {
  EXPECT_TRUE(broken(kReadsAnswer, "miniport.resource-of-1", kClean).contains("N-061"));
}

TEST_F(CarelessDriver, DriverThatReadsBehindAListIsFound) {
  EXPECT_TRUE(broken(kReadsBehindList, "miniport.resource-of-1", kClean).contains("N-061"));
}

TEST_F(CarelessDriver, DriverThatUsesAListAfterTheCallIsFound) {
  EXPECT_TRUE(broken(kKeepsList, "miniport.loose-allocations", kClean).contains("N-061"));
}

TEST_F(CarelessDriver, IsSilentWithoutAMistakeWhateverItIsGiven) {
  EXPECT_EQ(broken(kNone, "miniport.bad-private-data", kWithFaults), Rules());
  EXPECT_EQ(broken(kNone, "miniport.shared-between-devices", kClean), Rules());
  EXPECT_EQ(broken(kNone, "miniport.commands-taken-away", kWithFaults), Rules());
  EXPECT_EQ(broken(kNone, "miniport.system-context", kWithFaults), Rules());
}

TEST_F(CarelessDriver, K127DriverThatReadsBehindPrivateDataIsFound) {
  EXPECT_TRUE(broken(kReadsBehindData, "miniport.resource-of-1", kClean).contains("K-127"));
}

TEST_F(CarelessDriver, K127DriverThatTrustsTheSizeOfPrivateDataIsFound) {
  EXPECT_EQ(broken(kTrustsDataSize, "miniport.resource-of-1", kClean), Rules());
  EXPECT_TRUE(broken(kTrustsDataSize, "miniport.bad-private-data", kClean).contains("K-127"));
}

TEST_F(CarelessDriver, K127IsNotRaisedWhenAnotherThreadEndsTheDriver) {
  const Rules found = broken(kStumblesElsewhere, "miniport.resource-of-1", kClean);
  EXPECT_TRUE(found.contains("N-061"));
  EXPECT_FALSE(found.contains("K-127"));
}

// Nothing of it has changed.
TEST_F(CarelessDriver, K182DriverThatWritesReadOnlyDataIsFound) {
  EXPECT_EQ(broken(kWritesReadOnlyData, "miniport.resource-of-1", kClean), Rules());
  EXPECT_TRUE(
      broken(kWritesReadOnlyData, "miniport.shared-between-devices", kClean).contains("K-182"));
}

TEST_F(CarelessDriver, DriverThatAnswersMoreThanItWasAskedForIsFound) {
  EXPECT_TRUE(broken(kAnswersTooMuch, "miniport.start-stop", kClean).contains("N-061"));
}

TEST_F(CarelessDriver, K378DriverThatReadsCommandsUnguardedIsFound) {
  EXPECT_TRUE(broken(kReadsUnguarded, "miniport.commands-taken-away", kClean).contains("K-378"));
}

TEST_F(CarelessDriver, K359DriverThatServesTheSystemsContextIsFound) {
  EXPECT_EQ(broken(kServesSystem, "miniport.system-context", kClean), Rules({"K-359"}));
}

TEST_F(CarelessDriver, N069DriverThatStaysBrokenAfterAFailureIsFound) {
  EXPECT_EQ(broken(kStaysBroken, "miniport.resource-of-1", kWithFaults), Rules({"N-069"}));
}

TEST_F(CarelessDriver, N069DriverThatDoesNotStartAgainIsFound) {
  EXPECT_EQ(broken(kNeverStartsAgain, "miniport.start-stop", kWithFaults), Rules({"N-069"}));
}

TEST_F(CarelessDriver, N069WhoseGpuIsDeadAfterAResetIsFound) {
  EXPECT_TRUE(broken(kIsDeadAfterReset, "miniport.time-out-idle", kClean).contains("N-069"));
}

TEST_F(CarelessDriver, N069AResetThatGoesWellIsSilent) {
  EXPECT_EQ(broken(kCanBeReset, "miniport.time-out-idle", kWithFaults), Rules());
}

TEST_F(CarelessDriver, N070DriverThatDrawsNothingIsFound) {
  EXPECT_TRUE(broken(kDrawsNothing, "miniport.draw-and-look", kClean).contains("N-070"));
}

// It draws nothing, and is found out by what its devices were given.
TEST_F(CarelessDriver, WorkGoesToTheDevicesOfADriverWithoutContexts) {
  const TestedDrivers drivers = with(kHasNoContexts);
  for (const char* name : {"miniport.destroy-queued", "miniport.lock-discard", "miniport.death",
                           "miniport.death-in-flight"}) {
    const Lived lived = live(drivers, scenario(name), 1);
    EXPECT_EQ(lived.ended, "") << name;
    EXPECT_TRUE(lived.findings.empty()) << name << ": " << to_text(lived.findings.front());
  }
  EXPECT_TRUE(broken(kHasNoContexts, "miniport.draw-and-look", kClean).contains("N-070"));
  EXPECT_EQ(live(drivers, scenario("miniport.contexts"), 1).ended,
            "the driver has no contexts (MultiEngineAware is not set)");
}

// A driver that takes one allocation a call: every scenario with several is lived with them one by
// one, as well as it can be.
TEST_F(CarelessDriver, SeveralAllocationsAreCreatedOneByOneWhereAListIsRefused) {
  for (const char* name : {"miniport.resource-of-17", "miniport.destroy-in-parts",
                           "miniport.destroy-part-and-rest", "miniport.destroy-mixed-list",
                           "miniport.destroy-wrong-order", "miniport.add-to-resource"}) {
    const Lived lived = live(with(kNone), scenario(name), 1);
    EXPECT_EQ(lived.ended, "") << name;
    EXPECT_TRUE(lived.findings.empty()) << name << ": " << to_text(lived.findings.front());
    EXPECT_EQ(
        lived.notes,
        std::vector<std::string>{"several allocations in one call were refused "
                                 "(D3DKMTCreateAllocation2 returned STATUS_INVALID_PARAMETER) "
                                 "and created one by one"})
        << name;
  }
}

TEST_F(CarelessDriver, DriverThatAnswersForOneOfAListIsFoundAndLivesOn) {
  const Lived lived = live(with(kAnswersForOne), scenario("miniport.destroy-in-parts"), 1);
  EXPECT_EQ(lived.ended, "");
  std::set<std::string_view> found;
  for (const rules::Finding& finding : lived.findings) found.insert(finding.rule->id);
  EXPECT_TRUE(found.contains("K-129")) << lived.findings.size();
  EXPECT_EQ(lived.notes.size(), 1U);
}

bool has_note(const Lived& lived, std::string_view note) {
  return std::ranges::find(lived.notes, note) != lived.notes.end();
}

TEST_F(CarelessDriver, WorkWithoutAProfileIsWhatTheDriverTakes) {
  const Lived lived = live(with(kNone), scenario("miniport.work"), 1);
  EXPECT_EQ(lived.ended, "");
  EXPECT_TRUE(has_note(lived, "work: 64 zero bytes")) << ::testing::PrintToString(lived.notes);
  TestedDrivers mmu = with(kNone);
  mmu.miniport = CARELESS_MMU_DRIVER;
  const Lived by_address = live(mmu, scenario("miniport.work"), 1);
  EXPECT_EQ(by_address.ended, "");
  EXPECT_TRUE(has_note(by_address, "work: zeros at an address of the GPU"));
}

TEST_F(CarelessDriver, DriverThatTakesNoZerosNeedsAProfile) {
  TestedDrivers drivers = with(kRefusesZeros);
  EXPECT_EQ(live(drivers, scenario("miniport.work"), 1).ended,
            "it needs a profile with commands: the driver does not draw for GDI and takes no zeros "
            "(D3DKMTRender returned STATUS_INVALID_USER_BUFFER)");
  drivers.profile.commands = {Blob(16, std::byte{1})};
  const Lived lived = live(drivers, scenario("miniport.work"), 1);
  EXPECT_EQ(lived.ended, "");
  EXPECT_TRUE(lived.findings.empty());
  drivers.profile.commands = {Blob(16)};
  EXPECT_EQ(live(drivers, scenario("miniport.work"), 1).ended,
            "it needs commands in the profile that the driver takes (D3DKMTRender returned "
            "STATUS_INVALID_USER_BUFFER)");
}

TEST_F(CarelessDriver, CommandsOfTheProfileAreTakenWhateverBecomesOfThem) {
  TestedDrivers drivers = with(kNone);
  drivers.profile.commands = {Blob(16), Blob(64, std::byte{1})};
  for (const char* name : {"miniport.commands", "miniport.commands-spoiled"}) {
    const Lived lived = live(drivers, scenario(name), 1);
    EXPECT_EQ(lived.ended, "") << name;
    EXPECT_TRUE(lived.findings.empty()) << name << ": " << to_text(lived.findings.front());
  }
  drivers = with(kRefusesZeros);
  drivers.profile.commands = {Blob(16, std::byte{1}), Blob(16)};
  EXPECT_EQ(live(drivers, scenario("miniport.commands"), 1).ended,
            "D3DKMTRender returned STATUS_INVALID_USER_BUFFER");
}

TEST_F(CarelessDriver, DriverThatTrustsTheIndexInACommandIsFound) {
  TestedDrivers drivers = with(kTrustsCommands);
  drivers.profile.commands = {Blob(16)};
  EXPECT_TRUE(live(drivers, scenario("miniport.commands"), 1).findings.empty());
  const Lived lived = live(drivers, scenario("miniport.commands-spoiled"), 1);
  ASSERT_FALSE(lived.findings.empty());
  EXPECT_EQ(lived.findings.front().rule->id, "N-061");
}

// It probes the pointer of an escape, and reads the number there, inside a try block.
TEST_F(CarelessDriver, N058EscapesThatAreReadWithCareAreSilent) {
  TestedDrivers drivers = with(kNone);
  drivers.profile.escapes = {{.name = "ask", .data = Blob(16)}};
  for (const char* name : {"miniport.escapes", "miniport.escapes-spoiled",
                           "miniport.escapes-without-sense", "miniport.escapes-with-pointers"}) {
    for (const char* driver : {CARELESS_DRIVER, CARELESS_MMU_DRIVER}) {
      drivers.miniport = driver;
      const Lived lived = live(drivers, scenario(name), 1);
      EXPECT_EQ(lived.ended, "") << name;
      EXPECT_TRUE(lived.findings.empty()) << name << ": " << to_text(lived.findings.front());
    }
  }
}

TEST_F(CarelessDriver, N058DriverThatFollowsPointersOfAnEscapeIsFound) {
  EXPECT_EQ(broken(kFollowsPointers, "miniport.escapes-with-pointers", kClean), Rules({"N-058"}));
  EXPECT_EQ(broken(kFollowsProbed, "miniport.escapes-with-pointers", kClean), Rules({"N-058"}));
}

TEST_F(CarelessDriver, DriverThatReadsBehindTheDataOfAnEscapeIsFound) {
  EXPECT_TRUE(
      broken(kTrustsEscapeSize, "miniport.escapes-without-sense", kClean).contains("N-061"));
}

TEST_F(CarelessDriver, EscapesOfTheProfileReturnWhatItSays) {
  TestedDrivers drivers = with(kNone);
  drivers.profile.escapes = {{.name = "ask", .data = Blob(16), .status = 0xc0000005}};
  EXPECT_EQ(live(drivers, scenario("miniport.escapes"), 1).ended, "");
  drivers.profile.escapes[0].status = 0;
  EXPECT_EQ(live(drivers, scenario("miniport.escapes"), 1).ended,
            "the escape 'ask' of the profile returned STATUS_ACCESS_VIOLATION");
  drivers.profile.escapes[0] = {.data = Blob(8), .returns = Blob(8, std::byte{1})};
  EXPECT_EQ(live(drivers, scenario("miniport.escapes"), 1).ended,
            "escapes[0] of the profile returned other data than the profile says");
}

TEST_F(CarelessDriver, K407DriverThatClaimsInterruptsOfOthersIsFound) {
  const auto on_a_line = [&](Mistake mistake) {
    TestedDrivers drivers = with(mistake);
    drivers.profile.devices = {{.interrupt = Profile::Interrupt::kLine}};
    return live(drivers, scenario("miniport.foreign-interrupt"), 1);
  };
  EXPECT_TRUE(on_a_line(kNone).findings.empty());
  const Lived lived = on_a_line(kClaimsInterrupts);
  EXPECT_EQ(lived.ended, "");
  ASSERT_FALSE(lived.findings.empty());
  EXPECT_EQ(lived.findings.front().rule->id, "K-407");
}

// Allocations of every kind that the driver has, and commands.
Profile profile_of_kinds() {
  Profile out;
  for (const std::uint32_t kind : {3U, 0U, 1U, 2U, 4U}) {
    const std::uint32_t word = kind << 28 | 0x1000;
    Blob data(sizeof word);
    std::memcpy(data.data(), &word, sizeof word);
    out.allocations.push_back({.name = fmt::format("kind {}", kind), .private_data = data});
  }
  out.commands = {Blob(16, std::byte{1})};
  out.escapes = {{.name = "ask", .data = Blob(16)}};
  return out;
}

// How many of the rules of miniports the host looked at, of one letter.
struct EvaluatedShare {
  std::size_t evaluated = 0, checked = 0;
  std::string never;
};

EvaluatedShare share_of(char letter, const rules::EvaluationCounts& counts) {
  EvaluatedShare out;
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rule.party != rules::Party::kMiniport || rule.status != rules::Status::kChecked) continue;
    if (rule.id.front() != letter) continue;
    ++out.checked;
    if (counts.of(rules::RuleId::parse(rule.id).value()) != 0) {
      ++out.evaluated;
    } else {
      out.never += fmt::format(" {}", rule.id);
    }
  }
  return out;
}

// The scenarios make the host look at most rules of miniports. What is left needs features that
// none of these drivers has; docs/verify-your-driver.md lists them.
TEST_F(CarelessDriver, MostRulesOfMiniportsAreEvaluated) {
  std::vector<TestedDrivers> all = {with(kNone), with(kNone), with(kHasNoContexts), with(kNone),
                                    with(kNone)};
  all[0].miniport = Dock::software_gpu();
  all[1].profile.devices = {{.interrupt = Profile::Interrupt::kLine}};
  all[3].miniport = CARELESS_MMU_DRIVER;
  all[4].miniport = DRYDOCK_PANEL;
  all.push_back(all[3]);
  all.back().profile = profile_of_kinds();
  auto counts = std::make_unique<rules::EvaluationCounts>();
  {
    const rules::CountingEvaluations counting(*counts);
    for (const TestedDrivers& drivers : all) {
      for (const Scenario& each : miniport_scenarios()) live(drivers, each, 1);
    }
  }
  const EvaluatedShare graphics = share_of('K', *counts);
  EXPECT_GE(100 * graphics.evaluated, 85 * graphics.checked)
      << graphics.evaluated << " of " << graphics.checked << "; never:" << graphics.never;
  // No scenario plays the monitors that come and go yet, nor rotations and the power of monitors.
  const EvaluatedShare displays = share_of('D', *counts);
  EXPECT_GE(100 * displays.evaluated, 60 * displays.checked)
      << displays.evaluated << " of " << displays.checked << "; never:" << displays.never;
}

// Features that the software GPU does not have: GPU virtual addresses, and consent to other
// segments.
TEST_F(CarelessDriver, AddressesAreLivedWithOnADriverThatHasAnMmu) {
  TestedDrivers drivers = with(kNone);
  drivers.miniport = CARELESS_MMU_DRIVER;
  for (const char* name :
       {"miniport.gpu-addresses", "miniport.virtual-context", "miniport.address-updates",
        "miniport.virtual-death", "miniport.race-virtual-work", "miniport.residency-idle",
        "miniport.residency-move", "miniport.race-paging-queue"}) {
    const Lived clean = live(drivers, scenario(name), 1);
    EXPECT_EQ(clean.ended, "") << name;
    for (std::uint64_t i = 0; i < 3; ++i) {
      const Lived lived = live(drivers, scenario(name), 1, {.nth = clean.points * i / 3});
      EXPECT_TRUE(lived.findings.empty()) << name << ": " << to_text(lived.findings.front());
    }
    EXPECT_TRUE(clean.findings.empty()) << name << ": " << to_text(clean.findings.front());
  }
}

TEST_F(CarelessDriver, OlderDriversHaveNoResidencyLists) {
  EXPECT_EQ(live(with(kNone), scenario("miniport.residency"), 1).ended,
            "the driver is older than WDDM 2.0: its clients have no residency lists");
}

TEST_F(CarelessDriver, N070PicturesThatStayAreSilent) {
  TestedDrivers drivers;
  drivers.miniport = Dock::software_gpu();
  EXPECT_TRUE(live(drivers, scenario("miniport.draw-and-look"), 3).findings.empty());
  EXPECT_TRUE(live(drivers, scenario("miniport.overcommit"), 3).findings.empty());
}

// It does not support that its device vanishes, so that the host does not ask it to free anything.
TEST_F(CarelessDriver, LeaksAfterARemovalThatTheDriverDoesNotSeeAreSilent) {
  const sim::SeededSchedule schedule(1);
  const rules::FindingLog log;
  {
    Dock dock;
    const AdapterId adapter = dock.plug(CARELESS_DRIVER);
    Process process = dock.process();
    const Process::Scope inside = process.enter();
    D3DKMT_OPENADAPTERFROMLUID open{};
    open.AdapterLuid = {static_cast<DWORD>(adapter.low), adapter.high};
    ASSERT_EQ(D3DKMTOpenAdapterFromLuid(&open), STATUS_SUCCESS);
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = open.hAdapter;
    ASSERT_EQ(D3DKMTCreateDevice(&create), STATUS_SUCCESS);
    dock.surprise(adapter);
  }
  for (const rules::Finding& finding : log.findings())
    EXPECT_NE(finding.rule->id, "K-090") << to_text(finding);
}

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
