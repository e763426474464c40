// Events, mutexes and semaphores.
#include <fmt/format.h>

#include "src/nt/base/irql_advice.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/numbers.h"
#include "src/rules/evaluated.h"
#include "src/sim/happens_before.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"

using namespace drydock::nt;
namespace sim = drydock::sim;
namespace trace = drydock::trace;

namespace {

bool is_event(const KEVENT* event, const char* call) {
  return require_initialised(event->Header, ObjectType::kNotificationEvent,
                             ObjectType::kSynchronizationEvent, "an event", call);
}

}  // namespace

extern "C" VOID KeInitializeEvent(PRKEVENT Event, EVENT_TYPE Type, BOOLEAN State) {
  const bool notification = Type == NotificationEvent;
  initialise(Event->Header,
             notification ? ObjectType::kNotificationEvent : ObjectType::kSynchronizationEvent,
             sizeof(KEVENT), State != FALSE);
}

extern "C" LONG KeSetEvent(PRKEVENT Event, KPRIORITY Increment, BOOLEAN Wait) {
  require_irql_at_most(Wait ? APC_LEVEL : DISPATCH_LEVEL, "KeSetEvent");
  if (!is_event(Event, "KeSetEvent")) return 0;
  trace::event("nt", "KeSetEvent", {{"object", number_of(Event)}});
  note_event(Event, "set");
  LONG before = 0;
  {
    Dispatching dispatching;
    before = std::exchange(Event->Header.SignalState, 1);
    dispatching.wake_waiters(Event->Header, Increment);
  }
  sim::switch_point();
  return before;
}

extern "C" LONG KeResetEvent(PRKEVENT Event) {
  require_irql_at_most(DISPATCH_LEVEL, "KeResetEvent");
  note_event(Event, "reset");
  const Dispatching dispatching(Event);
  return std::exchange(Event->Header.SignalState, 0);
}

extern "C" VOID KeClearEvent(PRKEVENT Event) { KeResetEvent(Event); }

extern "C" LONG KeReadStateEvent(PRKEVENT Event) {
  advise_irql_at_most(DISPATCH_LEVEL, "KeReadStateEvent");
  const Dispatching dispatching(Event);
  sim::observe(Event);
  return Event->Header.SignalState;
}

// Wakes the threads that wait now. The event is not signalled afterwards.
extern "C" LONG KePulseEvent(PRKEVENT Event, KPRIORITY Increment, BOOLEAN) {
  require_irql_at_most(DISPATCH_LEVEL, "KePulseEvent");
  note_event(Event, "pulsed");
  LONG before = 0;
  {
    Dispatching dispatching(Event);
    before = std::exchange(Event->Header.SignalState, 1);
    dispatching.wake_waiters(Event->Header, Increment);
    Event->Header.SignalState = 0;
  }
  sim::switch_point();
  return before;
}

extern "C" VOID KeInitializeMutex(PRKMUTEX Mutex, ULONG) {
  initialise(Mutex->Header, ObjectType::kMutant, sizeof(KMUTANT), 1);
  Mutex->OwnerThread = nullptr;
  Mutex->Abandoned = FALSE;
  Mutex->ApcDisable = 1;
  Mutex->MutantListEntry = {};
}

extern "C" LONG KeReadStateMutex(PRKMUTEX Mutex) {
  advise_irql_at_most(DISPATCH_LEVEL, "KeReadStateMutex");
  const Dispatching dispatching(Mutex);
  return Mutex->Header.SignalState;
}

// Returns zero when the mutex became free, as the documents have it: the state before the release.
extern "C" LONG KeReleaseMutex(PRKMUTEX Mutex, BOOLEAN Wait) {
  require_irql_at_most(Wait ? APC_LEVEL : DISPATCH_LEVEL, "KeReleaseMutex");
  trace::event("nt", "KeReleaseMutex", {{"object", number_of(Mutex)}});
  const std::optional<LONG> before = release_mutex(*Mutex);
  note_released(Mutex);
  if (drydock::rules::breaks("N-023", !before)) {
    Breach("N-023", Offender::running())
        .message("KeReleaseMutex was called by a thread that does not own the mutex")
        .object("mutex")
        .at(Mutex)
        .raise();
  }
  note_event(Mutex, "released");
  sim::switch_point();
  return before.value_or(0);
}

extern "C" VOID KeInitializeSemaphore(PRKSEMAPHORE Semaphore, LONG Count, LONG Limit) {
  advise_irql_at_most(PASSIVE_LEVEL, "KeInitializeSemaphore");
  initialise(Semaphore->Header, ObjectType::kSemaphore, sizeof(KSEMAPHORE), Count);
  Semaphore->Limit = Limit;
}

extern "C" LONG KeReadStateSemaphore(PRKSEMAPHORE Semaphore) {
  const Dispatching dispatching(Semaphore);
  return Semaphore->Header.SignalState;
}

extern "C" LONG KeReleaseSemaphore(PRKSEMAPHORE Semaphore, KPRIORITY Increment, LONG Adjustment,
                                   BOOLEAN Wait) {
  require_irql_at_most(Wait ? APC_LEVEL : DISPATCH_LEVEL, "KeReleaseSemaphore");
  trace::event("nt", "KeReleaseSemaphore", {{"object", number_of(Semaphore)}, {"by", Adjustment}});
  LONG before = 0;
  bool allowed = false;
  {
    Dispatching dispatching(Semaphore);
    before = Semaphore->Header.SignalState;
    allowed = Adjustment > 0 && before <= Semaphore->Limit - Adjustment;
    if (allowed) {
      Semaphore->Header.SignalState += Adjustment;
      dispatching.wake_waiters(Semaphore->Header, Increment);
    }
  }
  if (drydock::rules::breaks("N-024", !allowed)) {
    Breach("N-024", Offender::running())
        .message("KeReleaseSemaphore by {} would raise the count from {} above its limit of {}",
                 Adjustment, before, Semaphore->Limit)
        .object("semaphore")
        .at(Semaphore)
        .raise();
  }
  note_event(Semaphore, "released");
  sim::switch_point();
  return before;
}
