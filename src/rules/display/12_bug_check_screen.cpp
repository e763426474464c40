// The screen of a bug check.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayBugCheckScreen[] = {
    {.id = "D-174",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SystemDisplayEnable or SystemDisplayWrite touches what is pageable",
     .text = "SystemDisplayEnable and SystemDisplayWrite run at any IRQL: code and data are "
             "non-paged, and nothing pageable is called or touched.",
     .outcome = "page fault at high IRQL, Windows stops the machine (second fault)",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_enable.md; "
               "dispmprt/nc-dispmprt-dxgkddi_system_display_write.md"},
    {.id = "D-175",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SystemDisplayEnable or SystemDisplayWrite calls the kernel or waits",
     .text = "SystemDisplayEnable and SystemDisplayWrite count on no kernel service: no waits, "
             "locks, pool, registry or DxgkCb call (inferred from the statement that kernel "
             "functions may be unavailable).",
     .outcome = "hang instead of a screen: a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_enable.md"},
    {.id = "D-176",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "GPU still works after SystemDisplayEnable",
     .text = "SystemDisplayEnable cancels GPU work or resets the GPU to idle first.",
     .outcome = "GPU still writing: a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_enable.md"},
    {.id = "D-177",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SystemDisplayEnable for a target without display does not answer "
              "STATUS_NOT_SUPPORTED",
     .text = "SystemDisplayEnable for a target without display is STATUS_NOT_SUPPORTED; a "
             "display that cannot be powered on fails the call.",
     .outcome = "a finding; after a failure ResetDevice may follow",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_enable.md"},
    {.id = "D-178",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SystemDisplayEnable succeeds without its answers",
     .text = "SystemDisplayEnable: on success Width, Height and ColorFormat hold the mode now "
             "shown: the current one on the target, or on another target one of at least 640 x "
             "480 at 24 bits. It need not be linear but takes A8R8G8B8 images; other outputs are "
             "off, black or unchanged; Flags is reserved.",
     .outcome = "unset outputs: a finding (host poisons them)",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_enable.md"},
    {.id = "D-179",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Nothing but SystemDisplayWrite follows a successful SystemDisplayEnable",
     .text = "SystemDisplayWrite comes only after a successful SystemDisplayEnable, and no other "
             "DDI comes after that (last part inferred).",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_write.md"},
    {.id = "D-180",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "SystemDisplayWrite gets an image inside of the reported screen",
     .text = "SystemDisplayWrite: Source is non-paged, SourceStride bytes per line, and the "
             "rectangle at PositionX, PositionY lies inside the reported Width and Height (last "
             "part inferred).",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_write.md"},
    {.id = "D-181",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "SystemDisplayWrite writes outside of the screen or by the GPU",
     .text = "SystemDisplayWrite writes the image by the CPU, at the given position, with "
             "nothing left to the GPU; the call returns nothing and cannot fail.",
     .outcome = "lint: GPU used; write outside the buffer: Windows stops the machine",
     .source = "dispmprt/nc-dispmprt-dxgkddi_system_display_write.md"},
};

}  // namespace

Chapter bug_check_screen() { return kDisplayBugCheckScreen; }

}  // namespace drydock::rules::display
