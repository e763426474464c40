// The call stacks of all threads of a process, as text with the names of functions.
//
// Reads another process by ptrace, thread by thread; each is stopped only while it is read. For
// reports about a test that hangs. Threads: any.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace drydock::testing {

// Two lines or more for each thread. Says why if the process cannot be read.
std::string stacks_of(pid_t process);

// A process and its descendants, parents first.
std::vector<pid_t> family_of(pid_t process);

// True if a debugger or another tracer is attached to the process.
bool is_traced(pid_t process);

}  // namespace drydock::testing
