// Timers: armed ones stand in one list by due time; a service signals them and queues their DPCs.
#include "src/nt/time/timer.h"

#include <fmt/format.h>

#include <cassert>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/processor.h"
#include "src/nt/driver/driver.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/time/dpc.h"
#include "src/nt/time/service.h"
#include "src/nt/watch/ledger.h"
#include "src/nt/watch/numbers.h"
#include "src/sim/happens_before.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

constexpr sim::Time kMillisecond = 10'000;

struct Armed {
  KTIMER* timer;
  Driver* driver;
  KDPC* dpc;
  sim::Time period;  // 0: once
  ULONG processor;   // on which it was set: its DPC is queued there
};

class Timers {
 public:
  Timers() {
    on_abandoned(Resource::kTimer, [](const void* timer) {
      instance().disarm(static_cast<KTIMER*>(const_cast<void*>(timer)));
    });
  }

  static Timers& instance() {
    static sim::NeverDestroyed<Timers> timers;
    return *timers;
  }

  // True when the timer was armed before.
  bool arm(KTIMER& timer, sim::Time due, sim::Time period, KDPC* dpc) {
    const bool was_armed = disarm(&timer);
    sim::publish(&timer);
    {
      const Dispatching dispatching;
      timer.Header.SignalState = 0;
      timer.Header.Inserted = 1;
      timer.Dpc = dpc;
      timer.Period = static_cast<ULONG>(period / kMillisecond);
      timer.DueTime.QuadPart = static_cast<ULONGLONG>(due);
    }
    Driver* driver = current_driver();
    if (driver != nullptr)
      add_debt(Resource::kTimer, &timer, sizeof timer,
               dpc == nullptr ? "timer" : "timer with a DPC");
    {
      const MutexHold hold(mutex_);
      places_[&timer] = due_.emplace(due, Armed{&timer, driver, dpc, period, current_processor()});
    }
    service_.wake();
    sim::switch_point();
    return was_armed;
  }

  // After the return the host does not touch the timer, and its DPC is queued or never will be. A
  // caller that then flushes the DPCs may free both.
  bool disarm(KTIMER* timer) {
    bool was_armed = false;
    {
      const MutexHold hold(mutex_);
      const auto place = places_.find(timer);
      was_armed = place != places_.end();
      if (was_armed) {
        due_.erase(place->second);
        places_.erase(place);
      }
    }
    if (was_armed) settle(Resource::kTimer, timer);
    wait_until_expired(timer);
    return was_armed;
  }

 private:
  void wait_until_expired(const KTIMER* timer) {
    for (;;) {
      {
        const MutexHold hold(mutex_);
        if (expiring_ != timer || service_.is_me()) return;
        waiting_.push_back(&sim::current());
      }
      if (sim::park() == sim::Woken::kStuck) return;
    }
  }

  // Signals one timer that is due, or says when the next will be.
  sim::Time step() {
    Armed armed{};
    {
      const MutexHold hold(mutex_);
      if (due_.empty()) return sim::kForever;
      const auto first = due_.begin();
      if (first->first > sim::now()) return first->first;
      armed = first->second;
      const sim::Time next = first->first + armed.period;
      due_.erase(first);
      places_.erase(armed.timer);
      if (armed.period != 0) places_[armed.timer] = due_.emplace(next, armed);
      assert(expiring_ == nullptr);  // one strand serves all timers
      expiring_ = armed.timer;
    }
    expire(armed);
    const MutexHold hold(mutex_);
    expiring_ = nullptr;
    for (sim::Strand* strand : std::exchange(waiting_, {})) sim::unpark(*strand);
    return sim::now();
  }

