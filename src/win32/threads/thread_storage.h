// Values that a user-mode driver stores for each thread (TlsAlloc, FlsAlloc).
#pragma once

namespace drydock::win32 {

// The calling thread ends: removes its values, and calls the running driver's callbacks for the
// slots that have one.
void release_thread_storage();

}  // namespace drydock::win32
