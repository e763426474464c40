// Rules of what minidrivers register: descriptors, framings, create items.
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

constexpr const char* kAllocatorRoutines = R"(
static NTSTATUS Initialize(PKSPIN, PKSALLOCATOR_FRAMING, PVOID*) { return STATUS_SUCCESS; }
static VOID Delete(PVOID) {}
static PVOID Allocate(PVOID) { return NULL; }
static VOID Free(PVOID, PVOID) {}
)";

std::string allocator(const char* routines) {
  return std::string(kAllocatorRoutines) + "static const KSALLOCATOR_DISPATCH Allocator = {" +
         routines + "};\n#define ALLOCATOR &Allocator\n";
}

// A framing of its own, in place of the declared one.
std::string framing(const char* head, const char* item) {
  return std::string("static const KSALLOCATOR_FRAMING_EX OwnFraming = {") + head + ", {" + item +
         "}};\n#define FRAMING &OwnFraming\n";
}
constexpr const char* kHead = "1, 0, {1, 1, 0}, 0";
constexpr const char* kItem =
    "{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)}, {STATIC_KS_TYPE_DONT_CARE}, 0, 0, 2, 2, {0}, "
    "0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}";

TEST(KsDescriptorRules, S009PartialAllocatorTableIsFound) {
  expect_found("S-009", {}, allocator("Initialize, Delete, Allocate, NULL"));
}
TEST(KsDescriptorRules, S009WholeAllocatorTableIsSilent) {
  expect_silent({}, allocator("Initialize, Delete, Allocate, Free"));
}

TEST(KsDescriptorRules, S025NoFramingItemIsFound) {
  expect_found("S-025", {}, framing("0, 0, {1, 1, 0}, 0", kItem));
}
TEST(KsDescriptorRules, S025OneFramingItemIsSilent) { expect_silent({}, framing(kHead, kItem)); }

TEST(KsDescriptorRules, S026PinFlagsAreFound) {
  expect_found("S-026", {}, framing("1, 4, {1, 1, 0}, 0", kItem));
}
TEST(KsDescriptorRules, S026ZeroesAreSilent) { expect_silent({}, framing(kHead, kItem)); }

TEST(KsDescriptorRules, S036UnknownMemoryTypeIsFound) {
  expect_found(
      "S-036", {},
      framing(kHead,
              "{{1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}}, {STATIC_KS_TYPE_DONT_CARE}, 0, 0, 2, 2, "
              "{0}, 0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}"));
}
TEST(KsDescriptorRules, S036KernelMemoryIsSilent) { expect_silent({}, framing(kHead, kItem)); }

TEST(KsDescriptorRules, S039SteppingBeyondTheRangeIsFound) {
  expect_found(
      "S-039", {},
      framing(kHead,
              "{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)}, {STATIC_KS_TYPE_DONT_CARE}, 0, 0, "
              "2, 2, {0}, 0, {64, 128, 65}, {{64, 128, 0}, 0, 0}}"));
}
TEST(KsDescriptorRules, S039FixedSizeIsSilent) { expect_silent({}, framing(kHead, kItem)); }

TEST(KsDescriptorRules, S040WeightsAreFound) {
  expect_found(
      "S-040", {},
      framing(kHead,
              "{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)}, {STATIC_KS_TYPE_DONT_CARE}, 0, 0, "
              "2, 2, {0}, 0, {64, 64, 0}, {{64, 64, 0}, 1, 0}}"));
}
TEST(KsDescriptorRules, S040NoWeightsAreSilent) { expect_silent({}, framing(kHead, kItem)); }

TEST(KsDescriptorRules, S097WildcardWithoutParametersIsFound) {
  expect_found("S-097",
               {"ON_START=KsFilterFactoryAddCreateItem(KsDeviceGetFirstChildFilterFactory(Device), "
                "(PWSTR)L\"x\", NULL, KSCREATE_ITEM_WILDCARD | KSCREATE_ITEM_NOPARAMETERS);"});
}
TEST(KsDescriptorRules, S097WildcardAloneIsSilent) {
  expect_silent(
      {"ON_START=KsFilterFactoryAddCreateItem(KsDeviceGetFirstChildFilterFactory(Device), "
       "(PWSTR)L\"x\", NULL, KSCREATE_ITEM_WILDCARD);"});
}

TEST(KsDescriptorRules, S098UnknownDeviceVersionIsFound) {
  expect_found("S-098", {"DEVICE_VERSION=7"});
}
TEST(KsDescriptorRules, S098SecondVersionIsSilent) {
  expect_silent({"DEVICE_VERSION=KSDEVICE_DESCRIPTOR_VERSION_2"});
}

TEST(KsDescriptorRules, S099WrongFilterVersionIsFound) {
  expect_found("S-099", {"FILTER_VERSION=1"});
}
TEST(KsDescriptorRules, S099OddPinDescriptorSizeIsFound) {
  expect_found("S-099", {"FILTER_PINS=2, 132, Pins"});
}
TEST(KsDescriptorRules, S099CategoriesWithoutCountAreFound) {
  expect_found("S-099", {"FILTER_CATEGORIES=0, Categories"});
}
TEST(KsDescriptorRules, S099WholeDescriptorIsSilent) { expect_silent(); }

