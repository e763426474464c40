// CloseHandle and DuplicateHandle.
#include "src/win32/base/object.h"

using namespace drydock;
using namespace drydock::win32;

namespace {

bool names_this_process(HANDLE handle) {
  return NT_SUCCESS(nt::check_handle(handle, &nt::process_type));
}

bool is_pseudo(HANDLE handle) {
  return handle == NtCurrentProcess() || handle == NtCurrentThread();
}

}  // namespace

extern "C" {

// The handles of GetCurrentProcess and GetCurrentThread need not be closed; closing one succeeds.
LOGICAL CloseHandle(HANDLE hObject) {
  return as_win32_call<LOGICAL>(FALSE, [&]() -> LOGICAL {
    if (is_pseudo(hObject)) return TRUE;
    return succeed_or_fail(ObCloseHandle(hObject, UserMode));
  });
}

LOGICAL DuplicateHandle(HANDLE hSourceProcessHandle, HANDLE hSourceHandle,
                        HANDLE hTargetProcessHandle, PHANDLE lpTargetHandle, ULONG dwDesiredAccess,
                        LOGICAL, ULONG dwOptions) {
  return as_win32_call<LOGICAL>(FALSE, [&]() -> LOGICAL {
    if (!names_this_process(hSourceProcessHandle) || !names_this_process(hTargetProcessHandle))
      return fail_call(error::kInvalidHandle);
    HANDLE made = nullptr;
    const NTSTATUS status =
        ZwDuplicateObject(hSourceProcessHandle, hSourceHandle, hTargetProcessHandle, &made,
                          dwDesiredAccess, 0, dwOptions & ~ULONG{DUPLICATE_SAME_ATTRIBUTES});
    if (!NT_SUCCESS(status)) return succeed_or_fail(status);
    if (lpTargetHandle != nullptr) *lpTargetHandle = made;
    return TRUE;
  });
}

}  // extern "C"
