// Pages that only the host writes: which rule a write breaks.
#include "src/nt/mm/read_only_pages.h"

#include <gtest/gtest.h>

#include <optional>

#include "src/nt/mm/physical.h"

namespace {

using namespace drydock::nt;
using drydock::rules::RuleId;

alignas(kPageBytes) char memory[4 * kPageBytes];

TEST(ReadOnlyPages, RuleHoldsFromTheFirstByteToTheLast) {
  constexpr RuleId kRule = "K-439";
  char* const first = memory + kPageBytes;
  {
    const ReadOnlyPages pages(first, 2 * kPageBytes, kRule);
    EXPECT_FALSE(rule_of_read_only_page(first - 1).has_value());
    EXPECT_EQ(rule_of_read_only_page(first), kRule);
    EXPECT_EQ(rule_of_read_only_page(first + 2 * kPageBytes - 1), kRule);
    EXPECT_FALSE(rule_of_read_only_page(first + 2 * kPageBytes).has_value());
  }
  EXPECT_FALSE(rule_of_read_only_page(first).has_value());
}

TEST(ReadOnlyPages, NeighboursHaveRulesOfTheirOwn) {
  const ReadOnlyPages low(memory, kPageBytes, "K-439");
  const ReadOnlyPages high(memory + kPageBytes, kPageBytes, "N-058");
  EXPECT_EQ(rule_of_read_only_page(memory + kPageBytes - 1), RuleId("K-439"));
  EXPECT_EQ(rule_of_read_only_page(memory + kPageBytes), RuleId("N-058"));
}

}  // namespace
