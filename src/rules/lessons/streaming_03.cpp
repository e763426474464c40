// Streaming: what a framing says.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming03Lessons[] = {
    {.rule = "S-022",
     .why = "The graph then guesses the number and size of frames, and a capture that needs more "
            "loses pictures.",
     .check = "A pin type with a Process routine and no AllocatorFraming is told when it is made.",
     .wrong = R"({&CaptureDispatch, NULL, {…}, KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY, 1, 1,
 NULL, NULL})",
     .right =
         R"(DECLARE_SIMPLE_FRAMING_EX(CaptureFraming, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);
{&CaptureDispatch, NULL, {…}, KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY, 1, 1,
 &CaptureFraming, NULL})"},
    {.rule = "S-024",
     .why = "The class driver answers the extended property from the descriptor; a second answer "
            "in the old form can contradict it.",
     .check = "The property sets of each pin type are searched for the old property when the type "
              "is made.",
     .wrong = R"(DEFINE_KSPROPERTY_ITEM(KSPROPERTY_CONNECTION_ALLOCATORFRAMING, GetFraming,
    sizeof(KSPROPERTY), sizeof(KSALLOCATOR_FRAMING), NULL, NULL, 0, NULL, NULL, 0))",
     .right = R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);
…
descriptor.AllocatorFraming = &Framing;)"},
    {.rule = "S-025",
     .why = "A count that is too large has the class driver read what lies behind the array as "
            "framing, and one that is too small hides items.",
     .check = "A count of zero or above sixty-four is refused when the pin type is made; how long "
              "the array really is cannot be seen.",
     .wrong = R"(static const KSALLOCATOR_FRAMING_EX Framing = {
    0, 0, {1, 1, 0}, 0, {{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED), …}}};)",
     .right = R"(static const KSALLOCATOR_FRAMING_EX Framing = {
    1, 0, {1, 1, 0}, 0, {{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED), …}}};)"},
    {.rule = "S-026",
     .why = "A later version of Windows may give these members a meaning, and then a stray value "
            "means something.",
     .check = "Both members of each framing are compared with zero when the pin type is made.",
     .wrong = R"(framing->PinFlags = KSALLOCATOR_FLAG_CAN_ALLOCATE;
framing->PinWeight = 1;)",
     .right = R"(framing->PinFlags = 0;
framing->PinWeight = 0;
framing->FramingItem[0].Flags |= KSALLOCATOR_FLAG_CAN_ALLOCATE;)"},
    {.rule = "S-027",
     .why = "An allocator refuses a framing with a value there, so that a connection fails for a "
            "byte that nobody set on purpose.",
     .check = "KsCreateAllocator looks at the framing it is given; the Reserved members of the two "
              "status structures are not looked at.",
     .wrong = R"(KSALLOCATOR_FRAMING framing;
framing.FrameSize = FRAME_BYTES;
…
KsCreateAllocator(sink, &framing, &allocator);)",
     .right = R"(KSALLOCATOR_FRAMING framing = {0};
framing.FrameSize = FRAME_BYTES;
…
KsCreateAllocator(sink, &framing, &allocator);)"},
    {.rule = "S-029",
     .why = "Filters write headers before and trailers behind the data; a frame that has room for "
            "the data alone is overrun by them.",
     .check = "When Allocate gives a frame inside a pool block, what is left of the block from "
              "there must hold the whole FrameSize.",
     .wrong = R"(ULONG bytes = Framing->FrameSize - PREFIX_BYTES;
return ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);)",
     .right = R"(ULONG bytes = Framing->FrameSize;
return ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);)"},
    {.rule = "S-030",
     .why = "A device that needs its addresses on a boundary transfers to the wrong place or not "
            "at all.",
     .check = "The address of each frame that Allocate gives is tested against the mask of the "
              "framing; a mask that is none fails the create without a finding.",
     .wrong = R"(framing.FileAlignment = FILE_512_BYTE_ALIGNMENT;
…
return (PUCHAR)ExAllocatePoolWithTag(NonPagedPoolNx, bytes + 16, TAG) + 16;)",
     .right = R"(framing.FileAlignment = FILE_512_BYTE_ALIGNMENT;
