// Adapter open/close by clients.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel04Lessons[] = {
    {.rule = "K-066",
     .why = "An open adapter handle keeps the adapter's kernel objects alive, and a program that "
            "enumerates often collects thousands of them.",
     .check = "When a process ends by itself, the adapter handles that are still open are counted "
              "and told in one finding.",
     .wrong = R"(D3DKMTOpenAdapterFromLuid(&open);
ReadAdapterInfo(open.hAdapter);
return;)",
     .right = R"(D3DKMTOpenAdapterFromLuid(&open);
ReadAdapterInfo(open.hAdapter);
D3DKMT_CLOSEADAPTER close = {open.hAdapter};
D3DKMTCloseAdapter(&close);)"},
    {.rule = "K-067",
     .why = "Closing a number that is nobody's hides that the open failed or that the handle was "
            "closed before.",
     .check = "D3DKMTCloseAdapter looks hAdapter up among the adapters that the process opened and "
              "returns STATUS_INVALID_PARAMETER when it is not there.",
     .wrong = R"(D3DKMTOpenAdapterFromLuid(&open);
close.hAdapter = open.hAdapter;
D3DKMTCloseAdapter(&close);)",
     .right = R"(if (NT_SUCCESS(D3DKMTOpenAdapterFromLuid(&open))) {
    close.hAdapter = open.hAdapter;
    D3DKMTCloseAdapter(&close);
})"},
    {.rule = "K-071",
     .why = "A display that is switched off or detached has no source on any adapter, so there is "
            "nothing that its name could open.",
     .check = "D3DKMTOpenAdapterFromGdiDisplayName searches the displays of the dock's adapters "
              "and answers STATUS_UNSUCCESSFUL for every name that is none of them.",
     .wrong = R"(wcscpy_s(open.DeviceName, L"\\\\.\\DISPLAY9");
D3DKMTOpenAdapterFromGdiDisplayName(&open);
CreateDeviceOn(open.hAdapter);)",
     .right = R"(for (DWORD i = 0; EnumDisplayDevicesW(NULL, i, &display, 0); ++i) {
    if (!(display.StateFlags & DISPLAY_DEVICE_ATTACHED_TO_DESKTOP)) continue;
    wcscpy_s(open.DeviceName, display.DeviceName);
    if (NT_SUCCESS(D3DKMTOpenAdapterFromGdiDisplayName(&open)))
        CreateDeviceOn(open.hAdapter);
})"},
    {.rule = "K-072",
     .why = "The name is the path of the device's interface. Nothing has no path, and the kernel "
            "will not guess an adapter.",
     .check = "D3DKMTOpenAdapterFromDeviceName copies the text up to its zero and returns "
              "STATUS_INVALID_PARAMETER when there is none or no adapter has that name.",
     .wrong = R"(D3DKMT_OPENADAPTERFROMDEVICENAME open = {};
D3DKMTOpenAdapterFromDeviceName(&open);)",
     .right = R"(D3DKMT_OPENADAPTERFROMDEVICENAME open = {};
open.pDeviceName = interfaceDetail->DevicePath;
D3DKMTOpenAdapterFromDeviceName(&open);)"},
};

}  // namespace

Lessons kernel_04() { return kKernel04Lessons; }

}  // namespace drydock::rules::lessons
