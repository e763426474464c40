// The memory behind a handle: poisoned, guarded, and out of reach when its object is destroyed.
#include "src/d3d/core/private_memory.h"

#include <gtest/gtest.h>

#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

using d3d::PrivateMemory;

constexpr PrivateMemory::Rules kRules{"U-215", "U-242"};

TEST(PrivateMemory, BeginsWithAPattern) {
  const PrivateMemory memory(20, "view", kRules);
  EXPECT_EQ(memory.size(), 20U);
  const auto* const bytes = static_cast<const unsigned char*>(memory.data());
  for (int i = 0; i < 20; ++i) EXPECT_EQ(bytes[i], 0xcd);
  EXPECT_TRUE(memory.is_intact());
}

TEST(PrivateMemory, WriteBetweenTheBlockAndTheGuardPageIsFound) {
  const PrivateMemory memory(20, "view", kRules);
  static_cast<char*>(memory.data())[20] = 1;
  EXPECT_FALSE(memory.is_intact());
  const rules::FindingLog log;
  memory.check("CreateView");
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "U-242");
}

TEST(PrivateMemory, SizeOfNothingIsNoMemory) {
  EXPECT_EQ(PrivateMemory::make(~std::size_t{0}, "view", kRules), nullptr);
  EXPECT_NE(PrivateMemory::make(0, "view", kRules), nullptr);
}

// Returns the rule of the finding when a driver has crashed at this address.
std::string rule_at(const void* address) {
  nt::Driver driver("toucher");
  const rules::FindingLog log;
  d3d::explain_fault(driver, "Draw", reinterpret_cast<std::uintptr_t>(address));
  return log.findings().empty() ? "" : std::string(log.findings()[0].rule->id);
}

TEST(PrivateMemory, FaultIsExplainedByItsOwner) {
  PrivateMemory memory(32, "view", kRules);
  const auto* const data = static_cast<const std::byte*>(memory.data());
  EXPECT_EQ(rule_at(data + 32), "U-242") << "beyond";
  memory.retire("DestroyView");
  EXPECT_EQ(rule_at(data), "U-215") << "afterwards";
  const int own = 0;
  EXPECT_EQ(rule_at(&own), "");
}

}  // namespace
}  // namespace drydock::testing
