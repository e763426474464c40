// The two kinds of generic tables, with the same calls for both.
#pragma once

#include <cstdlib>
#include <vector>

#include "src/nt/base/wdk.h"

namespace drydock::testing {

struct Item {
  int key;
  int value;
};

inline RTL_GENERIC_COMPARE_RESULTS compare(PVOID a, PVOID b) {
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
std::vector<int> keys_of(T& table) {
  std::vector<int> out;
  PVOID key = nullptr;
  for (Item* at = table.next_after(&key); at != nullptr; at = table.next_after(&key))
    out.push_back(at->key);
  return out;
}

}  // namespace drydock::testing
