// Bridge to the WDDM side: VRAM capture.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming22[] = {
    {.id = "S-277",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "VRAM capture property set is incomplete",
     .text = "VRAM capture needs all four KSPROPSETID_VramCapture properties; otherwise capture "
             "falls back to system memory.",
     .outcome = "fallback",
     .source = "stream/kspropsetid-vramcapture.md"},
    {.id = "S-278",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "KS proxy becomes the allocator when display adapter GUIDs match",
     .text =
         "The KS proxy is selected as the allocator when the capture pin's display-adapter GUID "
         "equals the downstream filter's and the pin supports VRAM transport.",
     .outcome = "",
     .source = "stream/vram-capture-properties.md",
     .reason =
         "a choice of the user-mode KS proxy between real display adapters, which nobody here "
         "runs"},
    {.id = "S-279",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "VRAM surface handle kept after its mapping call",
     .text = "MUST map the VRAM surface handle to a physical address inside the "
             "KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS handler and MUST NOT cache the handle.",
     .outcome = "stale handle; decided: revoke the handle after the call",
     .source = "stream/vram-capture-properties.md"},
    {.id = "S-280",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DataUsed in VRAM mode is not the size of VRAM_SURFACE_INFO",
     .text = "In VRAM mode Data points to VRAM_SURFACE_INFO (hSurface NULL): set cbCaptured, and "
             "DataUsed = sizeof(VRAM_SURFACE_INFO), not the bytes captured.",
     .outcome = "decided: finding",
     .source = "stream/vram-capture-properties.md"},
    {.id = "S-281",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "VRAM surface information used after its frame is gone",
     .text =
         "VRAM_SURFACE_INFO data is valid only for the life of the stream header: not after all "
         "clones are deleted or the leading edge has moved on.",
     .outcome = "decided: fatal: use after frame",
     .source = "ksmedia/ns-ksmedia-vram_surface_info.md"},
    {.id = "S-282",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Capture goes on after DxgkDdiStopCapture",
     .text = "After DxgkDdiStopCapture the capture driver MUST stop all capture and fail user-mode "
             "capture requests.",
     .outcome = "write to reassigned VRAM; decided: cross-side finding",
     .source = "stream/adding-vram-capture-support-to-existing-avstream-drivers.md"},
    {.id = "S-283",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Zero used as capture memory allocation flags",
     .text = "0 is an invalid CAPTURE_MEMORY_ALLOCATION_FLAGS value.",
     .outcome = "decided: reject",
     .source = "stream/ksproperty-preferred-capture-surface.md"},
};

}  // namespace

Chapter streaming_22() { return kStreaming22; }

}  // namespace drydock::rules::chapter
