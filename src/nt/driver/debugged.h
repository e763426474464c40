// Whether a debugger has a process in its hands: a person looks at a breakpoint as long as they
// like, so no limit counts then.
#pragma once

#include <sys/types.h>

namespace drydock::nt {

// True while the process is traced, as debuggers do. Reads a file of the system.
bool is_debugged(pid_t process);

}  // namespace drydock::nt
