// Routines with which a minidriver finds its objects, changes its filter and talks to the other end
// of a pin: what each answers within a request of the filter and within one of a pin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/ks/opened.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

// Notes the words of what does not hold.
constexpr const char* kHolds = R"(
#define HOLDS(condition) do { if (!(condition)) { Note("WRONG"); Note(#condition); } } while (0)
)";

void expect_walk(const std::string& body, const std::vector<std::string>& more = {}) {
  std::vector<std::string> definitions = {
      "ON_SWITCH=PKSFILTER Filter = KsGetFilterFromIrp(Irp); KsAcquireControl(Filter); "
      "Walk(Filter, Irp); KsReleaseControl(Filter);"};
  definitions.insert(definitions.end(), more.begin(), more.end());
  Opened opened(definitions, std::string(kHolds) + body);
  File pin, second;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(opened.connect(second, 1), STATUS_SUCCESS);
  opened.turn(1);
  EXPECT_THAT(opened.notes(), HasSubstr("walked"));
  second.close();
  pin.close();
}

TEST(KsWalk, ObjectsAreFoundFromEachOther) {
  expect_walk(R"(
static void Walk(PKSFILTER Filter, PIRP Irp) {
  PKSDEVICE Device = KsFilterGetDevice(Filter);
  PFILE_OBJECT File = IoGetCurrentIrpStackLocation(Irp)->FileObject;
  PKSPIN First = KsFilterGetFirstChildPin(Filter, 0);
  HOLDS(First != NULL && KsFilterGetFirstChildPin(Filter, 1) == LastPin && First != LastPin);
  HOLDS(KsGetDevice(Filter) == Device && KsGetDevice(First) == Device && KsGetDevice(Device) == Device);
  HOLDS(KsGetDeviceForDeviceObject(Device->FunctionalDeviceObject) == Device);
  HOLDS(KsGetParent(First) == Filter && KsPinGetParentFilter(First) == Filter);
  HOLDS(KsGetParent(Filter) == KsFilterGetParentFilterFactory(Filter) && KsGetParent(Device) == NULL);
  HOLDS(KsFilterGetChildPinCount(Filter, 0) == 1 && KsFilterGetChildPinCount(Filter, 1) == 1);
  HOLDS(KsFilterGetChildPinCount(Filter, 9) == 0 && KsFilterGetFirstChildPin(Filter, 9) == NULL);
  HOLDS(KsPinGetNextSiblingPin(First) == NULL);
  HOLDS(KsGetObjectTypeFromIrp(Irp) == KsObjectTypeFilter && KsGetPinFromIrp(Irp) == NULL);
  HOLDS(KsGetObjectTypeFromFileObject(File) == KsObjectTypeFilter);
  HOLDS(KsGetObjectFromFileObject(File) == Filter);
  Note("walked");
})");
}

TEST(KsWalk, ChildrenAreWalkedUnderTheControlMutex) {
  expect_walk(R"(
static void Walk(PKSFILTER Filter, PIRP) {
  ULONG Seen = 0;
  for (PVOID Child = KsGetFirstChild(Filter); Child != NULL; Child = KsGetNextSibling(Child)) ++Seen;
  HOLDS(Seen == 2);
  Note("walked");
})");
}

TEST(KsWalk, AFilterGrowsAfterItsCreation) {
  expect_walk(R"(
static const KSNODE_DESCRIPTOR OneNode = {NULL, &KSCATEGORY_VIDEO, NULL};
static void Walk(PKSFILTER Filter, PIRP) {
  ULONG Node = 99;
  KSTOPOLOGY_CONNECTION Way = {KSFILTER_NODE, 1, 0, 0};
  HOLDS(KsFilterAddTopologyConnections(Filter, 1, &Way) == STATUS_INVALID_PARAMETER);
  HOLDS(KsFilterCreateNode(Filter, NULL, &Node) == STATUS_INVALID_PARAMETER && Node == 99);
  HOLDS(KsFilterCreateNode(Filter, &OneNode, &Node) == STATUS_SUCCESS && Node == 0);
  HOLDS(KsFilterCreateNode(Filter, &OneNode, &Node) == STATUS_SUCCESS && Node == 1);
  HOLDS(KsFilterAddTopologyConnections(Filter, 1, &Way) == STATUS_SUCCESS);
  Way.FromNodePin = 2;
  HOLDS(KsFilterAddTopologyConnections(Filter, 1, &Way) == STATUS_INVALID_PARAMETER);
  HOLDS(KsFilterAddTopologyConnections(Filter, 1, NULL) == STATUS_INVALID_PARAMETER);
  PKSFILTERFACTORY Factory = KsFilterGetParentFilterFactory(Filter);
  HOLDS(KsFilterFactoryGetSymbolicLink(Factory)->Length != 0);
  HOLDS(KsFilterFactoryUpdateCacheData(Factory, NULL) == STATUS_SUCCESS);
  Note("walked");
})");
}

