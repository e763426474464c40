#include "src/nt/sync/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "src/nt/base/mutex.h"
#include "src/nt/driver/driver.h"
#include "src/nt/sync/listeners.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/listeners.h"
#include "src/nt/watch/numbers.h"
#include "src/rules/evaluated.h"
#include "src/rules/stored_stack.h"
#include "src/sim/happens_before.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {

constinit Mutex dispatcher_mutex{sim::LockRank::kDispatcher};

namespace {

struct Waiter {
  std::span<DISPATCHER_HEADER* const> objects;
  bool all;
  PKTHREAD thread;
  sim::Strand* strand;
  Driver* driver;
  Interruptible interruptible;
  const rules::Stack* where = nullptr;
  bool done = false;
  NTSTATUS result = STATUS_TIMEOUT;
};

// Alerts and APCs for a thread that have not ended a wait yet.
struct Interruptions {
  bool alerted = false;
  bool user_apc = false;
};

struct State {
  std::unordered_map<const DISPATCHER_HEADER*, std::vector<Waiter*>> waiters
      DRYDOCK_GUARDED_BY(dispatcher_mutex);
  std::unordered_map<PKTHREAD, std::vector<KMUTANT*>> owned DRYDOCK_GUARDED_BY(dispatcher_mutex);
  std::unordered_map<PKTHREAD, Waiter*> asleep DRYDOCK_GUARDED_BY(dispatcher_mutex);
  std::unordered_map<PKTHREAD, Interruptions> interruptions DRYDOCK_GUARDED_BY(dispatcher_mutex);
};

State& state() {
  static sim::NeverDestroyed<State> instance;
  return *instance;
}

KMUTANT& as_mutant(DISPATCHER_HEADER& header) { return reinterpret_cast<KMUTANT&>(header); }

bool is_ready(DISPATCHER_HEADER& header, PKTHREAD thread) {
  if (type_of(header) != ObjectType::kMutant) return header.SignalState > 0;
  return header.SignalState > 0 || as_mutant(header).OwnerThread == thread;
}

// Takes the object for the thread; true when it was abandoned.
bool consume(DISPATCHER_HEADER& header, PKTHREAD thread) DRYDOCK_REQUIRES(dispatcher_mutex) {
  switch (type_of(header)) {
    case ObjectType::kSynchronizationEvent:
    case ObjectType::kSynchronizationTimer:
      header.SignalState = 0;
      return false;
    case ObjectType::kSemaphore:
    case ObjectType::kQueue:
      --header.SignalState;
      return false;
    case ObjectType::kMutant: {
      KMUTANT& mutant = as_mutant(header);
      --header.SignalState;
      if (mutant.OwnerThread != thread) state().owned[thread].push_back(&mutant);
      mutant.OwnerThread = thread;
      return std::exchange(mutant.Abandoned, FALSE) != FALSE;
    }
    default:
      return false;
  }
}

// Removes the mutex from those that the thread owns.
void disown(PKTHREAD thread, const KMUTANT* mutex) DRYDOCK_REQUIRES(dispatcher_mutex) {
  const auto at = state().owned.find(thread);
  if (at == state().owned.end()) return;
  std::erase(at->second, mutex);
  if (at->second.empty()) state().owned.erase(at);
}

// Ends the wait if its objects allow it.
bool satisfy(Waiter& waiter) DRYDOCK_REQUIRES(dispatcher_mutex) {
  const auto ready = [&](DISPATCHER_HEADER* object) { return is_ready(*object, waiter.thread); };
  if (waiter.all) {
    if (!std::ranges::all_of(waiter.objects, ready)) return false;
    bool abandoned = false;
    for (DISPATCHER_HEADER* object : waiter.objects) abandoned |= consume(*object, waiter.thread);
    waiter.result = abandoned ? STATUS_ABANDONED_WAIT_0 : STATUS_WAIT_0;
  } else {
    const auto at = std::ranges::find_if(waiter.objects, ready);
    if (at == waiter.objects.end()) return false;
    const auto index = static_cast<NTSTATUS>(at - waiter.objects.begin());
    waiter.result =
        (consume(**at, waiter.thread) ? STATUS_ABANDONED_WAIT_0 : STATUS_WAIT_0) + index;
  }
  assert(!waiter.done);
  waiter.done = true;
  return true;
}

// Ends the wait if something came for its thread that may end it.
bool interrupt(Waiter& waiter) DRYDOCK_REQUIRES(dispatcher_mutex) {
  const auto at = state().interruptions.find(waiter.thread);
  if (at == state().interruptions.end()) return false;
  Interruptions& came = at->second;
  if (waiter.interruptible.alertable && std::exchange(came.alerted, false)) {
    waiter.result = STATUS_ALERTED;
  } else if (waiter.interruptible.user_mode && std::exchange(came.user_apc, false)) {
    waiter.result = STATUS_USER_APC;
  } else {
    return false;
  }
  if (!came.alerted && !came.user_apc) state().interruptions.erase(at);
  assert(!waiter.done);
  waiter.done = true;
  return true;
}

void enlist(Waiter& waiter) DRYDOCK_REQUIRES(dispatcher_mutex) {
  [[maybe_unused]] const bool is_new = state().asleep.emplace(waiter.thread, &waiter).second;
  assert(is_new && !waiter.done);  // a thread waits once at a time
  for (DISPATCHER_HEADER* object : waiter.objects) {
    mark_object_in_memory(object);
    state().waiters[object].push_back(&waiter);
  }
}

void delist(Waiter& waiter) DRYDOCK_REQUIRES(dispatcher_mutex) {
  [[maybe_unused]] const std::size_t left = state().asleep.erase(waiter.thread);
  assert(left == 1);
  for (DISPATCHER_HEADER* object : waiter.objects) {
    const auto at = state().waiters.find(object);
    if (at == state().waiters.end()) continue;
    std::erase(at->second, &waiter);
    if (at->second.empty()) state().waiters.erase(at);
  }
}

template <typename Note>
void deliver(PKTHREAD thread, Note note) {
  const MutexHold hold(dispatcher_mutex);
  note(state().interruptions[thread]);
  const auto at = state().asleep.find(thread);
  if (at == state().asleep.end()) return;
  Waiter& waiter = *at->second;
  if (!interrupt(waiter)) return;
  delist(waiter);
  sim::unpark(*waiter.strand);
}

// Describes the objects for which a stuck thread waits.
std::string describe(std::span<DISPATCHER_HEADER* const> objects) {
  std::string out;
  for (const DISPATCHER_HEADER* object : objects) {
    if (!out.empty()) out += ", ";
    out += name_of(type_of(*object));
  }
  return out;
}

// Orders what follows the wait after everything that was done before its objects were signalled.
NTSTATUS end_of_wait(const Waiter& waiter) {
  const auto index = static_cast<std::size_t>(waiter.result & ~STATUS_ABANDONED_WAIT_0);
  for (std::size_t i = 0; i < waiter.objects.size(); ++i) {
    if (waiter.all || i == index) sim::observe(waiter.objects[i]);
  }
  return waiter.result;
}

// Parks until the wait is over. Returns why it ended otherwise.
sim::Woken sleep(Waiter& waiter, sim::Time deadline) {
  for (;;) {
    const sim::Woken woken = sim::park(deadline);
    const MutexHold hold(dispatcher_mutex);
    if (waiter.done) return sim::Woken::kUnparked;
    const bool dead = waiter.driver != nullptr && !waiter.driver->alive();
    if (woken != sim::Woken::kUnparked || dead) {
      delist(waiter);
      return woken;
    }
  }
}

}  // namespace

