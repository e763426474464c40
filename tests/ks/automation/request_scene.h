// A minidriver with properties, methods, events, nodes and an intersection handler, whose variable
// Switch chooses a mistake, and a client of it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/ks/minidriver.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline constexpr GUID kRequestSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};

inline constexpr const char* kRequests = R"(
static const GUID OwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};
static NTSTATUS Method(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  *(PULONG)Data = 5;
  if (Switch != 1) Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static const KSMETHOD_ITEM MethodItems[] = {
    DEFINE_KSMETHOD_ITEM(0, KSMETHOD_TYPE_WRITE, Method, sizeof(KSMETHOD), sizeof(ULONG), NULL)};
static const KSMETHOD_SET MethodSets[] = {DEFINE_KSMETHOD_SET(&OwnSet, 1, MethodItems, 0, NULL)};
#define FILTER_METHODS DEFINE_KSAUTOMATION_METHODS(MethodSets)

static NTSTATUS AddOwn(PIRP Irp, PKSEVENTDATA Data, PKSEVENT_ENTRY Entry) {
  Note("added");
  return KsDefaultAddEventHandler(Irp, Data, Entry);
}
static VOID RemoveOwn(PFILE_OBJECT, PKSEVENT_ENTRY Entry) {
  Note("removed");
  if (Switch != 2) RemoveEntryList(&Entry->ListEntry);
}
static const KSEVENT_ITEM EventItems[] = {
    DEFINE_KSEVENT_ITEM(0, sizeof(KSEVENTDATA), 0, NULL, NULL, NULL),
    DEFINE_KSEVENT_ITEM(1, sizeof(KSEVENTDATA), 16, AddOwn, RemoveOwn, NULL)};
static const KSEVENT_SET EventSets[] = {DEFINE_KSEVENT_SET(&OwnSet, SIZEOF_ARRAY(EventItems), EventItems)};
#define FILTER_EVENTS DEFINE_KSAUTOMATION_EVENTS(EventSets)

static ULONG Value = 3;
static NTSTATUS GetValue(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  *(PULONG)Data = Value;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static NTSTATUS SetValue(PIRP, PKSIDENTIFIER, PVOID Data) { Value = *(PULONG)Data; return STATUS_SUCCESS; }
static NTSTATUS GetNode(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  *(PULONG)Data = KsGetNodeIdFromIrp(Irp) + 40;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static const KSPROPERTY Related = {{{{0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}}, 1, 0}}};
static const KSPROPERTY_ITEM ValueItems[] = {
    DEFINE_KSPROPERTY_ITEM(0, GetValue, sizeof(KSPROPERTY), sizeof(ULONG), SetValue, NULL, 1, &Related, NULL,
                           sizeof(ULONG))};
static const KSPROPERTY_SET ValueSets[] = {DEFINE_KSPROPERTY_SET(&OwnSet, 1, ValueItems, 0, NULL)};
static const KSPROPERTY_ITEM NodeItems[] = {
    DEFINE_KSPROPERTY_ITEM(0, GetNode, sizeof(KSP_NODE), sizeof(ULONG), NULL, NULL, 0, NULL, NULL, 0)};
static const KSPROPERTY_SET NodeSets[] = {DEFINE_KSPROPERTY_SET(&OwnSet, 1, NodeItems, 0, NULL)};
static const KSAUTOMATION_TABLE NodeTable = {DEFINE_KSAUTOMATION_PROPERTIES(NodeSets),
    DEFINE_KSAUTOMATION_METHODS_NULL, DEFINE_KSAUTOMATION_EVENTS_NULL};
static const KSAUTOMATION_TABLE ValueTable = {DEFINE_KSAUTOMATION_PROPERTIES(ValueSets),
    DEFINE_KSAUTOMATION_METHODS_NULL, DEFINE_KSAUTOMATION_EVENTS_NULL};
#define PIN_TABLE &ValueTable
static const GUID NodeType = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static const KSNODE_DESCRIPTOR Nodes[] = {DEFINE_NODE_DESCRIPTOR(&NodeTable, &NodeType, NULL),
                                          DEFINE_NODE_DESCRIPTOR(NULL, &NodeType, NULL)};
#define FILTER_NODES DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes)

static NTSTATUS Intersect(PVOID Context, PIRP, PKSP_PIN, PKSDATARANGE, PKSDATARANGE Mine, ULONG Size, PVOID Data,
                          PULONG DataSize) {
  Note(((PKSFILTER)Context)->Descriptor ? "intersects" : "?");
  *DataSize = sizeof(KSDATAFORMAT);
  if (Switch == 3) return STATUS_SUCCESS;
  if (Size == 0) return STATUS_BUFFER_OVERFLOW;
  if (Size < sizeof(KSDATAFORMAT)) return STATUS_BUFFER_TOO_SMALL;
  RtlCopyMemory(Data, Mine, sizeof(KSDATAFORMAT));
  return STATUS_SUCCESS;
}
#define INTERSECT Intersect

static KSAUTOMATION_TABLE* Merged;
static BOOLEAN Says(PVOID Context, PKSEVENT_ENTRY) { return Context == &Merged; }
static VOID Act(PKSFILTER Filter) {
  PVOID Paged;
  if (Switch == 10) KsFilterGenerateEvents(Filter, &OwnSet, 0, 0, NULL, NULL, NULL);
  if (Switch == 11) KsFilterGenerateEvents(Filter, &OwnSet, 1, 0, NULL, Says, &Merged);
  if (Switch == 12) KsFilterGenerateEvents(Filter, &OwnSet, 1, 0, NULL, Says, NULL);
  if (Switch == 4 || Switch == 104) {
    Paged = ExAllocatePoolZero(Switch == 4 ? PagedPool : NonPagedPoolNx, 16, TAG);
    if (!Paged) return;
    KsFilterGenerateEvents(Filter, &OwnSet, 0, 16, Paged, NULL, NULL);
    ExFreePool(Paged);
  }
  if (Switch == 13) {
    KsFilterAcquireControl(Filter);
    NTSTATUS Status = KsMergeAutomationTables(&Merged, (PKSAUTOMATION_TABLE)&NodeTable,
                                              (PKSAUTOMATION_TABLE)&ValueTable, Filter->Bag);
    Note(NT_SUCCESS(Status) && Merged->PropertySetsCount == 1 &&
         Merged->PropertySets[0].PropertiesCount == 1 &&
         Merged->PropertySets[0].PropertyItem[0].GetPropertyHandler == GetNode ? "merged" : "WRONG");
    PKSAUTOMATION_TABLE First = Merged;
    KsMergeAutomationTables(&Merged, First, NULL, Filter->Bag);
    Note(KsRemoveItemFromObjectBag(Filter->Bag, First, FALSE) == 0 ? "taken-out" : "WRONG");
    Merged = NULL;
    Note(KsMergeAutomationTables(&Merged, NULL, NULL, NULL) == STATUS_SUCCESS && !Merged ? "nothing" : "WRONG");
    KsFilterReleaseControl(Filter);
  }
}
#define ON_SWITCH Act(KsGetFilterFromIrp(Irp));
)";

inline std::filesystem::path request_driver() {
  static const std::filesystem::path built = minidriver({}, kRequests);
  return built;
}

struct Asked : OpenMinidriver {
  explicit Asked(ULONG way = 0) : OpenMinidriver(request_driver()) { open(way); }
  NTSTATUS event(ULONG id, ULONG flags, Signal& signal) const {
    return signal.enable(filter.object(), kRequestSet, id, flags);
  }
  NTSTATUS disable(Signal& signal) const { return signal.disable(filter.object()); }
  NTSTATUS method() const {
    KSMETHOD method{};
    method.Set = kRequestSet;
    method.Flags = KSMETHOD_TYPE_WRITE;
    Bytes out(sizeof(ULONG));
    return filter.request(IOCTL_KS_METHOD, bytes_of(method), out);
  }
  NTSTATUS intersection(Bytes& out, std::size_t* returned = nullptr) const {
    struct {
      KSP_PIN pin{};
      KSMULTIPLE_ITEM list{};
      KSDATARANGE range{};
    } request;
    request.pin.Property.Set = KSPROPSETID_Pin;
    request.pin.Property.Id = KSPROPERTY_PIN_DATAINTERSECTION;
    request.pin.Property.Flags = KSPROPERTY_TYPE_GET;
    request.list.Size = sizeof request.list + sizeof request.range;
    request.list.Count = 1;
    std::memcpy(&request.range, plain_format().data(), sizeof request.range);
    return filter.request(IOCTL_KS_PROPERTY, bytes_of(request), out, returned);
  }
};

}  // namespace drydock::testing
