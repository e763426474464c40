// A filter with one pin that takes pictures and counts them; a property tells how many and what the
// last one was.
#include "filters.h"
#include "format.h"

namespace {

// The value of the property.
struct Seen {
  ULONGLONG frames;
  ULONGLONG bytes;
  LONGLONG time;  // the time of the last frame
  ULONG sum;      // the sum of its bytes
  ULONG empty;    // frames without data
};

class Monitor {
 public:
  explicit Monitor(PKSPIN pin) : pin_(pin) { KeInitializeSpinLock(&lock_); }

  static Monitor& of(PKSPIN pin) { return *static_cast<Monitor*>(pin->Context); }

  // Looks at one frame, then asks to be called again.
  NTSTATUS process() {
    const PKSSTREAM_POINTER leading =
        KsPinGetLeadingEdgeStreamPointer(pin_, KSSTREAM_POINTER_STATE_LOCKED);
    if (leading == nullptr) return STATUS_PENDING;
    look(leading->OffsetIn.Data, leading->OffsetIn.Remaining,
         leading->StreamHeader->PresentationTime.Time);
    KsStreamPointerUnlock(leading, TRUE);
    return STATUS_SUCCESS;
  }

  Seen seen() {
    const SpinHold hold(lock_);
    return seen_;
  }

 private:
  void look(const UCHAR* data, ULONG bytes, LONGLONG time) {
    ULONG sum = 0;
    for (ULONG i = 0; i < bytes; ++i) sum += data[i];
    const SpinHold hold(lock_);
    ++seen_.frames;
    seen_.bytes += bytes;
    seen_.time = time;
    seen_.sum = sum;
    if (bytes == 0) ++seen_.empty;
  }

  const PKSPIN pin_;
  KSPIN_LOCK lock_;
  Seen seen_ = {};
};

NTSTATUS create_pin(PKSPIN pin, PIRP) {
  auto* monitor = new (NonPagedPoolNx) Monitor(pin);
  const NTSTATUS status = keep_in_bag(pin->Bag, monitor);
  if (NT_SUCCESS(status)) pin->Context = monitor;
  return status;
}

NTSTATUS process_pin(PKSPIN pin) { return Monitor::of(pin).process(); }

NTSTATUS set_pin_format(PKSPIN pin, PKSDATAFORMAT, PKSMULTIPLE_ITEM, const KSDATARANGE* range,
                        const KSATTRIBUTE_LIST*) {
  Format format = {};
  return read_format(*pin->ConnectionFormat, *range, format);
}

NTSTATUS get_seen(PIRP irp, PKSIDENTIFIER, PVOID data) {
  *static_cast<Seen*>(data) = Monitor::of(KsGetPinFromIrp(irp)).seen();
  irp->IoStatus.Information = sizeof(Seen);
  return STATUS_SUCCESS;
}

// {6B1F0C5A-5D1B-4E0A-9C55-3A6D0E1F7C02} names the filter and its properties.
const GUID kReference = {
    0x6B1F0C5A, 0x5D1B, 0x4E0A, {0x9C, 0x55, 0x3A, 0x6D, 0x0E, 0x1F, 0x7C, 0x02}};
const GUID kCategories[] = {{STATICGUIDOF(KSCATEGORY_VIDEO)}, {STATICGUIDOF(KSCATEGORY_RENDER)}};

const KSPROPERTY_ITEM kProperties[] = {DEFINE_KSPROPERTY_ITEM(
    0, get_seen, sizeof(KSPROPERTY), sizeof(Seen), nullptr, nullptr, 0, nullptr, nullptr, 0)};
const KSPROPERTY_SET kSets[] = {
    DEFINE_KSPROPERTY_SET(&kReference, ARRAYSIZE(kProperties), kProperties, 0, nullptr)};
const KSAUTOMATION_TABLE kTable = {DEFINE_KSAUTOMATION_PROPERTIES(kSets),
                                   DEFINE_KSAUTOMATION_METHODS_NULL,
                                   DEFINE_KSAUTOMATION_EVENTS_NULL};

DECLARE_SIMPLE_FRAMING_EX(kFraming, {STATICGUIDOF(KSMEMORY_TYPE_WILDCARD)},
                          KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY, 2, 0, 1, 64 * 1024 * 1024);

const KSPIN_DISPATCH kDispatch = {create_pin, nullptr, process_pin, nullptr, set_pin_format,
                                  nullptr,    nullptr, nullptr,     nullptr, nullptr};

const KSPIN_DESCRIPTOR_EX kPins[] = {{&kDispatch,
                                      &kTable,
                                      {0,
                                       nullptr,
                                       0,
                                       nullptr,
                                       kVideoRangesCount,
                                       kVideoRanges,
                                       KSPIN_DATAFLOW_IN,
                                       KSPIN_COMMUNICATION_BOTH,
                                       nullptr,
                                       nullptr,
                                       {0}},
                                      0,
                                      1,
                                      0,
                                      &kFraming,
                                      intersect_video}};

}  // namespace

const KSFILTER_DESCRIPTOR kMonitorFilter = {nullptr,
                                            nullptr,
                                            KSFILTER_DESCRIPTOR_VERSION,
                                            0,
                                            &kReference,
                                            DEFINE_KSFILTER_PIN_DESCRIPTORS(kPins),
                                            DEFINE_KSFILTER_CATEGORIES(kCategories),
                                            DEFINE_KSFILTER_NODE_DESCRIPTORS_NULL,
                                            DEFINE_KSFILTER_DEFAULT_CONNECTIONS,
                                            nullptr};
