// Drivers that want to hear of processes, threads and images.
//
// The host that makes processes for its clients tells them here. Routines are called in the order
// of their registration, at PASSIVE_LEVEL; routines of drivers that are gone are not.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

void tell_process_created(HANDLE parent, HANDLE process);
void tell_process_ended(HANDLE parent, HANDLE process);
void tell_thread(HANDLE process, HANDLE thread, bool created);
void tell_image(PUNICODE_STRING name, HANDLE process, PIMAGE_INFO info);

}  // namespace drydock::nt
