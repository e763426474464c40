// Budgets of processes in an adapter's memory, and reservations.
#include "src/vidmm/budget.h"

#include <gtest/gtest.h>

namespace drydock::vidmm {
namespace {

constexpr std::uint64_t kSize = 1000;

class BudgetOf : public ::testing::Test {
 protected:
  BudgetOf() { budget.set_size(Group::kLocal, kSize); }
  Budget::Info info(const Account& account) { return budget.info(account, Group::kLocal); }

  Budget budget;
  Account one, other;
};

TEST_F(BudgetOf, AProcessIsWhatOthersHaveNotReserved) {
  EXPECT_EQ(info(one).budget, kSize);
  ASSERT_TRUE(budget.reserve(other, Group::kLocal, 300));
  EXPECT_EQ(info(one).budget, kSize - 300);
  EXPECT_EQ(info(other).budget, kSize);
  EXPECT_EQ(info(other).reserved, 300U);
}

TEST_F(BudgetOf, AllReservationsTogetherAreHalfAtMost) {
  ASSERT_TRUE(budget.reserve(one, Group::kLocal, 300));
  EXPECT_EQ(info(other).available_for_reservation, 200U);
  EXPECT_FALSE(budget.reserve(other, Group::kLocal, 201));
  EXPECT_TRUE(budget.reserve(other, Group::kLocal, 200));
  EXPECT_EQ(info(one).available_for_reservation, 300U);
  ASSERT_TRUE(budget.reserve(one, Group::kLocal, 0));
  EXPECT_TRUE(budget.reserve(other, Group::kLocal, 500));
}

TEST_F(BudgetOf, K074WhatAProcessHasIsWithinItsBudget) {
  one.add(Group::kLocal, 900);
  ASSERT_TRUE(budget.reserve(other, Group::kLocal, 500));
  EXPECT_EQ(info(one).budget, 900U);
  one.subtract(Group::kLocal, 600);
  EXPECT_EQ(info(one).budget, 500U);
  EXPECT_EQ(info(one).used, 300U);
}

TEST_F(BudgetOf, ADriverThatStartsAnewMayHaveLess) {
  ASSERT_TRUE(budget.reserve(other, Group::kLocal, 500));
  budget.set_size(Group::kLocal, 100);
  EXPECT_EQ(info(one).budget, 0U);
  EXPECT_EQ(info(one).available_for_reservation, 0U);
}

TEST_F(BudgetOf, LimitsOfListsAreTheBudgetOrAllThatThereIs) {
  ASSERT_TRUE(budget.reserve(other, Group::kLocal, 400));
  EXPECT_EQ(budget.limits(one, /*most_ever=*/false).local, 600U);
  EXPECT_EQ(budget.limits(one, /*most_ever=*/true).local, kSize);
}

TEST(Account, K281DemandStopsAtTheLimitAndSaysByHowMuch) {
  Account account;
  EXPECT_EQ(account.demand(Group::kLocal, 60, 100), 0U);
  EXPECT_EQ(account.demand(Group::kLocal, 60, 100), 20U);
  EXPECT_EQ(account.demanded(Group::kLocal), 60U);
  EXPECT_EQ(account.demanded(Group::kNonLocal), 0U);
  account.withdraw(Group::kLocal, 60);
  EXPECT_EQ(account.demand(Group::kLocal, 100, 100), 0U);
}

TEST(Account, NothingMoreIsAlwaysGranted) {
  Account account;
  ASSERT_EQ(account.demand(Group::kLocal, 80, 100), 0U);
  EXPECT_EQ(account.demand(Group::kLocal, 0, 10), 0U);
}

}  // namespace
}  // namespace drydock::vidmm
