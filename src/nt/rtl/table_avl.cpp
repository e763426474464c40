// Generic tables as balanced trees. Elements lie in memory that the driver's own routine gave: the
// links first, then a copy of the data.
//
// The height of a subtree stands in the reserved bytes of its links, beside the balance that
// Windows keeps. The root hangs at the right of the table's own links.
#include <algorithm>
#include <cstring>

#include "src/nt/base/wdk.h"

namespace {

using AvlNode = RTL_BALANCED_LINKS;

UCHAR height(const AvlNode* node) { return node == nullptr ? 0 : node->Reserved[0]; }

void measure(AvlNode* node) {
  const UCHAR left = height(node->LeftChild);
  const UCHAR right = height(node->RightChild);
  node->Reserved[0] = static_cast<UCHAR>(std::max(left, right) + 1);
  node->Balance = static_cast<CHAR>(right - left);
}

AvlNode* root_of(const RTL_AVL_TABLE& table) { return table.BalancedRoot.RightChild; }

// Puts `next`, which may be null, where `node` hangs.
void replace(AvlNode* node, AvlNode* next) {
  AvlNode* const parent = node->Parent;
  (parent->LeftChild == node ? parent->LeftChild : parent->RightChild) = next;
  if (next != nullptr) next->Parent = parent;
}

// Its child on the given side goes up, the node goes down on the other.
AvlNode* rotate(AvlNode* node, bool left_goes_up) {
  AvlNode* const up = left_goes_up ? node->LeftChild : node->RightChild;
  AvlNode*& inner = left_goes_up ? up->RightChild : up->LeftChild;
  replace(node, up);
  (left_goes_up ? node->LeftChild : node->RightChild) = inner;
  if (inner != nullptr) inner->Parent = node;
  inner = node;
  node->Parent = up;
  measure(node);
  measure(up);
  return up;
}

AvlNode* balance(AvlNode* node) {
  measure(node);
  if (node->Balance < -1) {
    if (node->LeftChild->Balance > 0) rotate(node->LeftChild, false);
    return rotate(node, true);
  }
  if (node->Balance > 1) {
    if (node->RightChild->Balance < 0) rotate(node->RightChild, true);
    return rotate(node, false);
  }
  return node;
}

void balance_up(RTL_AVL_TABLE& table, AvlNode* from) {
  for (AvlNode* at = from; at != &table.BalancedRoot; at = at->Parent) at = balance(at);
  table.DepthOfTree = height(root_of(table));
}

void* data_of(AvlNode* node) { return node == nullptr ? nullptr : node + 1; }

AvlNode* leftmost(AvlNode* node) {
  while (node != nullptr && node->LeftChild != nullptr) node = node->LeftChild;
  return node;
}

AvlNode* successor(const RTL_AVL_TABLE& table, AvlNode* node) {
  if (node->RightChild != nullptr) return leftmost(node->RightChild);
  while (node->Parent != &table.BalancedRoot && node->Parent->RightChild == node)
    node = node->Parent;
  return node->Parent == &table.BalancedRoot ? nullptr : node->Parent;
}

AvlNode* after(const RTL_AVL_TABLE& table, AvlNode* node) {
  return node == nullptr ? leftmost(root_of(table)) : successor(table, node);
}

struct AvlPlace {
  AvlNode* node;  // the match, or the parent to be
  TABLE_SEARCH_RESULT result;
};

AvlPlace find(RTL_AVL_TABLE& table, PVOID buffer) {
  AvlNode* at = root_of(table);
  if (at == nullptr) return {nullptr, TableEmptyTree};
  for (;;) {
    const RTL_GENERIC_COMPARE_RESULTS order = table.CompareRoutine(&table, buffer, data_of(at));
    if (order == GenericEqual) return {at, TableFoundNode};
    AvlNode* const next = order == GenericLessThan ? at->LeftChild : at->RightChild;
    if (next == nullptr)
      return {at, order == GenericLessThan ? TableInsertAsLeft : TableInsertAsRight};
    at = next;
  }
}

void* insert(RTL_AVL_TABLE& table, PVOID buffer, CLONG size, PBOOLEAN is_new, AvlPlace place) {
  if (is_new != nullptr) *is_new = FALSE;
  if (place.result == TableFoundNode) return data_of(place.node);
  auto* node = static_cast<AvlNode*>(
      table.AllocateRoutine(&table, size + static_cast<ULONG>(sizeof(AvlNode))));
  if (node == nullptr) return nullptr;
  *node = {};
  std::memcpy(data_of(node), buffer, size);
  node->Parent = place.result == TableEmptyTree ? &table.BalancedRoot : place.node;
  (place.result == TableInsertAsLeft ? node->Parent->LeftChild : node->Parent->RightChild) = node;
  ++table.NumberGenericTableElements;
  balance_up(table, node);
  if (is_new != nullptr) *is_new = TRUE;
  return data_of(node);
}

void take_out(RTL_AVL_TABLE& table, AvlNode* node) {
  AvlNode* from = node->Parent;
  if (node->LeftChild != nullptr && node->RightChild != nullptr) {
    // The next in order has no left child: it takes the place.
    AvlNode* const next = leftmost(node->RightChild);
    from = next->Parent == node ? next : next->Parent;
    replace(next, next->RightChild);
    replace(node, next);
    next->LeftChild = node->LeftChild;
    next->RightChild = node->RightChild;
    for (AvlNode* child : {next->LeftChild, next->RightChild}) {
      if (child != nullptr) child->Parent = next;
    }
  } else {
    replace(node, node->LeftChild != nullptr ? node->LeftChild : node->RightChild);
  }
  --table.NumberGenericTableElements;
  ++table.DeleteCount;
  balance_up(table, from);
}

}  // namespace

