#include "tests/ks/minidriver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

constexpr const char* kHead = R"(
#include <wdm.h>
#include <windef.h>
#include <unknwn.h>
#include <ks.h>
#include <ksmedia.h>

#define TAG 'vdsK'
static ULONG Switch;  // set by a property of the filter: which of several ways to go
static PKSPIN LastPin;
static char Noted[4096];
static void Note(const char* Word) {
  SIZE_T Length = strlen(Noted);
  if (Length + strlen(Word) + 2 < sizeof(Noted)) {
    strcat(Noted, Word);
    strcat(Noted, " ");
  }
}
)";

constexpr const char* kBody = R"(
#ifndef ON_ADD
#define ON_ADD
#endif
#ifndef ON_START
#define ON_START
#endif
#ifndef ON_FILTER_CREATE
#define ON_FILTER_CREATE
#endif
#ifndef ON_PIN_CREATE
#define ON_PIN_CREATE
#endif
#ifndef ON_PIN_CLOSE
#define ON_PIN_CLOSE
#endif
#ifndef ON_FORMAT
#define ON_FORMAT
#endif
#ifndef ON_STATE
#define ON_STATE
#endif
#ifndef ON_PROCESS
#define ON_PROCESS
#endif
#ifndef ON_NOTES
#define ON_NOTES
#endif
#ifndef ON_RESET
#define ON_RESET
#endif
#ifndef ON_CONNECT
#define ON_CONNECT
#endif
#ifndef ON_SWITCH
#define ON_SWITCH
#endif
#ifndef PIN_TABLE
#define PIN_TABLE NULL
#endif
#ifndef INTERSECT
#define INTERSECT NULL
#endif
#ifndef FILTER_METHODS
#define FILTER_METHODS DEFINE_KSAUTOMATION_METHODS_NULL
#endif
#ifndef FILTER_EVENTS
#define FILTER_EVENTS DEFINE_KSAUTOMATION_EVENTS_NULL
#endif
#ifndef FILTER_NODES
#define FILTER_NODES DEFINE_KSFILTER_NODE_DESCRIPTORS_NULL
#endif
#ifndef FILTER_CONNECTIONS
#define FILTER_CONNECTIONS DEFINE_KSFILTER_DEFAULT_CONNECTIONS
#endif
#ifndef SINK_FRAMING
#define SINK_FRAMING FRAMING
#endif
#ifndef SINK_MEDIUMS
#define SINK_MEDIUMS 0, NULL
#endif
#ifndef SINK_POSSIBLE
#define SINK_POSSIBLE 1
#endif
#ifndef ON_ENTRY
#define ON_ENTRY
#endif
#ifndef PIN_FLAGS
#define PIN_FLAGS 0
#endif
#ifndef SINK_FLAGS
#define SINK_FLAGS PIN_FLAGS
#endif
#ifndef FILTER_FLAGS
#define FILTER_FLAGS 0
#endif
#ifndef POSSIBLE
#define POSSIBLE 1
#endif
#ifndef NECESSARY
#define NECESSARY 0
#endif
#ifndef FRAMING
#define FRAMING &Framing
#endif
#ifndef ALLOCATOR
#define ALLOCATOR NULL
#endif
#ifndef DEVICE_VERSION
#define DEVICE_VERSION KSDEVICE_DESCRIPTOR_VERSION
#endif
#ifndef FILTER_VERSION
#define FILTER_VERSION KSFILTER_DESCRIPTOR_VERSION
#endif

static NTSTATUS GetNotes(PIRP Irp, PKSIDENTIFIER Request, PVOID Data) {
  UNREFERENCED_PARAMETER(Request);
  ON_NOTES
  ULONG Room = IoGetCurrentIrpStackLocation(Irp)->Parameters.DeviceIoControl.OutputBufferLength;
  ULONG Length = (ULONG)strlen(Noted) + 1;
  if (Room == 0) {
    Irp->IoStatus.Information = Length;
    return STATUS_BUFFER_OVERFLOW;
  }
  if (Room < Length) return STATUS_BUFFER_TOO_SMALL;
  RtlCopyMemory(Data, Noted, Length);
  Irp->IoStatus.Information = Length;
  return STATUS_SUCCESS;
}

static NTSTATUS SetSwitch(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  UNREFERENCED_PARAMETER(Irp);
  Switch = *(PULONG)Data;
  ON_SWITCH
  return STATUS_SUCCESS;
}

static NTSTATUS DeviceAdd(PKSDEVICE Device) {
  UNREFERENCED_PARAMETER(Device);
  Note("Add");
  ON_ADD
  return STATUS_SUCCESS;
}