  static void expire(const Armed& armed) {
    if (armed.driver != nullptr && !armed.driver->alive()) return;
    const sim::Aside aside(armed.timer);
    trace::event("nt", "timer expires", {{"object", number_of(armed.timer)}});
    {
      Dispatching dispatching;
      armed.timer->Header.SignalState = 1;
      if (armed.period == 0) {
        armed.timer->Header.Inserted = 0;
        // The debt is settled before a thread can see the signal and free the timer.
        settle(Resource::kTimer, armed.timer);
      }
      dispatching.wake_waiters(armed.timer->Header);
    }
    if (armed.dpc != nullptr)
      queue_dpc(*armed.dpc, {armed.driver, nullptr, nullptr, armed.processor});
  }

  Mutex mutex_{sim::LockRank::kTimers};
  std::multimap<sim::Time, Armed> due_ DRYDOCK_GUARDED_BY(mutex_);
  std::unordered_map<KTIMER*, std::multimap<sim::Time, Armed>::iterator> places_
      DRYDOCK_GUARDED_BY(mutex_);
  const KTIMER* expiring_ DRYDOCK_GUARDED_BY(mutex_) = nullptr;
  std::vector<sim::Strand*> waiting_ DRYDOCK_GUARDED_BY(mutex_);  // for it to be done
  Service service_{"timers", [this] { return step(); }};
};

bool is_timer(const KTIMER* timer, const char* call) {
  return require_initialised(timer->Header, ObjectType::kNotificationTimer,
                             ObjectType::kSynchronizationTimer, "a timer", call);
}

}  // namespace

bool arm_timer(KTIMER& timer, sim::Time due, sim::Time period, KDPC* dpc) {
  return Timers::instance().arm(timer, due, period, dpc);
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" VOID KeInitializeTimerEx(PKTIMER Timer, TIMER_TYPE Type) {
  advise_irql_at_most(DISPATCH_LEVEL, "KeInitializeTimerEx");
  *Timer = {};
  const bool notification = Type == NotificationTimer;
  initialise(Timer->Header,
             notification ? ObjectType::kNotificationTimer : ObjectType::kSynchronizationTimer,
             sizeof(KTIMER), 0);
}

extern "C" VOID KeInitializeTimer(PKTIMER Timer) { KeInitializeTimerEx(Timer, NotificationTimer); }

extern "C" BOOLEAN KeSetTimerEx(PKTIMER Timer, LARGE_INTEGER DueTime, LONG Period, PKDPC Dpc) {
  require_irql_at_most(DISPATCH_LEVEL, "KeSetTimerEx");
  if (!is_timer(Timer, "KeSetTimerEx")) return FALSE;
  const drydock::sim::Time period = Period > 0 ? Period * kMillisecond : 0;
  return arm_timer(*Timer, deadline_of(&DueTime), period, Dpc);
}

extern "C" BOOLEAN KeSetTimer(PKTIMER Timer, LARGE_INTEGER DueTime, PKDPC Dpc) {
  return KeSetTimerEx(Timer, DueTime, 0, Dpc);
}

extern "C" BOOLEAN KeSetCoalescableTimer(PKTIMER Timer, LARGE_INTEGER DueTime, ULONG Period, ULONG,
                                         PKDPC Dpc) {
  return KeSetTimerEx(Timer, DueTime, static_cast<LONG>(Period), Dpc);
}

extern "C" BOOLEAN KeCancelTimer(PKTIMER Timer) {
  require_irql_at_most(DISPATCH_LEVEL, "KeCancelTimer");
  if (!is_timer(Timer, "KeCancelTimer")) return FALSE;
  drydock::sim::switch_point();
  const BOOLEAN was_armed = Timers::instance().disarm(Timer);
  if (was_armed && Timer->Period != 0 && Timer->Dpc != nullptr) expect_flush(*Timer->Dpc);
  const Dispatching dispatching;
  Timer->Header.Inserted = 0;
  return was_armed;
}

extern "C" BOOLEAN KeReadStateTimer(PKTIMER Timer) {
  advise_irql_at_most(DISPATCH_LEVEL, "KeReadStateTimer");
  const Dispatching dispatching(Timer);
  return Timer->Header.SignalState != 0;
}
