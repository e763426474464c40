// Device error, removal, process death.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel28Lessons[] = {
    {.rule = "K-460",
     .why = "A lost device refuses everything from then on. A program that keeps it gets failures "
            "only, and its memory is held until the process ends.",
     .check = "When a process ends by itself, each device of it that is lost and was not destroyed "
              "is told in a finding.",
     .wrong = R"(if (D3DKMTRender(&render) == STATUS_DEVICE_REMOVED)
    return;)",
     .right = R"(if (D3DKMTRender(&render) == STATUS_DEVICE_REMOVED) {
    D3DKMT_DESTROYDEVICE destroy = {device};
    D3DKMTDestroyDevice(&destroy);
    device = CreateDeviceAgain(adapter);
})"},
    {.rule = "K-468",
     .why = "A context belongs to a device, and the driver is handed both. Hardware that is "
            "touched without the flag is touched while other threads are in the driver.",
     .check = "D3DKMTEscape returns STATUS_INVALID_PARAMETER for a context without its device or "
              "of another one; whether an escape touches hardware without HardwareAccess cannot be "
              "seen.",
     .wrong = R"(escape.hAdapter = adapter;
escape.hContext = context;
D3DKMTEscape(&escape);)",
     .right = R"(escape.hAdapter = adapter;
escape.hDevice = device;
escape.hContext = context;
escape.Flags.HardwareAccess = 1;
D3DKMTEscape(&escape);)"},
};

}  // namespace

Lessons kernel_28() { return kKernel28Lessons; }

}  // namespace drydock::rules::lessons
