// How functions of Win32 tell that they failed, and what they share about time.
//
// A user-mode driver calls many of them from destructors, where nothing may be thrown: the end of
// its life leaves such a call by a jump, and a call made while the driver is unwound answers as if
// it had given up.
#pragma once

#include <exception>

#include "src/nt/crash.h"
#include "src/nt/driver.h"
#include "src/nt/wdk.h"
#include "src/sim/schedule.h"

extern "C" VOID SetLastError(ULONG dwErrCode);

namespace drydock::nt {

enum class Win32Error : ULONG {
  kNone = 0,
  kFileNotFound = 2,
  kPathNotFound = 3,
  kAccessDenied = 5,
  kInvalidHandle = 6,
  kNotEnoughMemory = 8,
  kNotSupported = 50,
  kInvalidParameter = 87,
  kAlreadyExists = 183,
  kNameTooLong = 206,  // ERROR_FILENAME_EXCED_RANGE
  kNoSystemResources = 1450,
  kTimeout = 1460,
};

Win32Error win32_error_of(NTSTATUS status);

// The error of a call that fails, and its FALSE.
LOGICAL fail_with(Win32Error error);

// TRUE, or the error of the status and FALSE.
LOGICAL answer_of(NTSTATUS status);

// INFINITE is never.
sim::Time deadline_in(ULONG milliseconds);

// `body`, from which the end of the driver is not thrown.
template <class Answer, class Body>
Answer as_user_call(Answer given_up, Body body) {
  try {
    return body();
  } catch (const DriverEnded&) {
    // Left below, when the exception is gone.
  }
  if (std::uncaught_exceptions() != 0) return given_up;
  leave_current_driver();
}

}  // namespace drydock::nt
