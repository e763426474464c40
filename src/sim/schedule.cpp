#include "src/sim/schedule.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <map>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "src/sim/chooser.h"
#include "src/sim/happens_before.h"
#include "src/sim/mutex.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/standstill.h"

namespace drydock::sim {

class Strand {
 public:
  std::uint32_t id = 0;
  std::string name;
  Mutex mutex{LockRank::kStrand};
  Condition wake;
  // Guarded by `mutex` without a seed and by the schedule's mutex under a seed, so no annotation
  // can say it.
  bool permit = false;

  // Used only under a seed, and guarded by the schedule's mutex.
  enum class State { kRunnable, kParked, kDone } state = State::kRunnable;
  Time deadline = kForever;
  Woken woken = Woken::kUnparked;
  bool is_principal = false;
  const void* frame = nullptr;  // the frame of its current call of park()
};

namespace {

using Caller = Chooser::Caller;
using Clock = std::chrono::steady_clock;
using Tick = std::chrono::duration<Time, std::ratio<1, 10'000'000>>;

constexpr Time kSecond = 10'000'000;
// Limits after which a schedule counts as standing still. Drivers wait for seconds.
constexpr Time kLongestSilence = 600 * kSecond;  // longest time without a turn of a principal
constexpr Time kLongestRun = 24 * 3600 * kSecond;
// Most wake-ups of all strands at one moment of virtual time, because no strand can run.
constexpr unsigned kMostWakesOfAll = 64;

// on_standstill() stores with release; a schedule that stands still loads with acquire.
std::atomic<StandstillHandler> standstill_handler = nullptr;

// Keeps the calling thread, and threads that it starts, on one processor. Strands take turns, so
// none has to be woken on another processor. If the system refuses, only time is lost.
class OneProcessor {
 public:
  OneProcessor() {
    const int here = sched_getcpu();
    if (here < 0 || pthread_getaffinity_np(pthread_self(), sizeof before_, &before_) != 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(here, &one);
    is_bound_ = pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0;
  }
  ~OneProcessor() {
    if (is_bound_) pthread_setaffinity_np(pthread_self(), sizeof before_, &before_);
  }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_;
  bool is_bound_ = false;
};

// A seeded schedule: the strand that has the baton runs, the others wait for it.
class Seeded {
 public:
  const SchedulePlan plan;

  Seeded(const SchedulePlan& how, Strand& first)
      : plan(how), chooser_(how), numbers_(~how.seed), baton_(&first), strands_{&first} {}

  void add(Strand& strand) {
    const MutexHold hold(mutex_);
    strand.id = next_id_++;
    strands_.push_back(&strand);
  }

  // A new strand begins here, on its own thread.
  void enter(Strand& strand) {
    const MutexHold hold(mutex_);
    wait_for_baton(strand);
  }

  void leave(Strand& strand) {
    const MutexHold hold(mutex_);
    assert(baton_ == &strand && strand.state == Strand::State::kRunnable);
    strand.state = Strand::State::kDone;
    [[maybe_unused]] const std::size_t left = std::erase(strands_, &strand);
    assert(left == 1);
    pass_on(strand, Caller::kCannotRun);
  }

  void switch_point(Strand& self, Caller caller) {
    const MutexHold hold(mutex_);
    pass_on(self, caller);
    wait_for_baton(self);
  }

  Woken park(Strand& self, Time deadline) {
    const MutexHold hold(mutex_);
    if (std::exchange(self.permit, false)) {
      pass_on(self, Caller::kGoesOn);
      wait_for_baton(self);
      return Woken::kUnparked;
    }
    if (deadline <= now_) {
      pass_on(self, Caller::kGoesOn);
      wait_for_baton(self);
      return std::exchange(self.permit, false) ? Woken::kUnparked : Woken::kTimedOut;
    }
    assert(baton_ == &self && self.state == Strand::State::kRunnable);
    self.state = Strand::State::kParked;
    self.deadline = deadline;
    pass_on(self, Caller::kCannotRun);
    wait_for_baton(self);
    return self.woken;
  }

  void unpark(Strand& strand) {
    const MutexHold hold(mutex_);
    if (strand.state == Strand::State::kParked) {
      resume(strand, Woken::kUnparked);
    } else {
      strand.permit = true;
    }
  }

