#include "src/verify/engine/process_pool.h"

#include <poll.h>

#include <algorithm>
#include <cassert>

namespace drydock::verify {
namespace {

constexpr int kLimitPeriod = 50;  // milliseconds between checks of the limits
// Runs of one process. The host stores some data for as long as its process lives; this bounds it.
constexpr std::size_t kRunsOfProcess = 512;

struct Worker {
  std::unique_ptr<ChildProcess> child = nullptr;
  std::size_t plan = 0;  // the index of the plan that it runs
  std::size_t runs = 0;  // runs that the child has made

  bool is_running() const { return child != nullptr && child->is_running(); }
};

void wait_for_messages(std::span<const ChildProcess* const> children) {
  std::vector<pollfd> files;
  for (const ChildProcess* child : children) {
    const auto [results, output] = child->files();
    files.push_back({results, POLLIN, 0});
    files.push_back({output, POLLIN, 0});
  }
  ::poll(files.data(), files.size(), kLimitPeriod);
}

void wait_for_messages(const std::vector<Worker>& workers) {
  std::vector<const ChildProcess*> running;
  for (const Worker& worker : workers) {
    if (worker.is_running()) running.push_back(worker.child.get());
  }
  wait_for_messages(running);
}

// The plans that run, and those from `next` on.
std::vector<std::size_t> unfinished(const std::vector<Worker>& workers, std::size_t next,
                                    std::size_t plans) {
  std::vector<std::size_t> out;
  for (const Worker& worker : workers) {
    if (worker.is_running()) out.push_back(worker.plan);
  }
  for (; next < plans; ++next) out.push_back(next);
  return out;
}

bool needs_process(const std::unique_ptr<ChildProcess>& child, std::size_t runs,
                   std::size_t most_runs) {
  return child == nullptr || child->is_spent() || runs >= most_runs;
}

}  // namespace

bool ProcessPool::must_stop() const { return is_stopped != nullptr && is_stopped(); }

std::vector<std::size_t> ProcessPool::run(std::span<const Plan> plans, const OnOutcome& on_outcome,
                                          const IsDropped& is_dropped, Processes processes) const {
  std::vector<Worker> workers(std::clamp<std::size_t>(plans.size(), 1, std::max(jobs, 1U)));
  const std::size_t most_runs = processes == Processes::kOneForEach ? 1 : kRunsOfProcess;
  std::size_t next = 0;
  [[maybe_unused]] std::size_t under_way = 0;
  const auto take_next = [&]() -> std::optional<std::size_t> {
    while (next < plans.size() && is_dropped != nullptr && is_dropped(plans[next])) ++next;
    return next < plans.size() ? std::optional(next++) : std::nullopt;
  };
  for (bool is_busy = true; is_busy;) {
    if (must_stop()) return unfinished(workers, next, plans.size());
    is_busy = false;
    for (Worker& worker : workers) {
      if (worker.is_running()) {
        if (auto outcome = worker.child->poll()) {
          --under_way;
          on_outcome(worker.plan, std::move(*outcome));
        }
      }
      if (!worker.is_running()) {
        const auto plan = take_next();
        if (!plan) continue;
        if (needs_process(worker.child, worker.runs, most_runs))
          worker = {
              std::make_unique<ChildProcess>(drivers, command, limits, *stacks,
                                             static_cast<std::size_t>(&worker - workers.data()))};
        worker.child->start(plans[*plan]);
        worker.plan = *plan;
        ++worker.runs;
        ++under_way;
      }
      is_busy = true;
    }
    assert(under_way <= workers.size());
    if (is_busy) wait_for_messages(workers);
  }
  assert(next == plans.size() && under_way == 0);  // every plan was dropped or has its outcome
  return {};
}

std::optional<Outcome> SequentialRunner::run(const Plan& plan) {
  if (pool_.must_stop()) return std::nullopt;
  if (needs_process(child_, runs_, kRunsOfProcess)) {
    child_ =
        std::make_unique<ChildProcess>(pool_.drivers, pool_.command, pool_.limits, *pool_.stacks);
    runs_ = 0;
  }
  ++runs_;
  child_->start(plan);
  while (!pool_.must_stop()) {
    if (auto outcome = child_->poll()) return outcome;
    const ChildProcess* const child = child_.get();
    wait_for_messages(std::span(&child, 1));
  }
  child_ = nullptr;
  return std::nullopt;
}

}  // namespace drydock::verify
