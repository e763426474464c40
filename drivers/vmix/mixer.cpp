// Two inputs and one output. Each frame of the main input becomes one of the output; a second
// input, which may be absent and may have nothing, is mixed into it.
#include "vmix.h"

namespace {

enum : ULONG { kMain, kOut };

// {6B1F0C5A-5D1B-4E0A-9C55-3A6D0E1F7C04} names the filter, its properties and its events.
const GUID kReference = {
    0x6B1F0C5A, 0x5D1B, 0x4E0A, {0x9C, 0x55, 0x3A, 0x6D, 0x0E, 0x1F, 0x7C, 0x04}};
// {6B1F0C5A-5D1B-4E0A-9C55-3A6D0E1F7C05} names its node.
const GUID kNode = {0x6B1F0C5A, 0x5D1B, 0x4E0A, {0x9C, 0x55, 0x3A, 0x6D, 0x0E, 0x1F, 0x7C, 0x05}};

extern const KSPIN_DESCRIPTOR_EX kOverlayPin;

// Nonpaged, because events are generated with what is in it.
struct Mixer {
  LONG mixed = 0;        // frames so far
  ULONG overlay_id = 0;  // the id of the pin type that Create has added
  KSGATE has_overlay;    // open while the second input has a frame
  LONG awake = 1;

