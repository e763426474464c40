// The history of objects that drivers own, for findings: the driver and the call that made each,
// and every state since. An object is known by its address.
//
// Cost of an event: a stack and a short section under one of several locks. The table has a fixed
// size: it stores the first event and the latest ones of each object. Objects without recent events
// make room for others. Owner: the process. Threads: any.
#pragma once

#include <vector>

#include "src/nt/base/driver_life.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/finding.h"

namespace drydock::nt {

// The current driver made an object here. Removes the history of what was at the address before.
// Does nothing when the host itself calls. `what` is a literal: "initialised".
void begin_history(const void* object, const char* what);

// Something happened to an object that is known; one that is not begins with it if a driver calls.
void note_event(const void* object, const char* what);

// Records the same for a debt in the ledger.
void note_debt(Resource resource, const void* object);
void note_settled(Resource resource, const void* object);

// Oldest first; empty for an object that nothing is known of.
std::vector<rules::ObjectEvent> history_of(const void* object);

// Called before a driver's code is unmapped, because its stacks cannot be read afterwards.
void remove_histories_of(const DriverLife& driver);

}  // namespace drydock::nt
