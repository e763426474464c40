// Strands that wait for a lock, found by the lock's address.
//
// A lock's state is a word in the driver's memory, which may be unmapped at any time, so it is
// never touched while the mutex of this room is held. That leaves one order. A waiter joins the
// waiters, tries once more and then sleeps. The thread that releases changes the word first and
// wakes afterwards. So one of the two sees the other.
#pragma once

#include "src/sim/happens_before.h"
#include "src/sim/schedule.h"

namespace drydock::nt {

class Driver;

// The calling strand becomes a waiter of the lock.
void join_waiters(const void* lock);

// It got the lock without sleeping.
void leave_waiters(const void* lock);

// Sleeps until the strand is woken, and is then removed from the waiters. Returns false, after
// raising N-062, when no strand can ever wake it. Throws DriverEnded when the driver that waits has
// ended meanwhile.
bool sleep_as_waiter(const void* lock, const char* kind);

// The same with an end: `kNever` stands for the false above.
enum class Slept { kWoken, kTimedOut, kNever };
Slept sleep_as_waiter_until(const void* lock, const char* kind, sim::Time deadline);

void wake_one(const void* lock);
void wake_all(const void* lock);

// Ends the waits of a driver whose life is over: its threads unwind.
void release_lock_waits_of(const Driver& driver);

// Waits until `attempt(waiting)` takes the lock. With `waiting` set an attempt that fails has left
// a mark in the lock that makes the next release wake. False when the wait was given up.
template <class Attempt>
bool wait_for_lock(const void* lock, const char* kind, Attempt attempt) {
  if (!attempt(false)) {
    join_waiters(lock);
    while (!attempt(true)) {
      if (!sleep_as_waiter(lock, kind)) return false;
      join_waiters(lock);
    }
    leave_waiters(lock);
  }
  sim::observe(lock);
  return true;
}

}  // namespace drydock::nt
