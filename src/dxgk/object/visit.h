// Reading shared structures without a lock: who visits may follow pointers that another thread is
// taking away, for what is taken away is freed only when every visit that could have seen it is
// over.
//
// Cost: a visit is two plain stores on a line of the thread's own (the first is an exchange where
// the system has no barrier that one thread can make all others pass); handing memory over is a
// push on a list of the thread's own, with that barrier and a look at all threads once in 512
// times.
#pragma once

#include <atomic>
#include <cstdint>

namespace drydock::dxgk {

namespace visits {

inline constexpr std::uint64_t kAway = 0;

// What the others know of a thread. Never freed: a thread that ends leaves its record to another.
struct alignas(64) Visitor {
  std::atomic<std::uint64_t> since = kAway;  // the epoch in which its visit began
  std::atomic<bool> in_use = true;
  Visitor* next = nullptr;
};

extern std::atomic<std::uint64_t> epoch;  // the first is 1

// Whether one thread can make all others pass a barrier: then visits need none of their own. False
// until the library is initialised, which is the careful answer.
extern const bool has_remote_barrier;

// Found without asking the loader: eight bytes of the room that every thread has from the start.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Visitor* known;
Visitor& make_known();

}  // namespace visits

// While it lives the calling thread visits. May be nested. A visit is short: nothing waits and no
// driver runs inside.
class Visit {
 public:
  Visit()
      : visitor_(visits::known != nullptr ? *visits::known : visits::make_known()),
        is_inner_(visitor_.since.load(std::memory_order_relaxed) != visits::kAway) {
    if (is_inner_) return;
    // The acquire: what was cut off before this epoch began is not found by this visit.
    const std::uint64_t now = visits::epoch.load(std::memory_order_acquire);
    // Either who looks for the oldest visit sees this store, or this visit sees what was cut off
    // before it looked: by the barrier that every thread passes there, or by the one order of both.
    if (visits::has_remote_barrier) {
      visitor_.since.store(now, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      visitor_.since.store(now, std::memory_order_seq_cst);
    }
  }

  // What was read during the visit was read before it is freed.
  ~Visit() {
    if (!is_inner_) visitor_.since.store(visits::kAway, std::memory_order_release);
  }

  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  visits::Visitor& visitor_;
  const bool is_inner_;
};

class Farewell;

// What visitors may still see when it goes: the base of what is handed to free_after_visits().
// Visitors reach it by sequentially consistent loads.
class Visited {
 public:
  Visited() = default;
  Visited(const Visited&) = delete;
  Visited& operator=(const Visited&) = delete;

 protected:
  virtual ~Visited() = default;

 private:
  friend class Farewell;
  Visited* next_to_free_ = nullptr;
  std::uint64_t handed_at_ = 0;
};

// Deletes it when no visit can see it any more. The last way to it was cut before, by a
// sequentially consistent read-modify-write.
void free_after_visits(Visited& memory);

// Frees what this thread and threads that have ended handed over, as far as no visit is under way.
// For quiet moments: the end of a dock, leak checks.
void free_visited();

}  // namespace drydock::dxgk
