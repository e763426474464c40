// Bridge to the WDDM side: VRAM capture.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingVideoMemory[] = {
    {.id = "S-277",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "VRAM capture property set is incomplete",
     .text = "VRAM capture needs all four KSPROPSETID_VramCapture properties; otherwise capture "
             "falls back to system memory.",
     .outcome = "fallback",
     .source = "stream/kspropsetid-vramcapture.md",
     .lesson = {.why = "The system asks all four before it trusts the driver with surfaces; with "
                       "one missing every picture goes through system memory.",
                .check = "A VramCapture property set in the table of a pin type is counted when "
                         "the type is made.",
                .wrong = R"(static const KSPROPERTY_ITEM Items[] = {
    DEFINE_KSPROPERTY_ITEM_DISPLAY_ADAPTER_GUID(GetAdapter),
    DEFINE_KSPROPERTY_PREFERRED_CAPTURE_SURFACE(GetPreferred)};)",
                .right = R"(static const KSPROPERTY_ITEM Items[] = {
    DEFINE_KSPROPERTY_ITEM_DISPLAY_ADAPTER_GUID(GetAdapter),
    DEFINE_KSPROPERTY_PREFERRED_CAPTURE_SURFACE(GetPreferred),
    DEFINE_KSPROPERTY_CURRENT_CAPTURE_SURFACE(GetCurrent, SetCurrent),
    DEFINE_KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS(GetVram)};)"},
     .tests = {provokes("KsDmaRules.S277PartOfTheVramSetIsFound"),
               stays_silent("KsDmaRules.S277WholeVramSetIsSilent")}},
    {.id = "S-278",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kNotApplicable,
     .title = "KS proxy becomes the allocator when display adapter GUIDs match",
     .text = "The KS proxy is selected as the allocator when the capture pin's display-adapter "
             "GUID equals the downstream filter's and the pin supports VRAM transport.",
     .outcome = "",
     .source = "stream/vram-capture-properties.md",
     .reason = "a choice of the user-mode KS proxy between real display adapters, which nobody "
               "here runs"},
    {.id = "S-279",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "VRAM surface handle kept after its mapping call",
     .text = "MUST map the VRAM surface handle to a physical address inside the "
             "KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS handler and MUST NOT cache the handle.",
     .outcome = "stale handle; decided: revoke the handle after the call",
     .source = "stream/vram-capture-properties.md",
     .lesson = {.why = "The surface may have another place, or be gone, by the next time; its "
                       "number may then stand for something else.",
                .check = "The handler is lent a handle and a structure for the length of its call. "
                         "A handle that DxgkCbGetCaptureAddress sees afterwards, a touch of the "
                         "structure, and a handler that leaves the mapping for later are found.",
                .wrong = R"(pin->Surface = info->hSurface;
return STATUS_SUCCESS;  // mapped when the first frame comes)",
                .right = R"(return AskDisplayDriver(info->hSurface, &info->VramPhysicalAddress);)"},
     .tests = {provokes("VramCapture.S279HandleUsedAfterTheCallIsFound"),
               provokes("VramCapture.S279StructureUsedAfterTheCallIsFound"),
               provokes("VramCapture.S279MappingThatIsLeftForLaterIsFound"),
               stays_silent("VramCapture.S279S280S281S282RightDriverIsSilent")}},
    {.id = "S-280",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DataUsed in VRAM mode is not the size of VRAM_SURFACE_INFO",
     .text = "In VRAM mode Data points to VRAM_SURFACE_INFO (hSurface NULL): set cbCaptured, and "
             "DataUsed = sizeof(VRAM_SURFACE_INFO), not the bytes captured.",
     .outcome = "decided: finding",
     .source = "stream/vram-capture-properties.md",
     .lesson =
         {.why =
              "What the frame's buffer holds is the description of the surface, and so many bytes "
              "of it go back to the client; how much was captured stands in the description.",
          .check = "A frame in video memory that is done and holds something is looked at: "
                   "DataUsed and cbCaptured.",
          .wrong = R"(header->DataUsed = captured;)",
          .right = R"(((PVRAM_SURFACE_INFO)header->Data)->cbCaptured = captured;
header->DataUsed = sizeof(VRAM_SURFACE_INFO);)"},
     .tests = {provokes("VramCapture.S280BytesInDataUsedAreFound"),
               provokes("VramCapture.S280NothingInCbCapturedIsFound"),
               stays_silent("VramCapture.S279S280S281S282RightDriverIsSilent")}},
    {.id = "S-281",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "VRAM surface information used after its frame is gone",
     .text = "VRAM_SURFACE_INFO data is valid only for the life of the stream header: not after "
             "all clones are deleted or the leading edge has moved on.",
     .outcome = "decided: fatal: use after frame",
     .source = "ksmedia/ns-ksmedia-vram_surface_info.md",
     .lesson = {.why = "With the frame the client gets the structure back; the next frame brings "
                       "one of its own.",
                .check = "The structure lies on a page that nobody can touch when the frame is "
                         "done: the crash is explained by this rule.",
                .wrong = R"(KsStreamPointerDelete(clone);
info->cbCaptured = captured;)",
                .right = R"(info->cbCaptured = captured;
KsStreamPointerDelete(clone);)"},
     .tests = {provokes("VramCapture.S281FrameThatIsGoneIsFound"),
               stays_silent("VramCapture.S279S280S281S282RightDriverIsSilent")}},
    {.id = "S-282",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Capture goes on after DxgkDdiStopCapture",
     .text = "After DxgkDdiStopCapture the capture driver MUST stop all capture and fail user-mode "
             "capture requests.",
     .outcome = "write to reassigned VRAM; decided: cross-side finding",
     .source = "stream/adding-vram-capture-support-to-existing-avstream-drivers.md",
     .lesson = {.why = "The memory belongs to somebody else as soon as DxgkDdiStopCapture has "
                       "returned; a device that goes on writes into a stranger's picture.",
                .check = "After DxgkDdiStopCapture a request to map the surface must fail, and no "
                         "frame that is sent for it may come back filled.",
                .wrong = R"(Status = AskDisplayDriver(info->hSurface, &info->VramPhysicalAddress);
if (!NT_SUCCESS(Status)) info->VramPhysicalAddress = device->LastAddress;
return STATUS_SUCCESS;)",
                .right = R"(return AskDisplayDriver(info->hSurface, &info->VramPhysicalAddress);)"},
     .tests = {provokes("VramCapture.S282CaptureThatGoesOnIsFound"),
               stays_silent("VramCapture.S279S280S281S282RightDriverIsSilent")}},
    {.id = "S-283",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Zero used as capture memory allocation flags",
     .text = "0 is an invalid CAPTURE_MEMORY_ALLOCATION_FLAGS value.",
     .outcome = "decided: reject",
     .source = "stream/ksproperty-preferred-capture-surface.md",
     .lesson = {.why = "Zero names no kind of memory; the client cannot tell whether to send "
                       "surfaces or buffers.",
                .check =
                    "The answers of the two surface properties are looked at after their handlers; "
                    "a client that sets zero is refused before the handler is called.",
                .wrong =
                    R"(*(CAPTURE_MEMORY_ALLOCATION_FLAGS*)Data = (CAPTURE_MEMORY_ALLOCATION_FLAGS)0;
Irp->IoStatus.Information = sizeof(CAPTURE_MEMORY_ALLOCATION_FLAGS);)",
                .right = R"(*(CAPTURE_MEMORY_ALLOCATION_FLAGS*)Data = KS_CAPTURE_ALLOC_SYSTEM;
Irp->IoStatus.Information = sizeof(CAPTURE_MEMORY_ALLOCATION_FLAGS);)"},
     .tests = {provokes("KsDmaRules.S283NoSurfaceIsFound"),
               stays_silent("KsDmaRules.S283SurfaceIsSilent")}},
};

}  // namespace

Chapter video_memory() { return kStreamingVideoMemory; }

}  // namespace drydock::rules::streaming
