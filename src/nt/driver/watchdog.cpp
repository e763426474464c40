#include "src/nt/driver/watchdog.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/debugged.h"
#include "src/nt/driver/listeners.h"
#include "src/nt/driver/loader_modules.h"
#include "src/nt/watch/breach.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kDefaultLimit{10'000};
constexpr milliseconds kAnswer{500};  // for a thread to say where it is
constexpr milliseconds kNudge{5};     // between two tries to end a call
// The watchdog tries so often before it gives a call up. It counts tries and not time, because on a
// busy machine tries come late.
constexpr int kTries = 1'000;
constexpr int kNudgesForSteps = 20;  // only every so often: steps are slow

int signal_number() { return SIGRTMIN + 7; }

// The place of a thread when the watchdog asked for it.
struct Whereabouts {
  Driver* driver = nullptr;
  const char* where = "";
  rules::Stack stack;
};

// The watchdog's record of a thread. The thread writes the first group of members, its signal
// handler the second.
struct WatchedThread : Crossings {
  std::atomic<bool> unwatched = false;
  pid_t thread = 0;
  Mutex leaving;
  sim::Strand* strand DRYDOCK_GUARDED_BY(leaving) = nullptr;  // null when the thread has ended

  // Asked for by the watchdog, answered in the handler: the release of `asked` pairs with the
  // acquire of the reader.
  std::atomic<bool> asked = false;
  Whereabouts answer;
  std::atomic<std::uint64_t> ending = 0;  // the crossing that is to end; 0: none
  std::atomic<bool> stepping = false;     // it is to go on step by step for a while

  // The watchdog's own.
  std::uint64_t seen = 0;
  std::uint64_t given_up = 0;  // a crossing that would not end
  std::uint64_t nudged = 0;    // the crossing that is to end
  int nudges = 0;              // nudges of the thread so far
  Clock::time_point since;

  bool is_inside() const { return crossing.load(std::memory_order_acquire) % 2 == 1; }
  // A crossing that began after the one that was to end is another.
  bool is_ending() const {
    return is_inside() &&
           ending.load(std::memory_order_acquire) == crossing.load(std::memory_order_acquire);
  }
};

thread_local WatchedThread* mine = nullptr;

// So many single steps are enough for a short call of the host to return. A thread that leaves the
// driver by itself takes many more, and single steps must not slow it down.
constexpr int kSteps = 2'000;
thread_local int steps_left = 0;
// A sanitizer returns to the driver through a copy of any length, at most.
constexpr int kStepsOfReport = 1'000'000;

// Jumps to Driver::run() if the signal interrupted the driver's own code, because there the thread
// holds no lock of the host. Elsewhere it may hold one, so the thread continues in single steps
// until it is in the driver's code.
void leave_or_step(const Thread& thread, void* context) {
  constexpr greg_t kTrapFlag = 0x100;  // the processor's flag for a trap after every instruction
  greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const bool ending = thread.entry != nullptr && !thread.entry->driver->alive();
  if (ending && is_driver_code(reinterpret_cast<const void*>(registers[REG_RIP]))) {
    steps_left = 0;
    siglongjmp(thread.entry->recovery, 1);
  }
  if (!ending) steps_left = 0;
  if (steps_left > 0) {
    registers[REG_EFL] |= kTrapFlag;
  } else {
    registers[REG_EFL] &= ~kTrapFlag;
  }
}

void on_signal(int, siginfo_t*, void* context) {
  const int error = errno;
  WatchedThread* watched = mine;
  Thread* const thread = watched != nullptr && watched->is_inside() ? &self() : nullptr;
  if (thread == nullptr || thread->entry == nullptr) return;
  if (watched->asked.load(std::memory_order_acquire)) {
    watched->answer = {current_driver(), thread->entry->where, stack_of_signal(context)};
    watched->asked.store(false, std::memory_order_release);
  }
  if (watched->is_ending()) {
    const bool steps = watched->stepping.exchange(false, std::memory_order_acquire);
    if (steps && steps_left == 0) steps_left = kSteps;
    leave_or_step(*thread, context);
  }
  errno = error;
}

