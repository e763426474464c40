// What the room `sync` asks of the rooms above it: src/nt/base/listeners.h says how.
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
