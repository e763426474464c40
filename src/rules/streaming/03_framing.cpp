// Framing: KSALLOCATOR_FRAMING, KSALLOCATOR_FRAMING_EX, KS_FRAMING_ITEM.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingFraming[] = {
    {.id = "S-022",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Pin states no allocator framing",
     .text = "MUST point KSPIN_DESCRIPTOR_EX.AllocatorFraming at a KSALLOCATOR_FRAMING_EX to state "
             "its needs; NULL means the pin does not support the allocator-framing property.",
     .outcome = "property request fails (status undocumented; ReactOS: STATUS_NOT_FOUND)",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md",
     .lesson =
         {.why = "The graph then guesses the number and size of frames, and a capture that needs "
                 "more loses pictures.",
          .check =
              "A pin type with a Process routine and no AllocatorFraming is told when it is made.",
          .wrong = R"({&CaptureDispatch, NULL, {…}, KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY, 1, 1,
 NULL, NULL})",
          .right =
              R"(DECLARE_SIMPLE_FRAMING_EX(CaptureFraming, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);
{&CaptureDispatch, NULL, {…}, KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY, 1, 1,
 &CaptureFraming, NULL})"},
     .tests = {provokes("KsDescriptorRules.S022PinWithoutFramingIsFound"),
               stays_silent("KsDescriptorRules.AnAllocatorWithItsFramingIsSilent")}},
    {.id = "S-023",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ALLOCATORFRAMING_EX answers with the current, edited framing of the pin",
     .text = "MUST answer KSPROPERTY_CONNECTION_ALLOCATORFRAMING_EX (get only, target: pin) with "
             "the pin's CURRENT framing, i.e. after any KsEdit.",
     .outcome = "wrong buffer sizes downstream",
     .source = "stream/ksproperty-connection-allocatorframing-ex.md",
     .tests = {proves("KsPromises.S236EditGivesAWritableCopy")}},
    {.id = "S-024",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "AVStream pin answers the old ALLOCATORFRAMING property",
     .text = "AVStream pins use the _EX property; the plain KSPROPERTY_CONNECTION_ALLOCATORFRAMING "
             "is for stream-class minidrivers.",
     .outcome = "",
     .source = "stream/ksproperty-connection-allocatorframing.md",
     .lesson =
         {.why = "The class driver answers the extended property from the descriptor; a second "
                 "answer in the old form can contradict it.",
          .check = "The property sets of each pin type are searched for the old property when the "
                   "type is made.",
          .wrong = R"(DEFINE_KSPROPERTY_ITEM(KSPROPERTY_CONNECTION_ALLOCATORFRAMING, GetFraming,
    sizeof(KSPROPERTY), sizeof(KSALLOCATOR_FRAMING), NULL, NULL, 0, NULL, NULL, 0))",
          .right =
              R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);
