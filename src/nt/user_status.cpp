#include "src/nt/user_status.h"

namespace drydock::nt {

Win32Error win32_error_of(NTSTATUS status) {
  switch (status) {
    case STATUS_SUCCESS:
      return Win32Error::kNone;
    case STATUS_OBJECT_NAME_NOT_FOUND:
      return Win32Error::kFileNotFound;
    case STATUS_OBJECT_PATH_NOT_FOUND:
    case STATUS_OBJECT_PATH_SYNTAX_BAD:
      return Win32Error::kPathNotFound;
    case STATUS_ACCESS_DENIED:
      return Win32Error::kAccessDenied;
    case STATUS_INVALID_HANDLE:
    case STATUS_OBJECT_TYPE_MISMATCH:
      return Win32Error::kInvalidHandle;
    case STATUS_NO_MEMORY:
      return Win32Error::kNotEnoughMemory;
    case STATUS_NOT_SUPPORTED:
      return Win32Error::kNotSupported;
    case STATUS_INVALID_PARAMETER:
    case STATUS_INVALID_PARAMETER_6:
    case STATUS_INVALID_PARAMETER_MIX:
    case STATUS_INVALID_CID:
      return Win32Error::kInvalidParameter;
    case STATUS_OBJECT_NAME_COLLISION:
    case STATUS_OBJECT_NAME_EXISTS:
      return Win32Error::kAlreadyExists;
    case STATUS_MUTANT_NOT_OWNED:
      return Win32Error::kNotOwner;
    case STATUS_SEMAPHORE_LIMIT_EXCEEDED:
      return Win32Error::kTooManyPosts;
    case STATUS_INSUFFICIENT_RESOURCES:
      return Win32Error::kNoSystemResources;
    default:
      return Win32Error::kUnexpected;
  }
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
