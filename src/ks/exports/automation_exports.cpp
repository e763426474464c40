// Properties, methods and automation tables as drivers use them that dispatch for themselves.
#include <cstring>
#include <vector>

#include "src/ks/automation/automation.h"
#include "src/ks/base/handler.h"
#include "src/ks/description/lists.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/bag.h"
#include "src/ks/object/object.h"

namespace drydock::ks {
namespace {

constexpr ULONG kTableTag = 0x7461734B;  // "Ksat"

// S-246. Zero stands for the structure alone.
template <class Item>
bool item_size(ULONG& size) {
  if (size == 0) size = sizeof(Item);
  return size % 8 == 0 && size >= sizeof(Item);
}

// A request whose buffers a dispatcher has copied before.
NTSTATUS dispatch_specific(PIRP irp, PFNKSHANDLER handler, const char* where) {
  Request request;
  const NTSTATUS status = capture(irp, sizeof(KSIDENTIFIER), DataFlow::kInOut, request);
  return NT_SUCCESS(status) ? call_handler(request, handler, where) : status;
}

template <class Set, class Item, class Fast>
const Fast* find_fast(const Set* sets, ULONG count, const KSIDENTIFIER& asked, ULONG Fast::* id) {
  for (ULONG i = 0; i < count; ++i) {
    if (!same(*sets[i].Set, asked.Set)) continue;
    return find_item(sets[i].FastIoTable, sets[i].FastIoCount, sizeof(Fast), id, asked.Id);
  }
  return nullptr;
}

// Lays a merged table out in one block of pool, which its owner can free.
class Flattened {
 public:
  explicit Flattened(const KSAUTOMATION_TABLE& table) : table_(table) {
    take(sizeof(KSAUTOMATION_TABLE));
    sets_of(table.PropertySets, table.PropertySetsCount, &KSPROPERTY_SET::PropertiesCount,
            sizeof(KSPROPERTY_ITEM));
    sets_of(table.MethodSets, table.MethodSetsCount, &KSMETHOD_SET::MethodsCount,
            sizeof(KSMETHOD_ITEM));
    sets_of(table.EventSets, table.EventSetsCount, &KSEVENT_SET::EventsCount, sizeof(KSEVENT_ITEM));
  }

  PKSAUTOMATION_TABLE make() {
    block_ = static_cast<std::byte*>(ExAllocatePoolWithTag(NonPagedPool, at_, kTableTag));
    if (block_ == nullptr) return nullptr;
    at_ = 0;
    auto* out = static_cast<PKSAUTOMATION_TABLE>(put(&table_, sizeof table_));
    out->PropertySets = copy_sets(table_.PropertySets, table_.PropertySetsCount,
                                  &KSPROPERTY_SET::PropertiesCount, &KSPROPERTY_SET::PropertyItem);
    out->MethodSets = copy_sets(table_.MethodSets, table_.MethodSetsCount,
                                &KSMETHOD_SET::MethodsCount, &KSMETHOD_SET::MethodItem);
    out->EventSets = copy_sets(table_.EventSets, table_.EventSetsCount, &KSEVENT_SET::EventsCount,
                               &KSEVENT_SET::EventItem);
    return out;
  }

 private:
  void take(std::size_t bytes) { at_ += (bytes + 7) & ~std::size_t{7}; }

  template <class Set>
  void sets_of(const Set* sets, ULONG count, ULONG Set::* items, std::size_t size) {
    take(count * sizeof(Set));
    for (ULONG i = 0; i < count; ++i) take(sets[i].*items * size);
  }

  void* put(const void* data, std::size_t bytes) {
    void* to = block_ + at_;
    if (bytes != 0) std::memcpy(to, data, bytes);
    take(bytes);
    return to;
  }

  template <class Set, class Item>
  const Set* copy_sets(const Set* sets, ULONG count, ULONG Set::* items_count,
                       const Item* Set::* items) {
    auto* copies = static_cast<Set*>(put(sets, count * sizeof(Set)));
    for (ULONG i = 0; i < count; ++i) {
      copies[i].*items =
          static_cast<const Item*>(put(sets[i].*items, sets[i].*items_count * sizeof(Item)));
    }
    return copies;
  }

  const KSAUTOMATION_TABLE table_;
  std::size_t at_ = 0;
  std::byte* block_ = nullptr;
};

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" NTSTATUS KsPropertyHandlerWithAllocator(PIRP Irp, ULONG PropertySetsCount,
                                                   const KSPROPERTY_SET* PropertySet,
                                                   PFNKSALLOCATOR Allocator,
                                                   ULONG PropertyItemSize) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsPropertyHandlerWithAllocator");
  if (!item_size<KSPROPERTY_ITEM>(PropertyItemSize)) return STATUS_INVALID_PARAMETER;
  return handle_property(Irp, {PropertySet, PropertySetsCount}, PropertyItemSize, Allocator);
}

extern "C" NTSTATUS KsPropertyHandler(PIRP Irp, ULONG PropertySetsCount,
                                      const KSPROPERTY_SET* PropertySet) {
  return KsPropertyHandlerWithAllocator(Irp, PropertySetsCount, PropertySet, nullptr, 0);
}

extern "C" NTSTATUS KsMethodHandlerWithAllocator(PIRP Irp, ULONG MethodSetsCount,
                                                 const KSMETHOD_SET* MethodSet,
                                                 PFNKSALLOCATOR Allocator, ULONG MethodItemSize) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsMethodHandlerWithAllocator");
  if (!item_size<KSMETHOD_ITEM>(MethodItemSize)) return STATUS_INVALID_PARAMETER;
  return handle_method(Irp, {MethodSet, MethodSetsCount}, MethodItemSize, Allocator);
}

