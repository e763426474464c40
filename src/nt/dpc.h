// Deferred procedure calls: one queue, served at DISPATCH_LEVEL.
#pragma once

#include "src/nt/wdk.h"

namespace drydock::nt {

class Driver;

// Queues a DPC on behalf of a driver (null: the host's own routine). False when it is queued
// already.
bool queue_dpc(KDPC& dpc, Driver* driver, PVOID argument1, PVOID argument2);

}  // namespace drydock::nt
