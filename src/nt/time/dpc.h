// Deferred procedure calls: one queue, served at DISPATCH_LEVEL.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

class Driver;

// Queues a DPC on behalf of a driver (null: the host's own routine). False when it is queued
// already.
bool queue_dpc(KDPC& dpc, Driver* driver, PVOID argument1, PVOID argument2);

// The current driver has cancelled the periodic timer of this DPC, which the timer may have queued
// just before: for a moment its memory stays, unless the DPC runs, is removed or DPCs are flushed
// (N-038).
void expect_flush(KDPC& dpc);

}  // namespace drydock::nt