class Watchdog {
 public:
  static Watchdog& get() {
    static sim::NeverDestroyed<Watchdog> watchdog;
    return *watchdog;
  }

  std::shared_ptr<WatchedThread> add() {
    auto watched = std::make_shared<WatchedThread>();
    watched->thread = static_cast<pid_t>(syscall(SYS_gettid));
    {
      const MutexHold hold(watched->leaving);
      watched->strand = &sim::current();
    }
    const MutexHold hold(mutex_);
    threads_.push_back(watched);
    if (!running_) {
      running_ = true;
      install_handler(signal_number(), on_signal);
      std::thread([this] { run(); }).detach();
    }
    return watched;
  }

  void set_limit(milliseconds limit) {
    const MutexHold hold(mutex_);
    limit_ = limit;
    wake_.notify_all();
  }
  milliseconds limit() {
    const MutexHold hold(mutex_);
    return limit_;
  }

  void end_calls_of(const Driver& driver) {
    const MutexHold hold(mutex_);
    for (const auto& watched : threads_) {
      if (watched->driver.load(std::memory_order_acquire) == &driver && watched.get() != mine)
        begin_ending(*watched);
    }
    wake_.notify_all();
  }

  std::size_t calls_inside(const Driver& driver) {
    const MutexHold hold(mutex_);
    return static_cast<std::size_t>(std::ranges::count_if(threads_, [&](const auto& watched) {
      return watched->is_inside() && watched->driver.load(std::memory_order_acquire) == &driver;
    }));
  }

 private:
  static void begin_ending(WatchedThread& watched) {
    watched.ending.store(watched.crossing.load(std::memory_order_acquire),
                         std::memory_order_release);
  }

  static void interrupt(const WatchedThread& watched) {
    syscall(SYS_tgkill, getpid(), watched.thread, signal_number());
  }

  // Wherever the thread is, it shall look whether its driver still lives.
  static void nudge(WatchedThread& watched) {
    if (++watched.nudges % kNudgesForSteps == 0)
      watched.stepping.store(true, std::memory_order_release);
    const MutexHold hold(watched.leaving);
    if (watched.strand == nullptr) return;
    interrupt(watched);
    sim::unpark(*watched.strand);
  }

  static bool has_ended(const std::shared_ptr<WatchedThread>& watched) {
    const MutexHold hold(watched->leaving);
    return watched->strand == nullptr;
  }

