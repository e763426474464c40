// What a process says when it must die in the middle of a run: where it is, and what was found.
#pragma once

namespace drydock::verify {

// The signal that asks the thread that gets it to say where it is; the process ends with it.
int question_signal();

// Prepares a child: faults outside of drivers, the question, and a schedule that stands still write
// one line to `results` and end the process. To be called before a driver is entered, so that
// faults in drivers stay with the executive.
void speak_when_dying(int results);

}  // namespace drydock::verify
