// Seeds and faults: the same order of events in every run, and calls that fail on purpose.
//
//   const drydock::Run run({.seed = 7});  // this order, every time
//   const drydock::Run run({.seed = 7, .fail = drydock::FaultPlan{.nth = 3}});  // one call fails
//
// Without a Run threads are ordinary threads and nothing fails by itself. While one lives with a
// seed or a schedule, one thread of the host and its drivers runs at a time, it changes only at
// switch points, and time is virtual: it passes only when nobody can run. Begin and end a Run when
// no driver is loaded and no other thread is inside the host. Threads that the program itself makes
// by std::thread have no place in a seeded order.
//
// One Run at a time in a process. Findings name the seed and the faults under which they were
// raised.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace drydock {

// The calls that can be made to fail, by what they ask for.
enum class Fault : std::uint8_t {
  kPool,        // pool, heap
  kMdl,         // memory descriptor lists
  kContiguous,  // contiguous memory
  kThread,      // threads
  kRegistry,    // registry keys and values
  kMapping,     // mappings of memory
  kObject,      // objects of the executive and of the graphics kernel
  kHandle,      // a place in a client's handle table
  kDevice,      // what the bus gives: registers, configuration, interrupts
  kState,       // room for the processor's registers
};

// Which calls fail. Without any member none does, and they are counted.
struct FaultPlan {
  std::optional<std::uint64_t> nth = {};   // the n-th call that can fail, counted from 0
  std::optional<std::uint64_t> seed = {};  // calls drawn at random from this seed …
  std::uint32_t one_in = 16;               // … one in so many
  std::optional<Fault> only = {};          // only calls of this kind; others are counted
};

struct RunPlan {
  std::optional<std::uint64_t> seed = {};  // every choice is drawn from it
  // A schedule as findings print it, such as "pct:7:3" or "at:2.17=4"; instead of a seed.
  std::string schedule = {};
  std::optional<FaultPlan> fail = {};
};

class Run {
 public:
  // Throws std::invalid_argument when the schedule is none, or when both it and a seed are given.
  explicit Run(const RunPlan& plan);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // How many calls that can fail were met, and how many were made to fail. 0 without a FaultPlan.
  std::uint64_t calls_that_can_fail() const;
  std::uint64_t calls_failed() const;
  // The choices so far, as a schedule that makes them again; empty without a seed or schedule.
  std::string schedule() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock
