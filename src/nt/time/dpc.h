// Deferred procedure calls: each processor has a queue, whose DPCs run one after the other at
// DISPATCH_LEVEL as soon as no strand has the processor.
#pragma once

#include <cstdint>
#include <optional>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

class Driver;

// A request to queue a DPC: its driver, arguments and processor.
struct DpcRequest {
  Driver* driver = nullptr;  // null: the routine is the host's own
  PVOID argument1 = nullptr;
  PVOID argument2 = nullptr;
  // Empty for the processor of the calling strand. A DPC with a target processor runs there in any
  // case.
  std::optional<ULONG> processor = {};
};

// Returns false when the DPC is queued already. A DPC of the host does not run on two processors at
// once, one of a driver may.
bool queue_dpc(KDPC& dpc, const DpcRequest& request);

// The current driver has cancelled the periodic timer of this DPC, which the timer may have queued
// just before: for a moment its memory stays, unless the DPC runs, is removed or DPCs are flushed
// (N-038).
void expect_flush(KDPC& dpc);

// The queues' listeners for src/nt/base/listeners.h and src/nt/sync/listeners.h.
void run_dpcs_of(ULONG processor);
void end_dpc_section(std::uint64_t section);
void wait_for_dpcs_of(ULONG processor);

}  // namespace drydock::nt
