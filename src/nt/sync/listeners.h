// The functions of higher rooms that the room `sync` calls. src/nt/base/listeners.h explains the
// tables.
#pragma once

#include "src/nt/base/thread.h"

namespace drydock::nt {

struct SyncListeners {
  PKTHREAD (*object_of)(Thread& thread);
  // Called under the dispatcher's mutex: a thread whose wait has ended runs at a priority that is
  // higher by the increment, until it waits again.
  void (*boost)(PKTHREAD thread, KPRIORITY increment);
};
extern const SyncListeners sync_listeners;

// The object by which drivers and the dispatcher know a thread, as KeGetCurrentThread gives it. The
// object manager makes it on first use.
inline PKTHREAD object_of(Thread& thread) { return sync_listeners.object_of(thread); }

}  // namespace drydock::nt