  Time now() {
    const MutexHold hold(mutex_);
    return now_;
  }
  std::uint64_t draw() {
    const MutexHold hold(mutex_);
    return numbers_();
  }
  std::uint64_t switches() {
    const MutexHold hold(mutex_);
    return switches_;
  }
  std::uint64_t order() {
    const MutexHold hold(mutex_);
    return order_;
  }
  std::uint64_t choices() {
    const MutexHold hold(mutex_);
    return chooser_.choices();
  }
  std::vector<Switch> taken() {
    const MutexHold hold(mutex_);
    return chooser_.taken();
  }
  std::uint64_t switches_not_met() {
    const MutexHold hold(mutex_);
    return chooser_.switches_not_met();
  }
  std::vector<Switch> alternatives() {
    const MutexHold hold(mutex_);
    return chooser_.alternatives();
  }

 private:
  static void resume(Strand& strand, Woken woken) {
    assert(strand.state == Strand::State::kParked);
    strand.state = Strand::State::kRunnable;
    strand.deadline = kForever;
    strand.woken = woken;
  }

  // Finds the strand that runs next. When none can run, time passes until one can.
  void pass_on(const Strand& self, Caller caller) DRYDOCK_REQUIRES(mutex_) {
    std::vector<std::uint32_t> able;
    for (;;) {
      for (const Strand* strand : strands_) {
        if (strand->state == Strand::State::kRunnable) able.push_back(strand->id);
      }
      if (!able.empty()) break;
      if (strands_.empty()) return;
      if (stands_still()) report_standstill();
      let_time_pass();
    }
    Strand* next =
        *std::ranges::find(strands_, chooser_.choose(self.id, caller, able), &Strand::id);
    if (next->is_principal) last_progress_ = now_;
    order_ = (order_ ^ next->id) * 0x100000001b3ULL;
    switches_ += next != baton_;
    baton_ = next;
    next->wake.notify_one();
  }

  Time next_deadline() const DRYDOCK_REQUIRES(mutex_) {
    return (*std::ranges::min_element(strands_, {}, &Strand::deadline))->deadline;
  }

  bool stands_still() const DRYDOCK_REQUIRES(mutex_) {
    const Time next = next_deadline();
    if (next == kForever) return wakes_of_all_ == kMostWakesOfAll;
    const bool is_awaited = std::ranges::any_of(strands_, [](const Strand* strand) {
      return strand->is_principal && strand->deadline != kForever;
    });
    return next > kLongestRun || (!is_awaited && next - last_progress_ > kLongestSilence);
  }

  // The handler runs without the mutex, because it may call functions that ask the schedule. No
  // other strand can run meanwhile.
  void report_standstill() DRYDOCK_REQUIRES(mutex_) {
    const StandstillHandler handler = standstill_handler.load(std::memory_order_acquire);
    if (handler == nullptr) return;
    Standstill standstill{next_deadline() == kForever, {}};
    for (const Strand* strand : strands_)
      standstill.strands.push_back({strand->id, strand->name, strand->is_principal, strand->frame});
    mutex_.release();
    handler(standstill);
    mutex_.acquire();
  }

  // When no strand can ever run again, all are woken with kStuck.
  void let_time_pass() DRYDOCK_REQUIRES(mutex_) {
    const Time earliest = next_deadline();
    const bool stuck = earliest == kForever;
    wakes_of_all_ = stuck ? std::min(wakes_of_all_ + 1, kMostWakesOfAll) : 0;
    if (!stuck) now_ = std::max(now_, earliest);
    for (Strand* strand : strands_) {
      if (strand->state != Strand::State::kParked || strand->deadline > now_) {
        if (!stuck) continue;
      }
      resume(*strand, stuck ? Woken::kStuck : Woken::kTimedOut);
    }
  }

  void wait_for_baton(Strand& self) DRYDOCK_REQUIRES(mutex_) {
    while (baton_ != &self) self.wake.wait(mutex_);
    assert(self.state == Strand::State::kRunnable);
  }

