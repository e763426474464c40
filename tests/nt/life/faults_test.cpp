// A fault at every fault point of a driver's load and unload: a well-written driver leaves nothing
// behind, and its careless twin has a finding for each leak.
#include "src/sim/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
namespace rules = drydock::rules;
namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 7;

fs::path well_written() { return build_sample("sampler"); }
fs::path careless() { return build_sample("sampler", {"-DSAMPLER_CARELESS"}); }

// The life without a fault, then one for each fault point that it met.
std::vector<Life> lives_of(const fs::path& driver, std::optional<std::uint64_t> seed) {
  std::vector<Life> lives = {life_of_file(driver, {.seed = seed})};
  for (std::uint64_t fault = 0;; ++fault) {
    Life life = life_of_file(driver, {.seed = seed, .fault = fault});
    if (life.fault_points <= fault) return lives;
    lives.push_back(std::move(life));
  }
}

TEST(Faults, WellWrittenDriverLeavesNothingAtAnyPoint) {
  for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>(), {kSeed}}) {
    const std::vector<Life> lives = lives_of(well_written(), seed);
    EXPECT_EQ(lives.front().status, STATUS_SUCCESS);
    // Device, link, key, value, pool, contiguous memory, mapping, MDL, lock, view, thread, item.
    EXPECT_GE(lives.size(), 13U);
    for (std::size_t i = 0; i < lives.size(); ++i) {
      EXPECT_TRUE(lives[i].findings.empty()) << "point " << i << "\n" << text_of(lives[i].findings);
      EXPECT_TRUE(lives[i].alive);
    }
    // Most steps of a start are needed: their faults are refusals, not crashes.
    EXPECT_GE(std::ranges::count_if(lives, [](const Life& one) { return !NT_SUCCESS(one.status); }),
              10);
  }
}

TEST(Faults, CarelessTwinIsSilentWithoutAFault) {
  const Life it = life_of_file(careless(), {.seed = kSeed});
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

TEST(Faults, CarelessTwinIsToldEverythingItLeft) {
  std::set<std::string_view> rules;
  const std::vector<Life> lives = lives_of(careless(), kSeed);
  EXPECT_TRUE(lives[1].findings.empty());  // its first step fails: nothing is there to be left
  for (std::size_t i = 2; i < lives.size(); ++i) {
    const Life& life = lives[i];
    EXPECT_EQ(NT_SUCCESS(life.status), life.findings.empty()) << text_of(life.findings);
    for (const rules::Finding& finding : life.findings) {
      rules.insert(finding.rule->id);
      EXPECT_FALSE(finding.history.empty() && finding.rule->id != "N-008") << to_text(finding);
      EXPECT_THAT(finding.replay, ::testing::HasSubstr("seed 7, with a fault at point "));
    }
  }
  // Pool, lookaside list, thread, references, locked pages, MDL, mapping, contiguous memory.
  EXPECT_THAT(rules, ::testing::ElementsAre("N-008", "N-012", "N-041", "N-045", "N-049", "N-050",
                                            "N-054", "N-057"));
}

// The line that took what was left, and nothing that the driver did not do.
TEST(Faults, WhatIsLeftIsNamedWithItsLine) {
  const Life it = life_of_file(careless(), {.seed = kSeed, .fault = 1});
  for (const rules::Finding& finding : it.findings) {
    const std::vector<rules::Frame>& frames = finding.stacks.front().frames;
    EXPECT_TRUE(std::ranges::any_of(frames, [](const rules::Frame& frame) {
      return frame.line > 0 && fs::path(frame.file).filename() == "sampler.c" &&
             frame.function == "DriverEntry";
    })) << to_text(finding);
  }
  EXPECT_FALSE(it.findings.empty());
}

}  // namespace
