// Debts of drivers: who owes what, which lie in a range, and what is raised at the end.
#include "src/nt/watch/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

using ::testing::ElementsAre;

std::array<std::byte, 64> bytes;

void add_debt_of(Driver& driver, Resource resource, const void* address,
                 sim::Time until = sim::kForever) {
  driver.run("owes", [&] { add_debt(resource, address, 1, "a thing", until); });
}

std::vector<const void*> addresses_of(const std::vector<Debt>& debts) {
  std::vector<const void*> out;
  for (const Debt& each : debts) out.push_back(each.address);
  return out;
}

TEST(Ledger, HostHasNoDebts) {
  add_debt(Resource::kTimer, &bytes[0], 1, "a timer");
  EXPECT_FALSE(find_debt(Resource::kTimer, &bytes[0]));
  EXPECT_FALSE(settle(Resource::kTimer, &bytes[0]));
}

TEST(Ledger, DebtIsSettledOnceAndByItsKind) {
  Driver driver("one");
  add_debt_of(driver, Resource::kTimer, &bytes[0]);
  add_debt_of(driver, Resource::kDpc, &bytes[0]);
  EXPECT_FALSE(settle(Resource::kMdl, &bytes[0]));
  EXPECT_TRUE(settle(Resource::kTimer, &bytes[0]));
  EXPECT_FALSE(settle(Resource::kTimer, &bytes[0]));
  EXPECT_TRUE(find_debt(Resource::kDpc, &bytes[0])) << "another kind at the same address";
  EXPECT_TRUE(settle(Resource::kDpc, &bytes[0]));
}

TEST(Ledger, RangeEndsBeforeItsLastByteAndOne) {
  Driver driver("one");
  for (const std::size_t at : {0, 8, 15, 16}) add_debt_of(driver, Resource::kMdl, &bytes[at]);
  EXPECT_THAT(addresses_of(debts_within(&bytes[8], 8)), ElementsAre(&bytes[8], &bytes[15]));
  EXPECT_TRUE(debts_within(&bytes[1], 7).empty());
  for (const std::size_t at : {0, 8, 15, 16}) EXPECT_TRUE(settle(Resource::kMdl, &bytes[at]));
}

// One file may be loaded twice: the driver is known by its life, not by its name.
TEST(Ledger, LeaksAreThoseOfOneDriver) {
  const rules::FindingLog log;
  Driver one("same"), other("same");
  add_debt_of(one, Resource::kHandle, &bytes[0]);
  add_debt_of(other, Resource::kHandle, &bytes[1]);
  EXPECT_EQ(raise_leaks(one), 1U);
  EXPECT_EQ(raise_leaks(one), 0U);
  EXPECT_EQ(log.findings().size(), 1U);
  EXPECT_THAT(addresses_of(debts_of(other)), ElementsAre(&bytes[1]));
  EXPECT_TRUE(settle(Resource::kHandle, &bytes[1]));
}

// What still runs the driver's code ends before anything goes that it may use.
TEST(Ledger, LeaksThatRunCodeAreRaisedFirst) {
  const rules::FindingLog log;
  Driver driver("one");
  add_debt_of(driver, Resource::kMdl, &bytes[0]);
  add_debt_of(driver, Resource::kTimer, &bytes[1]);
  add_debt_of(driver, Resource::kHandle, &bytes[2]);
  add_debt_of(driver, Resource::kDpc, &bytes[3]);
  EXPECT_EQ(raise_leaks(driver), 4U);
  std::vector<std::string> rules;
  for (const rules::Finding& each : log.findings()) rules.emplace_back(each.rule->id);
  EXPECT_THAT(rules, ElementsAre("N-037", "N-038", "N-050", "N-044"));
}

TEST(Ledger, DebtWithATimeLapses) {
  const rules::FindingLog log;
  const sim::SeededSchedule schedule(1);
  Driver driver("one");
  add_debt_of(driver, Resource::kUnflushedDpc, &bytes[0], sim::now() + 100);
  EXPECT_EQ(debts_of(driver).size(), 1U);
  LARGE_INTEGER wait;
  wait.QuadPart = -1000;
  KeDelayExecutionThread(KernelMode, FALSE, &wait);
  EXPECT_TRUE(debts_of(driver).empty());
  EXPECT_TRUE(debts_within(&bytes[0], 1).empty());
  EXPECT_EQ(raise_leaks(driver), 0U);
  EXPECT_FALSE(find_debt(Resource::kUnflushedDpc, &bytes[0])) << "it is forgotten too";
}

std::vector<const void*> disowned;

TEST(Ledger, ListenersHearOfWhatIsAbandonedOrLeaked) {
  const rules::FindingLog log;
  on_abandoned(Resource::kCallback, [](const void* address) { disowned.push_back(address); });
  Driver driver("one");
  for (const std::size_t at : {0, 1, 2}) add_debt_of(driver, Resource::kCallback, &bytes[at]);
  EXPECT_TRUE(settle(Resource::kCallback, &bytes[0]));
  abandon(Resource::kCallback, &bytes[1]);
  abandon(Resource::kCallback, &bytes[1]);
  raise_leaks(driver);
  EXPECT_THAT(disowned, ElementsAre(&bytes[1], &bytes[2]));
}

// Any debts and settlements against a set.
RC_GTEST_PROP(LedgerProperty, HasWhatASetHas, ()) {
  const rules::FindingLog log;
  Driver driver("one");
  std::set<std::pair<std::size_t, Resource>> model;
  for (int step = 0; step < 40; ++step) {
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    const auto resource = *rc::gen::element(Resource::kTimer, Resource::kMdl, Resource::kHandle);
    if (model.contains({at, resource})) {
      RC_ASSERT(settle(resource, &bytes[at]));
      model.erase({at, resource});
    } else {
      RC_ASSERT(!settle(resource, &bytes[at]));
      add_debt_of(driver, resource, &bytes[at]);
      model.insert({at, resource});
    }
    const auto first = *rc::gen::inRange<std::size_t>(0, bytes.size());
    const auto size = *rc::gen::inRange<std::size_t>(0, bytes.size() - first + 1);
    std::size_t inside = 0;
    for (const auto& [where, kind] : model)
      inside += where >= first && where < first + size ? 1 : 0;
    RC_ASSERT(debts_within(&bytes[first], size).size() == inside);
    RC_ASSERT(debts_of(driver).size() == model.size());
  }
  RC_ASSERT(raise_leaks(driver) == model.size());
}

}  // namespace
}  // namespace drydock::nt
