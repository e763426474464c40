// Runs plans in child processes.
//
// Owner: the caller owns pool and plans; child processes live no longer than a call. Threads: one,
// which waits until a child has something to say.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/verify/engine/child_process.h"

namespace drydock::verify {

// Several plans at a time.
struct ProcessPool {
  const TestedDrivers& drivers;
  std::string command;  // the command line that repeats a run, without the arguments of the plan
  Limits limits = {};
  unsigned jobs = 2;
  // Says whether to stop before everything is run. A pool asks between runs and while it waits.
  std::function<bool()> is_stopped = nullptr;
  // The stacks of findings, which the runs of this pool share.
  std::shared_ptr<StackTable> stacks = std::make_shared<StackTable>();

  bool must_stop() const;

  enum class Processes : std::uint8_t {
    kShared,     // a process runs many plans, one after the other
    kOneForEach  // each plan has a process of its own, as a replay has
  };
  // Receives the outcome of the plan with this index.
  using OnOutcome = std::function<void(std::size_t plan, Outcome outcome)>;
  // Decides, before a plan is run, whether it is dropped because of earlier outcomes.
  using IsDropped = std::function<bool(const Plan&)>;

  // Runs every plan that is not dropped. Each has exactly one outcome; they come in any order.
  // Returns the plans that have none because the pool was stopped: it ends their processes.
  std::vector<std::size_t> run(std::span<const Plan> plans, const OnOutcome& on_outcome,
                               const IsDropped& is_dropped = nullptr,
                               Processes processes = Processes::kShared) const;
};

// One plan after the other, for a caller that chooses the next plan by the last outcome.
class SequentialRunner {
 public:
  // The pool outlives it: drivers, command and limits are the pool's.
  explicit SequentialRunner(const ProcessPool& pool) : pool_(pool) {}

  // Returns nothing when the pool was stopped, which ends the run.
  std::optional<Outcome> run(const Plan& plan);

 private:
  const ProcessPool& pool_;
  std::unique_ptr<ChildProcess> child_;
  std::size_t runs_ = 0;  // runs that the child has made
};

}  // namespace drydock::verify
