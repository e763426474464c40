#include "src/ks/automation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "src/ks/event.h"
#include "src/ks/handler.h"
#include "src/ks/mutex.h"
#include "src/nt/io/device.h"
#include "src/nt/io/irp.h"
#include "src/nt/watch/report.h"

namespace drydock::ks {
namespace {

template <class Item>
std::vector<Item> items_of(const Item* table, ULONG count, ULONG size) {
  std::vector<Item> out;
  const auto* base = reinterpret_cast<const std::uint8_t*>(table);
  for (ULONG i = 0; i < count; ++i) {
    out.push_back(*reinterpret_cast<const Item*>(base + std::size_t{i} * size));
  }
  return out;
}

void add_missing(std::vector<KSPROPERTY_ITEM>& over, const std::vector<KSPROPERTY_ITEM>& under) {
  for (const KSPROPERTY_ITEM& item : under) {
    const auto at = std::ranges::find(over, item.PropertyId, &KSPROPERTY_ITEM::PropertyId);
    if (at == over.end()) over.push_back(item);
  }
}

void add_missing(std::vector<KSMETHOD_ITEM>& over, const std::vector<KSMETHOD_ITEM>& under) {
  for (const KSMETHOD_ITEM& item : under) {
    const auto at = std::ranges::find(over, item.MethodId, &KSMETHOD_ITEM::MethodId);
    if (at == over.end()) over.push_back(item);
  }
}

void add_missing(std::vector<KSEVENT_ITEM>& over, const std::vector<KSEVENT_ITEM>& under) {
  for (const KSEVENT_ITEM& item : under) {
    const auto at = std::ranges::find(over, item.EventId, &KSEVENT_ITEM::EventId);
    if (at == over.end()) over.push_back(item);
  }
}

// One kind of set: how its items are counted and kept.
template <class Set, class Item>
struct Merge {
  ULONG Set::* count;
  const Item* Set::* items;
  std::vector<Set>& sets;
  std::vector<std::vector<Item>>& kept;

  void add(const Set* table, ULONG sets_count, ULONG size) {
    for (ULONG i = 0; i < sets_count; ++i) {
      const Set& set = table[i];
      std::vector<Item> mine = items_of(set.*items, set.*count, size);
      const auto at =
          std::ranges::find_if(sets, [&](const Set& one) { return same(*one.Set, *set.Set); });
      if (at == sets.end()) {
        sets.push_back(set);
        kept.push_back(std::move(mine));
      } else {
        add_missing(kept[static_cast<std::size_t>(at - sets.begin())], mine);
      }
    }
  }

  void point() {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      sets[i].*items = kept[i].data();
      sets[i].*count = static_cast<ULONG>(kept[i].size());
    }
  }
};

}  // namespace

Automation::Automation(const KSAUTOMATION_TABLE* over, const KSAUTOMATION_TABLE* under) {
  Merge<KSPROPERTY_SET, KSPROPERTY_ITEM> properties{
      &KSPROPERTY_SET::PropertiesCount, &KSPROPERTY_SET::PropertyItem, property_sets_, properties_};
  Merge<KSMETHOD_SET, KSMETHOD_ITEM> methods{&KSMETHOD_SET::MethodsCount, &KSMETHOD_SET::MethodItem,
                                             method_sets_, methods_};
  Merge<KSEVENT_SET, KSEVENT_ITEM> events{&KSEVENT_SET::EventsCount, &KSEVENT_SET::EventItem,
                                          event_sets_, events_};
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

NTSTATUS call_handler(const Request& request, PFNKSHANDLER handler, const char* where) {
  const PIRP irp = request.irp;
  nt::Driver* driver = nt::driver_of(request.location->DeviceObject);
  const NTSTATUS before = irp->IoStatus.Status;
  NTSTATUS status = STATUS_DEVICE_REMOVED;
  const auto body = [&] { status = handler(irp, request.identifier, request.data); };
  {
    const InCallback marked(where);
    if (driver == nullptr) {
      body();
    } else if (!driver->run(where, body)) {
      return STATUS_DEVICE_REMOVED;
    }
  }
  if (status == STATUS_PENDING || !nt::may_complete(irp)) return status;
  if (irp->IoStatus.Status != before) {
    nt::report("S-240", fmt::format("the {} set Irp->IoStatus.Status to {:#x}", where,
                                    static_cast<ULONG>(irp->IoStatus.Status)));
    irp->IoStatus.Status = before;
  }
  if (NT_SUCCESS(status) && irp->IoStatus.Information > request.data_size) {
    nt::report("S-240", fmt::format("the {} says that {} bytes are in a buffer of {}", where,
                                    irp->IoStatus.Information, request.data_size));
    irp->IoStatus.Information = request.data_size;
  }
  return status;
}

NTSTATUS check_data(PIRP irp, ULONG least) {
  const ULONG room =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  if (room >= least) return STATUS_SUCCESS;
  if (room != 0) return STATUS_BUFFER_TOO_SMALL;
  irp->IoStatus.Information = least;
  return STATUS_BUFFER_OVERFLOW;
}

NTSTATUS answer_guids(PIRP irp, std::span<const GUID> sets) {
  Request request;
  const NTSTATUS status = capture(irp, sizeof(KSIDENTIFIER), DataFlow::kOut, request);
  if (!NT_SUCCESS(status)) return status;
  return answer(irp, request.data, std::as_bytes(sets));
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

// A request with the topology flag names a node behind the identifier (KSP_NODE and its kin).
NTSTATUS table_for_node(PIRP irp, std::span<const KSNODE_DESCRIPTOR> nodes,
                        const KSAUTOMATION_TABLE*& table) {
  static constexpr KSAUTOMATION_TABLE kNothing{};
  KSIDENTIFIER identifier;
  NTSTATUS status = peek(irp, &identifier, sizeof identifier);
  if (!NT_SUCCESS(status) || (identifier.Flags & KSPROPERTY_TYPE_TOPOLOGY) == 0) return status;
  KSP_NODE node;
  status = peek(irp, &node, sizeof node);
  if (!NT_SUCCESS(status)) return status;
  if (node.NodeId >= nodes.size()) return STATUS_INVALID_PARAMETER;
  const KSAUTOMATION_TABLE* own = nodes[node.NodeId].AutomationTable;
  table = own == nullptr ? &kNothing : own;
  return STATUS_SUCCESS;
}

}  // namespace drydock::ks
