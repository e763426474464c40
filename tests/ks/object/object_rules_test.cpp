// Rules of minidrivers about their objects: callbacks, mutexes, bags, handlers.
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsObjectRules, S088PendingStartIsFound) {
  expect_found("S-088", {"ON_START=return STATUS_PENDING;"});
}
TEST(KsObjectRules, S088StartThatSucceedsIsSilent) { expect_silent(); }

TEST(KsObjectRules, S093FactoryWithoutTheDeviceMutexIsFound) {
  expect_found("S-093", {"ON_FILTER_CREATE=Make(KsFilterGetDevice(Filter));", "HELD=0"}, R"(
static const KSFILTER_DESCRIPTOR Second = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    0, sizeof(KSPIN_DESCRIPTOR_EX), NULL, 0, NULL, 0, sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};
static VOID NTAPI Later(PVOID Context) {
  KsCreateFilterFactory(((PKSDEVICE)Context)->FunctionalDeviceObject, &Second, (PWSTR)u"Second", NULL,
                        0, NULL, NULL, NULL);
}
static VOID Make(PKSDEVICE Device) { UNREFERENCED_PARAMETER(Device); }
#undef ON_FILTER_CREATE
#define ON_PIN_CREATE Later(KsPinGetDevice(Pin));
)");
}
TEST(KsObjectRules, S093FactoryInStartIsSilent) {
  expect_silent({"ON_START=KsCreateFilterFactory(Device->FunctionalDeviceObject, &Second, "
                 "(PWSTR)u\"Second\", NULL, 0, NULL, NULL, NULL);"},
                R"(
static const KSFILTER_DESCRIPTOR Second = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    0, sizeof(KSPIN_DESCRIPTOR_EX), NULL, 0, NULL, 0, sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};
)");
}

constexpr const char* kPendingCreate = R"(
static KEVENT Done;
static VOID Complete(PVOID Context) {
  PIRP Irp = (PIRP)Context;
  Irp->IoStatus.Status = STATUS_SUCCESS;
  KsCompletePendingRequest(Irp);
  KeSetEvent(&Done, IO_NO_INCREMENT, FALSE);
}
static WORK_QUEUE_ITEM Item;
static NTSTATUS Pend(PIRP Irp) {
  KeInitializeEvent(&Done, NotificationEvent, FALSE);
  MARK
  ExInitializeWorkItem(&Item, Complete, Irp);
  ExQueueWorkItem(&Item, DelayedWorkQueue);
  return STATUS_PENDING;
}
)";

TEST(KsObjectRules, S106PendingWithoutMarkIsFound) {
  expect_found("S-106", {"ON_FILTER_CREATE=return Pend(Irp);", "MARK="}, kPendingCreate);
}
TEST(KsObjectRules, S106MarkedAndCompletedIsSilent) {
  // The driver waits for its work item before its code may go.
  expect_silent({"ON_FILTER_CREATE=return Pend(Irp);", "MARK=IoMarkIrpPending(Irp);",
                 "ON_PIN_CLOSE=KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);"},
                kPendingCreate);
}

constexpr const char* kAddPin = R"(
static VOID AddPin(PKSFILTER Filter);
)";
constexpr const char* kAddPinBody =
    "MORE=static VOID AddPin(PKSFILTER Filter) { static KSPIN_DESCRIPTOR_EX Third; ULONG Id; "
    "KsFilterCreatePinFactory(Filter, &Third, &Id); }";

TEST(KsObjectRules, S109PinFactoryWithoutTheControlMutexIsFound) {
  expect_found("S-109", {"ON_NOTES=AddPin(KsGetFilterFromIrp(Irp));", kAddPinBody}, kAddPin);
}
TEST(KsObjectRules, S109PinFactoryInCreateIsSilent) {
  expect_silent({"ON_FILTER_CREATE=AddPin(Filter);", kAddPinBody}, kAddPin);
}

TEST(KsObjectRules, S117PendingSetDataFormatIsFound) {
  expect_found("S-117", {"ON_FORMAT=return STATUS_PENDING;"});
}
TEST(KsObjectRules, S117NoMatchIsSilent) { expect_silent({"ON_FORMAT=return STATUS_NO_MATCH;"}); }

TEST(KsObjectRules, S125ChangedStateIsFound) {
  expect_found("S-125", {"ON_PIN_CREATE=Pin->DeviceState = KSSTATE_RUN;"});
}
TEST(KsObjectRules, S125ChangedContextIsSilent) {
  expect_silent({"ON_PIN_CREATE=Pin->Context = Pin;"});
}

