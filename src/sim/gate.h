// Gates and completions: waits that may last, owned by the schedule.
//
// A strand may hold a gate while a driver runs or while it waits, which it may not do with a Lock.
// A strand that finds the gate closed parks.
//
// Cost: passing an open gate and leaving it are one compare-and-swap each. Owner: the object whose
// calls it orders. Threads: strands of the host.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "src/sim/happens_before.h"
#include "src/sim/schedule.h"
#include "src/sim/scoped_hold.h"
#include "src/sim/spin_lock.h"

namespace drydock::sim {

// Lets many strands pass together, or one alone. A strand that waits to be alone stops later ones
// from passing, so that it gets its turn. A gate is not recursive. A strand that is alone may
// destroy it when it knows that no other comes.
//
// For the analysis of threads a gate is a capability: exclusive for a strand that is alone, shared
// for those that are together.
class DRYDOCK_ANNOTATION(capability("gate")) Gate {
 public:
  // Says for whom the gate makes an order. A driver may count on it, unless the gate guards only
  // the host's own tables.
  enum class Orders : std::uint8_t { kDrivers, kHost };

  explicit Gate(Orders orders = Orders::kDrivers) : orders_(orders) {}
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void enter() DRYDOCK_ANNOTATION(acquire_shared_capability()) {  // together with others
    pass(1, kAlone | kQueued);
    note_entered(1);
  }
  // Enters without waiting; returns false when the gate is closed.
  bool try_enter() DRYDOCK_ANNOTATION(try_acquire_shared_capability(true)) {
    if (!try_enter(1, kAlone | kQueued)) return false;
    note_entered(1);
    return true;
  }
  // Enters together with others, before the strands that wait to be alone.
  void enter_past_waiters() DRYDOCK_ANNOTATION(acquire_shared_capability()) {
    if (!try_enter(1, kAlone)) wait(1, /*is_first=*/true);
    note_entered(1);
  }
  void leave() DRYDOCK_ANNOTATION(release_shared_capability()) { leave_with(1); }
  // Waits until nobody else is inside.
  void enter_alone() DRYDOCK_ANNOTATION(acquire_capability()) {
    pass(kAlone, ~0U);
    note_entered(kAlone);
  }
  void leave_alone() DRYDOCK_ANNOTATION(release_capability()) { leave_with(kAlone); }

 private:
  static constexpr std::uint32_t kAlone = 1U << 31;
  // A strand waits, so later ones queue behind it.
  static constexpr std::uint32_t kQueued = 1U << 30;

  struct Waiter;
  void pass(std::uint32_t wanted, std::uint32_t barred) {
    if (!try_enter(wanted, barred)) wait(wanted);
  }
  bool try_enter(std::uint32_t wanted, std::uint32_t barred) {
    std::uint32_t seen = state_.load(std::memory_order_relaxed);
    while ((seen & barred) == 0) {
      if (state_.compare_exchange_weak(seen, seen + wanted, std::memory_order_acquire,
                                       std::memory_order_relaxed))
        return true;
    }
    return false;
  }
  // Without a waiter, the compare-and-swap is the strand's last access to the gate. With one, the
  // release of lock_ is: an admitted strand takes lock_ once more before it goes on and may destroy
  // the gate.
  void leave_with(std::uint32_t had) {
    if (is_recording_order()) [[unlikely]]
      note_leaving(had);
    std::uint32_t seen = state_.load(std::memory_order_relaxed);
    while ((seen & kQueued) == 0) {
      if (state_.compare_exchange_weak(seen, seen - had, std::memory_order_release,
                                       std::memory_order_relaxed))
        return;
    }
    leave_to_others(had);
  }
  void wait(std::uint32_t wanted, bool is_first = false);
  void leave_to_others(std::uint32_t had);
  void admit() DRYDOCK_REQUIRES(lock_);

  // A strand that is alone comes after all strands that were inside before. One that is together
  // with others comes only after those that were alone.
  void note_entered(std::uint32_t wanted) {
    if (is_recording_order()) [[unlikely]]
      observe_others(wanted);
  }
  void observe_others(std::uint32_t wanted);
  void note_leaving(std::uint32_t had);

  const Orders orders_;

  // The inside count, kAlone and kQueued. Acquire on entering pairs with release on leaving.
  std::atomic<std::uint32_t> state_ = 0;
  SpinLock lock_;
  std::vector<Waiter*> waiters_ DRYDOCK_GUARDED_BY(lock_);  // in the order of their arrival
};

// Is inside a gate together with others while it lives.
class DRYDOCK_ANNOTATION(scoped_lockable) Passage {
 public:
  // kPastWaiters: before the strands that wait to be alone.
  enum class Kind : std::uint8_t { kAmongOthers, kPastWaiters };

  explicit Passage(Gate& gate, Kind kind = Kind::kAmongOthers)
      DRYDOCK_ANNOTATION(acquire_shared_capability(gate))
      : gate_(gate) {
    kind == Kind::kPastWaiters ? gate_.enter_past_waiters() : gate_.enter();
  }
  ~Passage() DRYDOCK_ANNOTATION(release_capability()) { gate_.leave(); }
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

 private:
  Gate& gate_;
};

// Is alone inside a gate while it lives.
using Alone = ScopedHold<Gate, &Gate::enter_alone, &Gate::leave_alone>;

// An event that happens once. Any number of strands may wait for it.
class Completion {
 public:
  ~Completion() { remove_published(this); }
  void complete();
  // Returns false when the deadline came first.
  bool wait(Time deadline = kForever);
  bool is_complete() const {
    if (!done_.load(std::memory_order_acquire)) return false;
    observe(this);
    return true;
  }

 private:
  // The release in complete() pairs with the acquire of a thread that finds it complete.
  std::atomic<bool> done_ = false;
  SpinLock lock_;
  std::vector<Strand*> waiters_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::sim
