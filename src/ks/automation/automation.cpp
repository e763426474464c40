#include "src/ks/automation/automation.h"

#include <algorithm>
#include <cstring>

#include "src/ks/base/event.h"
#include "src/ks/base/handler.h"

namespace drydock::ks {
namespace {

template <class Item>
std::vector<Item> items_of(const Item* table, ULONG count, ULONG size) {
  std::vector<Item> out;
  for (ULONG i = 0; i < count; ++i) out.push_back(item_at(table, size, i));
  return out;
}

// The sets of one kind, and their items.
template <class Set, class Item>
struct Merge {
  const ItemsOf<Set, Item>& of;
  std::vector<Set>& sets;
  std::vector<std::vector<Item>>& stored;

  void add(const Set* table, ULONG sets_count, ULONG size) {
    for (ULONG i = 0; i < sets_count; ++i) {
      const Set& set = table[i];
      std::vector<Item> mine = items_of(set.*of.items, set.*of.count, size);
      const auto at =
          std::ranges::find_if(sets, [&](const Set& one) { return same(*one.Set, *set.Set); });
      if (at == sets.end()) {
        sets.push_back(set);
        stored.push_back(std::move(mine));
      } else {
        add_missing(stored[static_cast<std::size_t>(at - sets.begin())], mine);
      }
    }
  }

  // Handlers that were there before win.
  void add_missing(std::vector<Item>& over, const std::vector<Item>& under) const {
    for (const Item& item : under) {
      if (std::ranges::find(over, item.*of.id, of.id) == over.end()) over.push_back(item);
    }
  }

  void point() {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      sets[i].*of.items = stored[i].data();
      sets[i].*of.count = static_cast<ULONG>(stored[i].size());
    }
  }
};

}  // namespace

Automation::Automation(const KSAUTOMATION_TABLE* over, const KSAUTOMATION_TABLE* under) {
  Merge properties{kProperties, property_sets_, properties_};
  Merge methods{kMethods, method_sets_, methods_};
  Merge events{kEvents, event_sets_, events_};
  for (const KSAUTOMATION_TABLE* table : {over, under}) {
    if (table == nullptr) continue;
    properties.add(table->PropertySets, table->PropertySetsCount, table->PropertyItemSize);
    methods.add(table->MethodSets, table->MethodSetsCount, table->MethodItemSize);
    events.add(table->EventSets, table->EventSetsCount, table->EventItemSize);
  }
  properties.point();
  methods.point();
  events.point();
  table_.PropertySetsCount = static_cast<ULONG>(property_sets_.size());
  table_.PropertyItemSize = sizeof(KSPROPERTY_ITEM);
  table_.PropertySets = property_sets_.data();
  table_.MethodSetsCount = static_cast<ULONG>(method_sets_.size());
  table_.MethodItemSize = sizeof(KSMETHOD_ITEM);
  table_.MethodSets = method_sets_.data();
  table_.EventSetsCount = static_cast<ULONG>(event_sets_.size());
  table_.EventItemSize = sizeof(KSEVENT_ITEM);
  table_.EventSets = event_sets_.data();
}

NTSTATUS handle_request(PIRP irp, const KSAUTOMATION_TABLE& table, EventList& events,
                        std::span<const KSNODE_DESCRIPTOR> nodes) {
  const ULONG code = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.IoControlCode;
  irp->IoStatus.Information = 0;
  const KSAUTOMATION_TABLE* used = &table;
  if (code == IOCTL_KS_PROPERTY || code == IOCTL_KS_METHOD || code == IOCTL_KS_ENABLE_EVENT) {
    const NTSTATUS status = table_for_node(irp, nodes, used);
    if (!NT_SUCCESS(status)) return status;
  }
  switch (code) {
    case IOCTL_KS_PROPERTY:
      return handle_property(irp, {used->PropertySets, used->PropertySetsCount},
                             used->PropertyItemSize, nullptr);
    case IOCTL_KS_METHOD:
      return handle_method(irp, {used->MethodSets, used->MethodSetsCount}, used->MethodItemSize,
                           nullptr);
    case IOCTL_KS_ENABLE_EVENT:
      return events.enable(irp, *used);
    case IOCTL_KS_DISABLE_EVENT:
      return events.disable(irp);
    default:
      return STATUS_INVALID_DEVICE_REQUEST;
  }
}

}  // namespace drydock::ks
