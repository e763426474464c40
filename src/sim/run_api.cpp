// Implements drydock/run.h: seeds and faults for programs.
#include <stdexcept>

#include "drydock/run.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"

namespace drydock {
namespace {

sim::FaultKind kind_of(Fault fault) {
  switch (fault) {
    case Fault::kPool:
      return sim::FaultKind::kPool;
    case Fault::kMdl:
      return sim::FaultKind::kMdl;
    case Fault::kContiguous:
      return sim::FaultKind::kContiguous;
    case Fault::kThread:
      return sim::FaultKind::kThread;
    case Fault::kRegistry:
      return sim::FaultKind::kRegistry;
    case Fault::kMapping:
      return sim::FaultKind::kMapping;
    case Fault::kObject:
      return sim::FaultKind::kObject;
    case Fault::kHandle:
      return sim::FaultKind::kHandle;
    case Fault::kDevice:
      return sim::FaultKind::kDevice;
    case Fault::kState:
      return sim::FaultKind::kState;
  }
  throw std::invalid_argument("no such kind of fault");
}

sim::FaultPlan plan_of(const FaultPlan& plan) {
  if (plan.one_in == 0) throw std::invalid_argument("one_in is at least 1");
  sim::FaultPlan out{.nth = plan.nth, .seed = plan.seed, .one_in = plan.one_in};
  if (plan.only) out.only = kind_of(*plan.only);
  return out;
}

std::optional<sim::SchedulePlan> schedule_of(const RunPlan& plan) {
  if (plan.schedule.empty()) {
    if (!plan.seed) return std::nullopt;
    return sim::SchedulePlan{.seed = *plan.seed};
  }
  if (plan.seed) throw std::invalid_argument("a run has a seed or a schedule, not both");
  std::optional<sim::SchedulePlan> out = sim::parse_schedule_plan(plan.schedule);
  if (!out) throw std::invalid_argument("\"" + plan.schedule + "\" is no schedule");
  return out;
}

}  // namespace

struct Run::Impl {
  std::optional<sim::SeededSchedule> schedule;
  std::optional<sim::FaultInjection> faults;
};

Run::Run(const RunPlan& plan) : impl_(std::make_unique<Impl>()) {
  // Both plans are checked before anything begins, because either may be refused.
  const std::optional<sim::SchedulePlan> schedule = schedule_of(plan);
  std::optional<sim::FaultPlan> faults;
  if (plan.fail) faults = plan_of(*plan.fail);
  if (schedule) impl_->schedule.emplace(*schedule);
  if (faults) impl_->faults.emplace(*faults);
}

Run::~Run() = default;

std::uint64_t Run::calls_that_can_fail() const {
  return impl_->faults ? impl_->faults->points() : 0;
}

std::uint64_t Run::calls_failed() const { return impl_->faults ? impl_->faults->failed() : 0; }

std::string Run::schedule() const {
  return impl_->schedule ? sim::to_text(impl_->schedule->taken()) : std::string();
}

}  // namespace drydock
