// Routines of drivers that are notified of processes, threads and images.
//
// The part of the host that makes processes for its clients calls these functions. They call the
// routines in the order of their registration, at PASSIVE_LEVEL, and leave out those of drivers
// that were unloaded.
//
// Cost: a short lock and a copy of the list for each notification. Threads: any.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

void notify_process_created(HANDLE parent, HANDLE process);
void notify_process_ended(HANDLE parent, HANDLE process);
void notify_thread(HANDLE process, HANDLE thread, bool created);
void notify_image(PUNICODE_STRING name, HANDLE process, PIMAGE_INFO info);

}  // namespace drydock::nt
