// Reading shared structures without a lock: who visits may follow pointers that another thread is
// taking away, for what is taken away is freed only when every visit that could have seen it is
// over.
//
// Cost: a visit is one exchange and one store on a line of the thread's own; handing memory over is
// a push on a list of the thread's own, with a look at all threads once in kBatch times.
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
};

// Memory that visitors may still see: the base of what is handed to free_after_visits().
struct Visited {
  Visited* next_to_free = nullptr;
  std::uint64_t freed_at = 0;
};

// Calls `free` when no visit can see the memory any more. The last way to it was cut by a
// read-modify-write before: a plain store might still be on its way when the epoch is read.
void free_after_visits(Visited& memory, void (*free)(Visited&));

// Frees everything that was handed over, as far as no visit is under way. For quiet moments: the
// end of a dock, leak checks.
void free_visited();

}  // namespace drydock::dxgk
