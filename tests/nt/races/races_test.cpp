// Drivers that record their accesses: unordered accesses are found, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "src/nt/base/processor.h"
#include "src/nt/ob/object_names.h"
#include "src/nt/ob/registry.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

std::vector<rules::Finding> findings_of(const char* way, std::optional<std::uint64_t> seed,
                                        const std::vector<std::string>& arguments = {"--races"}) {
  const rules::FindingLog log;
  std::optional<sim::SeededSchedule> schedule;
  if (seed) schedule.emplace(*seed);
  const auto driver = nt::LoadedDriver::load(build_sample("racer", arguments));
  nt::Registry::instance().set_string(
      u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\" +
          nt::from_utf8(driver->driver().name()),
      u"Way", nt::from_utf8(way));
  EXPECT_EQ(driver->start(), STATUS_SUCCESS);
  driver->unload();
  return log.findings();
}

// Two seeded schedules, and threads of the machine.
constexpr std::array<std::optional<std::uint64_t>, 3> kSchedules = {1, 2, std::nullopt};

void expect_race(const char* way, std::string_view object) {
  for (const auto& seed : kSchedules) {
    const auto findings = findings_of(way, seed);
    ASSERT_EQ(count(findings, "N-071"), 1U) << way << "\n" << text_of(findings);
    EXPECT_EQ(findings.size(), 1U) << way << "\n" << text_of(findings);
    const rules::Finding& race = findings.front();
    EXPECT_EQ(race.object, object);
    // Both places, by function and line.
    ASSERT_EQ(race.stacks.size(), 2U);
    for (const rules::LabelledStack& stack : race.stacks) {
      const auto is_located = [](const rules::Frame& frame) {
        return frame.file.ends_with("racer.c") && frame.line > 0;
      };
      EXPECT_TRUE(std::ranges::any_of(stack.frames, is_located)) << text_of(findings);
    }
  }
}

void expect_order(const char* way) {
  for (const auto& seed : kSchedules) {
    const auto findings = findings_of(way, seed);
    EXPECT_TRUE(findings.empty()) << way << "\n" << text_of(findings);
  }
}

TEST(Races, N071CountThatNothingProtectsIsFound) {
  expect_race("Nothing", "global 'Count'");
  const auto findings = findings_of("Nothing", 1);
  EXPECT_THAT(findings.front().message, ::testing::HasSubstr("in system thread"));
}

TEST(Races, N071BlockOfPoolIsFound) { expect_race("PoolBlock", "pool block 'Race' of 64 bytes"); }

TEST(Races, N071WriteBesideAnInterlockedOneIsFound) {
  expect_race("HalfInterlocked", "global 'Count'");
}

TEST(Races, N071DpcsAreAfterNothingButTheirQueueing) {
  expect_race("TwoDpcs", "global 'Count'");
  expect_race("DpcAndThread", "global 'Count'");
}

// A DPC of another processor does not wait for the IRQL of its queuer.
TEST(Races, N071DpcOfAnotherProcessorIsFound) {
  const nt::FixedProcessors two(2);
  expect_race("RaisedDpcElsewhere", "global 'Count'");
}

// What code at DISPATCH_LEVEL does after it queued a DPC is before the DPC, and two DPCs that it
// queued run one after the other.
TEST(Races, N071DpcsOfTheQueuersProcessorAreSilent) {
  for (const ULONG processors : {1U, 2U, 4U}) {
    const nt::FixedProcessors fixed(processors);
    for (const char* way : {"RaisedDpc", "RaisedDpcs"}) expect_order(way);
  }
}

TEST(Races, N071WhatALockProtectsIsSilent) {
  for (const char* way : {"SpinLock", "ExSpinLock", "FastMutex", "Mutex", "Resource"})
    expect_order(way);
}

TEST(Races, N071InterlockedOperationsAndPublishingAreSilent) {
  for (const char* way : {"Interlocked", "Publish", "Volatile", "List", "RunOnce"})
    expect_order(way);
}

TEST(Races, N071WhatIsHandedOverIsSilent) {
  for (const char* way : {"Event", "Semaphore", "Dpc", "Timer", "WorkItem"}) expect_order(way);
}

TEST(Races, N071ReadersNeighboursAndFreedBlocksAreSilent) {
  for (const char* way : {"Reading", "Neighbours", "PoolReuse"}) expect_order(way);
}

TEST(Races, DriversThatRecordNothingAreSilent) {
  EXPECT_TRUE(findings_of("Nothing", 1, {}).empty());
}

}  // namespace
