// Who picks the allocator (allocation schemes).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming06[] = {
    {.id = "S-072",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Graph manager selects the allocator at run time",
     .text = "The graph manager (KsProxy) selects the allocator at run time.",
     .outcome = "",
     .source = "stream/avstream-allocators.md"},
    {.id = "S-073",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Kernel allocator chosen for a connection that is not kernel mode",
     .text = "A kernel-mode allocator is chosen only when the connection is kernel mode.",
     .outcome = "",
     .source = "stream/avstream-allocators.md"},
    {.id = "S-074",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Allocator rejected because requirements and capabilities differ",
     .text = "An allocator MAY be rejected for a mismatch between requirements and capabilities.",
     .outcome = "InitializeAllocator never called",
     .source = "stream/avstream-allocators.md"},
    {.id = "S-075",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Two stream segments share one allocator",
     .text = "There MUST be a separate allocator for each separate list of source/sink segments; "
             "one shared allocator lets a segment take all frames and starve the next.",
     .outcome = "deadlock/starvation; decided: graph lint",
     .source = "stream/allocation-schemes.md"},
    {.id = "S-076",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only the source of a segment allocates frames",
     .text = "Within a segment only the source allocates; in-place transforms and the sink get no "
             "allocator handle and must not allocate.",
     .outcome = "decided: finding",
     .source = "stream/allocation-schemes.md"},
    {.id = "S-077",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A frame the sink completes goes back to the source for free or reuse",
     .text = "When the sink completes the I/O the source frees or reuses the frame; flow control = "
             "frames outstanding + completion rate.",
     .outcome = "",
     .source = "stream/allocation-schemes.md"},
    {.id = "S-078",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Value read back from KSPROPERTY_STREAM_ALLOCATOR treated as a handle",
     .text = "KSPROPERTY_STREAM_ALLOCATOR set on the source pin assigns the allocator handle; the "
             "get always returns NULL and only its success says \"supported\".",
     .outcome = "",
     .source = "stream/ksproperty-stream-allocator.md"},
    {.id = "S-079",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An assigned allocator is referenced until replaced or disconnected",
     .text = "A pin using an assigned allocator MUST reference its file object, and dereference it "
             "when a new allocator is assigned or the connection closes.",
     .outcome = "use-after-close / leak; decided: refcount check",
     .source = "stream/ksproperty-stream-allocator.md"},
    {.id = "S-080",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Pin with an allocator does not support KSPROPERTY_STREAM_ALLOCATOR",
     .text = "Minidrivers that provide allocators SHOULD support KSPROPERTY_STREAM_ALLOCATOR (in "
             "AVStream the class driver does it for them).",
     .outcome = "",
     .source = "stream/ks-allocators.md"},
    {.id = "S-081",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Format-change buffer taken from the negotiated allocator",
     .text = "A format-change buffer (TYPECHANGED) SHOULD NOT come from the negotiated allocator: "
             "it is not part of the data stream.",
     .outcome = "decided: finding",
     .source = "ks/nf-ks-ksprobestreamirp.md"},
};

}  // namespace

Chapter streaming_06() { return kStreaming06; }

}  // namespace drydock::rules::chapter
