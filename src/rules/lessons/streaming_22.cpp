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
