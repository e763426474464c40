// The promises of the class driver to minidrivers and clients, in the order of the rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

// A started device with an open filter.
struct Opened : OpenMinidriver {
  explicit Opened(const std::vector<std::string>& definitions = {}, const std::string& prefix = {})
      : OpenMinidriver(minidriver(definitions, prefix)) {
    open();
  }
  ~Opened() { expect_nothing_found(); }
  NTSTATUS connect(File& pin, ULONG id = 0, KPROCESSOR_MODE mode = KernelMode) {
    return rig.connect(filter, id, plain_format(), pin, nullptr, mode);
  }
};

TEST(KsPromises, S083DispatchAddDeviceAndUnloadAreInstalled) {
  Rig rig(minidriver());
  const DRIVER_OBJECT& driver = rig.driver().object();
  EXPECT_NE(driver.DriverUnload, nullptr);
  EXPECT_NE(driver.DriverExtension->AddDevice, nullptr);
  for (const UCHAR major : {IRP_MJ_CREATE, IRP_MJ_CLOSE, IRP_MJ_DEVICE_CONTROL, IRP_MJ_PNP}) {
    EXPECT_NE(driver.MajorFunction[major], nullptr);
  }
}

TEST(KsPromises, S085AddThatFailsFailsAddDevice) {
  Rig rig(minidriver({"ON_ADD=return STATUS_NO_MEMORY;"}));
  EXPECT_EQ(rig.added(), STATUS_NO_MEMORY);
  rig.finish();
  EXPECT_TRUE(rig.findings().empty()) << text_of(rig.findings());
}

TEST(KsPromises, S086ContextsComeFromTheParent) {
  Opened opened({"ON_ADD=if (Device->Context == NULL) Note(\"null\");",
                 "ON_FILTER_CREATE=Filter->Context = (PVOID)9;",
                 "ON_PIN_CREATE=if (Pin->Context == (PVOID)9) Note(\"nine\");"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(opened.notes(), "Add null Start FilterCreate Format PinCreate nine ");
}

TEST(KsPromises, S090NothingOpensBeforeStartOrAfterStop) {
  Rig rig(minidriver());
  File filter;
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_DEVICE_NOT_READY);
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  filter.close();
  ASSERT_EQ(rig.device().stop(), STATUS_SUCCESS);
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_DEVICE_NOT_READY);
}

TEST(KsPromises, S095TheReferenceGuidNamesTheFilter) {
  Opened opened;
  File other;
  EXPECT_EQ(opened.rig.open(u"GLOBAL", other), STATUS_OBJECT_NAME_NOT_FOUND);
}

TEST(KsPromises, S096ItemsOfTheStartAreFreedAtStop) {
  constexpr const char* kSecond = R"(
static const KSFILTER_DESCRIPTOR Second = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    0, sizeof(KSPIN_DESCRIPTOR_EX), NULL, 0, NULL, 0, sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};
#define ON_START return KsCreateFilterFactory(Device->FunctionalDeviceObject, &Second, (PWSTR)u"GLOBAL", \
    NULL, KSCREATE_ITEM_FREEONSTOP, NULL, NULL, NULL);
)";
  Rig rig(minidriver({}, kSecond));
  File filter;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(u"GLOBAL", filter), STATUS_SUCCESS);
    filter.close();
    ASSERT_EQ(rig.device().stop(), STATUS_SUCCESS);
  }
}

TEST(KsPromises, S103TheMinidriversPropertiesJoinOurs) {
  Opened opened;
  Bytes count(sizeof(ULONG));
  EXPECT_EQ(opened.filter.get(KSPROPSETID_Pin, KSPROPERTY_PIN_CTYPES, count), STATUS_SUCCESS);
  EXPECT_EQ(count, bytes_of(ULONG{2}));
  EXPECT_THAT(opened.notes(), HasSubstr("FilterCreate"));
}

TEST(KsPromises, S110DeniedToUserMode) {
  Rig rig(minidriver({"FILTER_FLAGS=KSFILTER_FLAG_DENY_USERMODE_ACCESS"}));
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  File filter;
  EXPECT_EQ(rig.open(kFilterName, filter, UserMode), STATUS_ACCESS_DENIED);
  EXPECT_EQ(rig.open(kFilterName, filter, KernelMode), STATUS_SUCCESS);
}

