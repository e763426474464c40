// A filter with two pins that remember what came: one reads its frames in pieces, with the
// processor; the other would send them to a device, by the addresses of their mappings.
#include "vmix.h"

namespace {

// {6B1F0C5A-5D1B-4E0A-9C55-3A6D0E1F7C06}
const GUID kReference = {
    0x6B1F0C5A, 0x5D1B, 0x4E0A, {0x9C, 0x55, 0x3A, 0x6D, 0x0E, 0x1F, 0x7C, 0x06}};
const GUID kCategories[] = {{STATICGUIDOF(KSCATEGORY_VIDEO)}, {STATICGUIDOF(KSCATEGORY_RENDER)}};

constexpr ULONG kPiece = 1024;

struct Tape {
  ULONG sum = 0;
  ULONG pages = 0;  // pages of the memory that the frames came in

  static Tape& of(PKSPIN pin) { return *static_cast<Tape*>(pin->Context); }
};

VOID nothing(PKSPIN, DEVICE_POWER_STATE) {}

VOID request_done(PKSPIN, PIRP) {}

NTSTATUS create_pin(PKSPIN pin, PIRP) {
  auto* tape = new (NonPagedPoolNx) Tape;
  const NTSTATUS status = keep_in_bag(pin->Bag, tape);
  if (!NT_SUCCESS(status)) return status;
  pin->Context = tape;
  KsPinRegisterPowerCallbacks(pin, nothing, nothing);
  KsPinRegisterIrpCompletionCallback(pin, request_done);
  return status;
}

// One piece at a time, so that the leading edge moves through the frame; the frame goes with its
// last piece.
NTSTATUS process_pin(PKSPIN pin) {
  Tape& tape = Tape::of(pin);
  const PKSSTREAM_POINTER leading =
      KsPinGetLeadingEdgeStreamPointer(pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (leading == nullptr) return STATUS_PENDING;
  const PMDL memory = KsStreamPointerGetMdl(leading);
  if (memory != nullptr)
    tape.pages +=
        ADDRESS_AND_SIZE_TO_SPAN_PAGES(MmGetMdlVirtualAddress(memory), MmGetMdlByteCount(memory));
  while (leading->OffsetIn.Remaining > kPiece) {
    for (ULONG i = 0; i < kPiece; ++i) tape.sum += leading->OffsetIn.Data[i];
    if (!NT_SUCCESS(KsStreamPointerAdvanceOffsets(leading, kPiece, 0, FALSE))) break;
  }
  for (ULONG i = 0; i < leading->OffsetIn.Remaining; ++i) tape.sum += leading->OffsetIn.Data[i];
  KsStreamPointerAdvanceOffsetsAndUnlock(leading, leading->OffsetIn.Remaining, 0, TRUE);
  return STATUS_SUCCESS;
}

// Reads the mappings of a frame, as a device would get them: the place of each piece.
NTSTATUS process_mappings(PKSPIN pin) {
  Tape& tape = Tape::of(pin);
  const PKSSTREAM_POINTER leading =
      KsPinGetLeadingEdgeStreamPointer(pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (leading == nullptr) return STATUS_PENDING;
  for (ULONG i = 0; i < leading->OffsetIn.Remaining; ++i)
    tape.sum += leading->OffsetIn.Mappings[i].ByteCount;
  KsStreamPointerAdvanceOffsetsAndUnlock(leading, leading->OffsetIn.Remaining, 0, TRUE);
  return STATUS_SUCCESS;
}

NTSTATUS get_sum(PIRP irp, PKSIDENTIFIER, PVOID data) {
  *static_cast<PULONG>(data) = Tape::of(KsGetPinFromIrp(irp)).sum;
  irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}

// The filter is made by a worker, which the class driver waits for.
struct Opening {
  PIO_WORKITEM item;
  PIRP irp;
};

VOID finish_opening(PDEVICE_OBJECT, PVOID context) {
  auto* const opening = static_cast<Opening*>(context);
  const Opening done = *opening;
  delete opening;
  done.irp->IoStatus.Status = STATUS_SUCCESS;
  KsCompletePendingRequest(done.irp);
  IoFreeWorkItem(done.item);
}

NTSTATUS create_filter(PKSFILTER filter, PIRP irp) {
  const PDEVICE_OBJECT device = KsFilterGetDevice(filter)->FunctionalDeviceObject;
  auto* const opening = new (NonPagedPoolNx) Opening;
  if (opening == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  *opening = {IoAllocateWorkItem(device), irp};
  if (opening->item == nullptr) {
    delete opening;
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  IoMarkIrpPending(irp);
  IoQueueWorkItem(opening->item, finish_opening, DelayedWorkQueue, opening);
  return STATUS_PENDING;
}

const KSFILTER_DISPATCH kFilterDispatch = {create_filter, nullptr, nullptr, nullptr};

NTSTATUS set_format(PKSPIN pin, PKSDATAFORMAT, PKSMULTIPLE_ITEM, const KSDATARANGE* range,
                    const KSATTRIBUTE_LIST*) {
  return pin->ConnectionFormat->SampleSize == range->SampleSize ? STATUS_SUCCESS : STATUS_NO_MATCH;
}

// Frames out of the pool that the framing names.
struct Pool {
  POOL_TYPE type;
  ULONG bytes;
};

NTSTATUS initialize_allocator(PKSPIN, PKSALLOCATOR_FRAMING framing, PVOID* context) {
  const bool is_pool = (framing->OptionsFlags & KSALLOCATOR_OPTIONF_SYSTEM_MEMORY) != 0;
  if (framing->FrameSize == 0 || framing->FrameSize > kFrameBytes ||
      framing->FileAlignment >= MEMORY_ALLOCATION_ALIGNMENT)
    return STATUS_INVALID_PARAMETER;
  auto* const pool = new (NonPagedPoolNx) Pool;
  if (pool == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  *pool = {is_pool ? framing->PoolType : NonPagedPoolNx, framing->FrameSize};
  *context = pool;
  return STATUS_SUCCESS;
}

VOID delete_allocator(PVOID context) { delete static_cast<Pool*>(context); }

PVOID allocate(PVOID context) {
  const Pool& pool = *static_cast<const Pool*>(context);
  return ExAllocatePoolZero(pool.type, pool.bytes, VMIX_TAG);
}

VOID free_frame(PVOID, PVOID frame) { ExFreePoolWithTag(frame, VMIX_TAG); }

const KSALLOCATOR_DISPATCH kAllocator = {initialize_allocator, delete_allocator, allocate,
                                         free_frame};

const KSPIN_DISPATCH kDispatch = {create_pin, nullptr, process_pin, nullptr, set_format,
                                  nullptr,    nullptr, nullptr,     nullptr, &kAllocator};

const KSPIN_DISPATCH kMappingDispatch = {create_pin, nullptr,    process_mappings, nullptr,
                                         set_format, nullptr,    nullptr,          nullptr,
                                         nullptr,    &kAllocator};

DECLARE_SIMPLE_FRAMING_EX(kFraming, {STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY |
                              KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY,
                          2, 0, 1, kFrameBytes);

const KSPROPERTY_ITEM kProperties[] = {DEFINE_KSPROPERTY_ITEM(
    0, get_sum, sizeof(KSPROPERTY), sizeof(ULONG), nullptr, nullptr, 0, nullptr, nullptr, 0)};
const KSPROPERTY_SET kSets[] = {
    DEFINE_KSPROPERTY_SET(&kReference, ARRAYSIZE(kProperties), kProperties, 0, nullptr)};
const KSAUTOMATION_TABLE kTable = {DEFINE_KSAUTOMATION_PROPERTIES(kSets),
                                   DEFINE_KSAUTOMATION_METHODS_NULL,
                                   DEFINE_KSAUTOMATION_EVENTS_NULL};

#define VMIX_SINK                                                                               \
  {0,       nullptr, 0,  nullptr, kRanges, kRange, KSPIN_DATAFLOW_IN, KSPIN_COMMUNICATION_BOTH, \
   nullptr, nullptr, {0}}

const KSPIN_DESCRIPTOR_EX kPins[] = {
    {&kDispatch, &kTable, VMIX_SINK, KSPIN_FLAG_USE_STANDARD_TRANSPORT, 1, 0, &kFraming, intersect},
    {&kMappingDispatch, &kTable, VMIX_SINK,
     KSPIN_FLAG_USE_STANDARD_TRANSPORT | KSPIN_FLAG_GENERATE_MAPPINGS, 1, 0, &kFraming, intersect}};

}  // namespace

const KSFILTER_DESCRIPTOR kTapeFilter = {&kFilterDispatch,
                                         nullptr,
                                         KSFILTER_DESCRIPTOR_VERSION,
                                         0,
                                         &kReference,
                                         DEFINE_KSFILTER_PIN_DESCRIPTORS(kPins),
                                         DEFINE_KSFILTER_CATEGORIES(kCategories),
                                         DEFINE_KSFILTER_NODE_DESCRIPTORS_NULL,
                                         DEFINE_KSFILTER_DEFAULT_CONNECTIONS,
                                         nullptr};