TEST(KsDescriptorRules, S100PinsWithoutTableAreFound) {
  expect_found("S-100", {"FILTER_PINS=1, sizeof(Pins[0]), NULL"});
}
TEST(KsDescriptorRules, S100NoPinsAtFirstAreSilent) {
  expect_silent({"FILTER_PINS=0, sizeof(Pins[0]), NULL"}, "", Reach::kOpened);
}

TEST(KsDescriptorRules, S101BothUrgenciesAreFound) {
  expect_found("S-101", {"FILTER_FLAGS=(KSFILTER_FLAG_CRITICAL_PROCESSING | "
                         "KSFILTER_FLAG_HYPERCRITICAL_PROCESSING)"});
}
TEST(KsDescriptorRules, S101OneUrgencyIsSilent) {
  expect_silent({"FILTER_FLAGS=KSFILTER_FLAG_CRITICAL_PROCESSING"});
}

TEST(KsDescriptorRules, S129ExclusivePinFlagsAreFound) {
  expect_found("S-129", {"PIN_FLAGS=(KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING | "
                         "KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL)"});
}
TEST(KsDescriptorRules, S129OneOfThePairIsSilent) {
  expect_silent({"PIN_FLAGS=KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL"});
}

constexpr const char* kNoProcess =
    "static const KSPIN_DISPATCH Silent = {NULL, NULL, NULL};\n#define PIN_DISPATCH &Silent\n";

TEST(KsDescriptorRules, S131TransportWithoutProcessIsFound) {
  expect_found(
      "S-131",
      {"PIN_FLAGS=(KSPIN_FLAG_USE_STANDARD_TRANSPORT | KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING)"},
      kNoProcess);
}
TEST(KsDescriptorRules, S131TransportWithProcessIsSilent) {
  expect_silent(
      {"PIN_FLAGS=(KSPIN_FLAG_USE_STANDARD_TRANSPORT | KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING)"});
}

constexpr const char* kFilterProcess = R"(
static NTSTATUS FilterProcess(PKSFILTER, PKSPROCESSPIN_INDEXENTRY) { return STATUS_PENDING; }
static const KSFILTER_DISPATCH OwnFilter = {NULL, NULL, FilterProcess, NULL};
#define FILTER_DISPATCH &OwnFilter
)";

TEST(KsDescriptorRules, S132BothProcessAreFound) { expect_found("S-132", {}, kFilterProcess); }
TEST(KsDescriptorRules, S132OnlyTheFilterProcessesIsSilent) {
  expect_silent({}, std::string(kFilterProcess) + kNoProcess);
}

constexpr const char* kClock = R"(
static BOOLEAN SetTimer(PKSPIN, PKTIMER, LARGE_INTEGER, PKDPC) { return FALSE; }
static BOOLEAN CancelTimer(PKSPIN, PKTIMER) { return FALSE; }
static const KSCLOCK_DISPATCH Clock = {SetTimer, CANCEL, NULL, NULL};
static const KSPIN_DISPATCH Clocked = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &Clock, NULL};
#define PIN_DISPATCH &Clocked
)";

TEST(KsDescriptorRules, S273LonelySetTimerIsFound) {
  expect_found("S-273", {"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK", "CANCEL=NULL"}, kClock);
}
TEST(KsDescriptorRules, S273ClockWithoutItsFlagIsFound) {
  expect_found("S-273", {"CANCEL=CancelTimer"}, kClock);
}
TEST(KsDescriptorRules, S273PairIsSilent) {
  expect_silent({"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK", "CANCEL=CancelTimer"}, kClock);
}

TEST(KsDescriptorRules, S003TableWithoutDeleteIsFound) {
  expect_found("S-003", {}, allocator("Initialize, NULL, Allocate, Free"));
}
TEST(KsDescriptorRules, S003TableWithDeleteIsSilent) {
  expect_silent({}, allocator("Initialize, Delete, Allocate, Free"));
}

// Framing items with other flags: memory type, memory flags, bus flags, flags.
std::string item(const char* memory, const char* numbers) {
  return std::string("{{STATICGUIDOF(") + memory + ")}, {STATIC_KS_TYPE_DONT_CARE}, " + numbers +
         ", 2, {0}, 0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}";
}
constexpr const char* kPool = "KSMEMORY_TYPE_KERNEL_NONPAGED";

