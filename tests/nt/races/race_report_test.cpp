// The finding about two accesses that nothing orders.
#include "src/nt/races/race_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/driver/driver.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;
using drydock::rules::FindingLog;
using ::testing::HasSubstr;

const void* place(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

Access access_at(std::uintptr_t pc, AccessKind kind, RaceSide side = {}) {
  return {
      .pc = place(pc), .where = "Routine", .side = side, .moment = {}, .kind = kind, .bytes = 1};
}

constexpr AccessKind kPlainWrite{.is_write = true};
constexpr AccessKind kAtomic{.is_write = true, .is_atomic = true};

// Raises it in a call of the driver, which goes on until it calls the host.
void raise_in(Driver& driver, const void* memory, std::size_t bytes, const Access& earlier,
              const Access& later) {
  driver.run("Entry",
             [&] { raise_race(memory, bytes, earlier, later, __builtin_frame_address(0)); });
}

TEST(RaceReport, NamesTheMemoryAndBothPlaces) {
  const FindingLog log;
  Driver driver("racing");
  auto* const block = static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'ecaR'));
  raise_in(driver, block + 24, 1, access_at(0x101, kAtomic), access_at(0x102, kPlainWrite));
  ExFreePool(block);
  const auto findings = log.findings();
  ASSERT_EQ(findings.size(), 1U) << text_of(findings);
  const auto& race = first(findings, "N-071");
  EXPECT_THAT(race.message, HasSubstr("the write of 1 byte in Routine against the atomic write"));
  EXPECT_THAT(race.message, HasSubstr("byte 24 of pool block 'Race' of 64 bytes"));
  EXPECT_EQ(race.object, "pool block 'Race' of 64 bytes");
  ASSERT_EQ(race.stacks.size(), 2U);
  EXPECT_EQ(race.stacks[1].stack.pcs[0], place(0x101));
}

// The same two places are told once, in either order, until their code is gone.
TEST(RaceReport, APairOfPlacesIsRaisedOnceForEachLoad) {
  static int memory;
  const auto count_of = [](std::uintptr_t one, std::uintptr_t other) {
    const FindingLog log;
    Driver driver("racing");
    raise_in(driver, &memory, 4, access_at(one, kPlainWrite), access_at(other, kPlainWrite));
    return log.findings().size();
  };
  EXPECT_EQ(count_of(0x2010, 0x2020), 1U);
  EXPECT_EQ(count_of(0x2020, 0x2010), 0U);
  EXPECT_EQ(count_of(0x2010, 0x2030), 1U);
  remove_raised_races({0x2021, 0x3000});
  EXPECT_EQ(count_of(0x2010, 0x2020), 0U);
  EXPECT_EQ(count_of(0x2010, 0x2030), 1U);
}

// Between two calls of one kind of driver its own rule is broken, and the owners are told.
TEST(RaceReport, AKindOfDriverHasItsRule) {
  static int memory;
  int adapter = 0, other = 0;
  const RaceKind kind{
      "adapter", [](const RaceSide&, const RaceSide&) { return drydock::rules::RuleId("K-003"); }};
  const FindingLog log;
  Driver driver("racing");
  const auto race = [&](std::uintptr_t pc, RaceSide one, RaceSide two) {
    Driver each("racing");
    raise_in(each, &memory, 8, access_at(pc, kPlainWrite, one), access_at(pc, kPlainWrite, two));
  };
  race(0x4010, {&kind, 0, &adapter}, {&kind, 1, &adapter});
  race(0x4020, {&kind, 0, &adapter}, {&kind, 1, &other});
  race(0x4030, {&kind, 0, &adapter}, {});
  const auto findings = log.findings();
  ASSERT_EQ(findings.size(), 3U) << text_of(findings);
  EXPECT_EQ(findings[0].rule->id, "K-003");
  EXPECT_THAT(findings[0].message, HasSubstr("of the same adapter"));
  EXPECT_THAT(findings[1].message, HasSubstr("of another adapter"));
  EXPECT_EQ(findings[2].rule->id, "N-071");
}

// Only a fatal rule ends the driver, and then at its next call: an access is no place for that.
TEST(RaceReport, AFatalRuleEndsTheDriverAtItsNextCall) {
  static int memory;
  const RaceKind fatal{
      "adapter", [](const RaceSide&, const RaceSide&) { return drydock::rules::RuleId("N-061"); }};
  const FindingLog log;
  for (const RaceKind* const kind : {static_cast<const RaceKind*>(nullptr), &fatal}) {
    Driver driver("racing");
    const std::uintptr_t pc = kind == nullptr ? 0x5010 : 0x5020;
    bool went_on = false, came_back = false;
    const bool lived = driver.run("Entry", [&] {
      raise_race(&memory, 4, access_at(pc, kPlainWrite, {kind, 0, nullptr}),
                 access_at(pc, kPlainWrite, {kind, 0, nullptr}), __builtin_frame_address(0));
      went_on = true;
      end_call_if_dead();
      came_back = true;
    });
    EXPECT_TRUE(went_on);
    EXPECT_EQ(lived, kind == nullptr);
    EXPECT_EQ(came_back, kind == nullptr);
  }
}

}  // namespace
