// Vertical blanks of an output whose driver reports none: made up from the mode and from virtual
// time, so that a seeded run has the same.
//
// Lines of a frame are shown one after the other; the lines behind the last are the blank.
// Owner and threads: a value. Cost: some divisions.
#pragma once

#include <cstdint>

#include "src/sim/schedule.h"
#include "src/wdk/graphics.h"

namespace drydock::display {

struct ScanLine {
  UINT line = 0;
  bool is_in_blank = false;
};

class VerticalBlank {
 public:
  // The blanks of a target mode that is in force since `start`. A mode that does not specify them
  // has 60 Hz, and a twentieth of its lines for the blank.
  VerticalBlank(const D3DKMDT_VIDEO_SIGNAL_INFO& signal, sim::Time start);

  sim::Time period() const { return period_; }
  // The beginning of the first blank behind that moment.
  sim::Time next(sim::Time after) const;
  ScanLine scan_line(sim::Time now) const;

 private:
  sim::Time start_;
  sim::Time period_;
  UINT visible_lines_;
  UINT lines_;
};

}  // namespace drydock::display
