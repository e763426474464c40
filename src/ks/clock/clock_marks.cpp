#include "src/ks/clock/clock_marks.h"

#include <algorithm>
#include <limits>
#include <map>

#include "src/nt/time/service.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::ks {
namespace {

constexpr LONGLONG kNever = std::numeric_limits<LONGLONG>::max();
constexpr sim::Time kMoment = 10 * 10'000;  // ten milliseconds

struct Mark {
  LONGLONG next;      // kNever: it was
  LONGLONG interval;  // 0: once
};

Mark& mark_of(KSEVENT_ENTRY* entry) { return *reinterpret_cast<Mark*>(entry + 1); }

struct Look {
  LONGLONG now;
  LONGLONG next = kNever;  // the first time among the marks that stay
};

// The caller has the lock of the list.
BOOLEAN is_due(PVOID context, PKSEVENT_ENTRY entry) {
  auto& look = *static_cast<Look*>(context);
  Mark& mark = mark_of(entry);
  const bool due = mark.next <= look.now;
  if (due && mark.interval == 0) mark.next = kNever;
  if (due && mark.interval != 0) {
    const LONGLONG passed = (look.now - mark.next) / mark.interval + 1;
    mark.next += passed * mark.interval;
  }
  look.next = std::min(look.next, mark.next);
  return due ? TRUE : FALSE;
}

// All clocks for which a client waits.
class Watch {
 public:
  static Watch& instance() {
    static sim::NeverDestroyed<Watch> watch;
    return *watch;
  }

  void look_at(sim::Time when, std::weak_ptr<ClockMarks> marks) {
    {
      const sim::Hold hold(lock_);
      due_.emplace(when, std::move(marks));
    }
    service_.wake();
  }

 private:
  sim::Time step() {
    std::weak_ptr<ClockMarks> first;
    {
      const sim::Hold hold(lock_);
      if (due_.empty()) return sim::kForever;
      if (due_.begin()->first > sim::now()) return due_.begin()->first;
      first = std::move(due_.begin()->second);
      due_.erase(due_.begin());
    }
    const std::shared_ptr<ClockMarks> marks = first.lock();
    const sim::Time again = marks == nullptr ? sim::kForever : marks->look();
    const sim::Hold hold(lock_);
    if (again != sim::kForever) due_.emplace(again, std::move(first));
    return sim::now();
  }

  sim::Lock lock_;
  std::multimap<sim::Time, std::weak_ptr<ClockMarks>> due_ DRYDOCK_GUARDED_BY(lock_);
  nt::Service service_{"clock marks", [this] { return step(); }};
};

}  // namespace

ULONG size_of_mark() { return sizeof(Mark); }

NTSTATUS ClockMarks::add(KSEVENT_ENTRY* entry, LONGLONG next, LONGLONG interval) {
  mark_of(entry) = {next, interval};
  events_.add(entry);
  Watch::instance().look_at(sim::now(), weak_from_this());
  return STATUS_SUCCESS;
}

NTSTATUS ClockMarks::add_interval(const KSEVENT_TIME_INTERVAL& wanted, KSEVENT_ENTRY* entry) {
  if (wanted.Interval <= 0) return STATUS_INVALID_PARAMETER;
  return add(entry, wanted.TimeBase, wanted.Interval);
}

NTSTATUS ClockMarks::add_position(const KSEVENT_TIME_MARK& wanted, KSEVENT_ENTRY* entry) {
  return add(entry, wanted.MarkTime, 0);
}

LONGLONG ClockMarks::look() {
  Look look{clock_->time()};
  for (const ULONG id : {KSEVENT_CLOCK_INTERVAL_MARK, KSEVENT_CLOCK_POSITION_MARK}) {
    events_.generate(KSEVENTSETID_Clock, id, {}, is_due, &look);
  }
  if (look.next == kNever) return sim::kForever;
  if (clock_->state() != KSSTATE_RUN) return sim::now() + kMoment;
  return sim::now() + std::max<LONGLONG>(look.next - look.now, 1);
}

}  // namespace drydock::ks
