// Hash tables of entries that their users allocate.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "ntddk.h"
#include "src/nt/base/wdk.h"

namespace {

using Entry = RTL_DYNAMIC_HASH_TABLE_ENTRY;

class HashTable : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(RtlCreateHashTable(&table_, 0, 0)); }
  void TearDown() override { RtlDeleteHashTable(table_); }

  void insert(Entry& entry, ULONG_PTR signature) {
    EXPECT_TRUE(RtlInsertEntryHashTable(table_, &entry, signature, nullptr));
  }
  void remove(Entry& entry) { EXPECT_TRUE(RtlRemoveEntryHashTable(table_, &entry, nullptr)); }

  // All with the signature, in the order in which they are found.
  std::vector<Entry*> found(ULONG_PTR signature) {
    std::vector<Entry*> out;
    RTL_DYNAMIC_HASH_TABLE_CONTEXT place{};
    for (Entry* at = RtlLookupEntryHashTable(table_, signature, &place); at != nullptr;
         at = RtlGetNextEntryHashTable(table_, &place))
      out.push_back(at);
    return out;
  }

  PRTL_DYNAMIC_HASH_TABLE table_ = nullptr;
};

using Entries = std::vector<Entry*>;

TEST_F(HashTable, FindsEqualOnesInTheOrderOfTheirInsertion) {
  Entry entries[5];
  insert(entries[0], 7);
  insert(entries[1], 9);
  insert(entries[2], 7);
  insert(entries[3], 7 + (ULONG_PTR{1} << 40));
  insert(entries[4], 7);
  EXPECT_EQ(found(7), (Entries{&entries[0], &entries[2], &entries[4]}));
  EXPECT_EQ(found(9), Entries{&entries[1]});
  EXPECT_EQ(found(8), Entries{});
  EXPECT_EQ(table_->NumEntries, 5U);
  remove(entries[2]);
  EXPECT_EQ(found(7), (Entries{&entries[0], &entries[4]}));
  for (const int left : {0, 1, 3, 4}) remove(entries[left]);
  EXPECT_EQ(table_->NumEntries, 0U);
  EXPECT_EQ(table_->NonEmptyBuckets, 0U);
}

TEST_F(HashTable, TheReservedSignatureBecomesItsNeighbour) {
  Entry reserved, next;
  insert(reserved, RTL_HASH_RESERVED_SIGNATURE);
  insert(next, RTL_HASH_RESERVED_SIGNATURE + 1);
  EXPECT_EQ(found(RTL_HASH_RESERVED_SIGNATURE), (Entries{&reserved, &next}));
  EXPECT_EQ(found(RTL_HASH_RESERVED_SIGNATURE + 1), (Entries{&reserved, &next}));
  remove(reserved);
  remove(next);
}

TEST_F(HashTable, APlaceThatWasLookedUpTakesTheEntryAndItsRemoval) {
  Entry first, second;
  RTL_DYNAMIC_HASH_TABLE_CONTEXT place{};
  EXPECT_EQ(RtlLookupEntryHashTable(table_, 5, &place), nullptr);
  EXPECT_TRUE(RtlInsertEntryHashTable(table_, &first, 5, &place));
  EXPECT_TRUE(RtlInsertEntryHashTable(table_, &second, 5, &place));
  EXPECT_EQ(found(5), (Entries{&first, &second}));
  EXPECT_EQ(table_->NonEmptyBuckets, 1U);
  EXPECT_EQ(RtlLookupEntryHashTable(table_, 5, &place), &first);
  EXPECT_EQ(RtlGetNextEntryHashTable(table_, &place), &second);
  EXPECT_TRUE(RtlRemoveEntryHashTable(table_, &first, &place));  // on which the place stands
  EXPECT_EQ(RtlGetNextEntryHashTable(table_, &place), nullptr);
  EXPECT_EQ(found(5), Entries{&second});
  remove(second);
}

TEST_F(HashTable, EnumeratesEachOnceWhileEntriesGo) {
  std::vector<Entry> entries(500);
  for (std::size_t i = 0; i < entries.size(); ++i) insert(entries[i], 1 + i * 3);
  RTL_DYNAMIC_HASH_TABLE_ENUMERATOR all, other;
  ASSERT_TRUE(RtlInitEnumerationHashTable(table_, &all));
  ASSERT_TRUE(RtlInitEnumerationHashTable(table_, &other));
  EXPECT_EQ(table_->NumEnumerators, 2U);
  std::set<Entry*> seen;
  while (Entry* entry = RtlEnumerateEntryHashTable(table_, &all)) {
    EXPECT_TRUE(seen.insert(entry).second);
    if (seen.size() % 2 == 0) remove(*entry);
  }
  EXPECT_EQ(seen.size(), 500U);
  EXPECT_EQ(RtlEnumerateEntryHashTable(table_, &all), nullptr);  // the end stays the end
  std::size_t rest = 0;
  while (RtlEnumerateEntryHashTable(table_, &other) != nullptr) ++rest;
  EXPECT_EQ(rest, 250U);
  RtlEndEnumerationHashTable(table_, &all);
  RtlEndEnumerationHashTable(table_, &other);
  EXPECT_EQ(table_->NumEnumerators, 0U);
  EXPECT_EQ(table_->NumEntries, 250U);
}

// An enumerator stands among the entries of a bucket and is none of them.
TEST_F(HashTable, AnEnumeratorIsNeverFound) {
  Entry entries[2];
  insert(entries[0], 4);
  RTL_DYNAMIC_HASH_TABLE_ENUMERATOR all;
  ASSERT_TRUE(RtlInitWeakEnumerationHashTable(table_, &all));
  EXPECT_EQ(RtlWeaklyEnumerateEntryHashTable(table_, &all), &entries[0]);
  insert(entries[1], 4);
  EXPECT_EQ(found(4), (Entries{&entries[0], &entries[1]}));
  remove(entries[0]);
  remove(entries[1]);
  EXPECT_EQ(table_->NonEmptyBuckets, 0U);
  EXPECT_EQ(RtlWeaklyEnumerateEntryHashTable(table_, &all), nullptr);
  RtlEndWeakEnumerationHashTable(table_, &all);
}

TEST_F(HashTable, KeepsItsSize) {
  EXPECT_FALSE(RtlExpandHashTable(table_));
  EXPECT_FALSE(RtlContractHashTable(table_));
}

TEST(HashTableCreation, TakesSizesAndShiftsInTheirBounds) {
  RTL_DYNAMIC_HASH_TABLE own{};
  for (const auto& [asked, got] :
       {std::pair<ULONG, ULONG>{0, 128}, {128, 128}, {129, 256}, {1U << 20, 1U << 20}}) {
    PRTL_DYNAMIC_HASH_TABLE table = &own;
    ASSERT_TRUE(RtlCreateHashTableEx(&table, asked, 63, 0)) << asked;
    EXPECT_EQ(table, &own);
    EXPECT_EQ(own.TableSize, got);
    RtlDeleteHashTable(table);
  }
  PRTL_DYNAMIC_HASH_TABLE table = nullptr;
  EXPECT_FALSE(RtlCreateHashTableEx(&table, (1U << 20) + 1, 0, 0));
  EXPECT_FALSE(RtlCreateHashTableEx(&table, 128, 64, 0));
  EXPECT_EQ(table, nullptr);
}

}  // namespace