extern "C" {

VOID RtlInitializeGenericTableAvl(PRTL_AVL_TABLE Table, PRTL_AVL_COMPARE_ROUTINE CompareRoutine,
                                  PRTL_AVL_ALLOCATE_ROUTINE AllocateRoutine,
                                  PRTL_AVL_FREE_ROUTINE FreeRoutine, PVOID TableContext) {
  *Table = {};
  Table->BalancedRoot.Parent = &Table->BalancedRoot;
  Table->CompareRoutine = CompareRoutine;
  Table->AllocateRoutine = AllocateRoutine;
  Table->FreeRoutine = FreeRoutine;
  Table->TableContext = TableContext;
}

PVOID RtlInsertElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer, CLONG BufferSize,
                                      PBOOLEAN NewElement) {
  return insert(*Table, Buffer, BufferSize, NewElement, find(*Table, Buffer));
}

PVOID RtlInsertElementGenericTableFullAvl(PRTL_AVL_TABLE Table, PVOID Buffer, CLONG BufferSize,
                                          PBOOLEAN NewElement, PVOID NodeOrParent,
                                          TABLE_SEARCH_RESULT SearchResult) {
  return insert(*Table, Buffer, BufferSize, NewElement,
                {static_cast<AvlNode*>(NodeOrParent), SearchResult});
}

PVOID RtlLookupElementGenericTableFullAvl(PRTL_AVL_TABLE Table, PVOID Buffer, PVOID* NodeOrParent,
                                          TABLE_SEARCH_RESULT* SearchResult) {
  const AvlPlace place = find(*Table, Buffer);
  *SearchResult = place.result;
  if (place.result != TableEmptyTree) *NodeOrParent = place.node;
  return place.result == TableFoundNode ? data_of(place.node) : nullptr;
}

PVOID RtlLookupElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer) {
  const AvlPlace place = find(*Table, Buffer);
  return place.result == TableFoundNode ? data_of(place.node) : nullptr;
}

// Elements that compare equal to the buffer stand together: the first of them in order.
PVOID RtlLookupFirstMatchingElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer,
                                                   PVOID* RestartKey) {
  AvlNode* match = nullptr;
  for (AvlNode* at = root_of(*Table); at != nullptr;) {
    const RTL_GENERIC_COMPARE_RESULTS order = Table->CompareRoutine(Table, Buffer, data_of(at));
    if (order == GenericEqual) match = at;
    at = order == GenericGreaterThan ? at->RightChild : at->LeftChild;
  }
  *RestartKey = match;
  return data_of(match);
}

BOOLEAN RtlDeleteElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer) {
  const AvlPlace place = find(*Table, Buffer);
  if (place.result != TableFoundNode) return FALSE;
  take_out(*Table, place.node);
  Table->FreeRoutine(Table, place.node);
  return TRUE;
}

PVOID RtlEnumerateGenericTableWithoutSplayingAvl(PRTL_AVL_TABLE Table, PVOID* RestartKey) {
  AvlNode* const next = after(*Table, static_cast<AvlNode*>(*RestartKey));
  if (next != nullptr) *RestartKey = next;
  return data_of(next);
}

PVOID RtlEnumerateGenericTableAvl(PRTL_AVL_TABLE Table, BOOLEAN Restart) {
  if (Restart) Table->RestartKey = nullptr;
  AvlNode* const next = after(*Table, Table->RestartKey);
  if (next != nullptr) Table->RestartKey = next;
  return data_of(next);
}

// A balanced tree does not store the order of insertion: elements count in their own order.
PVOID RtlGetElementGenericTableAvl(PRTL_AVL_TABLE Table, ULONG I) {
  AvlNode* at = leftmost(root_of(*Table));
  for (; at != nullptr && I > 0; --I) at = successor(*Table, at);
  return data_of(at);
}

ULONG RtlNumberGenericTableElementsAvl(PRTL_AVL_TABLE Table) {
  return Table->NumberGenericTableElements;
}

BOOLEAN RtlIsGenericTableEmptyAvl(PRTL_AVL_TABLE Table) {
  return Table->NumberGenericTableElements == 0;
}

}  // extern "C"
