// The reference camera lives every life without a word from the verifier: clean, with a fault at
// every point, and under many schedules. DRYDOCK_KS_SEEDS asks for more of these than the few that
// run every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "src/ks/wdk.h"
#include "tests/ks/lives.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

std::uint64_t number(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class EveryLife : public ::testing::TestWithParam<CameraLife> {};

TEST_P(EveryLife, IsSilentAndComplete) {
  const Lived lived = live(DRYDOCK_VCAM, GetParam(), 1);
  EXPECT_EQ(lived.stopped, "");
  EXPECT_TRUE(lived.findings.empty()) << told(lived.findings);
}

TEST_P(EveryLife, IsSilentWithAFaultAtEachPoint) {
  const std::uint64_t points = live_with_each_fault(
      DRYDOCK_VCAM, GetParam(), 1, [](const Lived& lived, std::optional<std::uint64_t> fault) {
        EXPECT_TRUE(lived.findings.empty()) << "fault at point " << fault.value_or(-1) << "\n"
                                            << told(lived.findings);
      });
  EXPECT_GT(points, 10U);
}

TEST_P(EveryLife, IsSilentUnderManySchedules) {
  const std::uint64_t seeds = number("DRYDOCK_KS_SEEDS", 8);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Lived lived = live(DRYDOCK_VCAM, GetParam(), seed);
    ASSERT_TRUE(lived.findings.empty()) << "seed " << seed << "\n" << told(lived.findings);
  }
}

INSTANTIATE_TEST_SUITE_P(Vcam, EveryLife, ::testing::ValuesIn(camera_lives()),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::erase_if(name, [&](char c) { return c == ' '; });
                           return name;
                         });

}  // namespace