TEST(KsDescriptorRules, S021DeviceSpecificFramesWithoutAnAllocatorAreFound) {
  expect_found("S-021", {}, framing(kHead, item(kPool, "0, 0, 0x22").c_str()));
}
TEST(KsDescriptorRules, S022PinWithoutFramingIsFound) { expect_found("S-022", {"FRAMING=NULL"}); }
TEST(KsDescriptorRules, S032DefaultAllocatorWithoutSystemMemoryIsFound) {
  expect_found("S-032", {}, framing(kHead, item(kPool, "0, 0, 0").c_str()));
}
TEST(KsDescriptorRules, S037BusFlagsAreFound) {
  expect_found("S-037", {}, framing(kHead, item(kPool, "0, 1, 2").c_str()));
}
TEST(KsDescriptorRules, S038AddressableIsNotAllocatableIsFound) {
  expect_found("S-038", {},
               framing(kHead, item("KSMEMORY_TYPE_DEVICE_UNKNOWN", "0, 0, 0x42").c_str()));
}
TEST(KsDescriptorRules, S041CompressionByNothingIsFound) {
  expect_found("S-041", {}, framing("1, 0, {1, 0, 0}, 0", item(kPool, "8, 0, 2").c_str()));
}
TEST(KsDescriptorRules, AnAllocatorWithItsFramingIsSilent) {
  const auto findings = findings_of({}, allocator("Initialize, Delete, Allocate, Free") +
                                            framing(kHead, item(kPool, "8, 0, 0x62").c_str()));
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// A property of the pin that the class driver answers better.
std::string pin_property(const char* set, const char* id, const char* set_handler) {
  return std::string(R"(
static NTSTATUS Answer(PIRP, PKSIDENTIFIER, PVOID) { return STATUS_SUCCESS; }
static const KSPROPERTY_ITEM PinItems[] = {DEFINE_KSPROPERTY_ITEM()") +
         id + ", Answer, sizeof(KSPROPERTY), 0, " + set_handler + R"(, NULL, 0, NULL, NULL, 0)};
static const KSPROPERTY_SET PinSets[] = {DEFINE_KSPROPERTY_SET(&)" +
         set + R"(, 1, PinItems, 0, NULL)};
static const KSAUTOMATION_TABLE PinTable = {DEFINE_KSAUTOMATION_PROPERTIES(PinSets),
    DEFINE_KSAUTOMATION_METHODS_NULL, DEFINE_KSAUTOMATION_EVENTS_NULL};
#define PIN_TABLE &PinTable
)";
}
TEST(KsDescriptorRules, S024OldFramingPropertyIsFound) {
  expect_found(
      "S-024", {},
      pin_property("KSPROPSETID_Connection", "KSPROPERTY_CONNECTION_ALLOCATORFRAMING", "NULL"));
}
TEST(KsDescriptorRules, S080AllocatorThatCannotBeAssignedIsFound) {
  expect_found("S-080", {},
               allocator("Initialize, Delete, Allocate, Free") +
                   pin_property("KSPROPSETID_Stream", "KSPROPERTY_STREAM_ALLOCATOR", "NULL"));
}
TEST(KsDescriptorRules, S024AnotherPropertyIsSilent) {
  const auto findings =
      findings_of({}, allocator("Initialize, Delete, Allocate, Free") +
                          pin_property("KSPROPSETID_Stream", "KSPROPERTY_STREAM_QUALITY", "NULL"));
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

std::string filter_event(const char* data_input) {
  return std::string(R"(
static const GUID EventSet = {0x0DDBA11, 7, 7, {7, 7, 7, 7, 7, 7, 7, 7}};
static const KSEVENT_ITEM EventItems[] = {DEFINE_KSEVENT_ITEM(0, )") +
         data_input + R"(, 0, NULL, NULL, NULL)};
static const KSEVENT_SET EventSets[] = {DEFINE_KSEVENT_SET(&EventSet, 1, EventItems)};
#define FILTER_EVENTS DEFINE_KSAUTOMATION_EVENTS(EventSets)
)";
}
TEST(KsDescriptorRules, S251EventWithoutRoomForItsDataIsFound) {
  expect_found("S-251", {}, filter_event("4"));
}
TEST(KsDescriptorRules, S251EventWithItsDataIsSilent) {
  expect_silent({}, filter_event("sizeof(KSEVENTDATA)"));
}

TEST(KsDescriptorRules, S082ForeignDriverObjectIsFound) {
  expect_found("S-082",
               {"ON_ENTRY=static DRIVER_OBJECT Copy; Copy = *DriverObject; DriverObject = &Copy;"});
}
TEST(KsDescriptorRules, S082OwnDriverObjectIsSilent) { expect_silent(); }

constexpr const char* kOwnAddDevice = R"(
static const KSDEVICE_DESCRIPTOR* Later;
static NTSTATUS OwnAddDevice(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT Pdo) {
  return KsCreateDevice(DriverObject, Pdo, Later, 0, NULL);
}
#define ON_ENTRY NTSTATUS Status = KsInitializeDriver(DriverObject, RegistryPath, &Descriptor); \
  Later = &Descriptor; if (OWN) DriverObject->DriverExtension->AddDevice = OwnAddDevice; return Status;
)";
TEST(KsDescriptorRules, S084DeviceCreatedBySelfIsFound) {
  expect_found("S-084", {"OWN=1"}, kOwnAddDevice);
}
TEST(KsDescriptorRules, S084DeviceCreatedByTheClassDriverIsSilent) {
  expect_silent({"OWN=0"}, kOwnAddDevice);
}

}  // namespace
