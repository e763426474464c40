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

// While it lives the calling thread visits. May be nested. A visit is short: nothing waits and no
// driver runs inside.
class Visit {
 public:
  Visit();
  ~Visit();
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  struct Thread;  // what a thread knows of its visits

 private:
  Thread& thread_;
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
