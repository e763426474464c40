// The written order of the host's locks.
//
// A thread that holds a lock takes only locks of a later rank. It never holds two locks of one
// rank: neither two of one class nor two of different classes with the same rank. Most locks are
// leaves: they name no rank, and under them a thread takes only what the last two ranks have. A
// lock under which others are taken names its rank where it is defined. A new rank goes between the
// outermost lock that is taken under it and the innermost one under which it is taken.
//
// src/sim/lock_order.h checks the order in builds with assertions. Where two locks can be named in
// one scope, DRYDOCK_ACQUIRED_BEFORE says their order to the compiler too.
#pragma once

#include <cstdint>

namespace drydock::sim {

// Outermost first. Ranks count from the leaves, so that a new one renumbers only those outside it.
enum class LockRank : std::int8_t {
  // The beginnings and ends of recordings: registers buffers and listens to findings.
  kRecording = -22,
  // The buffers of all threads that record: reads and restarts each.
  kTraceBuffers,
  // The threads that the watchdog watches: it asks each whether it is leaving.
  kWatchdog,
  // The processes and adapters of a dock: looks at the devices of each process.
  kDock,
  // The device of an adapter and its mappings: queues DPCs and starts threads.
  kHardware,
  // The page of a doorbell: makes it readable or read-only.
  kDoorbell,
  // The events that a driver may signal: pins them.
  kCpuEvents,
  // The DMA buffers of a context: allocates physical memory for one.
  kDmaBuffers,
  // The state of a streaming device: reads the event that its start has ended.
  kStreamDevice,
  // An input of a streaming gate: asks a queue for its condition.
  kStreamGate,
  // The frames of a pin: finds stream pointers, and maps frames for DMA.
  kStreamQueue,
  // How a pin's frames are mapped for DMA: asks which physical memory they have.
  kStreamMapping,
  // The activity of a processing dispatch: sets the event of who waits for its end.
  kStreamProcessor,
  // The frames of a requester that are at home: sets the event of who waits for them.
  kStreamRequester,
  // Timers that are deleted but still set: reads whether each is signalled.
  kDeletedTimers,
  // Routines that drivers have registered for processes, threads and images: notes debts.
  kNotifyRoutines,
  // Callbacks that drivers have registered for a bug check: asks whether they still owe them.
  kBugcheckCallbacks,
  // Executive resources: pins the threads that own one, and sets the events of those that wait.
  kExecutiveResources,
  // The handles of the executive: counts references to their objects.
  kHandleTable,
  // Timers that are set: wakes the strand that serves them.
  kTimers,
  // Queued DPCs: notes debts and histories, and wakes the strand that serves them.
  kDpcQueue,
  // The state of all dispatcher objects, and who waits for them: settles the debt of a timer.
  kDispatcher,
  // Every lock that names no rank.
  kLeaf = 0,
  // Every SpinLock: a few loads and stores happen under it.
  kSpin,
  // The lock of the schedule: a strand takes it to wait, wake or yield, which it may do under any
  // lock above.
  kStrand,
};

}  // namespace drydock::sim
