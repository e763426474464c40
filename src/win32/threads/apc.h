// Routines that a driver queues for a thread; they run in its next alertable wait.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::win32 {

// Runs what the driver that runs has queued for the calling thread, in order. False when it was
// nothing.
bool run_apcs();

// The calling thread ends: what is left is never run.
void drop_apcs();

}  // namespace drydock::win32
