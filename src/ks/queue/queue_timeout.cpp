// Time-outs of stream pointers (S-169, S-170).
#include <map>

#include "src/ks/queue/queue.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/nt/time/service.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

// The time-outs of all queues that are armed, in one service.
class Timeouts {
 public:
  static Timeouts& instance() {
    static sim::NeverDestroyed<Timeouts> timeouts;
    return *timeouts;
  }

  void arm(LONGLONG deadline, std::weak_ptr<Queue> queue, std::weak_ptr<StreamPointer> pointer) {
    {
      const sim::Hold hold(lock_);
      armed_.emplace(deadline, Armed{std::move(queue), std::move(pointer)});
    }
    service_.wake();
  }

 private:
  struct Armed {
    std::weak_ptr<Queue> queue;
    std::weak_ptr<StreamPointer> pointer;
  };

  // Runs one time-out that is due; otherwise says when the next one is.
  sim::Time step() {
    LONGLONG deadline = 0;
    Armed due;
    {
      const sim::Hold hold(lock_);
      if (armed_.empty()) return sim::kForever;
      if (armed_.begin()->first > sim::now()) return armed_.begin()->first;
      deadline = armed_.begin()->first;
      due = std::move(armed_.begin()->second);
      armed_.erase(armed_.begin());
    }
    const std::shared_ptr<Queue> queue = due.queue.lock();
    const std::shared_ptr<StreamPointer> pointer = due.pointer.lock();
    if (queue != nullptr && pointer != nullptr) queue->time_out(pointer, deadline);
    return sim::now();
  }

  sim::Lock lock_;
  std::multimap<LONGLONG, Armed> armed_ DRYDOCK_GUARDED_BY(lock_);
  nt::Service service_{"stream pointer time-outs", [this] { return step(); }};
};

}  // namespace

void Queue::set_timeout(StreamPointer& pointer, PFNKSSTREAMPOINTER callback, LONGLONG interval) {
  const bool runs = pin_.face().ClientState == KSSTATE_RUN;
  std::vector<std::pair<LONGLONG, std::shared_ptr<StreamPointer>>> due;
  {
    const QueueHold hold(*this);
    pointer.timed_out = callback;
    pointer.deadline = sim::now() + interval;
    if (!runs) return;
    std::vector<std::shared_ptr<StreamPointer>> all = clones_;
    all.push_back(leading_);
    if (trailing_ != nullptr) all.push_back(trailing_);
    for (const std::shared_ptr<StreamPointer>& one : all) {
      if (one->deadline != 0) due.emplace_back(one->deadline, one);
    }
  }
  for (auto& [deadline, one] : due) Timeouts::instance().arm(deadline, weak_from_this(), one);
}

void Queue::cancel_timeout(StreamPointer& pointer) {
  const QueueHold hold(*this);
  pointer.deadline = 0;
}

// A pointer whose time-out was replaced or cancelled meanwhile has another deadline, or none.
void Queue::time_out(const std::shared_ptr<StreamPointer>& pointer, LONGLONG deadline) {
  const std::shared_ptr<Object> owner = owner_.lock();
  if (owner == nullptr) return;
  PFNKSSTREAMPOINTER callback = nullptr;
  {
    const QueueHold hold(*this);
    if (pointer->deadline != deadline) return;
    pointer->deadline = 0;
    callback = pointer->timed_out;
  }
  KIRQL irql = PASSIVE_LEVEL;
  KeRaiseIrql(DISPATCH_LEVEL, &irql);
  constexpr const char* kWhere = "stream pointer's time-out callback";
  pin_.call(kWhere,
            [&] { trace::recorded_call(kWhere, callback, "PFNKSSTREAMPOINTER")(pointer->face); });
  KeLowerIrql(irql);
}

}  // namespace drydock::ks