TEST(KsWalk, APinWithoutAnotherEndIsNotConnected) {
  expect_walk(R"(
static NTSTATUS Shake(PKSPIN, PKSHANDSHAKE, PKSHANDSHAKE) { return STATUS_SUCCESS; }
static void Walk(PKSFILTER, PIRP) {
  PVOID Other = &Other;
  KSHANDSHAKE In = {}, Out = {};
  HOLDS(KsPinGetConnectedPinFileObject(LastPin) == NULL);
  HOLDS(KsPinGetConnectedPinDeviceObject(LastPin) == NULL);
  HOLDS(!NT_SUCCESS(KsPinGetConnectedPinInterface(LastPin, &IID_IKsControl, &Other)));
  HOLDS(!NT_SUCCESS(KsPinGetConnectedFilterInterface(LastPin, &IID_IKsControl, &Other)));
  KsPinRegisterHandshakeCallback(LastPin, Shake);
  HOLDS(KsPinHandshake(LastPin, &In, &Out) == STATUS_INVALID_DEVICE_REQUEST);
  KsPinSetPinClockTime(LastPin, 5);
  Note("walked");
})");
}

TEST(KsWalk, ItemsOfABagGoIntoAnother) {
  expect_walk(R"(
static int Freed;
static VOID Gone(PVOID) { ++Freed; }
static void Walk(PKSFILTER Filter, PIRP) {
  static UCHAR Item;
  static ULONG Values[2] = {1, 2};
  PULONG Edited = Values;
  HOLDS(KsCopyObjectBagItems(Filter->Bag, LastPin->Bag) == STATUS_SUCCESS);
  HOLDS(KsAddItemToObjectBag(LastPin->Bag, &Item, Gone) == STATUS_SUCCESS);
  HOLDS(KsCopyObjectBagItems(Filter->Bag, LastPin->Bag) == STATUS_SUCCESS);
  HOLDS(KsRemoveItemFromObjectBag(LastPin->Bag, &Item, FALSE) == 2 && Freed == 0);
  HOLDS(KsRemoveItemFromObjectBag(Filter->Bag, &Item, TRUE) == 1 && Freed == 1);
  HOLDS(_KsEdit(LastPin->Bag, (PVOID*)&Edited, sizeof(Values), sizeof(Values), TAG) == STATUS_SUCCESS);
  HOLDS(Edited != Values && Edited[0] == 1 && Edited[1] == 2);
  HOLDS(_KsEdit(LastPin->Bag, NULL, 8, 8, TAG) == STATUS_INVALID_PARAMETER);
  Note("walked");
})");
}

TEST(KsWalk, AFilterThatDoesNotProcessHasNoMutexForIt) {
  expect_walk(R"(
static void Walk(PKSFILTER Filter, PIRP) {
  KsFilterAcquireProcessingMutex(Filter);
  KsFilterReleaseProcessingMutex(Filter);
  HOLDS(KsFilterGetAndGate(Filter) == NULL);
  KsPinAcquireProcessingMutex(LastPin);
  KsPinReleaseProcessingMutex(LastPin);
  Note("walked");
})");
}

TEST(KsWalk, EventsThatNoClientEnabledAreGeneratedInVain) {
  expect_walk(R"(
static const GUID Some = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static BOOLEAN Never(PVOID, PKSEVENT_ENTRY) { Note("WRONG"); return TRUE; }
static void Walk(PKSFILTER Filter, PIRP) {
  KsGenerateEvents(Filter, &Some, 1, 0, NULL, Never, NULL);
  HOLDS(KsGenerateThermalEvent(KsFilterGetDevice(Filter), KSDEVICE_THERMAL_STATE_HIGH) == STATUS_SUCCESS);
  Note("walked");
})");
}

TEST(KsWalk, ADriverMayInstallTheDispatchRoutinesItself) {
  expect_silent({"ON_ADD=Install(Device->FunctionalDeviceObject->DriverObject);"}, R"(
static void Install(PDRIVER_OBJECT Driver) {
  static const UCHAR Files[] = {IRP_MJ_CREATE, IRP_MJ_CLOSE, IRP_MJ_CLEANUP, IRP_MJ_DEVICE_CONTROL, IRP_MJ_READ, IRP_MJ_WRITE};
  for (ULONG i = 0; i < SIZEOF_ARRAY(Files); ++i) Driver->MajorFunction[Files[i]] = KsDispatchIrp;
  Driver->MajorFunction[IRP_MJ_PNP] = KsDefaultDispatchPnp;
  Driver->MajorFunction[IRP_MJ_POWER] = KsDefaultDispatchPower;
  Driver->MajorFunction[IRP_MJ_SYSTEM_CONTROL] = KsDefaultForwardIrp;
}
)");
}