extern "C" NTSTATUS KsMethodHandler(PIRP Irp, ULONG MethodSetsCount,
                                    const KSMETHOD_SET* MethodSet) {
  return KsMethodHandlerWithAllocator(Irp, MethodSetsCount, MethodSet, nullptr, 0);
}

extern "C" NTSTATUS KsDispatchSpecificProperty(PIRP Irp, PFNKSHANDLER Handler) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsDispatchSpecificProperty");
  return dispatch_specific(Irp, Handler, "specific property handler");
}

extern "C" NTSTATUS KsDispatchSpecificMethod(PIRP Irp, PFNKSHANDLER Handler) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsDispatchSpecificMethod");
  return dispatch_specific(Irp, Handler, "specific method handler");
}

extern "C" BOOLEAN KsFastPropertyHandler(PFILE_OBJECT FileObject, PKSPROPERTY Property,
                                         ULONG PropertyLength, PVOID Data, ULONG DataLength,
                                         PIO_STATUS_BLOCK IoStatus, ULONG PropertySetsCount,
                                         const KSPROPERTY_SET* PropertySet) {
  if (PropertyLength < sizeof(KSPROPERTY)) return FALSE;
  const auto* item = find_fast<KSPROPERTY_SET, KSPROPERTY_ITEM, KSFASTPROPERTY_ITEM>(
      PropertySet, PropertySetsCount, *Property, &KSFASTPROPERTY_ITEM::PropertyId);
  if (item == nullptr) return FALSE;
  PFNKSFASTHANDLER handler = nullptr;
  if (Property->Flags == KSPROPERTY_TYPE_GET) handler = item->GetPropertyHandler;
  if (Property->Flags == KSPROPERTY_TYPE_SET) handler = item->SetPropertyHandler;
  return handler != nullptr &&
         handler(FileObject, Property, PropertyLength, Data, DataLength, IoStatus);
}

extern "C" BOOLEAN KsFastMethodHandler(PFILE_OBJECT FileObject, PKSMETHOD Method,
                                       ULONG MethodLength, PVOID Data, ULONG DataLength,
                                       PIO_STATUS_BLOCK IoStatus, ULONG MethodSetsCount,
                                       const KSMETHOD_SET* MethodSet) {
  if (MethodLength < sizeof(KSMETHOD)) return FALSE;
  const auto* item = find_fast<KSMETHOD_SET, KSMETHOD_ITEM, KSFASTMETHOD_ITEM>(
      MethodSet, MethodSetsCount, *Method, &KSFASTMETHOD_ITEM::MethodId);
  if (item == nullptr || item->MethodHandler == nullptr) return FALSE;
  return item->MethodHandler(FileObject, Method, MethodLength, Data, DataLength, IoStatus);
}

extern "C" NTSTATUS KsTopologyPropertyHandler(PIRP Irp, PKSPROPERTY Property, PVOID Data,
                                              const KSTOPOLOGY* Topology) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsTopologyPropertyHandler");
  switch (Property->Id) {
    case KSPROPERTY_TOPOLOGY_CATEGORIES:
      return answer_list(Irp, Data, Topology->CategoriesCount,
                         std::as_bytes(std::span(Topology->Categories, Topology->CategoriesCount)));
    case KSPROPERTY_TOPOLOGY_NODES:
      return answer_list(
          Irp, Data, Topology->TopologyNodesCount,
          std::as_bytes(std::span(Topology->TopologyNodes, Topology->TopologyNodesCount)));
    case KSPROPERTY_TOPOLOGY_CONNECTIONS:
      return answer_list(Irp, Data, Topology->TopologyConnectionsCount,
                         std::as_bytes(std::span(Topology->TopologyConnections,
                                                 Topology->TopologyConnectionsCount)));
    default:
      return STATUS_NOT_FOUND;
  }
}

// S-239: A dominates; a table that lies in the bag leaves it.
extern "C" NTSTATUS KsMergeAutomationTables(PKSAUTOMATION_TABLE* AutomationTableAB,
                                            PKSAUTOMATION_TABLE AutomationTableA,
                                            PKSAUTOMATION_TABLE AutomationTableB,
                                            KSOBJECT_BAG Bag_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsMergeAutomationTables");
  if (AutomationTableA == nullptr && AutomationTableB == nullptr) return STATUS_SUCCESS;
  Bag* bag = Bag_ == nullptr ? nullptr : bag_of(Bag_, "KsMergeAutomationTables");
  if (Bag_ != nullptr && bag == nullptr) return STATUS_INVALID_PARAMETER;
  if (bag != nullptr) bag->check_mutex("KsMergeAutomationTables");
  const Automation merged(AutomationTableA, AutomationTableB);
  const PKSAUTOMATION_TABLE made = Flattened(merged.table()).make();
  if (made == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  if (bag != nullptr) {
    const NTSTATUS status = bag->add(made, nullptr);
    if (!NT_SUCCESS(status)) {
      ExFreePoolWithTag(made, kTableTag);
      return status;
    }
    for (PKSAUTOMATION_TABLE input : {AutomationTableA, AutomationTableB}) {
      if (input != nullptr) bag->remove(input, true);
    }
  }
  *AutomationTableAB = made;
  return STATUS_SUCCESS;
}

// The node that a request for a node names.
extern "C" ULONG KsGetNodeIdFromIrp(PIRP Irp) {
  Request request;
  const NTSTATUS status = capture(Irp, sizeof(KSIDENTIFIER), DataFlow::kInOut, request);
  const bool names = NT_SUCCESS(status) && request.identifier_size >= sizeof(KSP_NODE) &&
                     (request.identifier->Flags & KSPROPERTY_TYPE_TOPOLOGY) != 0;
  return names ? reinterpret_cast<const KSP_NODE*>(request.identifier)->NodeId : KSFILTER_NODE;
}
