// When an event was: the time of the schedule, or, where that is the machine's, the processor's
// count, which is read in a third of the time and turned into time when somebody asks. Internal to
// src/trace.
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

// A line through two moments at which both clocks were read: what lies between is off by no more
// than a unit of time.
class StampScale {
 public:
  // Begins anew. Under the same lock as the constructor.
  static void restart();

  // As of now.
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
