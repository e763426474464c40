// Per-process driver objects.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel05[] = {
    {.id = "K-075",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Miniport process object lives from first device to last adapter handle",
     .text =
         "The miniport's process object is created when the process creates its first device on "
         "the adapter and destroyed when the process closes its last adapter handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_escape.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_queryadapterinfo.md"},
    {.id = "K-076",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Miniport uses hKmdProcess without checking it for NULL",
     .text = "Any hKmdProcess received in Escape or QueryAdapterInfo may be NULL (no device yet) "
             "and must be checked.",
     .outcome = "null dereference, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_escape.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_queryadapterinfo.md"},
    {.id = "K-077",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU address range is reserved outside DxgkDdiCreateProcess",
     .text = "DxgkCbReserveGpuVirtualAddressRange is legal only inside DxgkDdiCreateProcess.",
     .outcome = "error NTSTATUS; driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_reservegpuvirtualaddressrange.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_createprocess.md"},
    {.id = "K-078",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Reserved GPU range is not a multiple of a page-table entry's coverage",
     .text = "Reserved range size and alignment must be multiples of the space covered by one "
             "page-table entry (alignment also a power of two); entries in it are set invalid each "
             "time that page table becomes resident.",
     .outcome = "error NTSTATUS",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_reservegpuvirtualaddressrange.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_reservegpuvirtualaddressrange.md"},
    {.id = "K-079",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Entry 0 of a root page table is always invalid",
     .text = "Root page-table entry 0 is always invalid; driver reservations start at entry 1.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_reservegpuvirtualaddressrange.md"},
    {.id = "K-080",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkCbSignalEvent races process destruction or omits its last-use flag",
     .text = "DxgkCbSignalEvent must be synchronised with DestroyProcess, and called with the "
             "last-use flag during process or device cleanup.",
     .outcome = "event object leak / use-after-free",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_signalevent.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_signalevent.md"},
};

}  // namespace

Chapter kernel_05() { return kKernel05; }

}  // namespace drydock::rules::chapter
