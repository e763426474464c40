// Code that is paged out on Windows and runs at too high an IRQL: N-014.
//
// Cost: in a driver that is built for the check, one load of the IRQL in every function.
#pragma once

#include <string>

namespace drydock::nt {

// Registers what is called before N-014 is raised: a host that knows a rule of its own about the
// entry point that runs raises that rule. There is one for the process; null removes it.
void on_paged_code(void (*raise)(const std::string& message));

// Raises N-014, or what the listener raises.
void raise_paged_code(std::string message);

}  // namespace drydock::nt