TEST(KsPromises, S112AFormatOfAnotherTypeIsRefused) {
  Opened opened;
  Bytes format = plain_format();
  reinterpret_cast<KSDATAFORMAT*>(format.data())->MajorFormat = KSDATAFORMAT_TYPE_AUDIO;
  File pin;
  EXPECT_EQ(opened.rig.connect(opened.filter, 0, format, pin), STATUS_NO_MATCH);
  EXPECT_EQ(opened.rig.connect(opened.filter, 7, plain_format(), pin), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(opened.notes(), Not(HasSubstr("PinCreate")));
}

TEST(KsPromises, S114NoMoreInstancesThanPossible) {
  Opened opened;
  File first;
  File second;
  ASSERT_EQ(opened.connect(first), STATUS_SUCCESS);
  EXPECT_FALSE(NT_SUCCESS(opened.connect(second)));
  first.close();
  EXPECT_EQ(opened.connect(second), STATUS_SUCCESS);
}

TEST(KsPromises, S116TheRangeIsOneOfTheDescriptors) {
  Opened opened(
      {"ON_FORMAT=if (DataRange == Pin->Descriptor->PinDescriptor.DataRanges[0] && "
       "Pin->ConnectionFormat->SampleSize == 64) Note(\"own\");"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_THAT(opened.notes(), HasSubstr("Format own PinCreate"));
}

TEST(KsPromises, S119FixedFormatCannotBeSet) {
  Opened opened({"PIN_FLAGS=KSPIN_FLAG_FIXED_FORMAT"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, plain_format()),
            STATUS_INVALID_DEVICE_REQUEST);
}

TEST(KsPromises, S120AProposalChangesNothing) {
  Opened opened;
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  Bytes other = plain_format();
  reinterpret_cast<KSDATAFORMAT*>(other.data())->SampleSize = 128;
  EXPECT_EQ(pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_PROPOSEDATAFORMAT, other),
            STATUS_SUCCESS);
  Bytes now(sizeof(KSDATAFORMAT));
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, now), STATUS_SUCCESS);
  EXPECT_EQ(now, plain_format());
  ASSERT_EQ(pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, other),
            STATUS_SUCCESS);
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, now), STATUS_SUCCESS);
  EXPECT_EQ(now, other);
  EXPECT_THAT(opened.notes(), HasSubstr("PinCreate NewFormat "));
}

TEST(KsPromises, S137ClientStateGoesFirstAndComesBack) {
  Opened opened(
      {"ON_STATE=if (Pin->ClientState == ToState && Pin->DeviceState == FromState) "
       "Note(\"ahead\"); if (ToState == KSSTATE_PAUSE) return STATUS_NO_MEMORY;"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.set_state(KSSTATE_RUN), STATUS_NO_MEMORY);
  Bytes state(sizeof(KSSTATE));
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_STATE, state), STATUS_SUCCESS);
  EXPECT_EQ(state, bytes_of(KSSTATE_ACQUIRE));
  EXPECT_THAT(opened.notes(), HasSubstr("Acquire ahead Pause ahead "));
}

TEST(KsPromises, S140TooFewInstancesCannotLeaveStop) {
  Opened opened({"NECESSARY=1"});
  File sink;
  ASSERT_EQ(opened.connect(sink, 1), STATUS_SUCCESS);
  EXPECT_FALSE(NT_SUCCESS(sink.set_state(KSSTATE_ACQUIRE)));
  File pin;
  ASSERT_EQ(opened.connect(pin, 0), STATUS_SUCCESS);
  EXPECT_EQ(sink.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS);
}

