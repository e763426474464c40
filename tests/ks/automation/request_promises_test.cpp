// Properties, methods and events: what handlers and clients may rely on, and what handlers break.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
namespace ks = drydock::ks;

namespace {

constexpr GUID kSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};

constexpr const char* kRequests = R"(
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

std::filesystem::path driver() {
  static const std::filesystem::path built = minidriver({}, kRequests);
  return built;
}

struct Asked : OpenMinidriver {
  explicit Asked(ULONG way = 0) : OpenMinidriver(driver()) { open(way); }
  NTSTATUS event(ULONG id, ULONG flags, Signal& signal) const {
    return signal.enable(filter.object(), kSet, id, flags);
  }
  NTSTATUS disable(Signal& signal) const { return signal.disable(filter.object()); }
  NTSTATUS method() const {
    KSMETHOD method{};
    method.Set = kSet;
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

TEST(KsRequests, S241MethodThatForgetsItsInformationIsFound) {
  Asked asked(1);
  EXPECT_EQ(asked.method(), STATUS_SUCCESS);
  EXPECT_TRUE(has(asked.end(), "S-241"));
}

TEST(KsRequests, S248EntryLeftOnTheListIsFound) {
  Asked asked(2);
  Signal signal;
  EXPECT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, signal), STATUS_SUCCESS);
  EXPECT_EQ(asked.disable(signal), STATUS_SUCCESS);
  EXPECT_TRUE(has(asked.end(), "S-248"));
}

// The host takes the entry off the list, uses the memory that it was given, and goes on.
TEST(KsRequests, S248AndS249ALifeGoesOnAfterThem) {
  Asked asked(2);
  Signal signal;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, signal), STATUS_SUCCESS);
    EXPECT_EQ(asked.disable(signal), STATUS_SUCCESS);
  }
  asked.turn(4);
  asked.turn(1);
  EXPECT_EQ(asked.method(), STATUS_SUCCESS);
  const auto findings = asked.end();
  EXPECT_EQ(count(findings, "S-248"), 2U) << text_of(findings);
  EXPECT_TRUE(has(findings, "S-249")) << text_of(findings);
  EXPECT_TRUE(has(findings, "S-241")) << text_of(findings);
}

TEST(KsRequests, S249EventDataInPagedPoolAreFound) {
  Asked asked;
  asked.filter.set(kNotesSet, 1, bytes_of(ULONG{4}));
  EXPECT_TRUE(has(asked.end(), "S-249"));
}

TEST(KsRequests, S122IntersectionThatSucceedsWithoutRoomIsFound) {
  Asked asked(3);
  Bytes out;
  asked.intersection(out);
  EXPECT_TRUE(has(asked.end(), "S-122"));
}

// S-121, S-244.
TEST(KsRequests, CorrectHandlersAreSilent) {
  Asked asked(104);
  EXPECT_EQ(asked.method(), STATUS_SUCCESS);
  Bytes out;
  std::size_t needed = 0;
  EXPECT_EQ(asked.intersection(out, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(needed, sizeof(KSDATAFORMAT));
  out.resize(needed);
  EXPECT_EQ(asked.intersection(out), STATUS_SUCCESS);
  EXPECT_EQ(out, plain_format());
  EXPECT_THAT(asked.notes(), HasSubstr("intersects intersects"));
  Signal signal;
  EXPECT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, signal), STATUS_SUCCESS);
  EXPECT_EQ(asked.disable(signal), STATUS_SUCCESS);
  const auto findings = asked.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-247: without a handler the class driver keeps the entry, with one the handler does.
TEST(KsRequests, S247EventsFireUntilTheyAreDisabled) {
  Asked asked;
  Signal plain, once, own;
  ASSERT_EQ(asked.event(0, KSEVENT_TYPE_ENABLE, plain), STATUS_SUCCESS);
  ASSERT_EQ(asked.event(0, KSEVENT_TYPE_ONESHOT, once), STATUS_SUCCESS);
  ASSERT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, own), STATUS_SUCCESS);
  asked.turn(10);
  EXPECT_TRUE(plain.fired());
  EXPECT_TRUE(once.fired());
  EXPECT_FALSE(own.fired());
  asked.turn(12);
  EXPECT_FALSE(own.fired());
  asked.turn(11);
  EXPECT_TRUE(own.fired());
  KeClearEvent(&plain.event);
  KeClearEvent(&once.event);
  asked.turn(10);
  EXPECT_TRUE(plain.fired());
  EXPECT_FALSE(once.fired());
  EXPECT_EQ(asked.disable(plain), STATUS_SUCCESS);
  // Events that are left are removed with the filter, by the handler of their item (S-107).
  EXPECT_THAT(asked.notes(), HasSubstr("added"));
  const auto findings = asked.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-239.
