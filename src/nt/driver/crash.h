// Faults in driver code: signals of the process become exceptions of the driver, or the end of its
// life.
#pragma once

#include <csignal>

#include "src/rules/stack.h"

namespace drydock::nt {

// Makes the calling thread ready for faults in driver code: the handlers of the process and a stack
// for them. To be called before a thread enters a driver; costs one load from the second time on.
// Where no driver runs, faults go on to the handlers that were there before.
void guard_this_thread();
[[gnu::tls_model("initial-exec")]] extern constinit thread_local bool thread_is_guarded;
inline void guard_thread() {
  if (!thread_is_guarded) guard_this_thread();
}

// The stack of the code that a signal interrupted; to be called on the handler's stack. Takes no
// lock and follows the unwind tables, because the system's libraries keep no frame pointers.
rules::Stack stack_of_signal(const void* ucontext);

// The handlers of a second kind of signal, the watchdog's, run under the same conditions.
void install_handler(int signal, void (*handler)(int, siginfo_t*, void*));

// Ends the life of the driver that runs on this thread, and its call, by the jump that a crash
// takes: for calls that drivers make where nothing may be thrown, such as operator delete.
[[noreturn]] void leave_current_driver();

}  // namespace drydock::nt
