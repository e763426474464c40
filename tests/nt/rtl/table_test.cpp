// Generic tables, balanced and splayed, against std::set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/nt/rtl/tables.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

template <typename T>
class GenericTable : public ::testing::Test {};
using Kinds = ::testing::Types<TableOf<Avl>, TableOf<Splay>>;
TYPED_TEST_SUITE(GenericTable, Kinds);

// ntddk/nf-ntddk-rtlinsertelementgenerictable.md: a copy; the existing element for an equal one;
// NULL when there is no memory.
TYPED_TEST(GenericTable, InsertCopiesOnce) {
  TypeParam table;
  EXPECT_TRUE(table.empty());
  BOOLEAN fresh = FALSE;
  Item* const first = table.insert({5, 50}, &fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(first->value, 50);
  EXPECT_EQ(table.insert({5, 51}, &fresh), first);
  EXPECT_FALSE(fresh);
  EXPECT_EQ(first->value, 50);
  TypeParam::fail = true;
  EXPECT_EQ(table.insert({6, 60}, &fresh), nullptr);
  TypeParam::fail = false;
  EXPECT_FALSE(fresh);
  EXPECT_EQ(table.size(), 1U);
  EXPECT_EQ(table.find(6), nullptr);
  EXPECT_TRUE(table.erase(5));
  EXPECT_FALSE(table.erase(5));
  EXPECT_EQ(TypeParam::live, 0);
}

TYPED_TEST(GenericTable, EnumeratesInOrder) {
  TypeParam table;
  EXPECT_EQ(table.next(TRUE), nullptr);
  for (const int key : {5, 1, 9, 3}) table.insert({key, 0});
  std::vector<int> keys;
  for (Item* at = table.next(TRUE); at != nullptr; at = table.next(FALSE)) keys.push_back(at->key);
  EXPECT_THAT(keys, ElementsAre(1, 3, 5, 9));
  EXPECT_THAT(keys_of(table), ElementsAre(1, 3, 5, 9));
  for (const int key : {1, 3, 5, 9}) table.erase(key);
}

TYPED_TEST(GenericTable, AgreesWithASet) {
  TypeParam table;
  std::set<int> model;
  std::mt19937 random(11);
  for (int step = 0; step < 4000; ++step) {
    const int key = static_cast<int>(random() % 200);
    if (random() % 2 == 0) {
      BOOLEAN fresh = FALSE;
      table.insert({key, step}, &fresh);
      ASSERT_EQ(fresh != FALSE, model.insert(key).second);
    } else {
      ASSERT_EQ(table.erase(key), model.erase(key) == 1);
    }
    ASSERT_EQ(table.size(), model.size());
    ASSERT_EQ(table.find(key) != nullptr, model.contains(key));
    if (step % 50 == 0) ASSERT_THAT(keys_of(table), ElementsAreArray(model));
  }
  for (const int key : model) table.erase(key);
  EXPECT_EQ(TypeParam::live, 0);
}

// ntddk/nf-ntddk-rtlgetelementgenerictable.md: the I-th that was inserted.
TEST(SplayTable, ElementsCountInOrderOfInsertion) {
  TableOf<Splay> table;
  for (const int key : {5, 1, 9}) table.insert({key, 0});
  const auto at = [&](ULONG i) {
    return static_cast<Item*>(RtlGetElementGenericTable(&table.table, i));
  };
  EXPECT_EQ(at(0)->key, 5);
  EXPECT_EQ(at(2)->key, 9);
  EXPECT_EQ(at(3), nullptr);
  table.erase(5);
  EXPECT_EQ(at(0)->key, 1);
  for (const int key : {1, 9}) table.erase(key);
}

}  // namespace
}  // namespace drydock::testing