  const OneProcessor processor_;
  mutable Mutex mutex_{LockRank::kStrand};
  Chooser chooser_ DRYDOCK_GUARDED_BY(mutex_);
  std::mt19937_64 numbers_ DRYDOCK_GUARDED_BY(mutex_);  // the source of random()
  Strand* baton_ DRYDOCK_GUARDED_BY(mutex_);            // the strand that runs
  std::vector<Strand*> strands_ DRYDOCK_GUARDED_BY(mutex_);
  std::uint32_t next_id_ DRYDOCK_GUARDED_BY(mutex_) = 1;
  Time now_ DRYDOCK_GUARDED_BY(mutex_) = 0;
  // The time of the last turn of a principal.
  Time last_progress_ DRYDOCK_GUARDED_BY(mutex_) = 0;
  // How often all strands were woken because none could run, since time last passed.
  unsigned wakes_of_all_ DRYDOCK_GUARDED_BY(mutex_) = 0;
  std::uint64_t switches_ DRYDOCK_GUARDED_BY(mutex_) = 0;
  std::uint64_t order_ DRYDOCK_GUARDED_BY(mutex_) = 0xcbf29ce484222325ULL;
};

// SeededSchedule sets and clears it while no other strand runs. The release pairs with the acquire
// in seeded().
std::atomic<Seeded*> active_schedule = nullptr;
std::atomic<std::uint32_t> next_free_id = 1;

Seeded* seeded() { return active_schedule.load(std::memory_order_acquire); }

struct Hooks {
  Mutex mutex;
  std::map<std::uint64_t, std::function<void()>> all DRYDOCK_GUARDED_BY(mutex);
  std::uint64_t last DRYDOCK_GUARDED_BY(mutex) = 0;