  static Mixer& of(PKSFILTER filter) { return *static_cast<Mixer*>(filter->Context); }
};

VOID sleep_filter(PKSFILTER filter, DEVICE_POWER_STATE) {
  InterlockedExchange(&Mixer::of(filter).awake, 0);
}
VOID wake_filter(PKSFILTER filter, DEVICE_POWER_STATE) {
  InterlockedExchange(&Mixer::of(filter).awake, 1);
}

NTSTATUS create_filter(PKSFILTER filter, PIRP) {
  auto* mixer = new (NonPagedPoolNx) Mixer;
  NTSTATUS status = keep_in_bag(filter->Bag, mixer);
  if (!NT_SUCCESS(status)) return status;
  filter->Context = mixer;
  KsGateInitialize(&mixer->has_overlay, 1, nullptr, TRUE);
  status = KsFilterCreatePinFactory(filter, &kOverlayPin, &mixer->overlay_id);
  if (!NT_SUCCESS(status)) return status;
  const KSTOPOLOGY_CONNECTION through = {KSFILTER_NODE, mixer->overlay_id, 0, 2};
  status = KsFilterAddTopologyConnections(filter, 1, &through);
  if (NT_SUCCESS(status)) KsFilterRegisterPowerCallbacks(filter, sleep_filter, wake_filter);
  return status;
}

NTSTATUS close_filter(PKSFILTER, PIRP) { return STATUS_SUCCESS; }

NTSTATUS reset_filter(PKSFILTER filter) {
  InterlockedExchange(&Mixer::of(filter).mixed, 0);
  return STATUS_SUCCESS;
}

// The second input, when it is there and has a frame with data.
PKSPROCESSPIN overlay_of(const Mixer& mixer, PKSPROCESSPIN_INDEXENTRY index) {
  const KSPROCESSPIN_INDEXENTRY& entry = index[mixer.overlay_id];
  PKSPROCESSPIN const pin = entry.Count == 0 ? nullptr : entry.Pins[0];
  return pin == nullptr || pin->Data == nullptr ? nullptr : pin;
}

void mix(KSPROCESSPIN& out, KSPROCESSPIN& main, KSPROCESSPIN* overlay) {
  const ULONG bytes = min(out.BytesAvailable, main.BytesAvailable);
  auto* const to = static_cast<UCHAR*>(out.Data);
  const auto* const from = static_cast<const UCHAR*>(main.Data);
  const ULONG more = overlay == nullptr ? 0 : min(bytes, overlay->BytesAvailable);
  const auto* const second =
      overlay == nullptr ? nullptr : static_cast<const UCHAR*>(overlay->Data);
  for (ULONG i = 0; i < bytes; ++i)
    to[i] = i < more ? static_cast<UCHAR>((from[i] + second[i]) / 2) : from[i];
  out.BytesUsed = bytes;
}

// A pin that need not have a frame may have none (S-184, S-186).
NTSTATUS process_filter(PKSFILTER filter, PKSPROCESSPIN_INDEXENTRY index) {
  Mixer& mixer = Mixer::of(filter);
  if (index[kMain].Count == 0 || index[kOut].Count == 0) return STATUS_PENDING;
  KSPROCESSPIN& main = *index[kMain].Pins[0];
  KSPROCESSPIN& out = *index[kOut].Pins[0];
  KSPROCESSPIN* const overlay = overlay_of(mixer, index);
  if (main.Data != nullptr && out.Data != nullptr) mix(out, main, overlay);
  main.BytesUsed = main.BytesAvailable;
  main.Terminate = out.Terminate = TRUE;
  if (overlay != nullptr) {
    overlay->BytesUsed = overlay->BytesAvailable;
    overlay->Terminate = TRUE;
  }
  InterlockedIncrement(&mixer.mixed);
  KsFilterGenerateEvents(filter, &kReference, 0, sizeof mixer.mixed, &mixer, nullptr, nullptr);
  return STATUS_PENDING;
}

// Counts the frames that wait at the filter's pins.
LONG count_waiting(PKSFILTER filter, ULONG id) {
  LONG all = 0;
  for (PKSPIN pin = KsFilterGetFirstChildPin(filter, id); pin != nullptr;
       pin = KsPinGetNextSiblingPin(pin)) {
    PKSPIN source = nullptr, branch = nullptr;
    LONG in = 0, out = 0;
    KsPinGetCopyRelationships(pin, &source, &branch);
    if (pin->DeviceState == KSSTATE_STOP || source != nullptr) continue;
    if (NT_SUCCESS(KsPinGetAvailableByteCount(pin, &in, &out))) all += in + out;
  }
  return all;
}

NTSTATUS get_waiting(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const PKSFILTER filter = KsGetFilterFromIrp(irp);
  if (filter == nullptr) return STATUS_INVALID_PARAMETER;
  KsFilterAcquireControl(filter);
  const LONG all = count_waiting(filter, kMain) + count_waiting(filter, kOut) +
                   count_waiting(filter, Mixer::of(filter).overlay_id);
  KsFilterReleaseControl(filter);
  *static_cast<PLONG>(data) = all;
  irp->IoStatus.Information = sizeof all;
  return STATUS_SUCCESS;
}

// Adds the second tape, and answers that there are two.
NTSTATUS get_tapes(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const PKSFILTER filter = KsGetFilterFromIrp(irp);
  if (filter == nullptr) return STATUS_INVALID_PARAMETER;
  const NTSTATUS status = add_second_tape(KsFilterGetDevice(filter));
  if (!NT_SUCCESS(status)) return status;
  *static_cast<PLONG>(data) = 2;
  irp->IoStatus.Information = sizeof(LONG);
  return STATUS_SUCCESS;
}

// Sets the count anew, while nothing is mixed.
NTSTATUS set_mixed(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const PKSFILTER filter = KsGetFilterFromIrp(irp);
  if (filter == nullptr) return STATUS_INVALID_PARAMETER;
  KsFilterAcquireProcessingMutex(filter);
  InterlockedExchange(&Mixer::of(filter).mixed, *static_cast<PLONG>(data));
  KsFilterReleaseProcessingMutex(filter);
  return STATUS_SUCCESS;
}

NTSTATUS get_mixed(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const PKSFILTER filter = KsGetFilterFromIrp(irp);
  if (filter == nullptr) return STATUS_INVALID_PARAMETER;
  *static_cast<PLONG>(data) = InterlockedAdd(&Mixer::of(filter).mixed, 0);
  irp->IoStatus.Information = sizeof(LONG);
  return STATUS_SUCCESS;
}

NTSTATUS add_event(PIRP irp, PKSEVENTDATA data, PKSEVENT_ENTRY entry) {
  return KsDefaultAddEventHandler(irp, data, entry);
}

VOID remove_event(PFILE_OBJECT, PKSEVENT_ENTRY entry) { RemoveEntryList(&entry->ListEntry); }

// A gate tells whether the second input has something.
NTSTATUS create_overlay(PKSPIN pin, PIRP) {
  KsPinAttachAndGate(pin, &Mixer::of(KsPinGetParentFilter(pin)).has_overlay);
  return STATUS_SUCCESS;
}

NTSTATUS set_format(PKSPIN pin, PKSDATAFORMAT, PKSMULTIPLE_ITEM, const KSDATARANGE* range,
                    const KSATTRIBUTE_LIST*) {
  return pin->ConnectionFormat->SampleSize == range->SampleSize ? STATUS_SUCCESS : STATUS_NO_MATCH;
}

LONGLONG FASTCALL correlated_time(PKSPIN, PLONGLONG system) {
  LARGE_INTEGER now;
  KeQuerySystemTime(&now);
  *system = now.QuadPart;
  return now.QuadPart;
}

VOID resolution(PKSPIN, PKSRESOLUTION out) {
  out->Granularity = 1;
  out->Error = 1;
}

const KSCLOCK_DISPATCH kClock = {nullptr, nullptr, correlated_time, resolution};

const KSPIN_DISPATCH kMainDispatch = {nullptr, nullptr, nullptr, nullptr, set_format,
                                      nullptr, nullptr, nullptr, nullptr, nullptr};
const KSPIN_DISPATCH kOverlayDispatch = {create_overlay, nullptr, nullptr, nullptr, set_format,
                                         nullptr,        nullptr, nullptr, nullptr, nullptr};
const KSPIN_DISPATCH kOutDispatch = {nullptr, nullptr, nullptr, nullptr, set_format,
                                     nullptr, nullptr, nullptr, &kClock, nullptr};

DECLARE_SIMPLE_FRAMING_EX(kInFraming, {STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY |
                              KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY,
                          2, 0, kFrameBytes, kFrameBytes);
DECLARE_SIMPLE_FRAMING_EX(kOutFraming, {STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY |
                              KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY |
                              KSALLOCATOR_REQUIREMENTF_FRAME_INTEGRITY,
                          2, 0, kFrameBytes, kFrameBytes);

#define VMIX_PIN(Flow) \
  {0, nullptr, 0, nullptr, kRanges, kRange, Flow, KSPIN_COMMUNICATION_BOTH, nullptr, nullptr, {0}}

const KSPIN_DESCRIPTOR_EX kOverlayPin = {&kOverlayDispatch,
                                         nullptr,
                                         VMIX_PIN(KSPIN_DATAFLOW_IN),
                                         KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING,
                                         1,
                                         0,
                                         &kInFraming,
                                         intersect};

const KSPIN_DESCRIPTOR_EX kPins[] = {
    {&kMainDispatch, nullptr, VMIX_PIN(KSPIN_DATAFLOW_IN), 0, 1, 0, &kInFraming, intersect},
    {&kOutDispatch, nullptr, VMIX_PIN(KSPIN_DATAFLOW_OUT),
     KSPIN_FLAG_SPLITTER | KSPIN_FLAG_IMPLEMENT_CLOCK, 2, 0, &kOutFraming, intersect}};

const GUID kCategories[] = {{STATICGUIDOF(KSCATEGORY_VIDEO)},
                            {STATICGUIDOF(KSCATEGORY_DATATRANSFORM)}};

const KSPROPERTY_ITEM kProperties[] = {
    DEFINE_KSPROPERTY_ITEM(0, get_mixed, sizeof(KSPROPERTY), sizeof(LONG), set_mixed, nullptr, 0,
                           nullptr, nullptr, 0),
    DEFINE_KSPROPERTY_ITEM(1, get_waiting, sizeof(KSPROPERTY), sizeof(LONG), nullptr, nullptr, 0,
                           nullptr, nullptr, 0),
    DEFINE_KSPROPERTY_ITEM(2, get_tapes, sizeof(KSPROPERTY), sizeof(LONG), nullptr, nullptr, 0,
                           nullptr, nullptr, 0)};
const KSPROPERTY_SET kSets[] = {
    DEFINE_KSPROPERTY_SET(&kReference, ARRAYSIZE(kProperties), kProperties, 0, nullptr)};
const KSEVENT_ITEM kEvents[] = {
    DEFINE_KSEVENT_ITEM(0, sizeof(KSEVENTDATA), 0, add_event, remove_event, nullptr)};
const KSEVENT_SET kEventSets[] = {DEFINE_KSEVENT_SET(&kReference, ARRAYSIZE(kEvents), kEvents)};
const KSAUTOMATION_TABLE kTable = {DEFINE_KSAUTOMATION_PROPERTIES(kSets),
                                   DEFINE_KSAUTOMATION_METHODS_NULL,
                                   DEFINE_KSAUTOMATION_EVENTS(kEventSets)};

// Both inputs pass through the node to the output, and so do their resets (S-200).
const KSNODE_DESCRIPTOR kNodes[] = {{nullptr, &kNode, nullptr}};
const KSTOPOLOGY_CONNECTION kConnections[] = {{KSFILTER_NODE, kMain, 0, 1},
                                              {0, 0, KSFILTER_NODE, kOut}};

const KSFILTER_DISPATCH kDispatch = {create_filter, close_filter, process_filter, reset_filter};

}  // namespace

const KSFILTER_DESCRIPTOR kMixerFilter = {&kDispatch,
                                          &kTable,
                                          KSFILTER_DESCRIPTOR_VERSION,
                                          0,
                                          &kReference,
                                          DEFINE_KSFILTER_PIN_DESCRIPTORS(kPins),
                                          DEFINE_KSFILTER_CATEGORIES(kCategories),
                                          DEFINE_KSFILTER_NODE_DESCRIPTORS(kNodes),
                                          DEFINE_KSFILTER_CONNECTIONS(kConnections),
                                          nullptr};