static NTSTATUS DeviceStart(PKSDEVICE Device, PIRP, PCM_RESOURCE_LIST Translated,
                            PCM_RESOURCE_LIST Raw) {
  UNREFERENCED_PARAMETER(Device);
  UNREFERENCED_PARAMETER(Translated);
  UNREFERENCED_PARAMETER(Raw);
  Note("Start");
  ON_START
  return STATUS_SUCCESS;
}

static NTSTATUS FilterCreate(PKSFILTER Filter, PIRP Irp) {
  UNREFERENCED_PARAMETER(Filter);
  UNREFERENCED_PARAMETER(Irp);
  Note("FilterCreate");
  ON_FILTER_CREATE
  return STATUS_SUCCESS;
}

static NTSTATUS FilterClose(PKSFILTER Filter, PIRP Irp) {
  UNREFERENCED_PARAMETER(Filter);
  UNREFERENCED_PARAMETER(Irp);
  Note("FilterClose");
  return STATUS_SUCCESS;
}

static NTSTATUS PinCreate(PKSPIN Pin, PIRP Irp) {
  UNREFERENCED_PARAMETER(Pin);
  UNREFERENCED_PARAMETER(Irp);
  Note("PinCreate");
  LastPin = Pin;
  ON_PIN_CREATE
  return STATUS_SUCCESS;
}

static NTSTATUS PinClose(PKSPIN Pin, PIRP Irp) {
  UNREFERENCED_PARAMETER(Pin);
  UNREFERENCED_PARAMETER(Irp);
  Note("PinClose");
  ON_PIN_CLOSE
  return STATUS_SUCCESS;
}

static NTSTATUS PinSetFormat(PKSPIN Pin, PKSDATAFORMAT OldFormat, PKSMULTIPLE_ITEM,
                             const KSDATARANGE* DataRange, const KSATTRIBUTE_LIST*) {
  UNREFERENCED_PARAMETER(Pin);
  UNREFERENCED_PARAMETER(DataRange);
  Note(OldFormat ? "NewFormat" : "Format");
  ON_FORMAT
  return STATUS_SUCCESS;
}

static NTSTATUS PinSetState(PKSPIN Pin, KSSTATE ToState, KSSTATE FromState) {
  UNREFERENCED_PARAMETER(Pin);
  static const char* const Names[] = {"Stop", "Acquire", "Pause", "Run"};
  Note(Names[ToState]);
  UNREFERENCED_PARAMETER(FromState);
  ON_STATE
  return STATUS_SUCCESS;
}

static VOID PinReset(PKSPIN Pin) {
  UNREFERENCED_PARAMETER(Pin);
  Note("Reset");
  ON_RESET
}

static NTSTATUS PinConnect(PKSPIN) {
  Note("Connect");
  ON_CONNECT
  return STATUS_SUCCESS;
}

static VOID PinDisconnect(PKSPIN) { Note("Disconnect"); }

static UCHAR Counter, Consumed;
#ifndef FRAMES
#define FRAMES 255
#endif

static NTSTATUS PinProcess(PKSPIN Pin) {
  ON_PROCESS
  PKSSTREAM_POINTER Leading =
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  while (Leading && (Pin->DataFlow == KSPIN_DATAFLOW_IN || Counter < FRAMES)) {
    ULONG Bytes = Leading->Offset->Remaining;
    if (Pin->DataFlow == KSPIN_DATAFLOW_OUT) {
      RtlFillMemory(Leading->Offset->Data, Bytes, Counter);
      Counter++;
      Leading->StreamHeader->PresentationTime.Numerator = 1;
      Leading->StreamHeader->PresentationTime.Denominator = 1;
    } else if (Bytes) {
      Consumed = Leading->Offset->Data[0];
    }
    if (!NT_SUCCESS(KsStreamPointerAdvanceOffsets(Leading, Bytes, Bytes, TRUE))) Leading = NULL;
  }
  if (Leading) KsStreamPointerUnlock(Leading, FALSE);
  return STATUS_PENDING;
}

#ifdef MORE
MORE
#endif

static const KSDATARANGE Range = {
    {sizeof(KSDATARANGE), 0, 64, 0, {STATICGUIDOF(KSDATAFORMAT_TYPE_VIDEO)},
     {STATICGUIDOF(KSDATAFORMAT_SUBTYPE_NONE)}, {STATICGUIDOF(KSDATAFORMAT_SPECIFIER_NONE)}}};
static const PKSDATARANGE Ranges[] = {(PKSDATARANGE)&Range};

DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY |
                              KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY,
                          2, 0, 64, 64);

#ifndef PIN_DISPATCH
static const KSPIN_DISPATCH PinDispatch = {PinCreate, PinClose, PinProcess, PinReset, PinSetFormat,
                                           PinSetState, PinConnect, PinDisconnect, NULL, ALLOCATOR};
#define PIN_DISPATCH &PinDispatch
#endif

static const KSPIN_DESCRIPTOR_EX Pins[] = {
    {PIN_DISPATCH, PIN_TABLE,
     {0, NULL, 0, NULL, SIZEOF_ARRAY(Ranges), Ranges, KSPIN_DATAFLOW_OUT, KSPIN_COMMUNICATION_BOTH,
      &KSCATEGORY_VIDEO, NULL, {0}},
     PIN_FLAGS, POSSIBLE, NECESSARY, FRAMING, INTERSECT},
    {PIN_DISPATCH, NULL,
     {0, NULL, SINK_MEDIUMS, SIZEOF_ARRAY(Ranges), Ranges, KSPIN_DATAFLOW_IN, KSPIN_COMMUNICATION_BOTH,
      NULL, NULL, {0}},
     SINK_FLAGS, SINK_POSSIBLE, 0, SINK_FRAMING, NULL}};

DEFINE_GUIDSTRUCT("00DDBA11-0001-0002-0304-05060708090A", NotesSet_);
static const GUID NotesSet = {0x0DDBA11, 0x1, 0x2, {3, 4, 5, 6, 7, 8, 9, 10}};
static const KSPROPERTY_ITEM NotesItems[] = {
    DEFINE_KSPROPERTY_ITEM(0, GetNotes, sizeof(KSPROPERTY), 0, NULL, NULL, 0, NULL, NULL, 0),
    DEFINE_KSPROPERTY_ITEM(1, NULL, sizeof(KSPROPERTY), sizeof(ULONG), SetSwitch, NULL, 0, NULL,
                           NULL, 0)};
static const KSPROPERTY_SET Sets[] = {
    DEFINE_KSPROPERTY_SET(&NotesSet, SIZEOF_ARRAY(NotesItems), NotesItems, 0, NULL)};
DEFINE_KSAUTOMATION_TABLE(FilterTable){DEFINE_KSAUTOMATION_PROPERTIES(Sets),
                                       FILTER_METHODS, FILTER_EVENTS};

#ifndef FILTER_DISPATCH
static const KSFILTER_DISPATCH FilterDispatch = {FilterCreate, FilterClose, NULL, NULL};
#define FILTER_DISPATCH &FilterDispatch
#endif
static const GUID Categories[] = {STATICGUIDOF(KSCATEGORY_CAPTURE)};

#ifndef FILTER_PINS
#define FILTER_PINS DEFINE_KSFILTER_PIN_DESCRIPTORS(Pins)
#endif
#ifndef FILTER_CATEGORIES
#define FILTER_CATEGORIES DEFINE_KSFILTER_CATEGORIES(Categories)
#endif

static const KSFILTER_DESCRIPTOR FilterDescriptor = {
    FILTER_DISPATCH, &FilterTable, FILTER_VERSION, FILTER_FLAGS, &KSNAME_Filter,
    FILTER_PINS, FILTER_CATEGORIES, FILTER_NODES, FILTER_CONNECTIONS, NULL};

static const KSFILTER_DESCRIPTOR* const Filters[] = {&FilterDescriptor};
#ifndef DEVICE_DISPATCH
static KSDEVICE_DISPATCH DeviceDispatch = {DeviceAdd, DeviceStart};
#define DEVICE_DISPATCH &DeviceDispatch
#endif
static const KSDEVICE_DESCRIPTOR Descriptor = {DEVICE_DISPATCH, SIZEOF_ARRAY(Filters), Filters,
                                               DEVICE_VERSION, 0};

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  ON_ENTRY
  return KsInitializeDriver(DriverObject, RegistryPath, &Descriptor);
}
)";

}  // namespace

std::filesystem::path minidriver(const std::vector<std::string>& definitions,
                                 const std::string& prefix) {
  std::string source = kHead;
  for (const std::string& definition : definitions) {
    const std::size_t at = definition.find('=');
    source += "#define " + definition.substr(0, at) + " " +
              (at == std::string::npos ? "" : definition.substr(at + 1)) + "\n";
  }
  source += prefix + "\n";
  source += kBody;
  return build_driver(source, ".cpp", {"--kind", "avstream"});
}

