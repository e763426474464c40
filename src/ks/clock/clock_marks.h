// Events of a clock: at a time, and at every interval after one.
//
// A service looks at a clock that runs when its next mark is due, and at one that stands every ten
// milliseconds, because its owner may start it. Owner: the file of the clock. Threads: any.
#pragma once

#include <memory>

#include "src/ks/base/event.h"
#include "src/ks/clock/clock.h"

namespace drydock::ks {

class ClockMarks : public std::enable_shared_from_this<ClockMarks> {
 public:
  explicit ClockMarks(std::shared_ptr<Clock> clock) : clock_(std::move(clock)) {}

  const std::shared_ptr<Clock>& clock() const { return clock_; }
  EventList& events() { return events_; }

  // AddHandlers of KSEVENT_CLOCK_INTERVAL_MARK and KSEVENT_CLOCK_POSITION_MARK.
  NTSTATUS add_interval(const KSEVENT_TIME_INTERVAL& wanted, KSEVENT_ENTRY* entry);
  NTSTATUS add_position(const KSEVENT_TIME_MARK& wanted, KSEVENT_ENTRY* entry);

  // Generates the events that are due. Returns when to look again: kForever when no mark is left.
  LONGLONG look();

 private:
  NTSTATUS add(KSEVENT_ENTRY* entry, LONGLONG next, LONGLONG interval);

  const std::shared_ptr<Clock> clock_;
  EventList events_;
};

// The bytes behind each entry, for its mark.
ULONG size_of_mark();

}  // namespace drydock::ks
