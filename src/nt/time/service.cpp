#include "src/nt/time/service.h"

#include <cassert>
#include <utility>

#include "src/sim/happens_before.h"

namespace drydock::nt {

Service::Service(std::string name, std::function<sim::Time()> step)
    : name_(std::move(name)), step_(std::move(step)) {
  hook_ = sim::on_schedule_change([this] { stop(); });
}

Service::~Service() {
  sim::remove_schedule_hook(hook_);
  stop();
}

void Service::wake() {
  {
    const MutexHold hold(mutex_);
    if (thread_.joinable()) {
      sim::unpark(thread_.strand());
      return;
    }
    if (starting_) {
      woken_ = true;
      return;
    }
    starting_ = true;
    stopping_ = false;
  }
  // The mutex is not held, because under a seed the new strand may run first.
  sim::Thread started = sim::spawn(name_, [this] { run(); });
  const MutexHold hold(mutex_);
  assert(starting_ && !thread_.joinable());
  thread_ = std::move(started);
  starting_ = false;
  // The new strand may have looked at its queue before the other call.
  if (std::exchange(woken_, false)) sim::unpark(thread_.strand());
}

void Service::run() {
  sim::lead_from_elsewhere();
  me_.store(&sim::current(), std::memory_order_relaxed);
  for (;;) {
    {
      const MutexHold hold(mutex_);
      if (stopping_) break;
    }
    const sim::Time next = step_();
    if (next > sim::now()) sim::park(next);
  }
  me_.store(nullptr, std::memory_order_relaxed);
}

void Service::stop() {
  sim::Thread last;
  {
    const MutexHold hold(mutex_);
    if (!thread_.joinable()) return;
    stopping_ = true;
    sim::unpark(thread_.strand());
    last = std::move(thread_);
  }
  last.join();
}

}  // namespace drydock::nt
