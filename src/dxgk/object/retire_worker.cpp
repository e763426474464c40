#include "src/dxgk/object/retire_worker.h"

#include <deque>
#include <utility>

#include "src/nt/time/service.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

class Worker {
 public:
  static Worker& get() {
    static sim::NeverDestroyed<Worker> worker;
    return *worker;
  }

  void add(std::function<void()> job) {
    {
      const sim::Hold hold(lock_);
      jobs_.push_back(std::move(job));
    }
    service_.wake();
  }

 private:
  friend sim::NeverDestroyed<Worker>;

  Worker() : service_("retire", [this] { return step(); }) {}

  sim::Time step() {
    for (;;) {
      std::function<void()> job;
      {
        const sim::Hold hold(lock_);
        if (jobs_.empty()) return sim::kForever;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }

  sim::Lock lock_;
  std::deque<std::function<void()>> jobs_ DRYDOCK_GUARDED_BY(lock_);
  nt::Service service_;
};

}  // namespace

void run_later(std::function<void()> job) { Worker::get().add(std::move(job)); }

void finish_jobs() {
  sim::Completion done;
  run_later([&] { done.complete(); });
  done.wait();
}

}  // namespace drydock::dxgk
