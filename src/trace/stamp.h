// The time of an event. Under a seed it is the time of the schedule. Otherwise it is the
// processor's count where that is a clock: it is read in a third of the time that sim::now() takes,
// and is converted when the trace is read. Internal to src/trace.
#pragma once

#include <cstdint>

#include "src/sim/schedule.h"

namespace drydock::trace::internal {

class Stamp {
 public:
  static Stamp now();

  bool is_count() const { return (coded_ & 1) != 0; }
  std::int64_t value() const { return coded_ >> 1; }  // sim::Time, or the processor's count

 private:
  Stamp(std::int64_t value, bool is_count) : coded_(value << 1 | (is_count ? 1 : 0)) {}

  std::int64_t coded_;
};

// Converts counts to time along the line through two moments at which both clocks were read.
// Results between them are off by at most one unit of time.
class StampScale {
 public:
  // Sets the first moment to now. The caller holds the same lock as for the constructor.
  static void restart();

  // Makes a scale whose second moment is now.
  StampScale();
  sim::Time time_of(const Stamp& stamp) const;

 private:
  struct Moment {
    std::int64_t count;
    sim::Time time;

    static Moment now();
  };
  static Moment first_;

  const Moment origin_;
  const Moment now_;
};

}  // namespace drydock::trace::internal
