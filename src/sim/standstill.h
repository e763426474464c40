// A seeded schedule that leads nowhere: who waits in it, and where.
//
// Virtual time costs nothing, so waiting for the machine's clock would tell nothing. A schedule
// stands still when every strand is parked and, told so again and again, parks again; or when its
// clock has run for very long and none of the strands that the run is about had a turn or waits for
// one by time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drydock::sim {

struct Parked {
  std::uint32_t strand = 0;
  std::string name;
  bool is_principal = false;
  // Of the call of park() that it is in: Stack::above() shows the way to it for as long as the
  // strand is parked.
  const void* frame = nullptr;
};

struct Standstill {
  bool is_stuck = false;  // nobody waits for a time; else the clock has run for too long
  std::vector<Parked> strands;
};

// The calling strand is one of those that the run is about. Under a seed the first strand always
// is.
void become_principal();

// Called by the strand that had the last turn, while all others are parked. The handler ends the
// process, and asks nothing of the schedule but the time; without one a schedule that stands still
// goes on.
using StandstillHandler = void (*)(const Standstill&);
void on_standstill(StandstillHandler handler);

}  // namespace drydock::sim
