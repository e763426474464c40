// Threads that drivers make, and the thread objects that drivers see.
//
// Owner: the object manager owns a thread object; the strand of a driver's thread is joined by the
// next thread that is made, or when a driver is unloaded. Threads: any.
#pragma once

#include "src/nt/base/thread.h"

namespace drydock::nt {

// The thread object of a thread, which is made on first use. That of a thread of the host lasts as
// long as the process.
PKTHREAD thread_object_of(Thread& thread);

// Joins the driver threads that have ended. Not from one of them.
void join_ended_threads();

// Returns the exit status of a thread; STATUS_PENDING while it lives.
NTSTATUS exit_status_of(PKTHREAD thread);

// The listener behind SyncListeners::boost.
void boost_thread(PKTHREAD thread, KPRIORITY increment);

// False for a thread of the host.
bool is_made_by_driver(PKTHREAD thread);

}  // namespace drydock::nt
