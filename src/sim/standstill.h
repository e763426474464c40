// Finds a seeded schedule that makes no progress, and lists the strands that wait in it and where.
//
// Virtual time costs nothing, so a limit on the machine's clock would not find it. A schedule
// stands still in two cases. Every strand is parked and, although woken with kStuck again and
// again, parks again. Or its clock has run for very long while no principal strand had a turn or
// waits for a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drydock::sim {

struct Parked {
  std::uint32_t strand = 0;
  std::string name;
  bool is_principal = false;
  // The frame of the strand's current call of park(). Stack::above() gives the stack of that call
  // while the strand is parked.
  const void* frame = nullptr;
};

struct Standstill {
  bool is_stuck = false;  // no strand waits for a time; else the clock has run for too long
  std::vector<Parked> strands;
};

// Makes the calling strand a principal: one of the strands that the run is about. Under a seed the
// first strand always is one.
void become_principal();

// The strand that had the last turn calls the handler while all others are parked. The handler ends
// the process, and asks the schedule for nothing but the time. Without a handler a schedule that
// stands still goes on.
using StandstillHandler = void (*)(const Standstill&);
void on_standstill(StandstillHandler handler);

}  // namespace drydock::sim
