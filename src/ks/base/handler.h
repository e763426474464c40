// The common part of the dispatchers of properties, methods and events.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "src/ks/base/request.h"
#include "src/ks/base/wdk.h"

namespace drydock::ks {

// Calls a handler across the border and checks what it left in the IRP (S-240).
NTSTATUS call_handler(const Request& request, PFNKSHANDLER handler, const char* where);

// S-243, S-244: a request with a buffer of no bytes gets the size of a fixed answer.
NTSTATUS check_data(PIRP irp, ULONG least);

// The answer to a query for all sets.
NTSTATUS answer_guids(PIRP irp, std::span<const GUID> sets);

// The table of the node that a request names; unchanged when it names none.
NTSTATUS table_for_node(PIRP irp, std::span<const KSNODE_DESCRIPTOR> nodes,
                        const KSAUTOMATION_TABLE*& table);

// The set that a request names. When `set` stays null, the status of find_set() is the answer to
// the request: it asked about sets, or there is no such set.
template <class Set>
struct Asked {
  const Set* set = nullptr;
  KSIDENTIFIER request{};
  ULONG flags = 0;  // without the topology flag
};

template <class Set>
NTSTATUS find_set(PIRP irp, std::span<const Set> sets, Asked<Set>& asked) {
  static_assert(KSPROPERTY_TYPE_TOPOLOGY == KSMETHOD_TYPE_TOPOLOGY &&
                KSPROPERTY_TYPE_SETSUPPORT == KSMETHOD_TYPE_SETSUPPORT);
  static constexpr GUID kAllSets{};
  const NTSTATUS status = peek(irp, &asked.request, sizeof asked.request);
  if (!NT_SUCCESS(status)) return status;
  irp->IoStatus.Information = 0;
  asked.flags = asked.request.Flags & ~static_cast<ULONG>(KSPROPERTY_TYPE_TOPOLOGY);
  const bool about_sets = asked.flags == KSPROPERTY_TYPE_SETSUPPORT;
  if (about_sets && same(asked.request.Set, kAllSets)) {
    std::vector<GUID> all;
    for (const Set& set : sets) all.push_back(*set.Set);
    return answer_guids(irp, all);
  }
  const auto set =
      std::ranges::find_if(sets, [&](const Set& one) { return same(*one.Set, asked.request.Set); });
  if (set == sets.end()) return STATUS_PROPSET_NOT_FOUND;
  if (!about_sets) asked.set = &*set;
  return STATUS_SUCCESS;
}

// An item of a table whose items are `size` bytes apart.
template <class Item>
const Item& item_at(const Item* items, ULONG size, ULONG index) {
  const auto* base = reinterpret_cast<const std::byte*>(items);
  return *reinterpret_cast<const Item*>(base + std::size_t{index} * size);
}

// The item with an id in such a table; null when there is none.
template <class Item>
const Item* find_item(const Item* items, ULONG count, ULONG size, ULONG Item::* id, ULONG wanted) {
  for (ULONG i = 0; i < count; ++i) {
    const Item& item = item_at(items, size, i);
    if (item.*id == wanted) return &item;
  }
  return nullptr;
}

// Members of the sets of one kind of request: where their items are, and where an item has its id.
template <class Set, class Item>
struct ItemsOf {
  ULONG Set::* count;
  const Item* Set::* items;
  ULONG Item::* id;

  // The item with an id in a set; null when there is none.
  const Item* find(const Set& set, ULONG size, ULONG wanted) const {
    return find_item(set.*items, set.*count, size, id, wanted);
  }

  // The item that a request names; null when there is none. Its handler finds the set and the item
  // in the two places, which are of the IRP.
  const Item* find(const Asked<Set>& asked, ULONG size, const Set*& set_of_irp,
                   const Item*& item_of_irp) const {
    const Item* const item = find(*asked.set, size, asked.request.Id);
    if (item == nullptr) return nullptr;
    set_of_irp = asked.set;
    item_of_irp = item;
    return item;
  }
};
inline constexpr ItemsOf kProperties{&KSPROPERTY_SET::PropertiesCount,
                                     &KSPROPERTY_SET::PropertyItem, &KSPROPERTY_ITEM::PropertyId};
inline constexpr ItemsOf kMethods{&KSMETHOD_SET::MethodsCount, &KSMETHOD_SET::MethodItem,
                                  &KSMETHOD_ITEM::MethodId};
inline constexpr ItemsOf kEvents{&KSEVENT_SET::EventsCount, &KSEVENT_SET::EventItem,
                                 &KSEVENT_ITEM::EventId};

}  // namespace drydock::ks
