// One-time initialisation of Win32. It uses that of the run-time library.
#include "src/win32/base/call.h"

using namespace drydock;
using namespace drydock::win32;

// When the routine says no, the error is what it left.
extern "C" LOGICAL InitOnceExecuteOnce(PRTL_RUN_ONCE InitOnce, PRTL_RUN_ONCE_INIT_FN InitFn,
                                       PVOID Parameter, PVOID* Context) {
  return as_win32_call<LOGICAL>(FALSE, [&]() -> LOGICAL {
    return NT_SUCCESS(RtlRunOnceExecuteOnce(InitOnce, InitFn, Parameter, Context)) ? TRUE : FALSE;
  });
}
