// User mode: threads.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode12Lessons[] = {
    {.rule = "U-255",
     .why = "The runtime keeps its own state during a call of the driver and expects callbacks "
            "from that thread; it must be told before others come.",
     .check = "Each callback looks at who calls and at the switch: a thread of the driver's own "
              "without TRUE, the runtime's thread while it is TRUE, two at once, the switch itself "
              "from another thread, and a Flush that returns with TRUE.",
     .wrong = R"(DWORD WINAPI SubmitLoop(void* context) {
  DEVICE* device = (DEVICE*)context;
  device->Callbacks.pfnRenderCb(device->hRuntime, &device->Render);)",
     .right = R"(device->Callbacks.pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);
WakeSubmitLoop(device);
…
WaitForSubmitLoop(device);  // in Flush
device->Callbacks.pfnSetAsyncCallbacksCb(device->hRuntime, FALSE);)"},
};

}  // namespace

Lessons user_mode_12() { return kUserMode12Lessons; }

}  // namespace drydock::rules::lessons