  void call() {
    std::map<std::uint64_t, std::function<void()>> copy;
    {
      const MutexHold hold(mutex);
      copy = all;
    }
    for (const auto& [number, hook] : copy) hook();
  }
};

Hooks& hooks() {
  static sim::NeverDestroyed<Hooks> instance;
  return *instance;
}

thread_local std::unique_ptr<Strand> adopted;
thread_local Strand* self = nullptr;

}  // namespace

Strand& current() {
  if (self == nullptr) {
    adopted = std::make_unique<Strand>();
    adopted->id =
        // Relaxed: the number only names the strand.
        next_free_id.fetch_add(1, std::memory_order_relaxed);
    adopted->name = "host";
    self = adopted.get();
  }
  return *self;
}

std::uint32_t id_of(const Strand& strand) { return strand.id; }
const std::string& name_of(const Strand& strand) { return strand.name; }

namespace {

// The clock counts in smaller units. A time that it cannot express is as good as never.
constexpr Time kLastOfClock = std::chrono::duration_cast<Tick>(Clock::duration::max()).count();

Woken park_as_scheduled(Strand& strand, Time deadline) {
  if (Seeded* schedule = seeded()) return schedule->park(strand, deadline);
  const MutexHold hold(strand.mutex);
  const auto end =
      deadline >= kLastOfClock ? Clock::time_point::max() : Clock::time_point(Tick(deadline));
  while (!strand.permit && strand.wake.wait_until(strand.mutex, end)) {
  }
  return std::exchange(strand.permit, false) ? Woken::kUnparked : Woken::kTimedOut;
}

}  // namespace

Woken park(Time deadline) {
  Strand& strand = current();
  strand.frame = __builtin_frame_address(0);
  const Woken woken = park_as_scheduled(strand, deadline);
  if (woken == Woken::kUnparked) observe(&strand);
  return woken;
}

void unpark(Strand& strand) {
  publish(&strand);
  if (Seeded* schedule = seeded()) return schedule->unpark(strand);
  const MutexHold hold(strand.mutex);
  strand.permit = true;
  strand.wake.notify_one();
}

constinit std::atomic<bool> internal::is_seeded = false;

void internal::switch_seeded() {
  if (Seeded* schedule = seeded()) schedule->switch_point(current(), Caller::kGoesOn);
}

void yield() {
  if (Seeded* schedule = seeded()) schedule->switch_point(current(), Caller::kYields);
}

Time now() {
  if (Seeded* schedule = seeded()) return schedule->now();
  return std::chrono::duration_cast<Tick>(Clock::now().time_since_epoch()).count();
}

struct Thread::Impl {
  Strand strand;
  std::thread thread;
  Mutex mutex;
  Strand* joiner DRYDOCK_GUARDED_BY(mutex) = nullptr;
  bool done DRYDOCK_GUARDED_BY(mutex) = false;
};

Thread spawn(std::string name, std::function<void()> body) {
  Thread out;
  out.impl_ = std::make_unique<Thread::Impl>();
  Thread::Impl* impl = out.impl_.get();
  impl->strand.name = std::move(name);
  Seeded* schedule = seeded();
  if (schedule != nullptr) {
    schedule->add(impl->strand);
  } else {
    impl->strand.id = next_free_id.fetch_add(1, std::memory_order_relaxed);
  }
  publish(impl);
  impl->thread = std::thread([impl, schedule, body = std::move(body)] {
    self = &impl->strand;
    if (schedule != nullptr) schedule->enter(impl->strand);
    begin_strand(impl);
    body();
    publish(impl);
    {
      const MutexHold hold(impl->mutex);
      impl->done = true;
      if (impl->joiner != nullptr) unpark(*impl->joiner);
    }
    if (schedule != nullptr) schedule->leave(impl->strand);
  });
  switch_point();
  return out;
}

void Thread::join() {
  Impl& impl = *impl_;
  // Under a seed the joining strand must not block outside the schedule until the body has
  // returned.
  for (;;) {
    {
      const MutexHold hold(impl.mutex);
      if (impl.done) break;
      impl.joiner = &current();
    }
    park();
  }
  impl.thread.join();
  observe(&impl);
  remove_published(&impl, sizeof impl);
  impl_.reset();
}

Thread::Thread() = default;
Thread::Thread(Thread&&) noexcept = default;
Thread& Thread::operator=(Thread&&) noexcept = default;

Thread::~Thread() {
  if (joinable()) join();
}

Strand& Thread::strand() const { return impl_->strand; }

std::uint64_t on_schedule_change(std::function<void()> hook) {
  Hooks& known = hooks();
  const MutexHold hold(known.mutex);
  known.all.emplace(++known.last, std::move(hook));
  return known.last;
}

void remove_schedule_hook(std::uint64_t number) {
  Hooks& known = hooks();
  const MutexHold hold(known.mutex);
  known.all.erase(number);
}

SeededSchedule::SeededSchedule(std::uint64_t seed) : SeededSchedule(SchedulePlan{.seed = seed}) {}

SeededSchedule::SeededSchedule(const SchedulePlan& plan) {
  assert(seeded() == nullptr);
  hooks().call();
  Strand& first = current();
  first.id = 0;
  first.is_principal = true;
  first.state = Strand::State::kRunnable;
  first.permit = false;  // a permit from before would change the order of this schedule
  active_schedule.store(new Seeded(plan, first), std::memory_order_release);
  internal::is_seeded.store(true, std::memory_order_relaxed);
}

SeededSchedule::~SeededSchedule() {
  hooks().call();
  internal::is_seeded.store(false, std::memory_order_relaxed);
  delete active_schedule.exchange(nullptr, std::memory_order_acq_rel);
}

std::uint64_t SeededSchedule::switches() const { return seeded()->switches(); }
std::uint64_t SeededSchedule::order() const { return seeded()->order(); }
std::uint64_t SeededSchedule::choices() const { return seeded()->choices(); }

SchedulePlan SeededSchedule::taken() const {
  SchedulePlan out = seeded()->plan;
  std::vector<Switch> switches = seeded()->taken();
  if (switches.size() == Chooser::kMostListed) return out;
  return {
      .policy = SchedulePlan::Policy::kSwitches, .seed = out.seed, .switches = std::move(switches)};
}

std::uint64_t SeededSchedule::switches_not_met() const { return seeded()->switches_not_met(); }

std::vector<Switch> SeededSchedule::alternatives() const { return seeded()->alternatives(); }

void become_principal() { current().is_principal = true; }

void on_standstill(StandstillHandler handler) {
  standstill_handler.store(handler, std::memory_order_release);
}

bool is_seeded() { return seeded() != nullptr; }

std::optional<SchedulePlan> schedule_plan() {
  const Seeded* schedule = seeded();
  return schedule == nullptr ? std::nullopt : std::optional(schedule->plan);
}

std::uint64_t random() {
  if (Seeded* schedule = seeded()) return schedule->draw();
  std::random_device machine;
  return std::uint64_t{machine()} << 32 | machine();
}

}  // namespace drydock::sim