…
PUCHAR raw = (PUCHAR)ExAllocatePoolWithTag(NonPagedPoolNx, bytes + 511, TAG);
return ALIGN_UP_POINTER_BY(raw, 512);)"},
    {.rule = "S-031",
     .why = "The user of the frame chose the pool for the level at which it works; a pageable "
            "frame faults in its DPC.",
     .check = "A framing that asks for system memory gets frames in pool blocks, paged or nonpaged "
              "as its PoolType is.",
     .wrong = R"(// Framing->PoolType is NonPagedPool
return ExAllocatePoolWithTag(PagedPool, Framing->FrameSize, TAG);)",
     .right = R"(// Framing->PoolType is NonPagedPool
return ExAllocatePoolWithTag((POOL_TYPE)Framing->PoolType, Framing->FrameSize, TAG);)"},
    {.rule = "S-032",
     .why = "Without the flag the graph thinks that the frames lie on the device, and looks for an "
            "allocator that the pin does not have.",
     .check = "A framing item of kernel memory without the flag, on a pin type without an "
              "allocator, is told when the type is made.",
     .wrong = R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    0, 4, 0, FRAME_BYTES, FRAME_BYTES);)",
     .right = R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);)"},
    {.rule = "S-033",
     .why = "The source goes on using what it sent, as a decoder does with its reference pictures, "
            "and a filter that paints into it spoils all that follow.",
     .check = "A frame of a source that asks for FRAME_INTEGRITY is summed up when it goes out and "
              "again when it comes back; the other flags are not tested.",
     .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {  // the source asked for FRAME_INTEGRITY
  PKSSTREAM_POINTER edge =
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  DrawLogo(edge->OffsetIn.Data);)",
     .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {  // the source asked for FRAME_INTEGRITY
  PKSSTREAM_POINTER edge =
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  RtlCopyMemory(Copy, edge->OffsetIn.Data, edge->OffsetIn.Remaining);
  DrawLogo(Copy);)"},
    {.rule = "S-035",
     .why = "An allocator that does not know it may hand out frames that are shared or read-only, "
            "and the change lands in somebody else's picture.",
     .check = "When an allocator is assigned to a source whose sink modifies in place, the "
              "allocator's own framing must say so.",
     .wrong = R"(framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
KsCreateAllocator(sink, &framing, &allocator);)",
     .right = R"(framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY |
                       KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER;
KsCreateAllocator(sink, &framing, &allocator);)"},
    {.rule = "S-036",
     .why = "The graph cannot match memory that it does not know with anything another pin offers, "
            "and the connection fails.",
     .check = "The memory type of each framing item is looked up among the documented GUIDs when "
              "the pin type is made; an unknown one refuses it.",
     .wrong = R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSDATAFORMAT_TYPE_VIDEO),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);)",
     .right = R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);)"},
    {.rule = "S-037",
     .why = "Only one value has a documented meaning there; the rest is read differently, or not "
            "at all, by different versions.",
     .check = "Any other bit in MemoryFlags and any BusFlags of a framing item are told when the "
              "pin type is made; zero, which the macro writes, is let pass.",
     .wrong = R"(item->MemoryFlags = KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY;
item->BusFlags = 1;)",
     .right = R"(item->MemoryFlags = KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE;
item->BusFlags = 0;)"},
    {.rule = "S-038",
     .why = "The graph picks this pin to make the frames, and the connection fails when it cannot.",
     .check = "The flag on an item of memory other than kernel pool, on a pin type without an "
              "allocator of its own, is told when the type is made.",
     .wrong = R"(item->MemoryType = KSMEMORY_TYPE_DEVICE_UNKNOWN;
item->Flags = KSALLOCATOR_FLAG_CAN_ALLOCATE;
dispatch->Allocator = NULL;)",
     .right = R"(item->MemoryType = KSMEMORY_TYPE_DEVICE_UNKNOWN;
item->Flags = KSALLOCATOR_FLAG_CAN_ALLOCATE;
dispatch->Allocator = &DeviceMemoryAllocator;)"},
    {.rule = "S-039",
     .why = "The search for a size that two pins share steps out of the range and settles on one "
            "that neither supports.",
     .check = "The PhysicalRange of each framing item is checked when the pin type is made: "
              "minimum, maximum and stepping must agree; a single size may have any stepping.",
     .wrong = R"(item->PhysicalRange.MinFrameSize = 4096;
item->PhysicalRange.MaxFrameSize = 8192;
item->PhysicalRange.Stepping = 8192;)",
     .right = R"(item->PhysicalRange.MinFrameSize = 4096;
