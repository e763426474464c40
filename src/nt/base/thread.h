// The executive's record of a thread: its IRQL, the locks that it holds, the driver that runs on
// it.
//
// This is the first header of the room `base`: threads, lives of drivers, fault points and the
// Windows declarations, on which every other room of the executive stands. The base raises no
// findings and knows no object of the executive.
//
// Owner: each thread owns its Thread, which is made on first use and lasts as long as the thread.
// Threads: only the thread itself reads or writes it. Cost of self(): one load.
#pragma once

#include <csetjmp>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/nt/base/driver_life.h"
#include "src/nt/base/wdk.h"
#include "src/rules/stack.h"
#include "src/sim/schedule.h"

struct drydock_seh_frame;

namespace drydock::nt {

class Driver;
class LaterBreaches;
struct WaitingBreaches;

// A lock that a thread holds, for findings and for the check at return.
struct HeldLock {
  const void* address;
  const char* kind;  // "spin lock", "fast mutex", …
  rules::Stack where;
};

// Bytes of a client's that a driver has probed.
struct ProbedRange {
  std::uintptr_t begin;
  std::size_t bytes;
};

struct Thread;

// One crossing into driver code, and the state of the thread before it. It lives on the stack of
// Driver::run().
struct Entry {
  Entry(DriverLife& into, const char* named, const Thread& thread);

  DriverLife* const driver;
  const char* const where;
  sigjmp_buf recovery;  // a crash inside continues here; written before the driver runs
  drydock_seh_frame* const exceptions;
  const KIRQL irql;
  const std::size_t held;
  Entry* const outer;
  const std::uint32_t critical_regions;
  std::vector<ProbedRange> probed = {};
  LaterBreaches* later = nullptr;  // the innermost list in which breaches of this call wait
  // The breaches themselves, of all that wait in this call: a crash that jumps over a
  // LaterBreaches leaves them here.
  WaitingBreaches* waiting = nullptr;
};

// The hold that a thread has on its processor (src/nt/base/processor.h).
enum class ProcessorHold : std::uint8_t {
  kNone,        // it runs where Windows lets it run
  kOwn,         // it has the processor alone
  kInterrupts,  // it stops the processor, whoever has it
};

struct Thread {
  KIRQL irql = PASSIVE_LEVEL;  // changed by set_irql(), which takes and leaves processors
  ProcessorHold hold = ProcessorHold::kNone;
  bool runs_dpc = false;
  std::optional<ULONG> processor;      // that it has or last had; else it has one by its number
  KAFFINITY affinity = 0;              // the processors on which it may run; 0: all
  std::uint64_t section = 0;           // 0 until the section queues a DPC
  std::optional<ULONG> fell_on;        // the processor that it left last, if DPCs waited there
  std::uint32_t critical_regions = 0;  // KeEnterCriticalRegion depth
  std::vector<HeldLock> held;          // in order of acquisition
  Entry* entry = nullptr;              // innermost crossing into a driver
  LaterBreaches* later = nullptr;      // the list in which breaches wait outside of drivers
  WaitingBreaches* waiting = nullptr;  // as in Entry
  drydock_seh_frame* exceptions = nullptr;  // innermost __try of the driver
  KPRIORITY priority = 8;
  void* object = nullptr;  // the thread object that drivers see (PKTHREAD)
  sim::Strand* strand = nullptr;
  // The address of the fault that last ended a driver on this thread, for rooms that know which
  // addresses they passed to the driver.
  std::uintptr_t fault_address = ~std::uintptr_t{0};
  bool fault_writes = false;
};

inline Entry::Entry(DriverLife& into, const char* named, const Thread& thread)
    : driver(&into),
      where(named),
      exceptions(thread.exceptions),
      irql(thread.irql),
      held(thread.held.size()),
      outer(thread.entry),
      critical_regions(thread.critical_regions) {}

// Initial-exec: the library is loaded with the program, and this is on every path.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Thread* known_self;
Thread& make_self();

// The calling thread's; made on first use.
inline Thread& self() { return known_self != nullptr ? *known_self : make_self(); }

// Findings N-018 and N-019: the call named is not allowed at the current IRQL. `at_most` and
// `at_least` are inclusive. A dead driver's call ends here.
void require_irql_at_most(KIRQL level, const char* call);
void require_irql_at_least(KIRQL level, const char* call);

// Records that a lock was acquired or released. The lock itself checks for misuse such as N-026 and
// N-027.
void note_acquired(const void* lock, const char* kind);
bool note_released(const void* lock);  // false when this thread does not hold it
bool holds(const void* lock);

}  // namespace drydock::nt
