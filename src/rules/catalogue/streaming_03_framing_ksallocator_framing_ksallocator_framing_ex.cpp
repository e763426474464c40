// Framing: KSALLOCATOR_FRAMING, KSALLOCATOR_FRAMING_EX, KS_FRAMING_ITEM.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "S-022",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Pin states no allocator framing",
     .text =
         "MUST point KSPIN_DESCRIPTOR_EX.AllocatorFraming at a KSALLOCATOR_FRAMING_EX to state "
         "its needs; NULL means the pin does not support the allocator-framing property.",
     .outcome = "property request fails (status undocumented; ReactOS: STATUS_NOT_FOUND)",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md"},
    {.id = "S-023",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "ALLOCATORFRAMING_EX answers with the current, edited framing of the pin",
     .text =
         "MUST answer KSPROPERTY_CONNECTION_ALLOCATORFRAMING_EX (get only, target: pin) with "
         "the pin's CURRENT framing, i.e. after any KsEdit.",
     .outcome = "wrong buffer sizes downstream",
     .source = "stream/ksproperty-connection-allocatorframing-ex.md"},
    {.id = "S-024",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "AVStream pin answers the old ALLOCATORFRAMING property",
     .text =
         "AVStream pins use the _EX property; the plain KSPROPERTY_CONNECTION_ALLOCATORFRAMING "
         "is for stream-class minidrivers.",
     .outcome = "",
     .source = "stream/ksproperty-connection-allocatorframing.md"},
    {.id = "S-025",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CountItems differs from the number of framing items",
     .text =
         "CountItems MUST equal the number of elements in the FramingItem array; each instance "
         "holds one or more items.",
     .outcome = "decided: reject",
     .source = "ks/ns-ks-ksallocator_framing_ex.md; ks/ns-ks-ks_framing_item.md"},
    {.id = "S-026",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "PinFlags or PinWeight of the framing is not zero",
     .text = "PinFlags and PinWeight are reserved: set to zero.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ksallocator_framing_ex.md"},
    {.id = "S-027",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Reserved member of framing or allocator status is not zero",
     .text =
         "KSALLOCATOR_FRAMING.Reserved MUST be zero; KSSTREAMALLOCATOR_STATUS(_EX).Reserved "
         "likewise.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ksallocator_framing.md; ks/ns-ks-ksstreamallocator_status.md"},
    {.id = "S-028",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "More frames outstanding than Frames allows",
     .text = "Frames = total number of outstanding frames allowed; zero = no requirement.",
     .outcome =
         "more outstanding than Frames: request is pended (IRP interface) or NULL (function "
         "interface)",
     .source = "ks/ns-ks-ksallocator_framing.md; stream/filter-specific-allocators.md"},
    {.id = "S-029",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "FrameSize leaves out prefix or postfix bytes",
     .text = "FrameSize = whole frame incl. prefix and postfix; zero = no requirement.",
     .outcome = "",
     .source = "ks/ns-ks-ksallocator_framing.md"},
    {.id = "S-030",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "FileAlignment is no alignment mask or the frame is misaligned",
     .text =
         "FileAlignment is one of the FILE_*_ALIGNMENT masks (value+1 = bytes); smallest is 1 "
         "byte; an allocator SHOULD support 4-byte alignment if it can.",
     .outcome = "decided: frame misaligned => finding",
     .source = "ks/ns-ks-ksallocator_framing.md"},
    {.id = "S-031",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Frame comes from a pool other than the one PoolType names",
     .text =
         "With OPTIONF_SYSTEM_MEMORY the allocator MUST take memory from the pool named in "
         "PoolType; without it the sink is assumed to map on-board storage into system address "
         "space.",
     .outcome = "decided: finding: frame outside the named pool",
     .source = "ks/ns-ks-ksallocator_framing.md"},
    {.id = "S-032",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Default allocator wanted without REQUIREMENTF_SYSTEM_MEMORY",
     .text = "MUST set REQUIREMENTF_SYSTEM_MEMORY when it wants the default allocator.",
     .outcome = "undocumented",
     .source = "stream/default-allocators.md"},
    {.id = "S-033",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Frame handled against its framing requirement flags",
     .text =
         "REQUIREMENTF_FRAME_INTEGRITY: downstream filters have to leave the frame contents "
         "intact. INPLACE_MODIFIER: this point may modify in place. MUST_ALLOCATE: this point "
         "itself has to allocate any frame it sends. PREFERENCES_ONLY: the flags are "
         "preferences and frames that miss them are still usable.",
     .outcome = "decided: write to an integrity frame downstream => finding",
     .source = "ks/ns-ks-ksallocator_framing.md"},
    {.id = "S-034",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "OPTIONF_COMPATIBLE lets an in-place modifier pass a frame on unchanged",
     .text =
         "FACT: OPTIONF_COMPATIBLE lets an in-place modifier that does not need to change a "
         "frame pass it on without taking one from the downstream allocator.",
     .outcome = "",
     .source = "ks/ns-ks-ksallocator_framing.md",
     .reason = "an optional shortcut described as a fact, it binds nobody"},
    {.id = "S-035",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Frames modified in place without INPLACE_MODIFIER in the framing",
     .text =
         "Sets INPLACE_MODIFIER on the framing when buffers handed to the streaming interface "
         "are to be modified in place.",
     .outcome = "",
     .source = "stream/filter-specific-allocators.md"},
    {.id = "S-036",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Framing item names an unknown memory type",
     .text =
         "KS_FRAMING_ITEM.MemoryType is one of the KSMEMORY_TYPE_* GUIDs (wildcard/don't-care, "
         "system, user, kernel paged, kernel nonpaged, device unknown). KERNEL_PAGED / "
         "KERNEL_NONPAGED correspond to PagedPool / NonPagedPool + SYSTEM_MEMORY in the old "
         "structure.",
     .outcome = "decided: reject unknown GUID",
     .source = "ks/ns-ks-ks_framing_item.md"},
    {.id = "S-037",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Framing item MemoryFlags is not MUST_ALLOCATE or BusFlags is used",
     .text =
         "KS_FRAMING_ITEM.MemoryFlags SHOULD be KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE (only "
         "documented value); BusFlags is unused.",
     .outcome = "see ambiguity A-14: DECLARE_SIMPLE_FRAMING_EX writes 0",
     .source = "ks/ns-ks-ks_framing_item.md"},
    {.id = "S-038",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CAN_ALLOCATE set for memory the pin can only address",
     .text =
         "MUST NOT set KSALLOCATOR_FLAG_CAN_ALLOCATE merely because it can address that memory; "
         "it means it can allocate it.",
     .outcome = "graph manager may pick an allocator that cannot allocate",
     .source = "ks/ns-ks-ks_framing_item.md"},
    {.id = "S-039",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Framing range stepping exceeds the span of its sizes",
     .text = "KS_FRAMING_RANGE.Stepping MUST NOT exceed MaxFrameSize - MinFrameSize.",
     .outcome = "\"unpredictable behavior\"; decided: reject unless Min==Max and Stepping==0",
     .source = "ks/ns-ks-ks_framing_range.md"},
    {.id = "S-040",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Unsupported in-place weight of the framing range is not zero",
     .text = "InPlaceWeight and NotInPlaceWeight are unsupported: set to zero.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ks_framing_range_weighted.md"},
    {.id = "S-041",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Compression ratio contradicts the direction of the codec",
     .text =
         "KS_COMPRESSION: ratio < 1 for a compressor, > 1 for a decompressor; "
         "RatioConstantMargin 0 = no compression.",
     .outcome = "wrong pipe sizing",
     .source = "ks/ns-ks-ks_compression.md"},
    {.id = "S-042",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Framing not updated after the connection format is known",
     .text =
         "SHOULD update the framing (via KsEdit) once the connection format is known - in "
         "Create, and in SetDataFormat for codecs - because frame size depends on the format.",
     .outcome = "frames of the wrong size",
     .source =
         "stream/specifying-allocator-framing-in-avstream-codecs.md; "
         "Windows-driver-samples/avstream: avshws/capture.cpp:170-215"},
    {.id = "S-043",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Only the Frames count of an input pin's framing shapes its buffers",
     .text =
         "FACT: PhysicalRange of an INPUT pin is not used for buffer size; only its Frames "
         "count matters. A codec SHOULD support at least 3 outstanding frames on both pins.",
     .outcome = "glitches",
     .source = "stream/specifying-allocator-framing-in-avstream-codecs.md"},
    {.id = "S-044",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Driver trusts its framing and overruns a smaller buffer",
     .text =
         "MUST be ready for its framing to be ignored: an upstream user-mode allocator may not "
         "understand it, even when alignment or size is \"absolutely required\".",
     .outcome =
         "driver that trusts framing overruns the buffer; decided: mode that deliberately "
         "ignores framing",
     .source = "ks/ns-ks-_kspin_descriptor_ex.md (Remarks)"},
    {.id = "S-045",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver calls the reserved KsValidateAllocatorFramingEx",
     .text = "MUST NOT call KsValidateAllocatorFramingEx: it is reserved for system use.",
     .outcome = "decided: finding: reserved DDI",
     .source = "ks/nf-ks-ksvalidateallocatorframingex.md"},
    {.id = "S-046",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kPlanned,
     .title = "Constant framing written without KsEdit",
     .text =
         "DECLARE_SIMPLE_FRAMING_EX declares one const framing with one item; being const it "
         "may live in read-only memory, so edit only through KsEdit.",
     .outcome = "write to read-only memory => fault",
     .source = "ks/ns-ks-ksallocator_framing_ex.md; ks/nf-ks-_ksedit.md"},
};

}  // namespace

Chapter streaming_03() { return kRules; }

}  // namespace drydock::rules::chapter
