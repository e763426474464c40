// The heap of a user-mode driver is the host's: an object that is linked into every such driver and
// sends malloc, the C++ operators and their kin there. What the driver defines itself goes before.
// Kernel drivers have no such heap and keep what they define.
#pragma once

#include <string>

namespace drydock::cc {

// The object's source, for the assembler. Nothing of it has a frame of its own, so that the host
// sees the driver's call.
std::string user_heap_source();

}  // namespace drydock::cc
