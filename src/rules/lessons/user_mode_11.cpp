// User mode: errors.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode11Lessons[] = {
    {.rule = "U-230",
     .why = "The callback knows what happened and the runtime what to do about it; a driver in "
            "between that changes the code breaks both.",
     .check = "Each failure of a callback is kept until a repetition succeeds; when the function "
              "returns none of them, it is told, but for an E_OUTOFMEMORY of pfnAllocateCb behind "
              "a success.",
     .wrong = R"(hr = device->Callbacks.pfnRenderCb(device->hRuntime, &render);
return SUCCEEDED(hr) ? S_OK : E_FAIL;)",
     .right = R"(hr = device->Callbacks.pfnRenderCb(device->hRuntime, &render);
return hr;)"},
    {.rule = "U-232",
     .why = "The runtime has checked the arguments before it called; the code would blame the "
            "application for what the driver cannot do.",
     .check = "E_INVALIDARG that no callback returned during the call is told, unless the "
              "function's page lists it.",
     .wrong = R"(if (pArgs->SurfCount > MAX_SURFACES) return E_INVALIDARG;
allocate.NumAllocations = pArgs->SurfCount;)",
     .right = R"(if (pArgs->SurfCount > MAX_SURFACES) return E_OUTOFMEMORY;
allocate.NumAllocations = pArgs->SurfCount;)"},
    {.rule = "U-233",
     .why = "It says that the driver itself passed something wrong; swallowed, the mistake shows "
            "up much later, as a picture that is not there.",
     .check = "E_INVALIDARG from a callback, behind which the function returns something else, is "
              "told under this rule unless a narrower one fits.",
     .wrong = R"(device->Callbacks.pfnSetPriorityCb(device->hRuntime, &priority);
return S_OK;)",
     .right = R"(hr = device->Callbacks.pfnSetPriorityCb(device->hRuntime, &priority);
return hr;)"},
};

}  // namespace

Lessons user_mode_11() { return kUserMode11Lessons; }

}  // namespace drydock::rules::lessons
