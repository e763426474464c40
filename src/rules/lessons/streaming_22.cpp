// Streaming: capture into video memory.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming22Lessons[] = {
    {.rule = "S-277",
     .why = "The system asks all four before it trusts the driver with surfaces; with one missing "
            "every picture goes through system memory.",
     .check =
         "A VramCapture property set in the table of a pin type is counted when the type is made.",
     .wrong = R"(static const KSPROPERTY_ITEM Items[] = {
    DEFINE_KSPROPERTY_ITEM_DISPLAY_ADAPTER_GUID(GetAdapter),
    DEFINE_KSPROPERTY_PREFERRED_CAPTURE_SURFACE(GetPreferred)};)",
     .right = R"(static const KSPROPERTY_ITEM Items[] = {
    DEFINE_KSPROPERTY_ITEM_DISPLAY_ADAPTER_GUID(GetAdapter),
    DEFINE_KSPROPERTY_PREFERRED_CAPTURE_SURFACE(GetPreferred),
    DEFINE_KSPROPERTY_CURRENT_CAPTURE_SURFACE(GetCurrent, SetCurrent),
    DEFINE_KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS(GetVram)};)"},
    {.rule = "S-279",
     .why = "The surface may have another place, or be gone, by the next time; its number may then "
            "stand for something else.",
     .check = "The handler is lent a handle and a structure for the length of its call. A handle "
              "that DxgkCbGetCaptureAddress sees afterwards, a touch of the structure, and a "
              "handler that leaves the mapping for later are found.",
     .wrong = R"(pin->Surface = info->hSurface;
return STATUS_SUCCESS;  // mapped when the first frame comes)",
     .right = R"(return AskDisplayDriver(info->hSurface, &info->VramPhysicalAddress);)"},
    {.rule = "S-280",
     .why = "What the frame's buffer holds is the description of the surface, and so many bytes of "
            "it go back to the client; how much was captured stands in the description.",
     .check = "A frame in video memory that is done and holds something is looked at: DataUsed and "
              "cbCaptured.",
     .wrong = R"(header->DataUsed = captured;)",
     .right = R"(((PVRAM_SURFACE_INFO)header->Data)->cbCaptured = captured;
header->DataUsed = sizeof(VRAM_SURFACE_INFO);)"},
    {.rule = "S-281",
     .why = "With the frame the client gets the structure back; the next frame brings one of its "
            "own.",
     .check =
         "The structure lies on a page that nobody can touch when the frame is done: the crash "
         "is explained by this rule.",
     .wrong = R"(KsStreamPointerDelete(clone);
info->cbCaptured = captured;)",
     .right = R"(info->cbCaptured = captured;
KsStreamPointerDelete(clone);)"},
    {.rule = "S-282",
     .why = "The memory belongs to somebody else as soon as DxgkDdiStopCapture has returned; a "
            "device that goes on writes into a stranger's picture.",
     .check =
         "After DxgkDdiStopCapture a request to map the surface must fail, and no frame that is "
         "sent for it may come back filled.",
     .wrong = R"(Status = AskDisplayDriver(info->hSurface, &info->VramPhysicalAddress);
if (!NT_SUCCESS(Status)) info->VramPhysicalAddress = device->LastAddress;
return STATUS_SUCCESS;)",
     .right = R"(return AskDisplayDriver(info->hSurface, &info->VramPhysicalAddress);)"},
    {.rule = "S-283",
     .why = "Zero names no kind of memory; the client cannot tell whether to send surfaces or "
            "buffers.",
     .check = "The answers of the two surface properties are looked at after their handlers; a "
              "client that sets zero is refused before the handler is called.",
     .wrong = R"(*(CAPTURE_MEMORY_ALLOCATION_FLAGS*)Data = (CAPTURE_MEMORY_ALLOCATION_FLAGS)0;
Irp->IoStatus.Information = sizeof(CAPTURE_MEMORY_ALLOCATION_FLAGS);)",
     .right = R"(*(CAPTURE_MEMORY_ALLOCATION_FLAGS*)Data = KS_CAPTURE_ALLOC_SYSTEM;
Irp->IoStatus.Information = sizeof(CAPTURE_MEMORY_ALLOCATION_FLAGS);)"},
};

}  // namespace

Lessons streaming_22() { return kStreaming22Lessons; }

}  // namespace drydock::rules::lessons
