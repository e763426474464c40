// Writes the output of drivers to the trace, and to standard error when DRYDOCK_DEBUG_OUTPUT is
// set.
//
// Cost: an event of the trace. Threads: any, except where said.
#pragma once

#include <string>
#include <string_view>

#include "src/sim/listener_list.h"

namespace drydock::nt {

void debug_output(std::string_view text);

// A breakpoint of the driver, by the call that it made: an exception that a guarded block sees,
// else N-059. `address` is a return address.
void hit_breakpoint(std::string call, const void* address);

// Those who get the text of each print, at its IRQL and inside the driver.
using DebugListeners = sim::ListenerList<std::string_view>;
DebugListeners& debug_listeners();

}  // namespace drydock::nt
