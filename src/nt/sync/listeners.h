// The functions of higher rooms that the room `sync` calls. src/nt/base/listeners.h explains the
// tables.
#pragma once

#include "src/nt/base/thread.h"

namespace drydock::nt {

struct SyncListeners {
  PKTHREAD (*object_of)(Thread& thread);
};
extern const SyncListeners sync_listeners;

// The object by which drivers and the dispatcher know a thread, as KeGetCurrentThread gives it. The
// object manager makes it on first use.
inline PKTHREAD object_of(Thread& thread) { return sync_listeners.object_of(thread); }

}  // namespace drydock::nt
