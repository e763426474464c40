// Stacks that are kept for the life of the process: each is stored once, and named by its address.
//
// Cost: a thread that comes the same way again compares its frames with those of the last time, by
// loads that do not wait for each other; else it walks them and looks into a table. No lock. Not
// for signal handlers.
#pragma once

#include "src/rules/stack.h"

namespace drydock::rules {

// The stack of the caller's caller and above, as Stack::capture() takes it.
const Stack& kept_stack() noexcept;

}  // namespace drydock::rules
