// A process of its own for runs: what a driver does to its process ends there.
//
// Forked from a parent that has no thread besides the one that forks and has entered no driver. A
// child plays one run after the other, as its parent tells it; it dies with the run that kills it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/verify/engine/plan.h"

namespace drydock::verify {

// What a run may use before its process is ended.
struct Limits {
  std::chrono::milliseconds wall{10'000};
  std::size_t memory = std::size_t{2} << 30;  // bytes that are resident
};

class ChildProcess {
 public:
  // A child with a number stays on one processor, another for each number while there are enough:
  // a schedule keeps its threads where it begins, and two might begin at the same place.
  ChildProcess(const Subject& subject, const std::string& command, Limits limits,
               std::optional<std::size_t> number = {});
  // Ends the process.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool is_idle() const { return !plan_; }

  // Starts a run; only while idle.
  void give(const Plan& plan);

  // Takes what it said, and sees to its limits; what came of the run when that is over.
  std::optional<Outcome> look();

  // True when it plays no more: it died, or what it played has left it unfit.
  bool is_over() const { return over_; }

  // To wait on until there is something to take.
  std::pair<int, int> files() const { return {results_, noise_}; }

 private:
  using Clock = std::chrono::steady_clock;

  void drain_noise();
  bool read_results();  // false when there will be no more
  std::optional<Outcome> take_line();
  void see_to_limits();
  bool is_starved();
  void ask_where(std::string why);
  Outcome obituary();
  int reap();

  const std::string command_;
  const Limits limits_;
  pid_t process_ = 0;
  int orders_ = -1;
  int results_ = -1;
  int noise_ = -1;
  std::string received_;
  std::string said_;          // the end of what it wrote to its standard output and error
  std::optional<Plan> plan_;  // of the run under way
  Clock::time_point since_;
  Clock::time_point last_able_;  // when a thread of it was last seen to want a processor
  std::chrono::milliseconds processor_time_{};  // used when the run began
  std::optional<Clock::time_point> asked_;      // where it is
  std::string limit_broken_;                    // the sentence about it; empty: none
  std::unique_ptr<nlohmann::ordered_json> last_words_;
  bool over_ = false;
};

}  // namespace drydock::verify
