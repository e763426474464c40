// Timer objects that the system allocates.
#include <deque>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/ob/object.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/time/service.h"
#include "src/nt/time/timer.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

// The object behind PEX_TIMER. The dispatcher object comes first, because drivers wait on it.
struct _EX_TIMER {
  KTIMER timer;
  KDPC dpc;
  PEXT_CALLBACK callback;
  PVOID context;
  ULONG attributes;
};

namespace drydock::nt {
namespace {

constexpr ULONG kKnownAttributes =
    EX_TIMER_HIGH_RESOLUTION | EX_TIMER_NO_WAKE | EX_TIMER_NOTIFICATION;

VOID expire(PKDPC, PVOID context, PVOID, PVOID) {
  auto* const timer = static_cast<PEX_TIMER>(context);
  timer->callback(timer, timer->context);
}

struct Going {
  PEX_TIMER timer;
  Driver* driver;
  PEXT_DELETE_CALLBACK callback;
  PVOID context;

  void finish() const {
    KeCancelTimer(&timer->timer);
    KeRemoveQueueDpcEx(&timer->dpc, TRUE);
    delete timer;
    if (callback != nullptr) run_in(driver, "timer delete callback", [this] { callback(context); });
  }
};

// Timers that are deleted while no thread waits for the deletion. They are freed when they have
// expired for the last time.
class DeletedTimers {
 public:
  static DeletedTimers& instance() {
    static sim::NeverDestroyed<DeletedTimers> deleted_timers;
    return *deleted_timers;
  }

  void add(const Going& going) {
    {
      const sim::Hold hold(mutex_);
      queue_.push_back(going);
    }
    service_.wake();
  }

 private:
  static bool is_armed(const Going& going) {
    const Dispatching dispatching;
    return going.timer->timer.Header.Inserted != 0;
  }

  sim::Time step() {
    constexpr sim::Time kMillisecond = 10'000;
    Going next{};
    {
      const sim::Hold hold(mutex_);
      if (queue_.empty()) return sim::kForever;
      next = queue_.front();
      queue_.pop_front();
      if (is_armed(next)) {
        queue_.push_back(next);
        return sim::now() + kMillisecond;
      }
    }
    next.finish();
    return sim::now();
  }

  sim::Lock mutex_{sim::LockRank::kDeletedTimers};
  std::deque<Going> queue_ DRYDOCK_GUARDED_BY(mutex_);
  Service service_{"timers going", [this] { return step(); }};
};

bool high_resolution(const _EX_TIMER& timer) {
  return (timer.attributes & EX_TIMER_HIGH_RESOLUTION) != 0;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

PEX_TIMER ExAllocateTimer(PEXT_CALLBACK Callback, PVOID CallbackContext, ULONG Attributes) {
  require_irql_at_most(DISPATCH_LEVEL, "ExAllocateTimer");
  constexpr ULONG kEither = EX_TIMER_HIGH_RESOLUTION | EX_TIMER_NO_WAKE;
  if ((Attributes & ~kKnownAttributes) != 0 || (Attributes & kEither) == kEither) {
    stop_driver(KERNEL_SECURITY_CHECK_FAILURE, nullptr, Attributes, 0);
    return nullptr;
  }
  if (fails_here(sim::FaultKind::kObject)) return nullptr;
  auto* timer = new _EX_TIMER{};
  const bool notification = (Attributes & EX_TIMER_NOTIFICATION) != 0;
  KeInitializeTimerEx(&timer->timer, notification ? NotificationTimer : SynchronizationTimer);
  KeInitializeDpc(&timer->dpc, expire, timer);
  timer->callback = Callback;
  timer->context = CallbackContext;
  timer->attributes = Attributes;
  add_debt_with_undo(timer, "timer of ExAllocateTimer",
                     [timer] { Going{timer, nullptr, nullptr, nullptr}.finish(); });
  return timer;
}

BOOLEAN ExSetTimer(PEX_TIMER Timer, LONGLONG DueTime, LONGLONG Period, PEXT_SET_PARAMETERS) {
  require_irql_at_most(DISPATCH_LEVEL, "ExSetTimer");
  // wdm/nf-wdm-exsettimer.md: bug checks both.
  if ((high_resolution(*Timer) && DueTime >= 0) || Period < 0 || Period > MAXLONG) {
    stop_driver(KERNEL_SECURITY_CHECK_FAILURE, Timer, static_cast<std::uint64_t>(DueTime),
                static_cast<std::uint64_t>(Period));
    return FALSE;
  }
  LARGE_INTEGER due;
  due.QuadPart = DueTime;
  return arm_timer(Timer->timer, deadline_of(&due), Period,
                   Timer->callback == nullptr ? nullptr : &Timer->dpc);
}

BOOLEAN ExCancelTimer(PEX_TIMER Timer, PEXT_CANCEL_PARAMETERS) {
  require_irql_at_most(DISPATCH_LEVEL, "ExCancelTimer");
  return KeCancelTimer(&Timer->timer);
}

BOOLEAN ExDeleteTimer(PEX_TIMER Timer, BOOLEAN Cancel, BOOLEAN Wait,
                      PEXT_DELETE_PARAMETERS Parameters) {
  require_irql_at_most(Wait ? APC_LEVEL : DISPATCH_LEVEL, "ExDeleteTimer");
  if (Wait && !Cancel) {
    stop_driver(KERNEL_SECURITY_CHECK_FAILURE, Timer, 0, 0);
    return FALSE;
  }
  const bool is_foreign = current_driver() != nullptr && !find_debt(Resource::kReference, Timer);
  if (is_foreign) stop_driver(KERNEL_SECURITY_CHECK_FAILURE, Timer, 0, 0);
  const BOOLEAN cancelled = Cancel && KeCancelTimer(&Timer->timer);
  const Going going{Timer, current_driver(),
                    Parameters == nullptr ? nullptr : Parameters->DeleteCallback,
                    Parameters == nullptr ? nullptr : Parameters->DeleteContext};
  settle_undoing(Timer);
  if (Wait) {
    going.finish();
  } else {
    DeletedTimers::instance().add(going);
  }
  return cancelled;
}

}  // extern "C"
