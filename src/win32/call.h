// How functions of Win32 are left, and what they share about time.
//
// A user-mode driver calls many of them from destructors, where nothing may be thrown: the end of
// its life leaves such a call by a jump, and a call made while the driver is unwound answers as if
// it had given up.
#pragma once

#include <exception>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/driver.h"
#include "src/sim/schedule.h"
#include "src/win32/win32.h"

namespace drydock::win32 {

// INFINITE is never.
sim::Time deadline_in(ULONG milliseconds);

// `body`, from which the end of the driver is not thrown.
template <class Answer, class Body>
Answer as_win32_call(Answer given_up, Body body) {
  try {
    return body();
  } catch (const nt::DriverEnded&) {
    // Left below, when the exception is gone.
  }
  if (std::uncaught_exceptions() != 0) return given_up;
  nt::leave_current_driver();
}

}  // namespace drydock::win32
