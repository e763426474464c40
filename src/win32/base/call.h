// How functions of Win32 return when the driver ends, and their common functions about time.
//
// A user-mode driver calls many of them from destructors, where nothing may be thrown. The end of
// its life leaves such a call by a jump. A call that is made while the driver is unwound returns
// the value for that case.
//
// Cost: none while the driver lives. Threads: any.
#pragma once

#include <exception>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/driver.h"
#include "src/sim/schedule.h"
#include "src/win32/base/win32.h"

namespace drydock::win32 {

// INFINITE is never.
sim::Time deadline_in(ULONG milliseconds);

// The result of `body`, from which the end of the driver is not thrown; `if_unwinding` when the
// driver is being unwound.
template <class Answer, class Body>
Answer as_win32_call(Answer if_unwinding, Body body) {
  try {
    return body();
  } catch (const nt::DriverEnded&) {
    // Left below, after the exception was destroyed.
  }
  if (std::uncaught_exceptions() != 0) return if_unwinding;
  nt::leave_current_driver();
}

}  // namespace drydock::win32
