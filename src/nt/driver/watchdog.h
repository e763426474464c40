// Ends driver calls that do not come back, and calls of drivers that are dead already.
//
// A call that lasts longer than the limit is N-062, with the stack where it hangs, and the driver
// is dead. A thread inside a dead driver goes on, step by step, until it is in the driver's own
// code, where it holds nothing of the host's, or until its wait ends; there it leaves for
// Driver::run(). Under a seed no clock of the machine may decide, so only waits end.
//
// Cost: a crossing writes two words of the thread's own.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "src/nt/driver/driver.h"

namespace drydock::nt {

// Sets how long a call may last, for the whole process. Zero means without a limit.
void set_call_limit(std::chrono::milliseconds limit);
std::chrono::milliseconds call_limit();

// The crossings of a thread into drivers. The thread writes them and the watchdog reads them.
struct Crossings {
  // Odd inside a crossing. The release store pairs with the acquire of the watchdog.
  std::atomic<std::uint64_t> crossing = 0;
  std::atomic<const Driver*> driver = nullptr;
  int depth = 0;  // the thread's own

  void count() {
    crossing.store(crossing.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
};
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Crossings* known_crossings;
Crossings& make_crossings();

// A crossing into driver code, watched while it lives. Prepares the thread for faults too. Within
// another one it does nothing.
class WatchedCall {
 public:
  explicit WatchedCall(const Driver& driver)
      : mine_(known_crossings != nullptr ? *known_crossings : make_crossings()) {
    if (mine_.depth++ > 0) return;
    mine_.driver.store(&driver, std::memory_order_relaxed);
    mine_.count();
  }
  ~WatchedCall() {
    if (--mine_.depth > 0) return;
    mine_.count();
    mine_.driver.store(nullptr, std::memory_order_relaxed);
  }
  WatchedCall(const WatchedCall&) = delete;
  WatchedCall& operator=(const WatchedCall&) = delete;

 private:
  Crossings& mine_;
};

// While it lives the thread's crossings may last as long as they like: system threads.
class Unwatched {
 public:
  Unwatched();
  ~Unwatched();
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;
};

// Makes every thread that is inside this dead driver leave it, soon.
void end_calls_of(const Driver& driver);

// The handler of traps calls it with its ucontext_t after each single step of a thread that leaves
// a dead driver.
void step_out(void* context);

// This thread leaves its driver, which is dead, as soon as it is in the driver's own code. Called
// where the thread may hold a lock of somebody else's, such as in a sanitizer's report.
void leave_at_next_instruction();

// Whether the thread was about to leave in this way. It no longer is: the caller makes it leave.
bool was_leaving();

// Returns how many threads are inside the driver.
std::size_t calls_inside(const Driver& driver);

}  // namespace drydock::nt
