// What the dispatchers of properties, methods and events share.
#pragma once

#include <span>

#include "src/ks/request.h"
#include "src/ks/wdk.h"

namespace drydock::ks {

// Calls a handler across the border and checks what it left (S-240).
NTSTATUS call_handler(const Request& request, PFNKSHANDLER handler, const char* where);

// The answer to a query for all sets.
NTSTATUS answer_guids(PIRP irp, std::span<const GUID> sets);

// The table of the node that a request names; unchanged when it names none.
NTSTATUS table_for_node(PIRP irp, std::span<const KSNODE_DESCRIPTOR> nodes,
                        const KSAUTOMATION_TABLE*& table);

// The item with an id in a set whose items are `size` bytes apart; null when there is none.
template <class Item>
const Item* find_item(const Item* items, ULONG count, ULONG size, ULONG Item::* id, ULONG wanted) {
  const auto* base = reinterpret_cast<const std::uint8_t*>(items);
  for (ULONG i = 0; i < count; ++i) {
    const auto* item = reinterpret_cast<const Item*>(base + std::size_t{i} * size);
    if (item->*id == wanted) return item;
  }
  return nullptr;
}

}  // namespace drydock::ks
