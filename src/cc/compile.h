// Compiles Windows driver source to a loadable driver. First header of src/cc.
//
// Cost: that of clang, one process per source. Owner: the caller has the request and the toolchain.
// Threads: one compilation per call, and calls may run at the same time.
#pragma once

#include "src/cc/request.h"
#include "src/cc/toolchain.h"

namespace drydock::cc {

// Compiles and links. Returns 0, or 1 when the compiler or linker refused; it has printed its own
// messages then. The output appears whole or not at all, and no other file is left behind. Throws
// UsageError for a request that cannot be met.
int compile(const Request& request, const Toolchain& toolchain);

}  // namespace drydock::cc
