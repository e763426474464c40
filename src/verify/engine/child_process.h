// A child process for runs, so that whatever a driver does to its process ends there.
//
//   Idle      --start()---------------------> Running
//   Running   --outcome---------------------> Idle, or Spent after a fatal finding
//   Running   --process ended---------------> Spent
//   Running   --limit exceeded--------------> Stopping
//   Stopping  --outcome or process ended----> Spent
//
// The child is forked, so the parent has no thread besides the one that forks and has entered no
// driver. A child runs one plan after the other. Spent children run no more plans: their owner
// destroys them, which ends the process.
//
// Threads: one. Cost: a fork of a process with the host loaded, about a millisecond.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "src/verify/base/stack_table.h"
#include "src/verify/engine/outcome.h"
#include "src/verify/engine/plan.h"

namespace drydock::verify {

// Limits of a run; its process is ended when it exceeds one.
struct Limits {
  std::chrono::milliseconds wall{10'000};     // 0: no limit
  std::size_t memory = std::size_t{2} << 30;  // resident bytes
};

class ChildProcess {
 public:
  // A child with a number stays on one processor: children with different numbers use different
  // processors as long as there are enough. A schedule keeps its threads on the processor on which
  // it begins, and without a number two schedules might begin on the same one.
  // The table outlives the child and grows by the stacks that it sends.
  ChildProcess(const TestedDrivers& drivers, const std::string& command, Limits limits,
               StackTable& stacks, std::optional<std::size_t> number = {});
  // Ends the process.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool is_running() const {
    return std::holds_alternative<Running>(state_) || std::holds_alternative<Stopping>(state_);
  }
  bool is_spent() const { return std::holds_alternative<Spent>(state_); }

  // Starts a run. The child is idle.
  void start(const Plan& plan);

  // Reads what the child wrote and enforces the limits, without waiting. The outcome of the run
  // once it has ended. The child is running. Throws std::runtime_error
  // when a debugger has ended it.
  std::optional<Outcome> poll();

  // The files that become readable when poll() has something to read.
  std::pair<int, int> files() const { return {results_, output_}; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Idle {};
  struct Running {
    Plan plan;
    Clock::time_point since;
    Clock::time_point last_runnable;           // when one of its threads last wanted a processor
    std::chrono::milliseconds processor_time;  // that the process had used when the run began
    Clock::time_point looked_for_debugger = since;
  };
  // It exceeded a limit and was asked where it is. It is killed if it does not end by itself.
  struct Stopping {
    Plan plan;
    Clock::time_point since;
    std::string exceeded_limit;  // the end of a sentence
  };
  struct Spent {};

  void read_output();
  bool read_results();  // false when there will be no more
  std::optional<Outcome> take_outcome();
  std::optional<Outcome> take_message();
  void enforce_limits();
  void look_for_debugger(Running& running);
  bool is_starved(Running& running) const;
  void stop(const Running& running, std::string exceeded_limit);
  Outcome outcome_of_ended_process();
  int wait_for_end();

  const std::string command_;
  const Limits limits_;
  StackTable& stacks_;
  pid_t process_ = 0;  // 0: it was waited for
  int plans_ = -1;
  int results_ = -1;
  int output_ = -1;
  bool was_debugged_ = false;
  std::string received_;     // results that are not a whole line yet
  std::string output_tail_;  // the end of what it wrote to its standard output and error
  CrashReport crash_report_;
  Clock::time_point started_;  // the run
  std::variant<Idle, Running, Stopping, Spent> state_;
};

}  // namespace drydock::verify
