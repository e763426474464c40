// Who runs when. Every wait and wake-up of the host goes through here.
//
// Without a seed strands are ordinary threads and time is the machine's. Under a seed one strand
// runs at a time, it changes only at switch points, time is virtual and passes only when nobody can
// run, and the plan decides every choice: the same plan gives the same order of events.
//
// Cost: a switch point without a seed is one relaxed load.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/sim/schedule_plan.h"

namespace drydock::sim {

using Time = std::int64_t;  // 100 nanoseconds, as the executive counts
inline constexpr Time kForever = std::numeric_limits<Time>::max();

enum class Woken {
  kUnparked,
  kTimedOut,
  kStuck,  // seeded only: no strand could ever run again, so every parked one is told and must give
           // up its wait
};

class Strand;

// The strand of the calling thread; a thread that is new here becomes one.
Strand& current();

// A number that names a strand: the same in every run of the same seed.
std::uint32_t id_of(const Strand& strand);
const std::string& name_of(const Strand& strand);

// Blocks the calling strand until unpark() or the deadline. A permit that came before is used up at
// once.
Woken park(Time deadline = kForever);

// Gives a strand its permit (at most one is kept).
void unpark(Strand& strand);

namespace internal {
// Relaxed where it is read: it changes while no other strand of ours runs.
extern constinit std::atomic<bool> is_seeded;
void switch_seeded();
}  // namespace internal

// Under a seed another strand may run before this returns.
inline void switch_point() {
  if (internal::is_seeded.load(std::memory_order_relaxed)) [[unlikely]]
    internal::switch_seeded();
}

// A switch point of a strand that can only ask again until another has run.
void yield();

Time now();

// Starts a strand. The handle joins on destruction if join() was not called.
class Thread {
 public:
  Thread();
  Thread(Thread&&) noexcept;
  Thread& operator=(Thread&&) noexcept;
  ~Thread();

  void join();
  bool joinable() const { return impl_ != nullptr; }
  Strand& strand() const;

 private:
  friend Thread spawn(std::string name, std::function<void()> body);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

Thread spawn(std::string name, std::function<void()> body);

// While it lives the schedule is the plan's. Begun by a strand when no other strand of ours runs.
class SeededSchedule {
 public:
  explicit SeededSchedule(std::uint64_t seed);  // random choices
  explicit SeededSchedule(const SchedulePlan& plan);
  ~SeededSchedule();
  SeededSchedule(const SeededSchedule&) = delete;
  SeededSchedule& operator=(const SeededSchedule&) = delete;

  std::uint64_t switches() const;  // how often another strand was chosen
  std::uint64_t order() const;     // a digest of all choices
  std::uint64_t choices() const;   // how often more than one strand could run

  // The choices so far as a list of switches: a schedule with this plan makes them again. Of more
  // than a million there is no list, and this is the plan as it was given.
  SchedulePlan taken() const;

  // Of a plan of switches: those that were possible so far and not taken, in the order of their
  // places; at most a million.
  std::vector<Switch> alternatives() const;
};

bool is_seeded();

// The plan of the schedule that lives; nothing without one.
std::optional<SchedulePlan> schedule_plan();

// A number from the machine, or under a seed from the seed: the same in every run. Drawing changes
// no choice of the schedule.
std::uint64_t random();

// Called before a seeded schedule begins and before it ends: strands that serve the host for as
// long as they are needed must be gone by then, and come back when they are needed again. The
// number takes the hook away again, when no schedule changes.
std::uint64_t on_schedule_change(std::function<void()> hook);
void remove_schedule_hook(std::uint64_t number);

}  // namespace drydock::sim