…
descriptor.AllocatorFraming = &Framing;)"},
     .tests = {provokes("KsDescriptorRules.S024OldFramingPropertyIsFound"),
               stays_silent("KsDescriptorRules.S024AnotherPropertyIsSilent")}},
    {.id = "S-025",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CountItems differs from the number of framing items",
     .text = "CountItems MUST equal the number of elements in the FramingItem array; each instance "
             "holds one or more items.",
     .outcome = "decided: reject",
     .source = "ks/ns-ks-ksallocator_framing_ex.md; ks/ns-ks-ks_framing_item.md",
     .lesson = {.why = "A count that is too large has the class driver read what lies behind the "
                       "array as framing, and one that is too small hides items.",
                .check = "A count of zero or above sixty-four is refused when the pin type is "
                         "made; how long the array really is cannot be seen.",
                .wrong = R"(static const KSALLOCATOR_FRAMING_EX Framing = {
    0, 0, {1, 1, 0}, 0, {{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED), …}}};)",
                .right = R"(static const KSALLOCATOR_FRAMING_EX Framing = {
    1, 0, {1, 1, 0}, 0, {{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED), …}}};)"},
     .tests = {provokes("KsDescriptorRules.S025NoFramingItemIsFound"),
               stays_silent("KsDescriptorRules.S025OneFramingItemIsSilent")}},
    {.id = "S-026",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "PinFlags or PinWeight of the framing is not zero",
     .text = "PinFlags and PinWeight are reserved: set to zero.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ksallocator_framing_ex.md",
     .lesson =
         {.why = "A later version of Windows may give these members a meaning, and then a stray "
                 "value means something.",
          .check = "Both members of each framing are compared with zero when the pin type is made.",
          .wrong = R"(framing->PinFlags = KSALLOCATOR_FLAG_CAN_ALLOCATE;
framing->PinWeight = 1;)",
          .right = R"(framing->PinFlags = 0;
framing->PinWeight = 0;
framing->FramingItem[0].Flags |= KSALLOCATOR_FLAG_CAN_ALLOCATE;)"},
     .tests = {provokes("KsDescriptorRules.S026PinFlagsAreFound"),
               stays_silent("KsDescriptorRules.S026ZeroesAreSilent")}},
    {.id = "S-027",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Reserved member of framing or allocator status is not zero",
     .text = "KSALLOCATOR_FRAMING.Reserved MUST be zero; KSSTREAMALLOCATOR_STATUS(_EX).Reserved "
             "likewise.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ksallocator_framing.md; ks/ns-ks-ksstreamallocator_status.md",
     .lesson = {.why = "An allocator refuses a framing with a value there, so that a connection "
                       "fails for a byte that nobody set on purpose.",
                .check = "KsCreateAllocator looks at the framing it is given; the Reserved members "
                         "of the two status structures are not looked at.",
                .wrong = R"(KSALLOCATOR_FRAMING framing;
framing.FrameSize = FRAME_BYTES;
…
KsCreateAllocator(sink, &framing, &allocator);)",
                .right = R"(KSALLOCATOR_FRAMING framing = {0};
framing.FrameSize = FRAME_BYTES;
…
KsCreateAllocator(sink, &framing, &allocator);)"},
     .tests = {provokes("KsExports.S027ReservedFieldOfAFramingIsFound"),
               stays_silent("KsExports.S027FramingWithoutItIsSilent")}},
    {.id = "S-028",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "More frames outstanding than Frames allows",
     .text = "Frames = total number of outstanding frames allowed; zero = no requirement.",
     .outcome = "more outstanding than Frames: request is pended (IRP interface) or NULL (function "
                "interface)",
     .source = "ks/ns-ks-ksallocator_framing.md; stream/filter-specific-allocators.md",
     .tests = {proves("KsClientRules.ACorrectClientIsSilent"),
               proves("KsClientRules.S028NoCountOfFramesIsNoLimit")}},
    {.id = "S-029",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "FrameSize leaves out prefix or postfix bytes",
     .text = "FrameSize = whole frame incl. prefix and postfix; zero = no requirement.",
     .outcome = "",
     .source = "ks/ns-ks-ksallocator_framing.md",
     .lesson = {.why = "Filters write headers before and trailers behind the data; a frame that "
                       "has room for the data alone is overrun by them.",
                .check = "When Allocate gives a frame inside a pool block, what is left of the "
                         "block from there must hold the whole FrameSize.",
                .wrong = R"(ULONG bytes = Framing->FrameSize - PREFIX_BYTES;
return ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);)",
                .right = R"(ULONG bytes = Framing->FrameSize;
return ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);)"},
     .tests = {provokes("KsAllocatorRules.S029ShortFrameIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent")}},
    {.id = "S-030",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "FileAlignment is no alignment mask or the frame is misaligned",
     .text = "FileAlignment is one of the FILE_*_ALIGNMENT masks (value+1 = bytes); smallest is 1 "
             "byte; an allocator SHOULD support 4-byte alignment if it can.",
     .outcome = "decided: frame misaligned => finding",
     .source = "ks/ns-ks-ksallocator_framing.md",
     .lesson = {.why = "A device that needs its addresses on a boundary transfers to the wrong "
                       "place or not at all.",
                .check = "The address of each frame that Allocate gives is tested against the mask "
                         "of the framing; a mask that is none fails the create without a finding.",
                .wrong = R"(framing.FileAlignment = FILE_512_BYTE_ALIGNMENT;
…
return (PUCHAR)ExAllocatePoolWithTag(NonPagedPoolNx, bytes + 16, TAG) + 16;)",
                .right = R"(framing.FileAlignment = FILE_512_BYTE_ALIGNMENT;
…
PUCHAR raw = (PUCHAR)ExAllocatePoolWithTag(NonPagedPoolNx, bytes + 511, TAG);
return ALIGN_UP_POINTER_BY(raw, 512);)"},
     .tests = {provokes("KsAllocator.S030MisalignedFrameIsFound"),
               stays_silent("KsAllocator.S030AlignedFrameIsSilent")}},
    {.id = "S-031",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Frame comes from a pool other than the one PoolType names",
     .text = "With OPTIONF_SYSTEM_MEMORY the allocator MUST take memory from the pool named in "
             "PoolType; without it the sink is assumed to map on-board storage into system address "
             "space.",
     .outcome = "decided: finding: frame outside the named pool",
     .source = "ks/ns-ks-ksallocator_framing.md",
     .lesson = {.why = "The user of the frame chose the pool for the level at which it works; a "
                       "pageable frame faults in its DPC.",
                .check = "A framing that asks for system memory gets frames in pool blocks, paged "
                         "or nonpaged as its PoolType is.",
                .wrong = R"(// Framing->PoolType is NonPagedPool
return ExAllocatePoolWithTag(PagedPool, Framing->FrameSize, TAG);)",
                .right = R"(// Framing->PoolType is NonPagedPool
return ExAllocatePoolWithTag((POOL_TYPE)Framing->PoolType, Framing->FrameSize, TAG);)"},
     .tests = {provokes("KsAllocatorRules.S031FrameOfTheOtherPoolIsFound"),
               provokes("KsAllocatorRules.S031FrameOutsideAnyPoolIsFound"),
               stays_silent("KsAllocatorRules.ACorrectAllocatorIsSilent")}},
    {.id = "S-032",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Default allocator wanted without REQUIREMENTF_SYSTEM_MEMORY",
     .text = "MUST set REQUIREMENTF_SYSTEM_MEMORY when it wants the default allocator.",
     .outcome = "undocumented",
     .source = "stream/default-allocators.md",
     .lesson =
         {.why = "Without the flag the graph thinks that the frames lie on the device, and looks "
                 "for an allocator that the pin does not have.",
          .check = "A framing item of kernel memory without the flag, on a pin type without an "
                   "allocator, is told when the type is made.",
          .wrong =
              R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    0, 4, 0, FRAME_BYTES, FRAME_BYTES);)",
          .right =
              R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);)"},
     .tests = {provokes("KsDescriptorRules.S032DefaultAllocatorWithoutSystemMemoryIsFound"),
               stays_silent("KsDescriptorRules.AnAllocatorWithItsFramingIsSilent")}},
    {.id = "S-033",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Frame with FRAME_INTEGRITY changed downstream",
     .text = "REQUIREMENTF_FRAME_INTEGRITY: downstream filters have to leave the frame contents "
             "intact. INPLACE_MODIFIER: this point may modify in place. MUST_ALLOCATE: this point "
             "itself has to allocate any frame it sends. PREFERENCES_ONLY: the flags are "
             "preferences and frames that miss them are still usable.",
     .outcome = "decided: write to an integrity frame downstream => finding",
     .source = "ks/ns-ks-ksallocator_framing.md",
     .lesson =
         {.why = "The source goes on using what it sent, as a decoder does with its reference "
                 "pictures, and a filter that paints into it spoils all that follow.",
          .check = "A frame of a source that asks for FRAME_INTEGRITY is summed up when it goes "
                   "out and again when it comes back. Of the other flags INPLACE_MODIFIER is the "
                   "business of S-035, PREFERENCES_ONLY forbids nothing (S-056), and MUST_ALLOCATE "
                   "says who allocates, which the class driver decides.",
          .wrong = R"(NTSTATUS OnProcess(PKSPIN Pin) {  // the source asked for FRAME_INTEGRITY
  PKSSTREAM_POINTER edge =
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  DrawLogo(edge->OffsetIn.Data);)",
          .right = R"(NTSTATUS OnProcess(PKSPIN Pin) {  // the source asked for FRAME_INTEGRITY
  PKSSTREAM_POINTER edge =
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  RtlCopyMemory(Copy, edge->OffsetIn.Data, edge->OffsetIn.Remaining);
  DrawLogo(Copy);)"},
     .tests = {provokes("KsAllocatorRules.S033FrameChangedDownstreamIsFound"),
               stays_silent("KsAllocatorRules.S033FrameLeftAloneIsSilent")}},
    {.id = "S-034",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "OPTIONF_COMPATIBLE lets an in-place modifier pass a frame on unchanged",
     .text = "FACT: OPTIONF_COMPATIBLE lets an in-place modifier that does not need to change a "
             "frame pass it on without taking one from the downstream allocator.",
     .outcome = "",
     .source = "ks/ns-ks-ksallocator_framing.md",
     .reason = "an optional shortcut described as a fact, it binds nobody"},
    {.id = "S-035",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Frames modified in place without INPLACE_MODIFIER in the framing",
     .text = "Sets INPLACE_MODIFIER on the framing when buffers handed to the streaming interface "
             "are to be modified in place.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md",
     .lesson = {.why = "An allocator that does not know it may hand out frames that are shared or "
                       "read-only, and the change lands in somebody else's picture.",
                .check = "When an allocator is assigned to a source whose sink modifies in place, "
                         "the allocator's own framing must say so.",
                .wrong = R"(framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
KsCreateAllocator(sink, &framing, &allocator);)",
                .right = R"(framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY |
                       KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER;
KsCreateAllocator(sink, &framing, &allocator);)"},
     .tests = {provokes("KsGraphRules.S035FramesForAModifierWithoutItsFlagAreFound"),
               stays_silent("KsGraphRules.S035FramesForAModifierWithItsFlagAreSilent")}},
    {.id = "S-036",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Framing item names an unknown memory type",
     .text = "KS_FRAMING_ITEM.MemoryType is one of the KSMEMORY_TYPE_* GUIDs (wildcard/don't-care, "
             "system, user, kernel paged, kernel nonpaged, device unknown). KERNEL_PAGED / "
             "KERNEL_NONPAGED correspond to PagedPool / NonPagedPool + SYSTEM_MEMORY in the old "
             "structure.",
     .outcome = "decided: reject unknown GUID",
     .source = "ks/ns-ks-ks_framing_item.md",
     .lesson =
         {.why = "The graph cannot match memory that it does not know with anything another pin "
                 "offers, and the connection fails.",
          .check = "The memory type of each framing item is looked up among the documented GUIDs "
                   "when the pin type is made; an unknown one refuses it.",
          .wrong = R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSDATAFORMAT_TYPE_VIDEO),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);)",
          .right =
              R"(DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
    KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY, 4, 0, FRAME_BYTES, FRAME_BYTES);)"},
     .tests = {provokes("KsDescriptorRules.S036UnknownMemoryTypeIsFound"),
               stays_silent("KsDescriptorRules.S036KernelMemoryIsSilent")}},
    {.id = "S-037",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Framing item MemoryFlags is not MUST_ALLOCATE or BusFlags is used",
     .text = "KS_FRAMING_ITEM.MemoryFlags SHOULD be KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE (only "
             "documented value); BusFlags is unused.",
     .outcome = "0 is accepted: DECLARE_SIMPLE_FRAMING_EX writes it",
     .source = "ks/ns-ks-ks_framing_item.md",
     .lesson = {.why = "Only one value has a documented meaning there; the rest is read "
                       "differently, or not at all, by different versions.",
                .check = "Any other bit in MemoryFlags and any BusFlags of a framing item are told "
                         "when the pin type is made; zero, which the macro writes, is let pass.",
                .wrong = R"(item->MemoryFlags = KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY;
item->BusFlags = 1;)",
                .right = R"(item->MemoryFlags = KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE;
item->BusFlags = 0;)"},
     .tests = {provokes("KsDescriptorRules.S037BusFlagsAreFound"),
               stays_silent("KsDescriptorRules.AnAllocatorWithItsFramingIsSilent")}},
    {.id = "S-038",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CAN_ALLOCATE set for memory the pin can only address",
     .text = "MUST NOT set KSALLOCATOR_FLAG_CAN_ALLOCATE merely because it can address that "
             "memory; it means it can allocate it.",
     .outcome = "graph manager may pick an allocator that cannot allocate",
     .source = "ks/ns-ks-ks_framing_item.md",
     .lesson = {.why = "The graph picks this pin to make the frames, and the connection fails when "
                       "it cannot.",
                .check = "The flag on an item of memory other than kernel pool, on a pin type "
                         "without an allocator of its own, is told when the type is made.",
                .wrong = R"(item->MemoryType = KSMEMORY_TYPE_DEVICE_UNKNOWN;
item->Flags = KSALLOCATOR_FLAG_CAN_ALLOCATE;
dispatch->Allocator = NULL;)",
                .right = R"(item->MemoryType = KSMEMORY_TYPE_DEVICE_UNKNOWN;
item->Flags = KSALLOCATOR_FLAG_CAN_ALLOCATE;
dispatch->Allocator = &DeviceMemoryAllocator;)"},
     .tests = {provokes("KsDescriptorRules.S038AddressableIsNotAllocatableIsFound"),
               stays_silent("KsDescriptorRules.AnAllocatorWithItsFramingIsSilent")}},
    {.id = "S-039",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Framing range stepping exceeds the span of its sizes",
     .text = "KS_FRAMING_RANGE.Stepping MUST NOT exceed MaxFrameSize - MinFrameSize.",
     .outcome = "\"unpredictable behavior\"; decided: reject unless Min==Max and Stepping==0",
     .source = "ks/ns-ks-ks_framing_range.md",
     .lesson =
         {.why = "The search for a size that two pins share steps out of the range and settles on "
                 "one that neither supports.",
          .check = "The PhysicalRange of each framing item is checked when the pin type is made: "
                   "minimum, maximum and stepping must agree; a single size may have any stepping.",
          .wrong = R"(item->PhysicalRange.MinFrameSize = 4096;
item->PhysicalRange.MaxFrameSize = 8192;
item->PhysicalRange.Stepping = 8192;)",
          .right = R"(item->PhysicalRange.MinFrameSize = 4096;
item->PhysicalRange.MaxFrameSize = 8192;
item->PhysicalRange.Stepping = 512;)"},
     .tests = {provokes("KsDescriptorRules.S039SteppingBeyondTheRangeIsFound"),
               stays_silent("KsDescriptorRules.S039FixedSizeIsSilent")}},
    {.id = "S-040",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Unsupported in-place weight of the framing range is not zero",
     .text = "InPlaceWeight and NotInPlaceWeight are unsupported: set to zero.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ks_framing_range_weighted.md",
     .lesson =
         {.why = "No version of Windows weighs by these members, so a value in them only pretends "
                 "a preference.",
          .check =
              "Both weights of each framing item are compared with zero when the pin type is made.",
          .wrong = R"(item->FramingRange.InPlaceWeight = 10;
item->FramingRange.NotInPlaceWeight = 1;)",
          .right = R"(item->FramingRange.InPlaceWeight = 0;
item->FramingRange.NotInPlaceWeight = 0;)"},
     .tests = {provokes("KsDescriptorRules.S040WeightsAreFound"),
               stays_silent("KsDescriptorRules.S040NoWeightsAreSilent")}},
    {.id = "S-041",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Compression ratio contradicts the direction of the codec",
     .text = "KS_COMPRESSION: ratio < 1 for a compressor, > 1 for a decompressor; "
             "RatioConstantMargin 0 = no compression.",
     .outcome = "wrong pipe sizing",
     .source = "ks/ns-ks-ks_compression.md",
     .lesson =
         {.why = "The sizes of all frames behind the pin are computed from the ratio; with a wrong "
                 "one they are too small for what comes out.",
          .check =
              "A ratio with a zero in it is told when the pin type is made; whether the codec "
              "compresses or expands is not known to the host, so the direction is not judged.",
          .wrong = R"(framing->OutputCompression.RatioNumerator = 1;
framing->OutputCompression.RatioDenominator = 0;)",
          .right = R"(framing->OutputCompression.RatioNumerator = 1;
framing->OutputCompression.RatioDenominator = 4;  // a compressor
framing->OutputCompression.RatioConstantMargin = 64;)"},
     .tests = {provokes("KsDescriptorRules.S041CompressionByNothingIsFound"),
               stays_silent("KsDescriptorRules.AnAllocatorWithItsFramingIsSilent")}},
    {.id = "S-042",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Framing not updated after the connection format is known",
     .text = "SHOULD update the framing (via KsEdit) once the connection format is known - in "
             "Create, and in SetDataFormat for codecs - because frame size depends on the format.",
     .outcome = "frames of the wrong size",
     .source = "stream/specifying-allocator-framing-in-avstream-codecs.md; "
               "Windows-driver-samples/avstream: avshws/capture.cpp:170-215",
     .lesson = {.why = "The static framing was written for one format; a larger picture is cut "
                       "off, or written over the end of its frame.",
                .check = "When a pin goes from STOP to ACQUIRE, the largest frame of its framing "
                         "must hold a sample of the connection's format.",
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
     .tests = {provokes("KsWays.S042FramingShorterThanTheFormatIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-043",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only the Frames count of an input pin's framing shapes its buffers",
     .text = "FACT: PhysicalRange of an INPUT pin is not used for buffer size; only its Frames "
             "count matters. A codec SHOULD support at least 3 outstanding frames on both pins.",
     .outcome = "glitches",
     .source = "stream/specifying-allocator-framing-in-avstream-codecs.md",
     .tests = {proves("KsAllocatorRules.S043TheSizeIsTheSourcesAndTheCountTheLarger")}},
    {.id = "S-044",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver trusts its framing and overruns a smaller buffer",
     .text = "MUST be ready for its framing to be ignored: an upstream user-mode allocator may not "
             "understand it, even when alignment or size is \"absolutely required\".",
     .outcome = "driver that trusts framing overruns the buffer; decided: mode that deliberately "
                "ignores framing",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md (Remarks)",
     .lesson = {.why = "A program in user mode brings its own buffers and may never have seen the "
                       "framing; the bytes behind its buffer are its own heap.",
                .check =
                    "A client of the host's can bring frames smaller than the framing; what lies "
                    "behind each is looked at when the read ends, and any change is the driver's.",
                .wrong = R"(RtlCopyMemory(edge->OffsetOut.Data, Picture, PICTURE_BYTES);
KsStreamPointerAdvanceOffsets(edge, 0, PICTURE_BYTES, FALSE);)",
                .right = R"(ULONG bytes = min(edge->OffsetOut.Remaining, PICTURE_BYTES);
RtlCopyMemory(edge->OffsetOut.Data, Picture, bytes);
KsStreamPointerAdvanceOffsets(edge, 0, bytes, FALSE);)"},
     .tests = {provokes("KsGraphRules.S044FramingTakenForGrantedIsFound"),
               stays_silent("KsGraphRules.S044ShortFrameFilledToItsEndIsSilent")}},
    {.id = "S-045",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver calls the reserved KsValidateAllocatorFramingEx",
     .text = "MUST NOT call KsValidateAllocatorFramingEx: it is reserved for system use.",
     .outcome = "decided: finding: reserved DDI",
     .source = "ks/nf-ks-ksvalidateallocatorframingex.md",
     .lesson =
         {.why = "Its meaning may change with any version of Windows, because only the system is "
                 "meant to call it.",
          .check = "Every call of the routine by a driver is reported.",
          .wrong =
              R"(status = KsValidateAllocatorFramingEx(framing, size, Pin->Descriptor->AllocatorFraming);
if (!NT_SUCCESS(status)) return status;)",
          .right = R"(if (framing->FramingItem[0].FramingRange.Range.MaxFrameSize < needed)
  return STATUS_INVALID_PARAMETER;)"},
     .tests = {provokes("KsWays.S045ReservedRoutineIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-046",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Constant framing written without KsEdit",
     .text = "DECLARE_SIMPLE_FRAMING_EX declares one const framing with one item; being const it "
             "may live in read-only memory, so edit only through KsEdit.",
     .outcome = "write to read-only memory => fault",
     .source = "ks/ns-ks-ksallocator_framing_ex.md; ks/nf-ks-_ksedit.md",
     .lesson = {.why = "All pins of the type share the one constant structure: the write faults "
                       "when it is read-only, and changes every other connection when it is not.",
                .check = "After a pin's create callback the framing in the descriptor is compared "
                         "with a copy; a change that was not made through KsEdit is reported, and "
                         "so is a callback that dies of the write because the memory is read-only.",
                .wrong = R"(PKSALLOCATOR_FRAMING_EX framing =
    (PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming;
framing->FramingItem[0].Frames = 8;)",
                .right = R"(KsEdit(Pin, &Pin->Descriptor, TAG);
KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
PKSALLOCATOR_FRAMING_EX framing =
    (PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming;
framing->FramingItem[0].Frames = 8;)"},
     .tests = {provokes("KsObjectRules.S046FramingWrittenInPlaceIsFound"),
               provokes("KsObjectRules.S046WriteThatTheConstantFramingRefusesIsFound"),
               stays_silent("KsObjectRules.S046FramingEditedIsSilent")}},
};

}  // namespace

Chapter framing() { return kStreamingFraming; }

}  // namespace drydock::rules::streaming
