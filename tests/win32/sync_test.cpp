// Threads and synchronization of Win32 for user-mode drivers: each call does and refuses what its
// page says, in every schedule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

constexpr const char* kFile = "workman.cpp";
constexpr const char* kGoodDeeds[] = {
    "Events", "Handles", "MutexesAndSemaphores", "Time", "Locks", "Conditions", "Threads", "Lists"};

// The driver has the same structure.
struct Deed {
  const char* name;
  int (*run)();
};
struct OpenAdapterArguments {
  const Deed* adapter;
  void* rest[16];
};

struct Work {
  int line = -1;  // that did not hold; -1 when the deed did not end
  bool alive = false;
  std::uint64_t fault_points = 0;
  std::vector<rules::Finding> findings;
  std::unique_ptr<nt::LoadedDriver> driver;
};

// A life of the driver with one deed.
Work work_of(const std::string& name, std::optional<std::uint64_t> seed = {},
             std::optional<std::uint64_t> fault = {}) {
  static const auto file = build_sample("workman", {"--kind", "umd"});
  Work work;
  const rules::FindingLog log;
  std::optional<sim::SeededSchedule> schedule;
  if (seed) schedule.emplace(*seed);
  work.driver = nt::LoadedDriver::load(file);
  nt::Driver& driver = work.driver->driver();
  OpenAdapterArguments arguments{};
  auto* const open =
      reinterpret_cast<long (*)(OpenAdapterArguments*)>(work.driver->symbol("OpenAdapter"));
  driver.run("OpenAdapter", [&] { open(&arguments); });
  {
    const sim::FaultInjection injection({.nth = fault});
    for (const Deed* deed = arguments.adapter; deed->name != nullptr; ++deed)
      if (deed->name == name) driver.run(deed->name, [&] { work.line = deed->run(); });
    work.fault_points = injection.points();
  }
  work.driver->unload();
  work.alive = driver.alive();
  work.findings = log.findings();
  return work;
}

bool passes(const rules::Finding& finding, const std::string& mark) {
  std::ifstream in(std::string(DRYDOCK_SOURCE_DIR "/tests/drivers/workman/") + kFile);
  const std::string source{std::istreambuf_iterator<char>(in), {}};
  return mentions_line(finding, kFile, line_of(source, "/*" + mark + "*/"));
}

void expect_good(const std::string& deed, std::optional<std::uint64_t> seed) {
  const Work work = work_of(deed, seed);
  EXPECT_EQ(work.line, 0) << deed << " under " << seed.value_or(0);
  EXPECT_TRUE(work.alive) << deed;
  EXPECT_TRUE(work.findings.empty()) << deed << '\n' << text_of(work.findings);
}

TEST(UserSync, EveryCallDoesAndRefusesWhatItsPageSays) {
  for (const char* deed : kGoodDeeds) expect_good(deed, std::nullopt);
}

TEST(UserSync, SoItDoesInEverySchedule) {
  for (const char* deed : kGoodDeeds) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) expect_good(deed, seed);
  }
}

TEST(UserSync, WhatIsLeftAtUnloadIsFoundAtItsLine) {
  const Work work = work_of("LeaveEverything");
  ASSERT_EQ(work.findings.size(), 3U) << text_of(work.findings);
  EXPECT_EQ(count(work.findings, "N-044"), 2U);
  EXPECT_TRUE(passes(first(work.findings, "N-044"), "LeaveEvent") ||
              passes(first(work.findings, "N-044"), "LeaveMutex"));
  EXPECT_TRUE(passes(first(work.findings, "N-045"), "LeaveSlot")) << text_of(work.findings);
}

// The driver is in a destructor, where nothing may be thrown.
TEST(UserSync, AnEntryThatNobodyCanGrantEndsTheDriver) {
  const Work work = work_of("Deadlock", 1);
  EXPECT_TRUE(passes(first(work.findings, "N-062"), "Deadlock")) << text_of(work.findings);
  EXPECT_EQ(work.line, -1);
  EXPECT_FALSE(work.alive);
}

TEST(UserSync, GivingBackALockThatIsFreeRaises) {
  const Work work = work_of("ReleaseOfFree");
  ASSERT_EQ(work.findings.size(), 1U) << text_of(work.findings);
  EXPECT_TRUE(passes(work.findings[0], "ReleaseOfFree")) << text_of(work.findings);
  EXPECT_FALSE(work.alive);
}

TEST(UserSync, AThreadOfTheHostIsNotTheDriversToEnd) {
  const Work work = work_of("ExitOfHost");
  EXPECT_TRUE(passes(first(work.findings, "N-043"), "ExitOfHost")) << text_of(work.findings);
  EXPECT_FALSE(work.alive);
}

TEST(UserSync, EveryCreationCanFail) {
  const std::uint64_t points = work_of("Creations").fault_points;
  EXPECT_EQ(points, 6U);
  for (std::uint64_t point = 0; point < points; ++point) {
    const Work work = work_of("Creations", std::nullopt, point);
    EXPECT_EQ(work.line, 1) << point;
    EXPECT_TRUE(work.findings.empty()) << point << '\n' << text_of(work.findings);
  }
}

}  // namespace
}  // namespace drydock::testing
