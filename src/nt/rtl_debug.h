// What drivers print goes to the trace, and to standard error when DRYDOCK_DEBUG_OUTPUT is set.
#pragma once

#include <string_view>

namespace drydock::nt {

void debug_output(std::string_view text);

// A test that listens. Null takes it away; not to be changed while drivers run.
using DebugListener = void (*)(std::string_view text, void* context);
void set_debug_listener(DebugListener listener, void* context);

}  // namespace drydock::nt
