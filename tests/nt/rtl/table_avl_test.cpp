// Balanced trees: what they have beside what all tables have (table_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/nt/rtl/tables.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

TEST(AvlTable, StaysShallow) {
  TableOf<Avl> table;
  for (int key = 0; key < 1000; ++key) table.insert({key, 0});
  EXPECT_LE(table.table.DepthOfTree, 14U);  // 1.44 log2
  for (int key = 0; key < 1000; ++key) {
    table.erase(key);
    ASSERT_LE(table.table.DepthOfTree, 14U);
  }
  EXPECT_EQ(table.table.DepthOfTree, 0U);
}

// ntddk/nf-ntddk-rtllookupelementgenerictablefullavl.md: where it is, or would be.
TEST(AvlTable, SearchResultPlacesTheNext) {
  TableOf<Avl> table;
  Item item{5, 55};
  PVOID place = &table;
  TABLE_SEARCH_RESULT result{};
  EXPECT_EQ(RtlLookupElementGenericTableFullAvl(&table.table, &item, &place, &result), nullptr);
  EXPECT_EQ(result, TableEmptyTree);
  EXPECT_EQ(place, &table);
  BOOLEAN fresh = FALSE;
  RtlInsertElementGenericTableFullAvl(&table.table, &item, sizeof item, &fresh, place, result);
  EXPECT_TRUE(fresh);
  EXPECT_NE(RtlLookupElementGenericTableFullAvl(&table.table, &item, &place, &result), nullptr);
  EXPECT_EQ(result, TableFoundNode);
  item.key = 9;
  EXPECT_EQ(RtlLookupElementGenericTableFullAvl(&table.table, &item, &place, &result), nullptr);
  EXPECT_EQ(result, TableInsertAsRight);
  RtlInsertElementGenericTableFullAvl(&table.table, &item, sizeof item, &fresh, place, result);
  EXPECT_THAT(keys_of(table), ElementsAre(5, 9));
  PVOID restart = nullptr;
  EXPECT_EQ(static_cast<Item*>(
                RtlLookupFirstMatchingElementGenericTableAvl(&table.table, &item, &restart))
                ->key,
            9);
  EXPECT_EQ(RtlEnumerateGenericTableWithoutSplayingAvl(&table.table, &restart), nullptr);
  EXPECT_EQ(static_cast<Item*>(RtlGetElementGenericTableAvl(&table.table, 1))->key, 9);
  EXPECT_EQ(RtlGetElementGenericTableAvl(&table.table, 2), nullptr);
  for (const int key : {5, 9}) table.erase(key);
}

}  // namespace
}  // namespace drydock::testing
