// Ends a test that hangs, and says where each thread is.
//
// A process of its own watches the program: threads, locks, signals and memory of a program that
// hangs are left as they are, and a program that forks has no thread too many. When a test takes
// longer than its limit, the guard prints the stacks of all threads of the program and of the
// processes that it has started, and kills them. While a debugger is attached no limit counts. On a
// machine whose processors are wanted by more threads than it has, a second counts for less: two
// processors that four threads want make 30 seconds a minute.
//
// Time is the machine's, never the virtual time of src/sim: a schedule that waits for nothing has a
// virtual clock that stands still.
//
// Cost: a fork when the program starts, a store for each test. Owner: the process. Threads: one, at
// a time when no other makes the same call.
#pragma once

#include <chrono>
#include <string_view>

namespace drydock::testing {

class HangGuard {
 public:
  // Starts the guard. Once, before the program has threads. The first limit begins now.
  static void start(std::chrono::seconds limit);

  // Notes that a step begins, with the name that the report gives it. It has the whole limit.
  static void begins(std::string_view what);

  // The running test has so much time instead, counted from now; the caller says why. Four times as
  // much in a program with sanitizers.
  static void has(std::chrono::seconds limit);

  // While one lives, the time does not count: for compilers that a test runs. Does nothing in a
  // program without a guard.
  class Pause {
   public:
    Pause();
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    std::chrono::nanoseconds left_{};
  };
};

}  // namespace drydock::testing