TEST(KsRequests, S239TheFirstTableDominatesAndLeavesItsBag) {
  Asked asked(13);
  EXPECT_THAT(asked.notes(), HasSubstr("merged taken-out nothing"));
  const auto findings = asked.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-245: the tables answer for themselves.
TEST(KsRequests, S245SupportAndRelationsComeFromTheTables) {
  Asked asked;
  File pin;
  ASSERT_EQ(asked.rig.connect(asked.filter, 0, plain_format(), pin), STATUS_SUCCESS);
  const auto ask = [&](ULONG flags, Bytes& out) {
    KSPROPERTY property{};
    property.Set = kSet;
    property.Flags = flags;
    return pin.request(IOCTL_KS_PROPERTY, bytes_of(property), out);
  };
  Bytes access(sizeof(ULONG));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_BASICSUPPORT, access), STATUS_SUCCESS);
  EXPECT_EQ(access, bytes_of(ULONG{KSPROPERTY_TYPE_GET | KSPROPERTY_TYPE_SET}));
  Bytes relations(sizeof(KSMULTIPLE_ITEM) + sizeof(KSPROPERTY));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_RELATIONS, relations), STATUS_SUCCESS);
  KSMULTIPLE_ITEM related{};
  std::memcpy(&related, relations.data(), sizeof related);
  EXPECT_LE(related.Size, relations.size());
  EXPECT_EQ(related.Size, sizeof related + related.Count * sizeof(KSPROPERTY));
  Bytes nothing;
  EXPECT_EQ(ask(KSPROPERTY_TYPE_SETSUPPORT, nothing), STATUS_SUCCESS);
  // Serialised: a header, and the one property that has a size.
  Bytes size(sizeof(ULONG));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_SERIALIZESIZE, size), STATUS_SUCCESS);
  Bytes all(sizeof(KSPROPERTY_SERIALHDR) + sizeof(KSPROPERTY_SERIAL) + sizeof(ULONG));
  EXPECT_EQ(size, bytes_of(static_cast<ULONG>(all.size())));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_SERIALIZESET, all), STATUS_SUCCESS);
  const ULONG other = 8;
  std::memcpy(all.data() + all.size() - sizeof other, &other, sizeof other);
  EXPECT_EQ(ask(KSPROPERTY_TYPE_UNSERIALIZESET, all), STATUS_SUCCESS);
  Bytes value(sizeof(ULONG));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_GET, value), STATUS_SUCCESS);
  EXPECT_EQ(value, bytes_of(other));
  all.resize(all.size() - 1);
  EXPECT_EQ(ask(KSPROPERTY_TYPE_UNSERIALIZESET, all), STATUS_INVALID_BUFFER_SIZE);
}

// Nodes: by the flag of a request, and as objects of their own.
TEST(KsRequests, RequestsToANodeGoToItsTable) {
  Asked asked;
  KSP_NODE node{};
  node.Property.Set = kSet;
  node.Property.Flags = KSPROPERTY_TYPE_GET | KSPROPERTY_TYPE_TOPOLOGY;
  Bytes out(sizeof(ULONG));
  EXPECT_EQ(asked.filter.request(IOCTL_KS_PROPERTY, bytes_of(node), out), STATUS_SUCCESS);
  EXPECT_EQ(out, bytes_of(ULONG{40}));
  node.NodeId = 1;
  EXPECT_EQ(asked.filter.request(IOCTL_KS_PROPERTY, bytes_of(node), out), STATUS_PROPSET_NOT_FOUND);
  node.NodeId = 2;
  EXPECT_EQ(asked.filter.request(IOCTL_KS_PROPERTY, bytes_of(node), out), STATUS_INVALID_PARAMETER);
  KSNODE_CREATE create{0, 0};
  HANDLE handle = nullptr;
  ASSERT_EQ(KsCreateTopologyNode(asked.filter.handle(), &create, GENERIC_READ, &handle),
            STATUS_SUCCESS);
  ZwClose(handle);
  create.Node = 9;
  EXPECT_EQ(KsCreateTopologyNode(asked.filter.handle(), &create, GENERIC_READ, &handle),
            STATUS_INVALID_PARAMETER);
}

}  // namespace
