// The functions of higher rooms that the room `base` calls.
//
// A room includes only rooms below it. Where a lower room must call a higher one, it declares a
// table of functions, and the top room defines all tables in src/nt/life/listeners.cpp. The tables
// are constants that the linker fills in: nothing registers, nothing depends on the order in which
// parts start, and a table may be read in a signal handler.
//
// Cost: one indirect call. Threads: any.
#pragma once

#include <cstdint>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

struct BaseListeners {
  // A driver called `call` at an IRQL that is too high or too low for it. Raises N-018 or N-019,
  // which may end the driver's call.
  void (*irql_too_high)(const char* call, KIRQL irql, KIRQL most);
  // The same where Windows tolerates it. Always returns.
  void (*irql_above_advice)(const char* call, KIRQL irql, KIRQL most);
  void (*irql_too_low)(const char* call, KIRQL irql, KIRQL least);
  // A processor with queued DPCs has no strand any more: its DPCs can run.
  void (*processor_falls)(ULONG processor);
  // Returns when the DPCs that are queued on the processor have run, or when one of them seems to
  // wait for the caller.
  void (*wait_for_dpcs_of)(ULONG processor);
  // A section that queued DPCs ends on the calling thread. It still has its processor.
  void (*section_ends)(std::uint64_t section);
};
extern const BaseListeners base_listeners;

}  // namespace drydock::nt