TEST(KsObjectRules, N018MutexesAboveTheirIrqlAreFound) {
  for (const std::string call :
       {"KsAcquireDevice(KsGetDevice(Pin))", "KsAcquireControl(KsPinGetParentFilter(Pin))",
        "KsPinAcquireProcessingMutex(Pin)"}) {
    expect_found("N-018", {"ON_PIN_CREATE=KIRQL Irql; KeRaiseIrql(APC_LEVEL, &Irql); " + call +
                           "; KeLowerIrql(Irql);"});
  }
}

TEST(KsObjectRules, S212MdlOutsideInjectionModeIsFound) {
  expect_found("S-212", {"ON_PIN_CREATE=KsPinSubmitFrameMdl(Pin, NULL, NULL, NULL);"});
}

TEST(KsObjectRules, S261PowerCallbacksOfAFilterThatDoesNotProcessAreFound) {
  expect_found("S-261", {"ON_FILTER_CREATE=KsFilterRegisterPowerCallbacks(Filter, NULL, NULL);"});
}

TEST(KsWalk, AnEntryIsTheDriversToAddAndToDiscard) {
  Opened opened({"FILTER_EVENTS=DEFINE_KSAUTOMATION_EVENTS(OwnSets)",
                 "ON_SWITCH=Turned(KsGetFilterFromIrp(Irp));"},
                R"(
static const GUID OwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};
static PKSEVENT_ENTRY Kept;
static NTSTATUS Add(PIRP Irp, PKSEVENTDATA, PKSEVENT_ENTRY Entry) {
  Kept = Entry;
  KsAddEvent(KsGetFilterFromIrp(Irp), Entry);
  return STATUS_SUCCESS;
}
static const KSEVENT_ITEM OwnItems[] = {DEFINE_KSEVENT_ITEM(1, sizeof(KSEVENTDATA), 0, Add, NULL, NULL)};
static const KSEVENT_SET OwnSets[] = {DEFINE_KSEVENT_SET(&OwnSet, SIZEOF_ARRAY(OwnItems), OwnItems)};
static void Turned(PKSFILTER Filter) {
  if (Switch == 1) KsGenerateEvents(Filter, &OwnSet, 1, 0, NULL, NULL, NULL);
  if (Switch == 3) KsGenerateEvent(Kept);
  if (Switch == 4) {
    KIRQL Irql;
    KeRaiseIrql(HIGH_LEVEL, &Irql);
    KsGenerateEvent(Kept);
    KeLowerIrql(Irql);
    KeFlushQueuedDpcs();
  }
  if (Switch == 2) {
    RemoveEntryList(&Kept->ListEntry);
    KsDiscardEvent(Kept);
  }
}
)");
  constexpr GUID kOwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};
  Signal signal;
  ASSERT_EQ(signal.enable(opened.filter.object(), kOwnSet, 1), STATUS_SUCCESS);
  for (const ULONG way : {1, 3, 4}) {
    opened.turn(way);
    EXPECT_TRUE(signal.fired()) << way;
    KeClearEvent(&signal.event);
  }
  opened.turn(2);
  opened.turn(1);
  EXPECT_FALSE(signal.fired());
}

// A request of a pin is the pin's.
TEST(KsWalk, APinsRequestNamesThePin) {
  Opened opened({"PIN_TABLE=&OwnTable"}, std::string(kHolds) + R"(
static const GUID OwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};
static NTSTATUS Answer(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  PFILE_OBJECT File = IoGetCurrentIrpStackLocation(Irp)->FileObject;
  HOLDS(KsGetPinFromIrp(Irp) == LastPin && KsGetObjectTypeFromIrp(Irp) == KsObjectTypePin);
  HOLDS(KsGetFilterFromIrp(Irp) == KsPinGetParentFilter(LastPin));
  HOLDS(KsGetObjectFromFileObject(File) == LastPin && KsGetObjectTypeFromFileObject(File) == KsObjectTypePin);
  *(PULONG)Data = 7;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static const KSPROPERTY_ITEM OwnItems[] = {
    DEFINE_KSPROPERTY_ITEM(0, Answer, sizeof(KSPROPERTY), sizeof(ULONG), NULL, NULL, 0, NULL, NULL, 0)};
static const KSPROPERTY_SET OwnSets[] = {DEFINE_KSPROPERTY_SET(&OwnSet, 1, OwnItems, 0, NULL)};
DEFINE_KSAUTOMATION_TABLE(OwnTable){DEFINE_KSAUTOMATION_PROPERTIES(OwnSets),
                                    DEFINE_KSAUTOMATION_METHODS_NULL, DEFINE_KSAUTOMATION_EVENTS_NULL};
)");
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  constexpr GUID kOwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};
  Bytes answer(sizeof(ULONG));
  EXPECT_EQ(pin.get(kOwnSet, 0, answer), STATUS_SUCCESS);
  EXPECT_EQ(answer[0], std::byte{7});
  EXPECT_THAT(opened.notes(), Not(HasSubstr("WRONG")));
  pin.close();
}

}  // namespace