ObjectType type_of(const DISPATCHER_HEADER& header) { return static_cast<ObjectType>(header.Type); }

bool require_initialised(const DISPATCHER_HEADER& header, ObjectType one, ObjectType other,
                         const char* what, const char* call) {
  const ObjectType type = type_of(header);
  rules::evaluated("N-021");
  if ((type == one || type == other) && header.WaitListHead.Flink != nullptr) return true;
  Breach("N-021", Offender::running())
      .message("{} was given {} that is not initialised", call, what)
      .raise();
  return false;
}

const char* name_of(ObjectType type) {
  switch (type) {
    case ObjectType::kNotificationEvent:
      return "notification event";
    case ObjectType::kSynchronizationEvent:
      return "synchronization event";
    case ObjectType::kMutant:
      return "mutex";
    case ObjectType::kSemaphore:
      return "semaphore";
    case ObjectType::kQueue:
      return "queue";
    case ObjectType::kThread:
      return "thread";
    case ObjectType::kNotificationTimer:
      return "notification timer";
    case ObjectType::kSynchronizationTimer:
      return "synchronization timer";
  }
  return "object of unknown type";
}

// The byte may change meanwhile, and nobody looks at it.
__attribute__((no_sanitize("thread"), noinline)) void touch(const void* memory) {
  static_cast<void>(*static_cast<const volatile char*>(memory));
}

void initialise(DISPATCHER_HEADER& header, ObjectType type, std::size_t size, LONG signal_state) {
  number(&header);
  begin_history(&header, "initialised");
  const Dispatching dispatching(&header);
  header.Lock = 0;
  header.Type = static_cast<UCHAR>(type);
  header.Size = static_cast<UCHAR>(size / sizeof(LONG));
  header.SignalState = signal_state;
  header.WaitListHead.Flink = header.WaitListHead.Blink = &header.WaitListHead;
}

void Dispatching::wake_waiters(DISPATCHER_HEADER& header, KPRIORITY increment) {
  sim::publish(&header);
  const auto at = state().waiters.find(&header);
  if (at == state().waiters.end()) return;
  const std::vector<Waiter*> candidates = at->second;
  for (Waiter* waiter : candidates) {
    if (!satisfy(*waiter)) continue;
    sync_listeners.boost(waiter->thread, increment);
    delist(*waiter);
    sim::unpark(*waiter->strand);
  }
}

NTSTATUS wait_for(std::span<DISPATCHER_HEADER* const> objects, bool all, sim::Time deadline,
                  Interruptible interruptible) {
  Thread& thread = self();
  Waiter waiter{objects, all, object_of(thread), thread.strand, current_driver(), interruptible};
  end_call_if_dead();
  sim::switch_point();
  {
    const MutexHold hold(dispatcher_mutex);
    sync_listeners.boost(waiter.thread, IO_NO_INCREMENT);
    if (satisfy(waiter) || interrupt(waiter)) return end_of_wait(waiter);
    if (deadline <= sim::now()) return STATUS_TIMEOUT;
    waiter.where = &rules::stored_stack();
    enlist(waiter);
  }
  trace::event(
      "nt", "sleep",
      {{"object", objects.empty() ? 0 : number_of(objects[0])}, {"objects", objects.size()}});
  const sim::Woken woken = sleep(waiter, deadline);
  trace::event("nt", "wake", {{"done", waiter.done}, {"result", waiter.result}});
  if (waiter.done) return end_of_wait(waiter);
  end_call_if_dead();
  if (woken == sim::Woken::kStuck) {
    Breach("N-062", Offender::running())
        .message("a thread waits for {} that nobody can signal any more", describe(objects))
        .object(describe(objects))
        .at(objects.empty() ? nullptr : objects.front())
        .raise();
  }
  return STATUS_TIMEOUT;
}

sim::Time deadline_of(const LARGE_INTEGER* timeout) {
  if (timeout == nullptr) return sim::kForever;
  if (timeout->QuadPart <= 0) return sim::now() - timeout->QuadPart;
  LARGE_INTEGER system_time;
  KeQuerySystemTimePrecise(&system_time);
  return sim::now() + std::max<sim::Time>(0, timeout->QuadPart - system_time.QuadPart);
}

std::vector<Wait> waits_within(const void* begin, std::size_t size) {
  std::vector<Wait> out;
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const MutexHold hold(dispatcher_mutex);
  for (const auto& [object, waiters] : state().waiters) {
    if (reinterpret_cast<std::uintptr_t>(object) - first >= size) continue;
    for (const Waiter* waiter : waiters) out.push_back({object, type_of(*object), *waiter->where});
  }
  return out;
}

void release_waits_of(const Driver& driver) {
  release_lock_waits_of(driver);
  const MutexHold hold(dispatcher_mutex);
  for (const auto& [thread, waiter] : state().asleep) {
    if (waiter->driver == &driver) sim::unpark(*waiter->strand);
  }
}

void alert_thread(PKTHREAD thread) {
  deliver(thread, [](Interruptions& came) { came.alerted = true; });
}

void queue_user_apc(PKTHREAD thread) {
  deliver(thread, [](Interruptions& came) { came.user_apc = true; });
}

std::optional<LONG> release_mutex(KMUTANT& mutex) {
  const PKTHREAD thread = object_of(self());
  Dispatching dispatching(&mutex);
  if (mutex.OwnerThread != thread) return std::nullopt;
  const LONG before = mutex.Header.SignalState++;
  if (mutex.Header.SignalState == 1) {
    mutex.OwnerThread = nullptr;
    disown(thread, &mutex);
  }
  dispatching.wake_waiters(mutex.Header);
  return before;
}

bool is_mutex_at_limit(const KMUTANT& mutex) {
  const PKTHREAD thread = object_of(self());
  const MutexHold hold(dispatcher_mutex);
  return mutex.OwnerThread == thread && mutex.Header.SignalState == static_cast<LONG>(MINLONG);
}

bool owns_apc_mutex(Thread& thread) {
  if (thread.object == nullptr) return false;  // it has never waited
  const MutexHold hold(dispatcher_mutex);
  const auto at = state().owned.find(object_of(thread));
  return at != state().owned.end() && std::ranges::any_of(at->second, [](const KMUTANT* mutex) {
           return mutex->ApcDisable != 0;
         });
}

void disown_mutex(const KMUTANT& mutex) {
  const Dispatching dispatching;
  disown(mutex.OwnerThread, &mutex);
}

void abandon_mutexes(PKTHREAD thread) {
  Dispatching dispatching;
  state().interruptions.erase(thread);
  const auto at = state().owned.find(thread);
  if (at == state().owned.end()) return;
  const std::vector<KMUTANT*> mutants = std::move(at->second);
  state().owned.erase(at);
  for (KMUTANT* mutant : mutants) {
    if (mutant->OwnerThread != thread) continue;
    mutant->OwnerThread = nullptr;
    mutant->Abandoned = TRUE;
    mutant->Header.SignalState = 1;
    dispatching.wake_waiters(mutant->Header);
  }
}

}  // namespace drydock::nt
