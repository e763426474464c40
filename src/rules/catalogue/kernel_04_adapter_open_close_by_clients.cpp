// Adapter open/close by clients.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel04[] = {
    {.id = "K-066",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Adapter handle is never closed with D3DKMTCloseAdapter",
     .text =
         "Every adapter handle got from OpenAdapterFrom* or EnumAdapters2/3 must be closed with "
         "D3DKMTCloseAdapter by the caller.",
     .outcome = "handle leak until process exit",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtopenadapterfromhdc.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtenumadapters2.md"},
    {.id = "K-067",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTCloseAdapter is given zero or an unknown handle",
     .text = "CloseAdapter of zero or an unknown handle is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:751-763"},
    {.id = "K-068",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "EnumAdapters2 counts adapters and reports an array that is too small",
     .text = "EnumAdapters2 with pAdapters NULL returns the maximum count (32 on Windows 10, 34 on "
             "Windows 11 observed), with an array returns the real count; too small an array gives "
             "STATUS_BUFFER_TOO_SMALL.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:715-746; d3dkmthk/nf-d3dkmthk-d3dkmtenumadapters2.md"},
    {.id = "K-069",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Each adapter open or enumeration issues a new local handle",
     .text = "Each enumeration or open yields a new local handle value; numbering continues upward "
             "even after earlier adapter handles were closed.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:607-640, 728-737"},
    {.id = "K-070",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "OpenAdapterFromHdc is given a device context that spans adapters",
     .text = "OpenAdapterFromHdc needs an HDC that lies on one adapter.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:687-694",
     .reason = "the host has no window system, so no device contexts exist"},
    {.id = "K-071",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapterFromGdiDisplayName names a display outside the desktop",
     .text = "OpenAdapterFromGdiDisplayName works only for displays attached to the desktop.",
     .outcome = "STATUS_UNSUCCESSFUL (observed)",
     .source = "Wine d3dkmt.c:624-635"},
    {.id = "K-072",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapterFromDeviceName is given an empty or NULL name",
     .text = "OpenAdapterFromDeviceName with an empty name or NULL is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1399-1404"},
    {.id = "K-073",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "QueryVideoMemoryInfo gives each bad input its own status",
     .text = "QueryVideoMemoryInfo: process handle lacking PROCESS_QUERY_INFORMATION gives "
             "STATUS_ACCESS_DENIED, a bad process handle STATUS_INVALID_HANDLE, a bad adapter "
             "handle, adapter index or segment group STATUS_INVALID_PARAMETER.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:1459-1490"},
    {.id = "K-074",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "QueryVideoMemoryInfo keeps usage and reservation within the budget",
     .text = "QueryVideoMemoryInfo invariants: Budget >= AvailableForReservation, CurrentUsage <= "
             "Budget, CurrentReservation 0 for a fresh process.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:1430-1449"},
};

}  // namespace

Chapter kernel_04() { return kKernel04; }

}  // namespace drydock::rules::chapter
