// Stacks that are stored for the life of the process. Each is stored once, and its address
// identifies it.
//
// Cost: a thread that stores the same stack again compares its frames with those of the last time,
// by loads that do not wait for each other. A new stack is walked and looked up in a table. No
// lock. Owner: the process. Threads: any, but not in signal handlers.
#pragma once

#include "src/rules/stack.h"

namespace drydock::rules {

// Stores the stack of the caller's caller and above, as Stack::capture() takes it.
const Stack& stored_stack() noexcept;

}  // namespace drydock::rules
