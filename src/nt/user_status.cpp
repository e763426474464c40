#include "src/nt/user_status.h"

#include "src/nt/user_win32.h"

namespace drydock::nt {

Win32Error win32_error_of(NTSTATUS status) {
  // A success, of which who creates something is told as of an error.
  if (status == STATUS_OBJECT_NAME_EXISTS) return Win32Error::kAlreadyExists;
  return static_cast<Win32Error>(win32_code_of(status));
}

LOGICAL fail_with(Win32Error error) {
  SetLastError(static_cast<ULONG>(error));
  return FALSE;
}

LOGICAL answer_of(NTSTATUS status) {
  return NT_SUCCESS(status) ? TRUE : fail_with(win32_error_of(status));
}

sim::Time deadline_in(ULONG milliseconds) {
  constexpr ULONG kInfinite = 0xFFFFFFFF;  // INFINITE
  constexpr sim::Time kPerMillisecond = 10'000;
  return milliseconds == kInfinite ? sim::kForever : sim::now() + milliseconds * kPerMillisecond;
}

}  // namespace drydock::nt