TEST(KsObjectRules, S136PendingStateIsFound) {
  expect_found("S-136", {"ON_STATE=if (ToState == KSSTATE_PAUSE) return STATUS_PENDING;"});
}
TEST(KsObjectRules, S136RefusedStateIsSilent) {
  expect_silent(
      {"ON_STATE=if (ToState == KSSTATE_PAUSE && FromState == KSSTATE_ACQUIRE) return "
       "STATUS_INSUFFICIENT_RESOURCES;"});
}

TEST(KsObjectRules, S217SecondAcquisitionIsFound) {
  expect_found("S-217", {"ON_START=KsAcquireDevice(Device); KsReleaseDevice(Device);"});
}
TEST(KsObjectRules, S217OneAcquisitionIsSilent) {
  expect_silent({"ON_ADD=KsAcquireDevice(Device); KsReleaseDevice(Device);"});
}

TEST(KsObjectRules, S218DeviceAfterControlIsFound) {
  expect_found("S-218", {"ON_PIN_CREATE=KsAcquireDevice(KsPinGetDevice(Pin)); "
                         "KsReleaseDevice(KsPinGetDevice(Pin));"});
}
TEST(KsObjectRules, S218DeviceBeforeControlIsSilent) {
  expect_silent(
      {"ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsAcquireDevice(KsFilterGetDevice(F)); "
       "KsFilterAcquireControl(F); KsFilterReleaseControl(F); "
       "KsReleaseDevice(KsFilterGetDevice(F));"});
}

TEST(KsObjectRules, S222ControlMutexInProcessIsFound) {
  expect_found("S-222", {"ON_PROCESS=KsPinAcquireControl(Pin); KsPinReleaseControl(Pin);"});
}
TEST(KsObjectRules, S222ControlMutexInAHandlerIsSilent) {
  expect_silent(
      {"ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsFilterAcquireControl(F); "
       "KsFilterReleaseControl(F);"});
}

TEST(KsObjectRules, S223WalkWithoutTheMutexIsFound) {
  expect_found("S-223", {"ON_NOTES=KsFilterGetFirstChildPin(KsGetFilterFromIrp(Irp), 0);"});
}
TEST(KsObjectRules, S223WalkUnderTheMutexIsSilent) {
  expect_silent(
      {"ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsFilterAcquireControl(F); "
       "KsFilterGetFirstChildPin(F, 0); KsFilterReleaseControl(F);"});
}

constexpr const char* kBagging =
    "PVOID Item = ExAllocatePoolZero(NonPagedPoolNx, 16, TAG); if (Item && "
    "!NT_SUCCESS(KsAddItemToObjectBag(";

TEST(KsObjectRules, S231BagWithoutTheMutexIsFound) {
  expect_found("S-231", {std::string("ON_NOTES=") + kBagging +
                         "KsGetFilterFromIrp(Irp)->Bag, Item, NULL))) ExFreePool(Item);"});
}
TEST(KsObjectRules, S231BagInCreateIsSilent) {
  expect_silent(
      {std::string("ON_PIN_CREATE=") + kBagging + "Pin->Bag, Item, NULL))) ExFreePool(Item);"});
}

TEST(KsObjectRules, S235BagNeverFreedIsFound) {
  expect_found("S-235", {"ON_ADD=KSOBJECT_BAG Bag; KsAllocateObjectBag(Device, &Bag);"});
}
TEST(KsObjectRules, S235FreedBagIsSilent) {
  expect_silent(
      {"ON_ADD=KSOBJECT_BAG Bag; if (NT_SUCCESS(KsAllocateObjectBag(Device, &Bag))) "
       "KsFreeObjectBag(Bag);"});
}

TEST(KsObjectRules, S240StatusSetByAHandlerIsFound) {
  expect_found("S-240", {"ON_NOTES=Irp->IoStatus.Status = STATUS_UNSUCCESSFUL;"});
}
TEST(KsObjectRules, S240InformationBeyondTheBufferIsFound) {
  expect_found("S-240", {"ON_NOTES=Irp->IoStatus.Information = 1 << 20; return STATUS_SUCCESS;"});
}
TEST(KsObjectRules, S240InformationAloneIsSilent) { expect_silent(); }

