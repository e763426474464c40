// Gives a user-mode driver the host's heap. An object that is linked into every such driver
// forwards malloc, the C++ operators and related functions to the host. A function that the driver
// defines itself takes precedence. Kernel drivers have no such heap.
#pragma once

#include <string>

namespace drydock::cc {

// The assembly source of that object. Its functions have no frame of their own, so that the host
// sees the driver's call.
std::string user_heap_source();

}  // namespace drydock::cc
