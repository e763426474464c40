// How a child process reports that it cannot come to the end of a run: where it is, and what was
// found before.
#pragma once

namespace drydock::verify {

// The parent sends this signal to a thread of the child in order to learn where that thread is. The
// child writes its report and exits.
int place_request_signal();

// Prepares a child process. From now on a crash outside of driver code, the signal above, and a
// schedule that stands still write one CrashReport to the file `results`, then the trace of the run
// if its plan wants one, and end the process.
// Called before a driver is entered, so that the executive handles crashes of driver code first.
void report_crashes_to(int results);

}  // namespace drydock::verify