item->PhysicalRange.MaxFrameSize = 8192;
item->PhysicalRange.Stepping = 512;)"},
    {.rule = "S-040",
     .why = "No version of Windows weighs by these members, so a value in them only pretends a "
            "preference.",
     .check = "Both weights of each framing item are compared with zero when the pin type is made.",
     .wrong = R"(item->FramingRange.InPlaceWeight = 10;
item->FramingRange.NotInPlaceWeight = 1;)",
     .right = R"(item->FramingRange.InPlaceWeight = 0;
item->FramingRange.NotInPlaceWeight = 0;)"},
    {.rule = "S-041",
     .why = "The sizes of all frames behind the pin are computed from the ratio; with a wrong one "
            "they are too small for what comes out.",
     .check = "A ratio with a zero in it is told when the pin type is made; whether the codec "
              "compresses or expands is not known to the host, so the direction is not judged.",
     .wrong = R"(framing->OutputCompression.RatioNumerator = 1;
framing->OutputCompression.RatioDenominator = 0;)",
     .right = R"(framing->OutputCompression.RatioNumerator = 1;
framing->OutputCompression.RatioDenominator = 4;  // a compressor
framing->OutputCompression.RatioConstantMargin = 64;)"},
    {.rule = "S-042",
     .why = "The static framing was written for one format; a larger picture is cut off, or "
            "written over the end of its frame.",
     .check = "When a pin goes from STOP to ACQUIRE, the largest frame of its framing must hold a "
              "sample of the connection's format.",
     .wrong = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  NTSTATUS status = KsEdit(Pin, &Pin->Descriptor, TAG);
  if (NT_SUCCESS(status))
    status = KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
  if (NT_SUCCESS(status)) SetFrameSize(Pin, Pin->ConnectionFormat->SampleSize);
  return status;
})"},
    {.rule = "S-044",
     .why = "A program in user mode brings its own buffers and may never have seen the framing; "
            "the bytes behind its buffer are its own heap.",
     .check = "A client of the host's can bring frames smaller than the framing; what lies behind "
              "each is looked at when the read ends, and any change is the driver's.",
     .wrong = R"(RtlCopyMemory(edge->OffsetOut.Data, Picture, PICTURE_BYTES);
KsStreamPointerAdvanceOffsets(edge, 0, PICTURE_BYTES, FALSE);)",
     .right = R"(ULONG bytes = min(edge->OffsetOut.Remaining, PICTURE_BYTES);
RtlCopyMemory(edge->OffsetOut.Data, Picture, bytes);
KsStreamPointerAdvanceOffsets(edge, 0, bytes, FALSE);)"},
    {.rule = "S-045",
     .why = "Its meaning may change with any version of Windows, because only the system is meant "
            "to call it.",
     .check = "Every call of the routine by a driver is reported.",
     .wrong =
         R"(status = KsValidateAllocatorFramingEx(framing, size, Pin->Descriptor->AllocatorFraming);
if (!NT_SUCCESS(status)) return status;)",
     .right = R"(if (framing->FramingItem[0].FramingRange.Range.MaxFrameSize < needed)
  return STATUS_INVALID_PARAMETER;)"},
    {.rule = "S-046",
     .why = "All pins of the type share the one constant structure: the write faults when it is "
            "read-only, and changes every other connection when it is not.",
     .check = "After a pin's create callback the framing in the descriptor is compared with a "
              "copy; a change that was not made through KsEdit is reported, and so is a callback "
              "that dies of the write because the memory is read-only.",
     .wrong = R"(PKSALLOCATOR_FRAMING_EX framing =
    (PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming;
framing->FramingItem[0].Frames = 8;)",
     .right = R"(KsEdit(Pin, &Pin->Descriptor, TAG);
KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
PKSALLOCATOR_FRAMING_EX framing =
    (PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming;
framing->FramingItem[0].Frames = 8;)"},
};

}  // namespace

Lessons streaming_03() { return kStreaming03Lessons; }

}  // namespace drydock::rules::lessons
