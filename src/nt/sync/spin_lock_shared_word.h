// A lock in one word that many may share or one may own: EX_SPIN_LOCK and EX_PUSH_LOCK.
//
// Zero is free. The top bit says that it is owned, the next that a thread waits; the low 24 bits
// count the threads that share it. The others are always zero, so that memory that is no lock is
// told apart. Whoever waits keeps newcomers from sharing, as Windows does, so that an exclusive
// acquisition is not starved.
#pragma once

#include <atomic>
#include <limits>
#include <type_traits>

namespace drydock::nt {

template <class Integer>
class SharedWord {
  using Unsigned = std::make_unsigned_t<Integer>;
  static constexpr Unsigned kOwned = Unsigned{1} << (std::numeric_limits<Unsigned>::digits - 1);
  static constexpr Unsigned kWaiters = kOwned >> 1;
  static constexpr Unsigned kSharers = 0xffffff;

 public:
  explicit SharedWord(volatile Integer* word)
      : word_(reinterpret_cast<Unsigned&>(const_cast<Integer&>(*word))) {}

  bool is_lock() const { return (load() & ~(kOwned | kWaiters | kSharers)) == 0; }
  bool is_owned() const { return (load() & kOwned) != 0; }
  bool is_shared() const { return (load() & kSharers) != 0; }
  Unsigned load() const { return word_.load(std::memory_order_relaxed); }

  bool try_own(bool waiting) {
    return change(
        waiting, [](Unsigned seen) { return (seen & (kOwned | kSharers)) == 0; },
        [](Unsigned seen) { return seen | kOwned; });
  }

  bool try_share(bool waiting) {
    return change(
        waiting, [](Unsigned seen) { return (seen & (kOwned | kWaiters)) == 0; },
        [](Unsigned seen) { return seen + 1; });
  }

  // The only sharer becomes the owner.
  bool try_convert() {
    return change(
        false, [](Unsigned seen) { return (seen & (kOwned | kSharers)) == 1; },
        [](Unsigned seen) { return (seen - 1) | kOwned; });
  }

  // Both: true when all waiters are to be woken. Release pairs with the acquire in change().
  bool disown() { return (word_.exchange(0, std::memory_order_release) & kWaiters) != 0; }
  bool unshare() {
    Unsigned seen = load();
    for (;;) {
      const bool last = (seen & kSharers) == 1;
      if (word_.compare_exchange_weak(seen, last ? 0 : seen - 1, std::memory_order_release,
                                      std::memory_order_relaxed)) {
        return last && (seen & kWaiters) != 0;
      }
    }
  }

  void clear() { word_.store(0, std::memory_order_release); }

 private:
  template <class May, class Next>
  bool change(bool waiting, May may, Next next) {
    Unsigned seen = load();
    for (;;) {
      const bool can = may(seen);
      if (!can && !waiting) return false;
      const Unsigned desired = can ? next(seen) : seen | kWaiters;
      if (word_.compare_exchange_weak(seen, desired, std::memory_order_acq_rel,
                                      std::memory_order_relaxed))
        return can;
    }
  }

  std::atomic_ref<Unsigned> word_;
};

}  // namespace drydock::nt
