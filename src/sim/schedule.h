// The schedule: decides which strand runs. Every wait and wake-up of the host goes through it. This
// is the first header of src/sim.
//
// Without a seed strands are ordinary threads and time is the machine's. Under a seed one strand
// runs at a time, and the running strand changes only at switch points. Time is virtual and passes
// only when no strand can run. The plan decides every choice: the same plan gives the same order of
// events.
//
// Cost: a switch point without a seed is one relaxed load. Owner: the process has one schedule.
// Threads: any thread may call; one that is new becomes a strand.
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
  kStuck,  // seeded only: no strand can ever run again, so each parked strand must end its wait
};

class Strand;

// The strand of the calling thread; a thread that is new here becomes one.
Strand& current();

// The number of a strand. It is the same in every run of the same seed.
std::uint32_t id_of(const Strand& strand);
const std::string& name_of(const Strand& strand);

// Blocks the calling strand until unpark() or the deadline. If the strand already has a permit,
// park() uses it up and returns at once.
Woken park(Time deadline = kForever);

// Gives a strand its permit. A strand has at most one.
void unpark(Strand& strand);

namespace internal {
// Read relaxed: it changes while no other strand of the host runs.
extern constinit std::atomic<bool> is_seeded;
void switch_seeded();
}  // namespace internal

// Under a seed another strand may run before this returns.
inline void switch_point() {
  if (internal::is_seeded.load(std::memory_order_relaxed)) [[unlikely]]
    internal::switch_seeded();
}

// A switch point of a strand that can only repeat its check until another strand has run.
void yield();

Time now();

// A handle of a strand that spawn() started. Its destructor joins if join() was not called.
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

// While one lives, its plan decides the schedule. A strand makes it when no other strand of the
// host runs.
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

  // The choices so far as a list of switches: a schedule with this plan repeats them. After more
  // than a million choices there is no list, and this returns the plan as it was given.
  SchedulePlan taken() const;

  // For a plan of switches: those that no strand met so far, or that led to a strand that could not
  // run then.
  std::uint64_t switches_not_met() const;

  // For a plan of switches: the switches that were possible so far and not taken, in the order of
  // their places; at most a million.
  std::vector<Switch> alternatives() const;
};

bool is_seeded();

// The plan of the live seeded schedule; nothing without one.
std::optional<SchedulePlan> schedule_plan();

// A random number from the machine, or under a seed from the seed, so that it is the same in every
// run. Drawing one changes no choice of the schedule.
std::uint64_t random();

// Registers a hook that runs before a seeded schedule begins and before it ends. Strands that serve
// the host only while they are needed must have ended by then; they start again on demand. Returns
// a number by which remove_schedule_hook() removes the hook; no schedule may begin or end
// meanwhile.
std::uint64_t on_schedule_change(std::function<void()> hook);
void remove_schedule_hook(std::uint64_t number);

}  // namespace drydock::sim
