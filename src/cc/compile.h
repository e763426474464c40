// From Windows driver source to a loadable driver.
#pragma once

#include "src/cc/request.h"
#include "src/cc/toolchain.h"

namespace drydock::cc {

// Compiles and links. Returns 0, or 1 when the compiler or linker refused (its own messages have
// been shown). The output appears whole or not at all; nothing else is left behind. Throws
// UsageError for a request that cannot be met.
int compile(const Request& request, const Toolchain& toolchain);

}  // namespace drydock::cc