TEST(KsPromises, S159TheIrpCompletesWithItsLastFrame) {
  Opened opened({"FRAMES=3"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const File::Stream two = pin.read(2, 64);
  ASSERT_EQ(two.sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(two.sent->returned(), 2 * sizeof(KSSTREAM_HEADER));
  File::Stream more = pin.read(2, 64);
  EXPECT_FALSE(more.sent->is_done());
  more.sent->cancel();
  EXPECT_EQ(more.sent->status(), STATUS_CANCELLED);
}

TEST(KsPromises, S196ResetCancelsAndRefusesUntilItsEnd) {
  Opened opened({"FRAMES=0"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream waiting = pin.read(1, 64);
  Bytes nothing;
  ASSERT_EQ(pin.request(IOCTL_KS_RESET_STATE, bytes_of(KSRESET_BEGIN), nothing), STATUS_SUCCESS);
  EXPECT_EQ(waiting.sent->status(), STATUS_CANCELLED);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_DEVICE_NOT_READY);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_DEVICE_NOT_READY);
  ASSERT_EQ(pin.request(IOCTL_KS_RESET_STATE, bytes_of(KSRESET_END), nothing), STATUS_SUCCESS);
  File::Stream accepted = pin.read(1, 64);
  EXPECT_FALSE(accepted.sent->is_done());
  pin.set_state(KSSTATE_STOP);
  EXPECT_THAT(opened.notes(), HasSubstr("Pause Reset Run Reset"));
}

TEST(KsPromises, S207TheBagGoesAfterClose) {
  Opened opened({"ON_PIN_CREATE=KsAddItemToObjectBag(Pin->Bag, Pin, Gone);"},
                "static VOID Gone(PVOID) { Note(\"Gone\"); }");
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  pin.close();
  EXPECT_THAT(opened.notes(), HasSubstr("PinClose Gone "));
}

TEST(KsPromises, S233RemovalTellsHowManyBagsHadTheItem) {
  Opened opened({"ON_PIN_CREATE=return Count(Pin);"}, R"(
static VOID Gone(PVOID) { Note("Gone"); }
static NTSTATUS Count(PKSPIN Pin) {
  PKSFILTER Filter = KsPinGetParentFilter(Pin);
  static UCHAR Item;
  KsAddItemToObjectBag(Pin->Bag, &Item, Gone);
  KsAddItemToObjectBag(Filter->Bag, &Item, Gone);
  ULONG First = KsRemoveItemFromObjectBag(Pin->Bag, &Item, FALSE);
  ULONG Second = KsRemoveItemFromObjectBag(Filter->Bag, &Item, TRUE);
  ULONG Third = KsRemoveItemFromObjectBag(Filter->Bag, &Item, TRUE);
  return First == 2 && Second == 1 && Third == 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
)");
  File pin;
  EXPECT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_THAT(opened.notes(), HasSubstr("PinCreate Gone "));
}

TEST(KsPromises, S236EditGivesAWritableCopy) {
  Opened opened({"ON_PIN_CREATE=return Edit(Pin);"}, R"(
static NTSTATUS Edit(PKSPIN Pin) {
  const KSPIN_DESCRIPTOR_EX* Before = Pin->Descriptor;
  NTSTATUS Status = KsEdit(Pin, &Pin->Descriptor, TAG);
  if (!NT_SUCCESS(Status)) return Status;
  Status = KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
  if (!NT_SUCCESS(Status)) return Status;
  ((PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 7;
  const KSPIN_DESCRIPTOR_EX* After = Pin->Descriptor;
  KsEdit(Pin, &Pin->Descriptor, TAG);
  return Before != After && After == Pin->Descriptor ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
)");
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  // S-023: the framing is the pin's current one.
  Bytes framing(sizeof(KSALLOCATOR_FRAMING_EX));
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ALLOCATORFRAMING_EX, framing),
            STATUS_SUCCESS);
  KSALLOCATOR_FRAMING_EX now;
  std::memcpy(&now, framing.data(), sizeof now);
  EXPECT_EQ(now.FramingItem[0].Frames, 7U);
}

TEST(KsPromises, S243ShortBuffersAreRefusedAndS244SizesAreTold) {
  Opened opened;
  Bytes out;
  std::size_t needed = 0;
  EXPECT_EQ(opened.filter.get(kNotesSet, 0, out, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_GT(needed, 0U);
  out.resize(1);
  EXPECT_EQ(opened.filter.get(KSPROPSETID_Pin, KSPROPERTY_PIN_CTYPES, out),
            STATUS_BUFFER_TOO_SMALL);
  out.resize(4);
  EXPECT_EQ(opened.filter.request(IOCTL_KS_PROPERTY, Bytes(8), out), STATUS_INVALID_BUFFER_SIZE);
  EXPECT_EQ(opened.filter.set(KSPROPSETID_Pin, KSPROPERTY_PIN_CTYPES, Bytes(4)),
            STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(opened.filter.get(kNotesSet, 99, out), STATUS_NOT_FOUND);
  EXPECT_EQ(opened.filter.get(GUID{}, 0, out), STATUS_PROPSET_NOT_FOUND);
}

TEST(KsPromises, S255SurpriseRemovalFailsWhatIsQueued) {
  Opened opened({"FRAMES=0"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const File::Stream waiting = pin.read(1, 64);
  ASSERT_EQ(opened.rig.device().surprise_remove(), STATUS_SUCCESS);
  EXPECT_EQ(waiting.sent->status(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_DEVICE_REMOVED);
  File other;
  EXPECT_EQ(opened.rig.open(kFilterName, other), STATUS_DEVICE_REMOVED);
  pin.close();
}

// S-060, S-061, S-062, S-066, S-071.
TEST(KsPromises, S060AllocationsWaitForAFrameInOrder) {
  Opened opened;
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  File allocator;
  ASSERT_EQ(opened.rig.open_below(pin, drydock::ks::kAllocatorClass, bytes_of(pool_framing(1)),
                                  allocator),
            STATUS_SUCCESS);
  KSMETHOD method = alloc_method();
  Bytes frame(sizeof(PVOID));
  ASSERT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(method), frame), STATUS_SUCCESS);
  const auto second = allocator.send(IOCTL_KS_METHOD, bytes_of(method), Bytes(sizeof(PVOID)));
  EXPECT_FALSE(second->is_done());
  Bytes status(sizeof(KSSTREAMALLOCATOR_STATUS));
  ASSERT_EQ(allocator.get(KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_STATUS, status),
            STATUS_SUCCESS);
  KSSTREAMALLOCATOR_STATUS reported_status;
  std::memcpy(&reported_status, status.data(), sizeof reported_status);
  EXPECT_EQ(reported_status.AllocatedFrames, 1U);
  EXPECT_EQ(reported_status.Framing.FrameSize, 64U);
  method.Id = KSMETHOD_STREAMALLOCATOR_FREE;
  method.Flags = KSMETHOD_TYPE_READ;
  Bytes given = frame;
  ASSERT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(method), given), STATUS_SUCCESS);
  EXPECT_EQ(second->status(), STATUS_SUCCESS);
  EXPECT_EQ(second->out(), frame);
  given = Bytes(sizeof(PVOID), std::byte{1});
  EXPECT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(method), given), STATUS_INVALID_PARAMETER);
}

}  // namespace
