// The happens-before order of a run, by which the race detector finds accesses that nothing orders.
//
// A task is a strand, or work such as an interrupt or a DPC that a strand does in between and that
// might as well run on another processor. Each task has a clock of its own and knows how far it has
// observed the clocks of the others. publish(object) says that what the task did until now happens
// before whatever follows an observe(object). Locks, events, queues and the starts and ends of
// strands call the two.
//
// Only the order that a driver may count on is recorded. The host's own short locks and the turns
// of a seeded schedule make no such order.
//
// Cost: one relaxed load while the order is not recorded; else a mutex and a comparison of a few
// hundred bytes. Owner: the process. Threads: any.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace drydock::sim {

// Relaxed: record_order() sets it once, before the accesses that are looked at.
inline constinit std::atomic<bool> order_is_recorded = false;
inline bool is_recording_order() { return order_is_recorded.load(std::memory_order_relaxed); }

// Records the order from now on, for the life of the process.
void record_order();

namespace order {
void publish(const void* object);
void observe(const void* object);
void follow_everything();
void begin_strand(const void* origin);
void begin_call();
void remove(const void* begin, std::size_t bytes);
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

// The strand of this thread begins after what was published to `origin`. A thread that never calls
// this was started outside the host: nobody knows what it observed there.
inline void begin_strand(const void* origin) {
  if (is_recording_order()) [[unlikely]]
    order::begin_strand(origin);
}

// The host calls driver code. For a strand whose work comes from elsewhere, the host did not see
// what led to the call, so the call follows everything.
inline void begin_call() {
  if (is_recording_order()) [[unlikely]]
    order::begin_call();
}

// Removes what was published to these addresses, because the objects there are destroyed.
inline void remove_published(const void* begin, std::size_t bytes = 1) {
  if (is_recording_order()) [[unlikely]]
    order::remove(begin, bytes);
}

// Declares that this strand serves queues of the host: its work comes from elsewhere, one item
// after the other.
void lead_from_elsewhere();

struct Task;

// While one lives, the calling thread is another task.
class Aside {
 public:
  // The task follows what the strand did, as an interrupt that stopped the strand does. The strand
  // does not observe what the task did.
  Aside();
  // The task follows what was published to `origin` and nothing else. Afterwards the strand
  // observes what the task did, and so does a waiter for the strand.
  explicit Aside(const void* origin);
  ~Aside();
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  Task* task_ = nullptr;
  Task* outer_ = nullptr;
  bool is_observed_ = false;
};

// A moment in the life of a task. There are few numbers for tasks: one is used again long after its
// task ended.
struct Moment {
  std::uint32_t tick = 0;
  std::uint32_t task = 0;
};

// The moment of the calling task; nothing when there are too many tasks.
std::optional<Moment> this_moment();

// Returns whether the moment of another task happens before the calling task's next access.
bool is_before_now(Moment moment);

}  // namespace drydock::sim
