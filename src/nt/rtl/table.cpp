// Generic tables as splay trees. An element is the links of the tree, a link in the order of
// insertion, and a copy of the data.
#include <cstddef>
#include <cstring>

#include "src/nt/base/wdk.h"

namespace {

struct Element {
  RTL_SPLAY_LINKS links;
  LIST_ENTRY inserted;
  alignas(16) unsigned char data[1];
};

Element* element_of(PRTL_SPLAY_LINKS links) {
  return links == nullptr ? nullptr : CONTAINING_RECORD(links, Element, links);
}
void* data_of(Element* element) { return element == nullptr ? nullptr : element->data; }

struct Place {
  PRTL_SPLAY_LINKS links;  // the match, or the parent to be
  RTL_GENERIC_COMPARE_RESULTS order;
};

Place find(RTL_GENERIC_TABLE& table, PVOID buffer) {
  PRTL_SPLAY_LINKS at = table.TableRoot;
  for (;;) {
    const RTL_GENERIC_COMPARE_RESULTS order =
        table.CompareRoutine(&table, buffer, element_of(at)->data);
    if (order == GenericEqual) return {at, order};
    const PRTL_SPLAY_LINKS next = order == GenericLessThan ? at->LeftChild : at->RightChild;
    if (next == nullptr) return {at, order};
    at = next;
  }
}

// Moves the match to the root, as every look-up does.
Element* find_and_splay(RTL_GENERIC_TABLE& table, PVOID buffer) {
  if (table.TableRoot == nullptr) return nullptr;
  const Place place = find(table, buffer);
  table.TableRoot = RtlSplay(place.links);
  return place.order == GenericEqual ? element_of(place.links) : nullptr;
}

PRTL_SPLAY_LINKS first_of(const RTL_GENERIC_TABLE& table) {
  PRTL_SPLAY_LINKS at = table.TableRoot;
  while (at != nullptr && at->LeftChild != nullptr) at = at->LeftChild;
  return at;
}

PRTL_SPLAY_LINKS after(const RTL_GENERIC_TABLE& table, PVOID key) {
  return key == nullptr ? first_of(table) : RtlRealSuccessor(static_cast<PRTL_SPLAY_LINKS>(key));
}

void hang(RTL_GENERIC_TABLE& table, Element& element, PVOID buffer) {
  element.links = {};
  element.links.Parent = &element.links;
  if (table.TableRoot != nullptr) {
    const Place place = find(table, buffer);
    element.links.Parent = place.links;
    (place.order == GenericLessThan ? place.links->LeftChild : place.links->RightChild) =
        &element.links;
  }
  table.TableRoot = RtlSplay(&element.links);
  InsertTailList(&table.InsertOrderList, &element.inserted);
  ++table.NumberGenericTableElements;
}

}  // namespace

extern "C" {

VOID RtlInitializeGenericTable(PRTL_GENERIC_TABLE Table,
                               PRTL_GENERIC_COMPARE_ROUTINE CompareRoutine,
                               PRTL_GENERIC_ALLOCATE_ROUTINE AllocateRoutine,
                               PRTL_GENERIC_FREE_ROUTINE FreeRoutine, PVOID TableContext) {
  *Table = {};
  InitializeListHead(&Table->InsertOrderList);
  Table->OrderedPointer = &Table->InsertOrderList;
  Table->CompareRoutine = CompareRoutine;
  Table->AllocateRoutine = AllocateRoutine;
  Table->FreeRoutine = FreeRoutine;
  Table->TableContext = TableContext;
}

PVOID RtlInsertElementGenericTable(PRTL_GENERIC_TABLE Table, PVOID Buffer, CLONG BufferSize,
                                   PBOOLEAN NewElement) {
  if (NewElement != nullptr) *NewElement = FALSE;
  if (Element* known = find_and_splay(*Table, Buffer)) return known->data;
  const ULONG bytes = BufferSize + static_cast<ULONG>(offsetof(Element, data));
  auto* element = static_cast<Element*>(Table->AllocateRoutine(Table, bytes));
  if (element == nullptr) return nullptr;
  std::memcpy(element->data, Buffer, BufferSize);
  hang(*Table, *element, Buffer);
  if (NewElement != nullptr) *NewElement = TRUE;
  return element->data;
}

BOOLEAN RtlDeleteElementGenericTable(PRTL_GENERIC_TABLE Table, PVOID Buffer) {
  Element* const element = find_and_splay(*Table, Buffer);
  if (element == nullptr) return FALSE;
  Table->TableRoot = RtlDelete(&element->links);
  RemoveEntryList(&element->inserted);
  --Table->NumberGenericTableElements;
  Table->FreeRoutine(Table, element);
  return TRUE;
}

PVOID RtlLookupElementGenericTable(PRTL_GENERIC_TABLE Table, PVOID Buffer) {
  return data_of(find_and_splay(*Table, Buffer));
}

PVOID RtlEnumerateGenericTable(PRTL_GENERIC_TABLE Table, BOOLEAN Restart) {
  // The element of the last call is the root.
  const PRTL_SPLAY_LINKS next =
      Table->TableRoot == nullptr ? nullptr : after(*Table, Restart ? nullptr : Table->TableRoot);
  if (next != nullptr) Table->TableRoot = RtlSplay(next);
  return data_of(element_of(next));
}

PVOID RtlEnumerateGenericTableWithoutSplaying(PRTL_GENERIC_TABLE Table, PVOID* RestartKey) {
  const PRTL_SPLAY_LINKS next = after(*Table, *RestartKey);
  if (next != nullptr) *RestartKey = next;
  return data_of(element_of(next));
}

PVOID RtlGetElementGenericTable(PRTL_GENERIC_TABLE Table, ULONG I) {
  if (I >= Table->NumberGenericTableElements) return nullptr;
  PLIST_ENTRY at = Table->InsertOrderList.Flink;
  for (; I > 0; --I) at = at->Flink;
  return CONTAINING_RECORD(at, Element, inserted)->data;
}

ULONG RtlNumberGenericTableElements(PRTL_GENERIC_TABLE Table) {
  return Table->NumberGenericTableElements;
}

BOOLEAN RtlIsGenericTableEmpty(PRTL_GENERIC_TABLE Table) {
  return Table->NumberGenericTableElements == 0;
}

}  // extern "C"
