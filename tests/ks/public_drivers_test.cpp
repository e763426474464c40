// Minidrivers that others published, unmodified, from where they lie: each test needs the folder of
// its driver's sources in an environment variable and is skipped without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "src/ks/wdk.h"
#include "src/sim/schedule.h"
#include "tests/ks/lives.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace avstream = drydock::avstream;
namespace fs = std::filesystem;

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

// What it does wrong, as its source shows: its picture numbers begin again at each entry to PAUSE
// (S-146); Process returns the error of a clone that failed (S-176); and a device that is stopped
// and started again gets a new simulation, whose Stop() follows a null pointer when the pin that
// ran before stops (N-061).
std::set<std::string> expected_of(const std::string& life) {
  if (life == "stop device while running") return {"N-061"};
  return {};
}

void expect_known(const std::string& life, const Lived& lived) {
  std::set<std::string> found = breaches(lived.findings);
  found.erase("S-146");
  found.erase("S-176");
  for (const std::string& rule : found) {
    EXPECT_TRUE(expected_of(life).contains(rule)) << life << "\n" << told(lived.findings);
  }
}

TEST_F(Avshws, Streams300Frames) {
  const CameraLife life = {"300 frames", [](avstream::Camera& camera) {
                             avstream::Graph graph;
                             avstream::Filter& filter = graph.add(camera.open(0));
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
                           }};
  const Lived lived = live(driver(), life, 1);
  EXPECT_EQ(lived.stopped, "");
  EXPECT_EQ(breaches(lived.findings), std::set<std::string>()) << told(lived.findings);
  EXPECT_EQ(count(lived.findings, "S-217"), 1U) << told(lived.findings);
}

TEST_F(Avshws, LivesEveryReadersLife) {
  for (const CameraLife& life : reader_lives()) {
    const Lived lived = live(driver(), life, 1);
    EXPECT_EQ(lived.stopped, "") << life.name;
    expect_known(life.name, lived);
    for (const std::string& rule : expected_of(life.name)) {
      EXPECT_TRUE(has(lived.findings, rule)) << life.name << "\n" << told(lived.findings);
    }
  }
}

TEST_F(Avshws, LivesWithAFaultAtEachPoint) {
  for (const CameraLife& life : reader_lives()) {
    const std::uint64_t points = live_with_each_fault(
        driver(), life, 1,
        [&](const Lived& lived, std::optional<std::uint64_t>) { expect_known(life.name, lived); });
    EXPECT_GT(points, 20U) << life.name;
  }
}

}  // namespace
