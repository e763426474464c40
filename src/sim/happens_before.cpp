#include "src/sim/happens_before.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <memory>

#include "src/sim/mutex.h"
#include "src/sim/never_destroyed.h"

namespace drydock::sim {
namespace {

constexpr std::uint32_t kTasks = 128;
constexpr std::uint32_t kNoPlace = kTasks;  // for a task that began when all places were taken

// The latest tick of each task that was observed.
using TaskClock = std::array<std::uint32_t, kTasks>;

void join(TaskClock& into, const TaskClock& other) {
  for (std::uint32_t i = 0; i < kTasks; ++i) into[i] = std::max(into[i], other[i]);
}

}  // namespace

struct Task {
  std::uint32_t place = kNoPlace;
  bool is_led = false;  // see lead_from_elsewhere()
  TaskClock clock = {};
};

namespace {

class Order {
 public:
  void admit(Task& task) {
    const MutexHold hold(mutex_);
    std::uint32_t place = kNoPlace;
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      if (!places_[i].taken && (place == kNoPlace || places_[i].left < places_[place].left))
        place = i;
    }
    task.place = place;
    if (place == kNoPlace) return;
    places_[place].taken = true;
    task.clock[place] = now_[place].load(std::memory_order_relaxed);
    advance(task);
  }

  void dismiss(const Task& task) {
    if (task.place == kNoPlace) return;
    const MutexHold hold(mutex_);
    assert(places_[task.place].taken);
    places_[task.place] = {.taken = false, .left = ++departures_};
  }

  void publish(Task& task, const void* object) {
    {
      const MutexHold hold(mutex_);
      join(objects_[object], task.clock);
    }
    advance(task);
  }

  void observe(Task& task, const void* object) {
    const MutexHold hold(mutex_);
    const auto at = objects_.find(object);
    if (at != objects_.end()) join(task.clock, at->second);
  }

  void remove(const void* begin, std::size_t bytes) {
    const MutexHold hold(mutex_);
    objects_.erase(objects_.lower_bound(begin),
                   objects_.lower_bound(static_cast<const char*>(begin) + bytes));
  }

  void follow_everything(Task& task) {
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      task.clock[i] = std::max(task.clock[i], now_[i].load(std::memory_order_relaxed));
      is_observed_[i].store(i != task.place, std::memory_order_relaxed);
    }
  }

  std::optional<Moment> moment_of(Task& task) {
    if (task.place == kNoPlace) return std::nullopt;
    // Another task follows what this one did until now, but not what it does next.
    if (is_observed_[task.place].load(std::memory_order_relaxed)) advance(task);
    return Moment{task.clock[task.place], task.place};
  }

 private:
  struct Place {
    bool taken = false;
    std::uint64_t left = 0;  // when its last task ended, as a count of ended tasks
  };

  // Earlier publications do not cover the task's accesses from now on.
  void advance(Task& task) {
    if (task.place == kNoPlace) return;
    is_observed_[task.place].store(false, std::memory_order_relaxed);
    now_[task.place].store(++task.clock[task.place], std::memory_order_relaxed);
  }

  // Relaxed: a task that reads an old value assumes a little less, or for a moment a little more.
  // The order of its next accesses does not depend on it.
  std::array<std::atomic<std::uint32_t>, kTasks> now_ = {};
  std::array<std::atomic<bool>, kTasks> is_observed_ = {};
  // A Mutex, not a sim::Lock, because a thread takes it even after its strand has ended.
  Mutex mutex_{LockRank::kStrand};
  std::array<Place, kTasks> places_ DRYDOCK_GUARDED_BY(mutex_) = {};
  std::uint64_t departures_ DRYDOCK_GUARDED_BY(mutex_) = 0;
  std::map<const void*, TaskClock> objects_ DRYDOCK_GUARDED_BY(mutex_);
};

Order& the_order() {
  static sim::NeverDestroyed<Order> instance;
  return *instance;
}

// The tasks of the calling thread: the current one, and the strand below it.
struct Own {
  Task* now = nullptr;
  std::unique_ptr<Task> strand;
  ~Own();
};
thread_local Own own;
// Outlives `own`, because destructors of the thread may run after that of `own`.
thread_local bool is_over = false;

Own::~Own() {
  is_over = true;
  if (strand != nullptr) the_order().dismiss(*strand);
}

Task* make_strand(bool is_led) {
  if (is_over) return nullptr;
  own.strand = std::make_unique<Task>();
  own.strand->is_led = is_led;
  the_order().admit(*own.strand);
  return own.now = own.strand.get();
}

// Returns null when the thread is ending.
Task* current_task() {
  if (is_over) return nullptr;
  if (own.now != nullptr) return own.now;
  Task* const task = make_strand(true);
  the_order().follow_everything(*task);
  return task;
}

}  // namespace

void record_order() { order_is_recorded.store(true, std::memory_order_relaxed); }

void order::publish(const void* object) {
  if (Task* task = current_task()) the_order().publish(*task, object);
}

void order::observe(const void* object) {
  if (Task* task = current_task()) the_order().observe(*task, object);
}

void order::follow_everything() {
  if (Task* task = current_task()) the_order().follow_everything(*task);
}

void order::begin_strand(const void* origin) {
  if (own.now == nullptr) make_strand(false);
  observe(origin);
}

void order::begin_call() {
  Task* const task = current_task();
  if (task != nullptr && task->is_led) the_order().follow_everything(*task);
}

void order::remove(const void* begin, std::size_t bytes) { the_order().remove(begin, bytes); }

void lead_from_elsewhere() {
  if (!is_recording_order()) return;
  if (Task* task = current_task()) task->is_led = true;
}

Aside::Aside() {
  if (!is_recording_order()) return;
  outer_ = current_task();
  if (outer_ == nullptr) return;
  task_ = new Task{.clock = outer_->clock};
  the_order().admit(*task_);
  // The strand's next accesses do not happen before this task.
  order::publish(this);
  order::remove(this, 1);
  own.now = task_;
}

Aside::Aside(const void* origin) {
  if (!is_recording_order()) return;
  outer_ = current_task();
  if (outer_ == nullptr) return;
  is_observed_ = true;
  task_ = new Task;
  the_order().admit(*task_);
  own.now = task_;
  order::observe(origin);
}

Aside::~Aside() {
  if (task_ == nullptr) return;
  if (is_observed_) join(outer_->clock, task_->clock);
  own.now = outer_;
  the_order().dismiss(*task_);
  delete task_;
}

std::optional<Moment> this_moment() {
  Task* const task = current_task();
  return task == nullptr ? std::nullopt : the_order().moment_of(*task);
}

bool is_before_now(Moment moment) {
  const Task* const task = current_task();
  return task == nullptr || moment.tick <= task->clock[moment.task];
}

}  // namespace drydock::sim