Bytes plain_format() {
  KSDATAFORMAT format{};
  format.FormatSize = sizeof format;
  format.SampleSize = 64;
  format.MajorFormat = KSDATAFORMAT_TYPE_VIDEO;
  format.SubFormat = KSDATAFORMAT_SUBTYPE_NONE;
  format.Specifier = KSDATAFORMAT_SPECIFIER_NONE;
  return bytes_of(format);
}

namespace {

// Returns how far the minidriver let its client come.
Reach live(Rig& rig, ULONG way) {
  File filter;
  File pin;
  if (!NT_SUCCESS(rig.added()) || !NT_SUCCESS(rig.device().start())) return Reach::kNotStarted;
  if (!NT_SUCCESS(rig.open(kFilterName, filter))) return Reach::kStarted;
  if (way != 0) filter.set(kNotesSet, 1, bytes_of(way));
  if (!NT_SUCCESS(rig.connect(filter, 0, plain_format(), pin))) return Reach::kOpened;
  notes_of(filter);
  if (!NT_SUCCESS(pin.set_state(KSSTATE_RUN))) return Reach::kConnected;
  // A frame that the minidriver holds comes back when the pin stops.
  std::vector<File::Stream> streams;
  for (int i = 0; i < 3; ++i) {
    streams.push_back(pin.read(1, 64));
    streams.back().sent->cancel();
  }
  if (!NT_SUCCESS(pin.set_state(KSSTATE_STOP))) return Reach::kRan;
  const bool are_answered =
      std::ranges::all_of(streams, [](const File::Stream& each) { return each.sent->is_done(); });
  return are_answered ? Reach::kStreamed : Reach::kRan;
}

struct Lived {
  Reach reach = Reach::kNotStarted;
  std::vector<rules::Finding> findings;
};

Lived life_of_way(const std::filesystem::path& driver, ULONG way) {
  Rig rig(driver);
  Lived out;
  out.reach = live(rig, way);
  rig.finish();
  out.findings = rig.findings();
  return out;
}

}  // namespace

std::vector<rules::Finding> findings_of(const std::vector<std::string>& definitions,
                                        const std::string& prefix) {
  return findings_of_way(minidriver(definitions, prefix), 0);
}

std::vector<rules::Finding> findings_of_way(const std::filesystem::path& driver, ULONG way) {
  return life_of_way(driver, way).findings;
}

void expect_found(const char* rule, const std::vector<std::string>& definitions,
                  const std::string& prefix) {
  const auto findings = findings_of(definitions, prefix);
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

void expect_silent(const std::vector<std::string>& definitions, const std::string& prefix,
                   Reach reach) {
  const Lived lived = life_of_way(minidriver(definitions, prefix), 0);
  EXPECT_EQ(lived.reach, reach);
  EXPECT_TRUE(lived.findings.empty()) << text_of(lived.findings);
}

void OpenMinidriver::open(ULONG way) {
  EXPECT_EQ(rig.added(), STATUS_SUCCESS) << text_of(rig.findings());
  EXPECT_EQ(rig.device().start(), STATUS_SUCCESS) << text_of(rig.findings());
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS) << text_of(rig.findings());
  if (way != 0) turn(way);
}

void OpenMinidriver::turn(ULONG way) const {
  EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(way)), STATUS_SUCCESS);
}

std::string OpenMinidriver::notes() const {
  std::string all = notes_of(filter);
  EXPECT_EQ(all.find("WRONG"), std::string::npos) << all;
  return all;
}

std::vector<rules::Finding> OpenMinidriver::end() {
  filter.close();
  rig.finish();
  return rig.findings();
}

void OpenMinidriver::expect_nothing_found() {
  const auto findings = end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

KSALLOCATOR_FRAMING pool_framing(ULONG frames) {
  KSALLOCATOR_FRAMING out{};
  out.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
  out.PoolType = NonPagedPoolNx;
  out.Frames = frames;
  out.FrameSize = 64;
  return out;
}

namespace {

KSMETHOD allocator_method(ULONG id, ULONG flags) {
  KSMETHOD out{};
  out.Set = KSMETHODSETID_StreamAllocator;
  out.Id = id;
  out.Flags = flags;
  return out;
}

}  // namespace

KSMETHOD alloc_method() {
  return allocator_method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE);
}

KSMETHOD free_method() {
  return allocator_method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ);
}

std::string notes_of(const File& filter) {
  Bytes out(4096);
  std::size_t returned = 0;
  if (!NT_SUCCESS(filter.get(kNotesSet, 0, out, &returned)) || returned == 0) return {};
  return reinterpret_cast<const char*>(out.data());
}

}  // namespace drydock::testing
