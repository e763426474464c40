// The pointer.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayPointer[] = {
    {.id = "D-167",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Pointer calls come at PASSIVE_LEVEL and never together",
     .text = "SetPointerPosition and SetPointerShape come at PASSIVE_LEVEL, never at the same "
             "time as each other, but at any time beside every other DDI.",
     .outcome = "a defect of Drydock; a driver without its own lock: race, a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setpointerposition.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_setpointershape.md; "
               "display/threading-and-synchronization-first-level.md"},
    {.id = "D-168",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Pointer shapes keep to the driver's capabilities",
     .text = "Shapes keep to MaxPointerWidth x MaxPointerHeight and to the kinds in PointerCaps, "
             "one kind flag per shape.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_drivercaps.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_pointerflags.md"},
    {.id = "D-169",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiSetPointerPosition fails for a source that is not active",
     .text = "SetPointerPosition for a source that is not in the active topology succeeds and "
             "changes nothing.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setpointerposition.md"},
    {.id = "D-170",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Pointer shapes are set for active sources only",
     .text = "SetPointerShape is not called for a source that is not in the active topology.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setpointershape.md"},
    {.id = "D-171",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Position of a hidden pointer is used",
     .text = "SetPointerPosition with Flags.Visible clear: X and Y are ignored and the pointer "
             "is hidden; Procedural only tells who moved it; reserved bits are 0.",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_setpointerpositionflags.md"},
    {.id = "D-172",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Pixels of a pointer have the form of their kind and last for the call",
     .text = "Monochrome: 1-bit AND mask followed by a 1-bit XOR mask; Color: 32-bit ARGB; "
             "MaskedColor: 32 bits with alpha 0 (replace) or 0xFF (XOR) only. pPixels is good "
             "for the call only (last part inferred).",
     .outcome = "a defect of Drydock; driver keeping the pointer: use-after-free, Windows stops "
                "the machine",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_setpointershape.md"},
    {.id = "D-173",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver without pointer hardware refuses to hide the pointer",
     .text = "A driver without pointer hardware reports no PointerCaps and must still accept "
             "SetPointerPosition with Visible clear; nothing else comes.",
     .outcome = "a finding",
     .source = "Windows-driver-samples video/KMDOD/bdd.cxx (SetPointerPosition, SetPointerShape)"},
};

}  // namespace

Chapter pointer() { return kDisplayPointer; }

}  // namespace drydock::rules::display
