// Writes the output of drivers to the trace, and to standard error when DRYDOCK_DEBUG_OUTPUT is
// set.
//
// Cost: an event of the trace. Threads: any, except where said.
#pragma once

#include <string>
#include <string_view>

namespace drydock::nt {

void debug_output(std::string_view text);

// A breakpoint of the driver, by the call that it made: an exception that a guarded block sees,
// else N-059. `address` is a return address.
void hit_breakpoint(std::string call, const void* address);

// A listener, for tests. Null removes it; not to be changed while drivers run.
using DebugListener = void (*)(std::string_view text, void* context);
void set_debug_listener(DebugListener listener, void* context);

}  // namespace drydock::nt
