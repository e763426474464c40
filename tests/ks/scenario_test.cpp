// The reference camera lives every life without a word from the verifier: clean, with a fault at
// every point, and under many schedules. DRYDOCK_KS_SEEDS asks for more of these than the few that
// run every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "src/ks/wdk.h"
#include "tests/ks/lives.h"
#include "tests/ks/named_tests.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

std::uint64_t number(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void is_silent(const CameraLife& life) {
  const Lived lived = live(DRYDOCK_VCAM, life, 1);
  EXPECT_EQ(lived.stopped, "");
  EXPECT_TRUE(lived.findings.empty()) << told(lived.findings);
}

void is_silent_with_faults(const CameraLife& life) {
  const std::uint64_t points = live_with_each_fault(
      DRYDOCK_VCAM, life, 1, [](const Lived& lived, std::optional<std::uint64_t> fault) {
        EXPECT_TRUE(lived.findings.empty()) << "fault at point " << fault.value_or(-1) << "\n"
                                            << told(lived.findings);
      });
  EXPECT_GT(points, 10U);
}

void is_silent_under_schedules(const CameraLife& life) {
  const std::uint64_t seeds = number("DRYDOCK_KS_SEEDS", 8);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Lived lived = live(DRYDOCK_VCAM, life, seed);
    ASSERT_TRUE(lived.findings.empty()) << "seed " << seed << "\n" << told(lived.findings);
  }
}

bool add_tests() {
  for (const CameraLife& life : camera_lives()) {
    const std::string name = camel_case(life.name);
    add_test("VcamLives", name, [life] { is_silent(life); });
    add_test("VcamLives", name + "WithFaults", [life] { is_silent_with_faults(life); });
    add_test("VcamLives", name + "UnderSchedules", [life] { is_silent_under_schedules(life); });
  }
  return true;
}

const bool kAdded = add_tests();

}  // namespace
