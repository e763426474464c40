// Memory of the host that a driver borrows for a while.
#include "src/nt/mm/borrowed_page.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "src/nt/mm/physical.h"
#include "src/nt/mm/user_copy.h"

namespace {

using namespace drydock::nt;
using drydock::rules::RuleId;

constexpr RuleId kRule = "S-279";

TEST(BorrowedPage, EndsAtAPageThatFaults) {
  const BorrowedPage page(24, kRule);
  auto* const data = static_cast<char*>(page.data());
  ASSERT_NE(data, nullptr);
  EXPECT_TRUE(user_can_write(data, 24));
  EXPECT_FALSE(user_can_read(data + 24, 1));
  // An access behind the page breaks no rule of its own. It is a crash like any other.
  EXPECT_FALSE(rule_of_borrowed_page(data + 24).has_value());
}

TEST(BorrowedPage, AccessAfterItsTimeBreaksItsRule) {
  void* data = nullptr;
  {
    const BorrowedPage page(kPageBytes, kRule);
    data = page.data();
    ASSERT_NE(data, nullptr);
    std::memset(data, 'x', kPageBytes);
  }
  EXPECT_FALSE(user_can_read(data, 1));
  EXPECT_EQ(rule_of_borrowed_page(data), kRule);
  EXPECT_EQ(rule_of_borrowed_page(static_cast<char*>(data) + kPageBytes - 1), kRule);
}

TEST(BorrowedPage, IsZeroedThoughItsPlaceWasUsedBefore) {
  void* before = nullptr;
  {
    const BorrowedPage page(8, kRule);
    before = page.data();
    std::memset(before, 'x', 8);
  }
  // Places are used in turn: it takes a whole round to come back to one.
  for (int i = 0; i < 2000; ++i) {
    const BorrowedPage page(8, kRule);
    ASSERT_NE(page.data(), nullptr);
    if (page.data() != before) continue;
    EXPECT_GT(i, 100);
    EXPECT_EQ(*static_cast<std::uint64_t*>(page.data()), 0U);
    return;
  }
  FAIL() << "the place did not come back";
}

TEST(BorrowedPage, ThereIsNoneWhenAllPlacesAreTaken) {
  std::vector<std::unique_ptr<BorrowedPage>> all;
  while (all.empty() || all.back()->data() != nullptr) {
    ASSERT_LT(all.size(), 10'000U);
    all.push_back(std::make_unique<BorrowedPage>(8, kRule));
  }
  all.erase(all.begin());
  EXPECT_NE(BorrowedPage(8, kRule).data(), nullptr);
}

TEST(BorrowedPages, AreAnyNumberAndEndAtAPageThatFaults) {
  void* data = nullptr;
  constexpr std::size_t kBytes = 3 * kPageBytes + 8;
  {
    const BorrowedPages pages(kBytes, kRule);
    data = pages.data();
    ASSERT_NE(data, nullptr);
    EXPECT_TRUE(user_can_write(data, kBytes));
    EXPECT_FALSE(user_can_read(static_cast<char*>(data) + kBytes, 1));
    EXPECT_FALSE(rule_of_borrowed_page(static_cast<char*>(data) + kBytes).has_value());
    std::memset(data, 'x', kBytes);
  }
  EXPECT_FALSE(user_can_read(data, 1));
  EXPECT_EQ(rule_of_borrowed_page(data), kRule);
  EXPECT_EQ(rule_of_borrowed_page(static_cast<char*>(data) + kBytes - 1), kRule);
}

TEST(BorrowedPages, StayClosedForSomeTime) {
  const void* first = nullptr;
  for (int i = 0; i < 100; ++i) {
    const BorrowedPages pages(2 * kPageBytes, kRule);
    ASSERT_NE(pages.data(), nullptr);
    if (i == 90) first = pages.data();
  }
  EXPECT_EQ(rule_of_borrowed_page(first), kRule);
}

TEST(BorrowedPages, AreNoneWhenAllPlacesAreInUse) {
  std::vector<std::unique_ptr<BorrowedPages>> all;
  for (int i = 0; i < 40; ++i) all.push_back(std::make_unique<BorrowedPages>(8, kRule));
  EXPECT_NE(all.front()->data(), nullptr);
  EXPECT_EQ(all.back()->data(), nullptr);
  all.clear();
  EXPECT_NE(BorrowedPages(8, kRule).data(), nullptr);
}

}  // namespace
