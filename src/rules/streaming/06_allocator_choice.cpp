// The choice of the allocator (allocation schemes).
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingAllocatorChoice[] = {
    {.id = "S-072",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Graph manager selects the allocator at run time",
     .text = "The graph manager (KsProxy) selects the allocator at run time.",
     .outcome = "",
     .source = "stream/avstream-allocators.md",
     .tests = {proves("KsGraph.AnAllocatorThatRefusesIsPassedOver"),
               proves("KsGraph.ThePinThatMustAllocateIsChosen")}},
    {.id = "S-073",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Kernel allocator chosen for a connection that is not kernel mode",
     .text = "A kernel-mode allocator is chosen only when the connection is kernel mode.",
     .outcome = "",
     .source = "stream/avstream-allocators.md",
     .lesson = {.why = "Frames in kernel memory are of no use to a pin whose data goes to a "
                       "program; the program brings its own buffers.",
                .check = "Assigning an allocator to a pin that is no source of a connection "
                         "between two pins is told when the property is set.",
                .wrong = R"(property.Set = KSPROPSETID_Stream;
property.Id = KSPROPERTY_STREAM_ALLOCATOR;
property.Flags = KSPROPERTY_TYPE_SET;
SetProperty(sink_pin, &property, &allocator, sizeof(allocator));)",
                .right = R"(property.Set = KSPROPSETID_Stream;
property.Id = KSPROPERTY_STREAM_ALLOCATOR;
property.Flags = KSPROPERTY_TYPE_SET;
SetProperty(source_pin, &property, &allocator, sizeof(allocator));)"},
     .tests = {provokes("KsClientRules.S073AllocatorForAClientsPinIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent"),
               stays_silent("KsClientRules.S075AnAllocatorForEachIsSilent")}},
    {.id = "S-074",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Allocator rejected because requirements and capabilities differ",
     .text = "An allocator MAY be rejected for a mismatch between requirements and capabilities.",
     .outcome = "InitializeAllocator never called",
     .source = "stream/avstream-allocators.md",
     .tests = {proves("KsAllocatorRules.S043TheSizeIsTheSourcesAndTheCountTheLarger")}},
    {.id = "S-075",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Two stream segments share one allocator",
     .text = "There MUST be a separate allocator for each separate list of source/sink segments; "
             "one shared allocator lets a segment take all frames and starve the next.",
     .outcome = "deadlock/starvation; decided: graph lint",
     .source = "stream/allocation-schemes.md",
     .lesson = {.why = "The faster segment takes every frame, the other waits for one, and the "
                       "first waits for the other to consume: the graph stands still.",
                .check = "An allocator remembers the source it was assigned to; assigning it to a "
                         "second one is told at that request.",
                .wrong = R"(KsCreateAllocator(first_sink, &framing, &allocator);
SetAllocator(first_source, allocator);
SetAllocator(second_source, allocator);)",
                .right = R"(KsCreateAllocator(first_sink, &framing, &first);
KsCreateAllocator(second_sink, &framing, &second);
SetAllocator(first_source, first);
SetAllocator(second_source, second);)"},
     .tests = {provokes("KsClientRules.S075OneAllocatorForTwoSegmentsIsFound"),
               stays_silent("KsClientRules.S075AnAllocatorForEachIsSilent")}},
    {.id = "S-076",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only the source of a segment allocates frames",
     .text = "Within a segment only the source allocates; in-place transforms and the sink get no "
             "allocator handle and must not allocate.",
     .outcome = "decided: finding",
     .source = "stream/allocation-schemes.md",
     .tests = {proves("KsAllocator.DeleteComesOnceAfterTheLastFrame")}},
    {.id = "S-077",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A frame the sink completes goes back to the source for free or reuse",
     .text = "When the sink completes the I/O the source frees or reuses the frame; flow control = "
             "frames outstanding + completion rate.",
     .outcome = "",
     .source = "stream/allocation-schemes.md",
     .tests = {proves("KsAllocator.FramesGoRoundThroughTheMinidriversAllocator")}},
    {.id = "S-078",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Value read back from KSPROPERTY_STREAM_ALLOCATOR treated as a handle",
     .text = "KSPROPERTY_STREAM_ALLOCATOR set on the source pin assigns the allocator handle; the "
             "get always returns NULL and only its success says \"supported\".",
     .outcome = "",
     .source = "stream/ksproperty-stream-allocator.md",
     .tests = {proves("KsClientRules.S078TheAllocatorIsNotNotifiedAndS143OrderIsNotSignificant")}},
    {.id = "S-079",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An assigned allocator is referenced until replaced or disconnected",
     .text = "A pin using an assigned allocator MUST reference its file object, and dereference it "
             "when a new allocator is assigned or the connection closes.",
     .outcome = "use-after-close / leak; decided: refcount check",
     .source = "stream/ksproperty-stream-allocator.md",
     .tests = {proves("KsAllocator.ClosingWhileRunningFreesEveryFrameFirst")}},
    {.id = "S-080",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Pin with an allocator does not support KSPROPERTY_STREAM_ALLOCATOR",
     .text = "Minidrivers that provide allocators SHOULD support KSPROPERTY_STREAM_ALLOCATOR (in "
             "AVStream the class driver does it for them).",
     .outcome = "",
     .source = "stream/ks-allocators.md",
     .lesson =
         {.why = "A graph that cannot assign the allocator it made has to fall back to another, "
                 "and the device's own memory is never used.",
          .check = "A pin type with an allocator whose own property table answers this property "
                   "without a set handler is told when it is made; without such an item the class "
                   "driver answers.",
          .wrong =
              R"(DEFINE_KSPROPERTY_ITEM(KSPROPERTY_STREAM_ALLOCATOR, OnGetAllocator, sizeof(KSPROPERTY),
    sizeof(HANDLE), NULL, NULL, 0, NULL, NULL, 0))",
          .right =
              R"(DEFINE_KSPROPERTY_ITEM(KSPROPERTY_STREAM_ALLOCATOR, OnGetAllocator, sizeof(KSPROPERTY),
    sizeof(HANDLE), OnSetAllocator, NULL, 0, NULL, NULL, 0))"},
     .tests = {provokes("KsDescriptorRules.S080AllocatorThatCannotBeAssignedIsFound"),
               stays_silent("KsDescriptorRules.S024AnotherPropertyIsSilent")}},
    {.id = "S-081",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Format-change buffer taken from the negotiated allocator",
     .text = "A format-change buffer (TYPECHANGED) SHOULD NOT come from the negotiated allocator: "
             "it is not part of the data stream.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-ksprobestreamirp.md",
     .lesson = {.why = "The frame is missing from the stream while the format travels, and a sink "
                       "that counts frames loses one for good.",
                .check = "The buffer of a TYPECHANGED header is looked up among the frames that "
                         "the pin's allocators have out.",
                .wrong = R"(table.AllocateFrame(allocator_file, &header.Data);
header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;)",
                .right =
                    R"(header.Data = ExAllocatePoolWithTag(NonPagedPoolNx, format->FormatSize, TAG);
header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;)"},
     .tests = {provokes("KsClientRules.S081FormatInAFrameOfTheAllocatorIsFound"),
               stays_silent("KsClientRules.S081FormatInMemoryOfItsOwnIsSilent")}},
};

}  // namespace

Chapter allocator_choice() { return kStreamingAllocatorChoice; }

}  // namespace drydock::rules::streaming