TEST(KsObjectRules, S271ClockNeverReleasedIsFound) {
  expect_found("S-271",
               {"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK",
                "ON_PIN_CREATE=PIKSREFERENCECLOCK Clock; KsPinGetReferenceClockInterface(Pin, "
                "&Clock);"});
}
TEST(KsObjectRules, S271ReleasedClockIsSilent) {
  expect_silent({"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK",
                 "ON_PIN_CREATE=PIKSREFERENCECLOCK Clock; if "
                 "(NT_SUCCESS(KsPinGetReferenceClockInterface(Pin, &Clock))) Clock->Release();"});
}

TEST(KsObjectRules, S274StrideBelowAMappingIsFound) {
  expect_found("S-274",
               {"ON_START=KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)Device, 4096, "
                "8);"});
}
TEST(KsObjectRules, S274StrideOfAMappingIsSilent) {
  expect_silent(
      {"ON_START=KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)Device, 4096, "
       "sizeof(KSMAPPING));"});
}

constexpr const char* kLoose = R"(
static KSALLOCATOR_FRAMING_EX Loose = {1, 0, {1, 1, 0}, 0, {{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
  {STATIC_KS_TYPE_DONT_CARE}, 0, 0, 2, 2, {0}, 0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}}};
#define FRAMING &Loose
)";
TEST(KsObjectRules, S046FramingWrittenInPlaceIsFound) {
  expect_found("S-046", {"ON_PIN_CREATE=Loose.FramingItem[0].Frames = 9;"}, kLoose);
}
constexpr const char* kConstant = R"(
DECLARE_SIMPLE_FRAMING_EX(Constant, {STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)}, 2, 2, 0, 64, 64);
#define FRAMING &Constant
)";
TEST(KsObjectRules, S046WriteThatTheConstantFramingRefusesIsFound) {
  expect_found(
      "S-046",
      {"ON_PIN_CREATE=((volatile "
       "KSALLOCATOR_FRAMING_EX*)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 9;"},
      kConstant);
}
TEST(KsObjectRules, S046FramingEditedIsSilent) {
  expect_silent(
      {"ON_PIN_CREATE=if (NT_SUCCESS(KsEdit(Pin, &Pin->Descriptor, TAG)) && "
       "NT_SUCCESS(KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG))) "
       "((PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 9;"},
      kLoose);
}

constexpr const char* kSomeFrames = "PIN_FLAGS=KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING";
TEST(KsObjectRules, S190GateOfAPinThatHasOneIsFound) {
  expect_found("S-190", {kSomeFrames,
                         "ON_PIN_CREATE=static KSGATE Gate; KsGateInitializeOr(&Gate, NULL); "
                         "KsPinAttachOrGate(Pin, &Gate);"});
}
TEST(KsObjectRules, S190PinWithoutAGateIsSilent) { expect_silent({kSomeFrames}); }

// A reset of the input of a filter whose topology does, or does not, lead to its output.
std::vector<drydock::rules::Finding> reset_input(const std::vector<std::string>& definitions,
                                                 const std::string& prefix) {
  Rig rig(minidriver(definitions, prefix));
  {
    File filter, out, in;
    Bytes nothing;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), out), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), in), STATUS_SUCCESS);
    EXPECT_EQ(in.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
    for (const KSRESET to : {KSRESET_BEGIN, KSRESET_END}) {
      EXPECT_EQ(in.request(IOCTL_KS_RESET_STATE, bytes_of(to), nothing), STATUS_SUCCESS);
    }
  }
  rig.finish();
  return rig.findings();
}
TEST(KsObjectRules, S200TopologyThatEndsInANodeIsFound) {
  const auto findings = reset_input({}, R"(
static const GUID NodeType = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static const KSNODE_DESCRIPTOR Nodes[] = {DEFINE_NODE_DESCRIPTOR(NULL, &NodeType, NULL)};
#define FILTER_NODES DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes)
static const KSTOPOLOGY_CONNECTION Links[] = {{KSFILTER_NODE, 1, 0, 0}};
#define FILTER_CONNECTIONS DEFINE_KSFILTER_CONNECTIONS(Links)
)");
  EXPECT_TRUE(has(findings, "S-200")) << text_of(findings);
}
TEST(KsObjectRules, S200DefaultTopologyIsSilent) {
  const auto findings = reset_input({}, {});
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-225: a driver that acquires the processing mutex in Process has it already.
TEST(KsObjectRules, S225TheProcessingMutexIsHeldInProcess) {
  expect_found("S-217",
               {"ON_PROCESS=KsPinAcquireProcessingMutex(Pin); KsPinReleaseProcessingMutex(Pin);"});
}

}  // namespace
