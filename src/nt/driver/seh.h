// Structured exceptions as the host raises them.
#pragma once

#include <initializer_list>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// Thrown for an exception that is raised while no driver runs on the thread, as when a test calls
// the executive itself.
struct RaisedOutsideDriver {
  NTSTATUS code;
};

// Hands an exception to the innermost guarded block of the driver on this thread. Without one it is
// N-059 and the driver's life ends. `address` is a return address. Host frames between here and the
// block are not unwound.
[[noreturn]] void raise_exception(NTSTATUS code, const void* address,
                                  std::initializer_list<ULONG_PTR> parameters = {});

// The same for a fault of the processor: `address` is the instruction, not what comes after a call.
[[noreturn]] void raise_fault(NTSTATUS code, const void* address,
                              std::initializer_list<ULONG_PTR> parameters = {});

// True when a guarded block of the driver would see an exception raised now.
bool is_guarded();

}  // namespace drydock::nt
