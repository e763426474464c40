// Values that a user-mode driver stores for each thread (TlsAlloc, FlsAlloc).
#pragma once

namespace drydock::win32 {

// The calling thread ends: its values go, and the driver that runs is told of those whose slots
// have a callback. Calls the driver.
void release_thread_storage();

}  // namespace drydock::win32
