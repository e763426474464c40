// Adapter open/close by clients.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelAdapterOpen[] = {
    {.id = "K-066",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Adapter handle is never closed with D3DKMTCloseAdapter",
     .text = "Every adapter handle got from OpenAdapterFrom* or EnumAdapters2/3 must be closed "
             "with D3DKMTCloseAdapter by the caller.",
     .outcome = "handle leak until process exit",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtopenadapterfromhdc.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtenumadapters2.md",
     .lesson = {.why = "An open adapter handle keeps the adapter's kernel objects alive, and a "
                       "program that enumerates often collects thousands of them.",
                .check = "When a process ends by itself, the adapter handles that are still open "
                         "are counted and told in one finding.",
                .wrong = R"(D3DKMTOpenAdapterFromLuid(&open);
ReadAdapterInfo(open.hAdapter);
return;)",
                .right = R"(D3DKMTOpenAdapterFromLuid(&open);
ReadAdapterInfo(open.hAdapter);
D3DKMT_CLOSEADAPTER close = {open.hAdapter};
D3DKMTCloseAdapter(&close);)"},
     .tests = {provokes("ClientAdapters.K066HandleThatIsNeverClosedIsFound"),
               stays_silent("ClientAdapters.K066HandleThatIsClosedIsSilent")}},
    {.id = "K-067",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTCloseAdapter is given zero or an unknown handle",
     .text = "CloseAdapter of zero or an unknown handle is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:751-763",
     .lesson = {.why = "Closing a number that is nobody's hides that the open failed or that the "
                       "handle was closed before.",
                .check = "D3DKMTCloseAdapter looks hAdapter up among the adapters that the process "
                         "opened and returns STATUS_INVALID_PARAMETER when it is not there.",
                .wrong = R"(D3DKMTOpenAdapterFromLuid(&open);
close.hAdapter = open.hAdapter;
D3DKMTCloseAdapter(&close);)",
                .right = R"(if (NT_SUCCESS(D3DKMTOpenAdapterFromLuid(&open))) {
    close.hAdapter = open.hAdapter;
    D3DKMTCloseAdapter(&close);
})"},
     .tests = {provokes("ThunkAdapters.ClosingWhatIsNoAdapterIsRefused"),
               stays_silent("ThunkAdapters.K067EachHandleIsClosedOnce")}},
    {.id = "K-068",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "EnumAdapters2 counts adapters and reports an array that is too small",
     .text = "EnumAdapters2 with pAdapters NULL returns the maximum count (32 on Windows 10, 34 on "
             "Windows 11 observed), with an array returns the real count; too small an array gives "
             "STATUS_BUFFER_TOO_SMALL.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:715-746; d3dkmthk/nf-d3dkmthk-d3dkmtenumadapters2.md",
     .tests = {proves("ThunkAdapters.EnumerationOpensEach")}},
    {.id = "K-069",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Each adapter open or enumeration issues a new local handle",
     .text = "Each enumeration or open yields a new local handle value; numbering continues upward "
             "even after earlier adapter handles were closed.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:607-640, 728-737",
     .tests = {proves("ThunkAdapters.EnumerationOpensEach")}},
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
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "OpenAdapterFromGdiDisplayName names a display outside the desktop",
     .text = "OpenAdapterFromGdiDisplayName works only for displays attached to the desktop.",
     .outcome = "STATUS_UNSUCCESSFUL (observed)",
     .source = "Wine d3dkmt.c:624-635",
     .lesson =
         {.why = "A display that is switched off or detached has no source on any adapter, "
                 "so there is nothing that its name could open.",
          .check =
              "D3DKMTOpenAdapterFromGdiDisplayName searches the displays of the dock's "
              "adapters and answers STATUS_UNSUCCESSFUL for every name that is none of them. It "
              "is a lint, because a program may ask for each name in turn.",
          .wrong = R"(wcscpy_s(open.DeviceName, L"\\\\.\\DISPLAY9");
D3DKMTOpenAdapterFromGdiDisplayName(&open);
CreateDeviceOn(open.hAdapter);)",
          .right = R"(for (DWORD i = 0; EnumDisplayDevicesW(NULL, i, &display, 0); ++i) {
    if (!(display.StateFlags & DISPLAY_DEVICE_ATTACHED_TO_DESKTOP)) continue;
    wcscpy_s(open.DeviceName, display.DeviceName);
    if (NT_SUCCESS(D3DKMTOpenAdapterFromGdiDisplayName(&open)))
        CreateDeviceOn(open.hAdapter);
})"},
     .tests = {provokes("ClientAdapters.K071DisplayOutsideTheDesktopIsRefused"),
               stays_silent("ClientAdapters.K071DisplayOfTheDesktopIsOpened")}},
    {.id = "K-072",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapterFromDeviceName is given an empty or NULL name",
     .text = "OpenAdapterFromDeviceName with an empty name or NULL is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:1399-1404",
     .lesson = {.why = "The name is the path of the device's interface. Nothing has no path, and "
                       "the kernel will not guess an adapter.",
                .check =
                    "D3DKMTOpenAdapterFromDeviceName copies the text up to its zero and returns "
                    "STATUS_INVALID_PARAMETER when there is none. A name that no adapter has gets "
                    "the same status and breaks no rule.",
                .wrong = R"(D3DKMT_OPENADAPTERFROMDEVICENAME open = {};
D3DKMTOpenAdapterFromDeviceName(&open);)",
                .right = R"(D3DKMT_OPENADAPTERFROMDEVICENAME open = {};
open.pDeviceName = interfaceDetail->DevicePath;
D3DKMTOpenAdapterFromDeviceName(&open);)"},
     .tests = {provokes("ClientAdapters.K072EmptyNameIsRefused"),
               stays_silent("ClientAdapters.K072NameOfAnAdapterIsOpened")}},
    {.id = "K-073",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "QueryVideoMemoryInfo gives each bad input its own status",
     .text = "QueryVideoMemoryInfo: process handle lacking PROCESS_QUERY_INFORMATION gives "
             "STATUS_ACCESS_DENIED, a bad process handle STATUS_INVALID_HANDLE, a bad adapter "
             "handle, adapter index or segment group STATUS_INVALID_PARAMETER.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:1459-1490",
     .tests = {proves("ClientAdapters.K073EachBadInputHasItsStatus")}},
    {.id = "K-074",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "QueryVideoMemoryInfo keeps usage and reservation within the budget",
     .text = "QueryVideoMemoryInfo invariants: Budget >= AvailableForReservation, CurrentUsage <= "
             "Budget, CurrentReservation 0 for a fresh process.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:1430-1449",
     .tests = {proves("Paging.K074UsageIsWhatAProcessHas"),
               proves("ThunkAdapters.VideoMemoryOfTheCaller")}},
};

}  // namespace

Chapter adapter_open() { return kKernelAdapterOpen; }

}  // namespace drydock::rules::kernel
