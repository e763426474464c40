#include "src/ks/base/host_work.h"

#include <deque>
#include <utility>

#include "src/nt/time/service.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::ks {
namespace {

// Two workers, so that a process dispatch that waits for another's frame does not wait for ever.
class ProcessingWorkers {
 public:
  static ProcessingWorkers& instance() {
    static sim::NeverDestroyed<ProcessingWorkers> workers;
    return *workers;
  }

  void add(std::function<void()> body) {
    {
      const sim::Hold hold(lock_);
      queue_.push_back(std::move(body));
    }
    first_.wake();
    second_.wake();
    sim::switch_point();
  }

 private:
  sim::Time step() {
    std::function<void()> next;
    {
      const sim::Hold hold(lock_);
      if (queue_.empty()) return sim::kForever;
      next = std::move(queue_.front());
      queue_.pop_front();
    }
    next();
    return sim::now();
  }

  sim::Lock lock_;
  std::deque<std::function<void()>> queue_ DRYDOCK_GUARDED_BY(lock_);
  nt::Service first_{"streaming worker 1", [this] { return step(); }};
  nt::Service second_{"streaming worker 2", [this] { return step(); }};
};

}  // namespace

void queue_host_work(std::function<void()> body) {
  ProcessingWorkers::instance().add(std::move(body));
}

}  // namespace drydock::ks
