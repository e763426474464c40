// The processors that drivers see, and which strand has which of them.
//
// A run has one, two or more processors. A strand below DISPATCH_LEVEL has none for itself: Windows
// may move its thread at any moment. A strand that rises to DISPATCH_LEVEL takes a processor that
// is free and has it alone until its IRQL falls again; while all are taken it waits. The DPCs of a
// processor run on a strand that takes the processor in the same way. So two strands at
// DISPATCH_LEVEL run at once only if they have different processors, and a DPC never runs before
// its queuer has lowered its IRQL.
//
// An interrupt does not wait: where no processor is free it stops one that is taken. DPCs of that
// processor begin only after the interrupt has ended. A processor with queued DPCs is not free,
// because it runs them before any thread rises on it.
//
// A section is the time in which a strand has a processor, or serves one interrupt or one DPC.
// What a section does after it queued a DPC on its own processor happens before that DPC.
//
// Cost: one compare-and-swap to take a free processor and one atomic operation to leave it.
// Owner: the process has one set of processors; each Thread says which of them it has. Threads:
// any.
#pragma once

#include "src/nt/base/thread.h"

namespace drydock::nt {

inline constexpr ULONG kMostProcessors = 32;

// How many the run has: what a FixedProcessors says, else DRYDOCK_PROCESSORS of the environment,
// else under a seed what follows from the seed, else the processors of the machine.
ULONG processor_count();
KAFFINITY all_processors();

// While one lives, the run has this many processors. It is made and destroyed while no driver runs.
class FixedProcessors {
 public:
  explicit FixedProcessors(ULONG count);
  ~FixedProcessors();
  FixedProcessors(const FixedProcessors&) = delete;
  FixedProcessors& operator=(const FixedProcessors&) = delete;

 private:
  const ULONG before_;
};

// The processor that the calling thread has, else the one on which it ran last.
ULONG current_processor();

// Restricts the calling thread to these processors (0: to none) and returns what was set before.
KAFFINITY set_affinity(KAFFINITY processors);

namespace internal {
void occupy_processor(Thread& thread);
void vacate_processor(Thread& thread);
}  // namespace internal

// Sets the IRQL of the calling thread, and takes or leaves a processor where it crosses
// DISPATCH_LEVEL. Rising may wait. No lock of the host is held.
inline void set_irql(Thread& thread, KIRQL irql) {
  if (irql >= DISPATCH_LEVEL) {
    if (thread.hold == ProcessorHold::kNone) internal::occupy_processor(thread);
    thread.irql = irql;
  } else {
    thread.irql = irql;
    if (thread.hold != ProcessorHold::kNone) internal::vacate_processor(thread);
  }
}

// The calling thread has lowered its IRQL to below DISPATCH_LEVEL: the DPCs that were queued on its
// processor run now, and the thread goes on after them. May wait; no lock of the host is held.
void let_dpcs_run(Thread& thread);

// The section of the calling thread, or 0 when it has no processor. Its number is unique.
std::uint64_t current_section();

// While one lives, the calling strand serves an interrupt: on the processor that it has, else on
// one that is free or that it stops. The service is a section of its own.
class Interrupting {
 public:
  Interrupting();
  // Stops the given processor, for an interrupt that another processor sent to it.
  explicit Interrupting(ULONG processor);
  ~Interrupting();
  Interrupting(const Interrupting&) = delete;
  Interrupting& operator=(const Interrupting&) = delete;

 private:
  Thread& thread_;
  const std::uint64_t outer_section_;
  const ProcessorHold outer_hold_;
  const std::optional<ULONG> outer_processor_;
  const bool has_taken_;
};

// For the queues of DPCs. A processor is marked while its queue is not empty. The strand that runs
// the DPCs of a processor takes it if it is marked and neither taken nor stopped; if not,
// BaseListeners::processor_falls is called when it is.
void mark_dpcs(ULONG processor);
void unmark_dpcs(ULONG processor);
// Strands that wait for a processor try again, because one may be free after unmark_dpcs().
void wake_for_processor();
bool take_processor_for_dpcs(ULONG processor);
void leave_processor_after_dpcs();

// Ends the section of the calling thread: BaseListeners::section_ends is called if it has queued
// DPCs.
void end_section(Thread& thread);

}  // namespace drydock::nt
