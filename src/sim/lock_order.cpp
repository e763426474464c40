#include "src/sim/lock_order.h"

#ifndef NDEBUG

#include <atomic>
#include <bitset>
#include <cstdio>
#include <cstdlib>

namespace drydock::sim {
namespace {

void print_lock(const char* what, const RankedLock& lock) {
  std::fprintf(stderr, "  %s the lock of %s:%u, %s\n", what, lock.where().file_name(),
               lock.where().line(), lock.where().function_name());
}

void end_process(const RankedLock& held, const RankedLock& taken) {
  std::fprintf(stderr, "drydock: a thread of the host takes locks against their order\n");
  print_lock("it holds", held);
  print_lock("it takes", taken);
  std::abort();
}

// Tests set it while no other thread runs.
constinit std::atomic<LockOrderHandler> lock_order_handler = end_process;

// The order in which threads took locks of the same rank. A lock is identified by the place of its
// definition, so all locks of one kind count as one.
class LearnedOrder {
 public:
  // Learns that `taken` was taken under `held`. Returns false when the opposite follows from what
  // was learned before.
  bool learn(const RankedLock& held, const RankedLock& taken) {
    const std::size_t from = number_of(held);
    const std::size_t to = number_of(taken);
    // For two locks of one kind their objects decide the order, which is not known here.
    if (from == to || from == kKinds || to == kKinds) return true;
    std::atomic<bool>& known = is_known_[from * kKinds + to];
    if (known.load(std::memory_order_relaxed)) return true;
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
    std::bitset<kKinds> seen;
    const bool is_inversion = leads(to, from, seen);
    if (!is_inversion) known.store(true, std::memory_order_relaxed);
    busy_.clear(std::memory_order_release);
    return !is_inversion;
  }

 private:
  static constexpr std::size_t kKinds = 512;

  // Returns kKinds when there is no room; such a lock is not checked.
  std::size_t number_of(const RankedLock& lock) {
    const std::uint64_t key =
        (reinterpret_cast<std::uintptr_t>(lock.where().file_name()) << 16) + lock.where().line();
    for (std::size_t i = 0; i < kKinds; ++i) {
      const std::size_t at = (key * 0x9e3779b97f4a7c15ULL + i) % kKinds;
      std::uint64_t none = 0;
      if (keys_[at].compare_exchange_strong(none, key, std::memory_order_relaxed) || none == key)
        return at;
    }
    return kKinds;
  }

  bool leads(std::size_t from, std::size_t to, std::bitset<kKinds>& seen) const {
    if (from == to) return true;
    seen.set(from);
    for (std::size_t next = 0; next < kKinds; ++next) {
      if (is_known_[from * kKinds + next].load(std::memory_order_relaxed) && !seen.test(next) &&
          leads(next, to, seen))
        return true;
    }
    return false;
  }

  std::atomic_flag busy_;  // held while an edge is added
  std::array<std::atomic<std::uint64_t>, kKinds> keys_ = {};
  std::array<std::atomic<bool>, kKinds * kKinds> is_known_ = {};
};

constinit LearnedOrder learned_order;

bool is_in_order(const RankedLock& held, const RankedLock& taken) {
  if (held.rank() != taken.rank()) return held.rank() < taken.rank();
  return held.rank() != LockRank::kStrand && learned_order.learn(held, taken);
}

}  // namespace

constinit thread_local HeldLocks held_locks{};

LockOrderHandler set_lock_order_handler(LockOrderHandler handler) {
  return lock_order_handler.exchange(handler, std::memory_order_acq_rel);
}

void internal::check_lock_order(const RankedLock& taken) {
  for (std::size_t i = 0; i < held_locks.count; ++i) {
    const RankedLock& held = *held_locks.locks[i];
    if (!is_in_order(held, taken))
      return lock_order_handler.load(std::memory_order_acquire)(held, taken);
  }
}

}  // namespace drydock::sim

#endif
