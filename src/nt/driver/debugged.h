// Says whether a debugger controls a process. A person may look at a breakpoint for any time, so no
// limit counts then.
#pragma once

#include <sys/types.h>

namespace drydock::nt {

// True while the process is traced, as debuggers do. Reads a file of the system.
bool is_debugged(pid_t process);

}  // namespace drydock::nt