  // This thread is no strand, because it watches the machine's clock, which no schedule owns.
  void run() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    for (;;) {
      std::vector<std::shared_ptr<WatchedThread>> threads;
      milliseconds limit{};
      {
        const MutexHold hold(mutex_);
        wake_.wait_until(mutex_, Clock::now() + pause());
        std::erase_if(threads_, has_ended);
        threads = threads_;
        limit = limit_;
      }
      if (sim::is_seeded()) limit = {};
      for (const auto& watched : threads) look_at(*watched, limit);
    }
  }

  milliseconds pause() const DRYDOCK_REQUIRES(mutex_) {
    const bool ending =
        std::ranges::any_of(threads_, [](const auto& watched) { return watched->is_ending(); });
    if (ending) return kNudge;
    return limit_.count() == 0 ? milliseconds(1000)
                               : std::clamp(limit_ / 8, milliseconds(5), milliseconds(250));
  }

  void look_at(WatchedThread& watched, milliseconds limit) {
    const auto now = Clock::now();
    const std::uint64_t crossing = watched.crossing.load(std::memory_order_acquire);
    if (crossing != watched.seen || crossing % 2 == 0 || limit.count() == 0) {
      watched.seen = crossing;
      watched.since = now;
    }
    if (watched.is_ending()) {
      if (sim::is_seeded()) return;
      if (std::exchange(watched.nudged, crossing) != crossing) watched.nudges = 0;
      if (watched.nudges < kTries) return nudge(watched);
      watched.ending.store(0, std::memory_order_release);  // it stays where it is
      watched.given_up = crossing;
      return;
    }
    if (watched.unwatched.load(std::memory_order_acquire) || watched.given_up == crossing)
      watched.since = now;
    if (crossing % 2 == 0 || limit.count() == 0 || now - watched.since < limit) return;
    if (is_debugged(getpid())) {
      watched.since = now;
    } else {
      end_hung(watched, crossing, limit);
    }
  }

  void end_hung(WatchedThread& watched, std::uint64_t crossing, milliseconds limit) {
    watched.asked.store(true, std::memory_order_release);
    interrupt(watched);
    const auto patience = Clock::now() + kAnswer;
    const auto waiting = [&] { return watched.asked.load(std::memory_order_acquire); };
    while (waiting() && Clock::now() < patience) std::this_thread::sleep_for(milliseconds(1));
    if (waiting() || watched.crossing.load(std::memory_order_acquire) != crossing) {
      watched.asked.store(false, std::memory_order_release);
      return;  // it came back, or cannot be asked now: the next look decides
    }
    const Whereabouts at = watched.answer;
    Concerning concerning;
    concerning.stacks = {{"here", at.stack}};
    Breach("N-062", *at.driver)
        .message("{} has not returned within {} ms", at.where, limit.count())
        .about(std::move(concerning))
        .raise_later();
    at.driver->die();
    begin_ending(watched);
    driver_listeners.release_waits(*at.driver);
  }

  mutable Mutex mutex_{sim::LockRank::kWatchdog};
  sim::Condition wake_;
  std::vector<std::shared_ptr<WatchedThread>> threads_ DRYDOCK_GUARDED_BY(mutex_);
  milliseconds limit_ DRYDOCK_GUARDED_BY(mutex_) = kDefaultLimit;
  bool running_ DRYDOCK_GUARDED_BY(mutex_) = false;
};

// The calling thread's place in the watchdog's list; gives it up when the thread ends.
class Membership {
 public:
  Membership() : watched_(Watchdog::get().add()) {
    guard_thread();
    mine = watched_.get();
    known_crossings = mine;
  }
  ~Membership() {
    mine = nullptr;
    known_crossings = nullptr;
    const MutexHold hold(watched_->leaving);
    watched_->strand = nullptr;
  }
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

 private:
  std::shared_ptr<WatchedThread> watched_;
};

WatchedThread& watched_self() {
  if (mine != nullptr) return *mine;
  thread_local const Membership membership;
  static_cast<void>(membership);
  return *mine;
}

}  // namespace

void set_call_limit(milliseconds limit) { Watchdog::get().set_limit(limit); }
milliseconds call_limit() { return Watchdog::get().limit(); }

constinit thread_local Crossings* known_crossings = nullptr;

Crossings& make_crossings() { return watched_self(); }

Unwatched::Unwatched() { watched_self().unwatched.store(true, std::memory_order_release); }
Unwatched::~Unwatched() { mine->unwatched.store(false, std::memory_order_release); }

void step_out(void* context) {
  const int error = errno;
  if (steps_left > 0) --steps_left;
  leave_or_step(self(), context);
  errno = error;
}

void leave_at_next_instruction() {
  constexpr unsigned long long kTrapFlag = 0x100;
  assert(self().entry != nullptr && !self().entry->driver->alive());
  steps_left = kStepsOfReport;
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | kTrapFlag);
}

bool was_leaving() { return std::exchange(steps_left, 0) > 0; }

void end_calls_of(const Driver& driver) {
  Watchdog::get().end_calls_of(driver);
  driver_listeners.release_waits(driver);
}

std::size_t calls_inside(const Driver& driver) { return Watchdog::get().calls_inside(driver); }

}  // namespace drydock::nt
