// Minidrivers that others published, unmodified, from where they lie: each test needs the folder of
// its driver's sources in an environment variable and is skipped without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/support/run.h"
#include "tests/support/run_scenario.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace avstream = drydock::avstream;
namespace fs = std::filesystem;
namespace verify = drydock::verify;

namespace {

// Microsoft's sample of a capture driver with simulated hardware
// (Windows-driver-samples/avstream/avshws).
class Avshws : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const sources = std::getenv("DRYDOCK_AVSHWS");
    if (sources == nullptr) GTEST_SKIP() << "DRYDOCK_AVSHWS is not set";
    const std::string words = std::string(sources) + "/*.cpp " + sources + "/*.c";
    const Outcome outcome =
        drydock::testing::drydock("cc --kind avstream " + words + " -o " + driver().string());
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  }

  fs::path driver() const { return folder_.path() / "avshws.so"; }
  verify::TestedDrivers subject() const { return camera(driver()); }

 private:
  const TempFolder folder_;
};

// Rules that were broken, without advice. Advice it gets: PnpStart takes the device mutex that is
// held around it (S-217).
std::set<std::string> breaches(const std::vector<drydock::rules::Finding>& findings) {
  std::set<std::string> out;
  for (const drydock::rules::Finding& finding : findings) {
    if (finding.rule->severity != drydock::rules::Severity::kLint) {
      out.insert(std::string(finding.rule->id));
    }
  }
  return out;
}

// The mistakes of this driver, which its source shows: its picture numbers begin again at each
// entry to PAUSE (S-146); Process returns the error of a clone that failed (S-176); and a device
// that is stopped and started again gets a new simulation, whose Stop() follows a null pointer when
// the pin that ran before stops (N-061).
const std::set<std::string> kAlways = {"S-146", "S-176"};
const std::set<std::string> kAfterRestart = {"N-061"};

void expect_known(std::string_view scenario, const RunOutcome& outcome) {
  EXPECT_EQ(outcome.broken, "") << scenario;
  for (const std::string& rule : breaches(outcome.findings)) {
    const bool is_known =
        kAlways.contains(rule) ||
        (scenario == "minidriver.restart-while-running" && kAfterRestart.contains(rule));
    EXPECT_TRUE(is_known) << scenario << "\n" << text_of(outcome.findings);
  }
}

void read_300_frames(verify::Run& run) {
  avstream::Device device(run.drivers().avstream);
  avstream::Graph graph;
  avstream::Filter& filter = graph.add(device.open(0));
  avstream::Pin& pin = graph.add(filter, 0, filter.formats(0).front());
  pin.use_host_clock();
  graph.set_state(avstream::State::kPause);
  pin.read_ahead(3);
  graph.set_state(avstream::State::kRun);
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(pin.read().data.size(), 320U * 240 * 2);
    pin.read_ahead(1);
  }
  graph.set_state(avstream::State::kStop);
}

TEST_F(Avshws, Streams300Frames) {
  const RunOutcome outcome = run_scenario({.name = "300 frames",
                                           .kind = verify::DriverKind::kMinidriver,
                                           .what = "",
                                           .body = read_300_frames},
                                          subject(), 1);
  EXPECT_EQ(breaches(outcome.findings), std::set<std::string>()) << text_of(outcome.findings);
  EXPECT_EQ(count(outcome.findings, "S-217"), 1U) << text_of(outcome.findings);
}

// It has no pin that takes frames, so that scenarios with connections in the kernel are skipped.
TEST_F(Avshws, PlaysEveryScenario) {
  for (const verify::Scenario& scenario : verify::minidriver_scenarios()) {
    const RunOutcome outcome = run_scenario(scenario, subject(), 1);
    EXPECT_EQ(outcome.refused, "") << scenario.name;
    expect_known(scenario.name, outcome);
    if (scenario.name == "minidriver.restart-while-running") {
      EXPECT_TRUE(has(outcome.findings, "N-061")) << text_of(outcome.findings);
    }
  }
}

TEST_F(Avshws, PlaysWithFaults) {
  for (const verify::Scenario& scenario : verify::minidriver_scenarios()) {
    const std::uint64_t points = run_scenario(scenario, subject(), 1).fault_points;
    const std::uint64_t step = std::max<std::uint64_t>(points / 40, 1);
    for (std::uint64_t fault = 0; fault < points; fault += step) {
      SCOPED_TRACE(fault);
      expect_known(scenario.name, run_scenario(scenario, subject(), 1, fault));
    }
  }
}

}  // namespace
