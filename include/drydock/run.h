// Seeds and faults: the same order of events in every run, and calls that fail on purpose.
//
//   const drydock::Run run({.seed = 7});  // this order, every time
//   const drydock::Run run({.seed = 7, .fail = drydock::FaultPlan{.nth = 3}});  // one call fails
//
// Without a Run, threads are ordinary threads and no call fails on purpose. While a Run with a seed
// or a schedule lives, one thread of the host and its drivers runs at a time, and the running
// thread changes only at switch points. Time is virtual and passes only when no thread can run.
//
// Contract: begin and end a Run when no driver is loaded and no other thread is inside the host. At
// most one Run lives in a process. Findings name the seed and the faults under which they were
// raised. Owner: the program. Threads: those that the program makes by std::thread have no place in
// a seeded order. Cost: under a seed only one processor is used.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace drydock {

// The calls that can be made to fail, by what they request.
enum class Fault : std::uint8_t {
  kPool,        // pool, heap
  kMdl,         // memory descriptor lists
  kContiguous,  // contiguous memory
  kThread,      // threads
  kRegistry,    // registry keys and values
  kMapping,     // mappings of memory
  kObject,      // objects of the executive and of the graphics kernel
  kHandle,      // a place in a client's handle table
  kDevice,      // access to the bus: registers, configuration, interrupts
  kState,       // room to save the processor's registers
};

// The calls that fail. If no member is set, none fails, and they are counted.
struct FaultPlan {
  std::optional<std::uint64_t> nth = {};   // the n-th call that can fail, counted from 0
  std::optional<std::uint64_t> seed = {};  // calls drawn at random from this seed …
  std::uint32_t one_in = 16;               // … one in so many
  std::optional<Fault> only = {};          // only calls of this kind; others are counted
};

struct RunPlan {
  std::optional<std::uint64_t> seed = {};  // every choice of the schedule is drawn from it
  // Instead of a seed: a schedule as findings print it, such as "pct:7:3" or "at:2.17=4".
  std::string schedule = {};
  std::optional<FaultPlan> fail = {};
};

class Run {
 public:
  // Throws std::invalid_argument when the text is no schedule, or when both it and a seed are
  // given.
  explicit Run(const RunPlan& plan);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // How many calls that can fail were made, and how many of them failed. 0 without a FaultPlan.
  std::uint64_t calls_that_can_fail() const;
  std::uint64_t calls_failed() const;
  // The choices so far, as a schedule that repeats them; empty without a seed or schedule.
  std::string schedule() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock
