#include "src/nt/sync/lock_waiters.h"

#include <fmt/format.h>

#include <deque>
#include <unordered_map>

#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

struct LockWaiter {
  sim::Strand* strand;
  const Driver* driver;
};

struct Waiters {
  Mutex mutex;
  std::unordered_map<const void*, std::deque<LockWaiter>> queues DRYDOCK_GUARDED_BY(mutex);
};

Waiters& waiters() {
  static sim::NeverDestroyed<Waiters> instance;
  return *instance;
}

// False when a wake-up has taken the strand out already.
bool remove(const void* lock, const sim::Strand* strand) {
  Waiters& all = waiters();
  const MutexHold hold(all.mutex);
  const auto at = all.queues.find(lock);
  if (at == all.queues.end()) return false;
  const bool found = std::erase_if(at->second, [strand](const LockWaiter& one) {
                       return one.strand == strand;
                     }) != 0;
  if (at->second.empty()) all.queues.erase(at);
  return found;
}

bool is_waiting(const void* lock, const sim::Strand* strand) {
  Waiters& all = waiters();
  const MutexHold hold(all.mutex);
  const auto at = all.queues.find(lock);
  return at != all.queues.end() && std::ranges::any_of(at->second, [strand](const LockWaiter& one) {
           return one.strand == strand;
         });
}

// A driver that crashes between joining and leaving is not unwound; its membership is removed with
// the next wait or at the end of the thread.
struct Membership {
  const void* lock = nullptr;
  const sim::Strand* strand = nullptr;

  void leave() {
    if (lock != nullptr) remove(lock, strand);
    lock = nullptr;
  }
  ~Membership() { leave(); }
};
thread_local Membership membership;

bool current_driver_ended() {
  const Driver* driver = current_driver();
  return driver != nullptr && !driver->alive();
}

}  // namespace

void join_waiters(const void* lock) {
  membership.leave();
  sim::Strand& strand = sim::current();
  membership.lock = lock;
  membership.strand = &strand;
  Waiters& all = waiters();
  const MutexHold hold(all.mutex);
  all.queues[lock].push_back({&strand, current_driver()});
}

void leave_waiters(const void* lock) {
  membership.lock = nullptr;
  // Woken already: the permit is there and would disturb the next wait.
  if (!remove(lock, &sim::current())) sim::park();
}

bool sleep_as_waiter(const void* lock, const char* kind) {
  return sleep_as_waiter_until(lock, kind, sim::kForever) == Slept::kWoken;
}

Slept sleep_as_waiter_until(const void* lock, const char* kind, sim::Time deadline) {
  const sim::Strand* strand = &sim::current();
  sim::Woken woken = sim::Woken::kUnparked;
  // The driver may have ended before this strand joined, so that no thread woke it.
  while (!current_driver_ended() && woken == sim::Woken::kUnparked && is_waiting(lock, strand))
    woken = sim::park(deadline);
  membership.lock = nullptr;
  const bool was_waiting = remove(lock, strand);
  if (current_driver_ended()) {
    // This strand passes on to the next a wake-up that it does not use.
    if (!was_waiting) wake_one(lock);
    throw DriverEnded{};
  }
  if (!was_waiting) return Slept::kWoken;
  if (woken == sim::Woken::kTimedOut) return Slept::kTimedOut;
  Breach("N-062", Offender::running())
      .message("a thread waits for a {} that nobody will ever release", kind)
      .object(kind)
      .raise();
  return Slept::kNever;
}

void wake_one(const void* lock) {
  Waiters& all = waiters();
  const MutexHold hold(all.mutex);
  const auto at = all.queues.find(lock);
  if (at == all.queues.end()) return;
  // The mutex is held, because a waiter that finds itself removed may end right after.
  sim::unpark(*at->second.front().strand);
  at->second.pop_front();
  if (at->second.empty()) all.queues.erase(at);
}

void wake_all(const void* lock) {
  Waiters& all = waiters();
  const MutexHold hold(all.mutex);
  const auto at = all.queues.find(lock);
  if (at == all.queues.end()) return;
  for (const LockWaiter& one : at->second) sim::unpark(*one.strand);
  all.queues.erase(at);
}

void release_lock_waits_of(const Driver& driver) {
  Waiters& all = waiters();
  const MutexHold hold(all.mutex);
  for (const auto& [lock, queue] : all.queues) {
    for (const LockWaiter& one : queue) {
      if (one.driver == &driver) sim::unpark(*one.strand);
    }
  }
}

}  // namespace drydock::nt
