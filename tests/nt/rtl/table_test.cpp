// Generic tables, balanced and splayed, against std::set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>
#include <vector>

#include "src/nt/base/wdk.h"

namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

struct Item {
  int key;
  int value;
};

RTL_GENERIC_COMPARE_RESULTS compare(PVOID a, PVOID b) {
  const int left = static_cast<Item*>(a)->key;
  const int right = static_cast<Item*>(b)->key;
  if (left == right) return GenericEqual;
  return left < right ? GenericLessThan : GenericGreaterThan;
}

// The routines of the two kinds of table.
struct Avl {
  using Table = RTL_AVL_TABLE;
  static constexpr auto kInitialize = RtlInitializeGenericTableAvl;
  static constexpr auto kInsert = RtlInsertElementGenericTableAvl;
  static constexpr auto kDelete = RtlDeleteElementGenericTableAvl;
  static constexpr auto kLookUp = RtlLookupElementGenericTableAvl;
  static constexpr auto kEnumerate = RtlEnumerateGenericTableAvl;
  static constexpr auto kEnumerateUnchanged = RtlEnumerateGenericTableWithoutSplayingAvl;
  static constexpr auto kCount = RtlNumberGenericTableElementsAvl;
  static constexpr auto kIsEmpty = RtlIsGenericTableEmptyAvl;
};
struct Splay {
  using Table = RTL_GENERIC_TABLE;
  static constexpr auto kInitialize = RtlInitializeGenericTable;
  static constexpr auto kInsert = RtlInsertElementGenericTable;
  static constexpr auto kDelete = RtlDeleteElementGenericTable;
  static constexpr auto kLookUp = RtlLookupElementGenericTable;
  static constexpr auto kEnumerate = RtlEnumerateGenericTable;
  static constexpr auto kEnumerateUnchanged = RtlEnumerateGenericTableWithoutSplaying;
  static constexpr auto kCount = RtlNumberGenericTableElements;
  static constexpr auto kIsEmpty = RtlIsGenericTableEmpty;
};

template <typename Kind>
struct TableOf {
  using Table = typename Kind::Table;
  static inline int live = 0;
  static inline bool fail = false;
  Table table;

  TableOf() {
    Kind::kInitialize(
        &table, [](Table*, PVOID a, PVOID b) { return compare(a, b); },
        [](Table*, ULONG size) -> PVOID {
          if (fail) return nullptr;
          ++live;
          return std::malloc(size);
        },
        [](Table*, PVOID memory) {
          --live;
          std::free(memory);
        },
        nullptr);
  }
  Item* insert(Item item, PBOOLEAN fresh = nullptr) {
    return static_cast<Item*>(Kind::kInsert(&table, &item, sizeof item, fresh));
  }
  bool erase(int key) {
    Item item{key, 0};
    return Kind::kDelete(&table, &item);
  }
  Item* find(int key) {
    Item item{key, 0};
    return static_cast<Item*>(Kind::kLookUp(&table, &item));
  }
  Item* next(BOOLEAN restart) { return static_cast<Item*>(Kind::kEnumerate(&table, restart)); }
  Item* next_after(PVOID* key) {
    return static_cast<Item*>(Kind::kEnumerateUnchanged(&table, key));
  }
  ULONG size() { return Kind::kCount(&table); }
  bool empty() { return Kind::kIsEmpty(&table); }
};

template <typename T>
class GenericTable : public ::testing::Test {};
using Kinds = ::testing::Types<TableOf<Avl>, TableOf<Splay>>;
TYPED_TEST_SUITE(GenericTable, Kinds);

template <typename T>
std::vector<int> keys_of(T& table) {
  std::vector<int> out;
  PVOID key = nullptr;
  for (Item* at = table.next_after(&key); at != nullptr; at = table.next_after(&key))
    out.push_back(at->key);
  return out;
}

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
