// What happened before what: for those who look for accesses that nothing orders.
//
// A task is a strand, or something that a strand does aside, such as an interrupt or a DPC, that
// might as well run elsewhere. Each has a clock of its own and knows how far it has heard of the
// others. publish(object) says: what this task did until now is before whatever follows an
// observe(object). Locks, events, queues and the starts and ends of strands do so.
//
// Only the order that a driver may count on is noted: the host's own short locks and the turns of a
// seeded schedule are none.
//
// Cost: while nobody looks one relaxed load; else a lock and a few hundred bytes compared.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace drydock::sim {

// Relaxed: it is set once, before the accesses that are looked at.
inline constinit std::atomic<bool> order_is_recorded = false;
inline bool is_recording_order() { return order_is_recorded.load(std::memory_order_relaxed); }

// From now on, for the life of the process.
void record_order();

namespace order {
void publish(const void* object);
void observe(const void* object);
void follow_everything();
void begin_strand(const void* origin);
void begin_call();
void forget(const void* begin, std::size_t bytes);
}  // namespace order

inline void publish(const void* object) {
  if (is_recording_order()) [[unlikely]]
    order::publish(object);
}
inline void observe(const void* object) {
  if (is_recording_order()) [[unlikely]]
    order::observe(object);
}

// Everything that any task did until now is before what this one does next.
inline void follow_everything() {
  if (is_recording_order()) [[unlikely]]
    order::follow_everything();
}

// The strand of this thread begins, after what was published to `origin`. A thread that never says
// so comes from elsewhere: nobody knows what it was told there.
inline void begin_strand(const void* origin) {
  if (is_recording_order()) [[unlikely]]
    order::begin_strand(origin);
}

// Driver code is entered from the host. What led to the call of a strand that is led from elsewhere
// was not seen, so the call follows everything.
inline void begin_call() {
  if (is_recording_order()) [[unlikely]]
    order::begin_call();
}

// Objects at these addresses are no more.
inline void forget_published(const void* begin, std::size_t bytes = 1) {
  if (is_recording_order()) [[unlikely]]
    order::forget(begin, bytes);
}

// This strand serves queues of the host: it is led from elsewhere, from one item to the next.
void lead_from_elsewhere();

struct Task;

// While it lives the calling thread is another task.
class Aside {
 public:
  // After what the strand did: the strand was stopped for it, and hears nothing of it.
  Aside();
  // After what was published to `origin`, and nothing else. The strand hears of it afterwards, and
  // so does who waits for the strand.
  explicit Aside(const void* origin);
  ~Aside();
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  Task* task_ = nullptr;
  Task* outer_ = nullptr;
  bool is_heard_ = false;
};

// A place in the life of a task. Tasks are few: a number is used again, long after its task ended.
struct Moment {
  std::uint32_t tick = 0;
  std::uint32_t task = 0;
};

// Of the calling task; nothing when there are too many tasks.
std::optional<Moment> this_moment();

// Whether the moment of another task is before what the calling task does now.
bool is_before_now(Moment moment);

}  // namespace drydock::sim
