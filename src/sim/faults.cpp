#include "src/sim/faults.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <random>
#include <unordered_map>

#include "src/sim/mutex.h"

namespace drydock::sim {
namespace {

class Injection {
 public:
  explicit Injection(FaultPlan plan) : plan_(plan), random_(plan.seed.value_or(0)) {}

  bool ask(FaultKind kind, std::uint64_t stack) {
    const MutexHold hold(mutex_);
    const std::uint64_t point = course_.size();
    course_.push_back(stack);
    std::uint64_t& times = times_[stack];
    if (times == 0) stacks_.push_back(stack);
    const std::uint64_t time = times++;
    bool fail = plan_.nth == point;
    fail |= plan_.nth && plan_.distance != 0 && point - *plan_.nth == plan_.distance;
    fail |= plan_.stack == stack && plan_.time.value_or(time) == time;
    // The random choice is drawn at every point, so that it depends on the seed and the point's
    // number alone.
    if (plan_.seed) fail |= random_() % std::max(plan_.one_in, 1U) == 0;
    fail &= !plan_.only || plan_.only == kind;
    if (fail && failed_ == 0) first_failed_ = point;
    failed_ += fail;
    return fail;
  }

  std::uint64_t points() const {
    const MutexHold hold(mutex_);
    return course_.size();
  }
  std::vector<std::uint64_t> course() const {
    const MutexHold hold(mutex_);
    return course_;
  }
  std::vector<std::uint64_t> course_of_crash() const DRYDOCK_NOT_ANALYSED { return course_; }
  std::vector<std::uint64_t> following() const {
    const MutexHold hold(mutex_);
    if (failed_ == 0) return {};
    const auto from = course_.begin() + static_cast<std::ptrdiff_t>(first_failed_) + 1;
    const auto count = std::min<std::ptrdiff_t>(course_.end() - from, FaultInjection::kFollowing);
    return {from, from + count};
  }
  std::uint64_t failed() const {
    const MutexHold hold(mutex_);
    return failed_;
  }
  std::vector<std::uint64_t> stacks() const {
    const MutexHold hold(mutex_);
    return stacks_;
  }

  std::string describe() const {
    std::string out;
    const auto add = [&](const std::string& what) { out += (out.empty() ? "" : " and ") + what; };
    if (plan_.nth) add("a fault at point " + std::to_string(*plan_.nth));
    if (plan_.nth && plan_.distance != 0)
      add("one at point " + std::to_string(*plan_.nth + plan_.distance));
    if (plan_.stack && plan_.time)
      add("a fault at time " + std::to_string(*plan_.time) + " of stack " +
          std::to_string(*plan_.stack));
    if (plan_.stack && !plan_.time) add("faults at stack " + std::to_string(*plan_.stack));
    if (plan_.seed)
      add("one in " + std::to_string(plan_.one_in) + " faults by seed " +
          std::to_string(*plan_.seed));
    if (!out.empty() && plan_.only)
      out += ", of kind " + std::string(name_of(*plan_.only)) + " only";
    return out;
  }

 private:
  mutable Mutex mutex_;
  const FaultPlan plan_;
  std::mt19937_64 random_ DRYDOCK_GUARDED_BY(mutex_);
  std::uint64_t failed_ DRYDOCK_GUARDED_BY(mutex_) = 0;
  // The number of the first call that failed.
  std::uint64_t first_failed_ DRYDOCK_GUARDED_BY(mutex_) = 0;
  std::vector<std::uint64_t> course_ DRYDOCK_GUARDED_BY(mutex_);
  std::vector<std::uint64_t> stacks_ DRYDOCK_GUARDED_BY(mutex_);
  // How often each stack was met.
  std::unordered_map<std::uint64_t, std::uint64_t> times_ DRYDOCK_GUARDED_BY(mutex_);
};

// The constructor of FaultInjection stores with release; a fault point loads with acquire.
std::atomic<Injection*> active_injection = nullptr;

}  // namespace

std::string_view name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::kPool:
      return "pool";
    case FaultKind::kMdl:
      return "mdl";
    case FaultKind::kContiguous:
      return "contiguous";
    case FaultKind::kThread:
      return "thread";
    case FaultKind::kRegistry:
      return "registry";
    case FaultKind::kMapping:
      return "mapping";
    case FaultKind::kObject:
      return "object";
    case FaultKind::kHandle:
      return "handle";
    case FaultKind::kDevice:
      return "device";
    case FaultKind::kState:
      return "state";
  }
  return "unknown";
}

constinit std::atomic<bool> internal::is_injecting = false;

FaultInjection::FaultInjection(FaultPlan plan) {
  assert(active_injection.load() == nullptr);
  active_injection.store(new Injection(plan), std::memory_order_release);
  internal::is_injecting.store(true, std::memory_order_relaxed);
}

FaultInjection::~FaultInjection() {
  internal::is_injecting.store(false, std::memory_order_relaxed);
  delete active_injection.exchange(nullptr, std::memory_order_acq_rel);
}

std::uint64_t FaultInjection::points() const { return active_injection.load()->points(); }
std::uint64_t FaultInjection::failed() const { return active_injection.load()->failed(); }
std::vector<std::uint64_t> FaultInjection::stacks() const {
  return active_injection.load()->stacks();
}
std::vector<std::uint64_t> FaultInjection::course() const {
  return active_injection.load()->course();
}
std::vector<std::uint64_t> FaultInjection::following() const {
  return active_injection.load()->following();
}

namespace {

thread_local int exempt = 0;  // number of live NoFaults of the thread

}  // namespace

NoFaults::NoFaults() { ++exempt; }
NoFaults::~NoFaults() { --exempt; }

bool fail_here(FaultKind kind, std::uint64_t stack) {
  if (exempt > 0) return false;
  Injection* injection = active_injection.load(std::memory_order_acquire);
  return injection != nullptr && injection->ask(kind, stack);
}

std::uint64_t faults_failed() {
  const Injection* injection = active_injection.load(std::memory_order_acquire);
  return injection == nullptr ? 0 : injection->failed();
}

std::uint64_t faults_met() {
  const Injection* injection = active_injection.load(std::memory_order_acquire);
  return injection == nullptr ? 0 : injection->points();
}

std::vector<std::uint64_t> fault_course_of_crash() {
  const Injection* injection = active_injection.load(std::memory_order_acquire);
  return injection == nullptr ? std::vector<std::uint64_t>() : injection->course_of_crash();
}

std::string describe_fault_plan() {
  const Injection* injection = active_injection.load(std::memory_order_acquire);
  return injection == nullptr ? std::string() : injection->describe();
}

}  // namespace drydock::sim
