// The routines of ks.sys that drivers call. This is the first header of the room `exports`, and
// each of its sources includes it.
//
// A routine checks its IRQL and arguments, raises the rules about the call itself, and calls the
// room whose object it is for. Whatever a driver passes is hostile: an address that is no object of
// the driver's gets the documented failure, and changes nothing. A source is named after the
// objects that its routines are for. No other room calls these routines: the loader binds drivers
// to them by name.
//
// Cost: a look-up of the object by its address, under a short lock; then the cost of its room.
// Owner: objects belong to the rooms below. The tables of this room, which are descriptors of
// drivers, default clocks and workers, belong to the process. Threads: any, at the IRQL that a
// routine names.
#pragma once

#include "src/nt/base/thread.h"
