// Chooses who runs next, as a plan says, and writes down what it chose.
//
// The default order: who runs goes on; who cannot, or lets others go first, is followed by the next
// strand that can run, by number and round. A strand that met very many switch points in a row
// while others could run is taken to wait for one of them in a loop, and lets others go first.
// Every policy can be told as the list of its departures from that order.
//
// Not safe for threads: the schedule's own lock guards it.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "src/sim/schedule_plan.h"

namespace drydock::sim {

class Chooser {
 public:
  explicit Chooser(const SchedulePlan& plan);

  // The calling strand, and what it can do.
  enum class Caller : std::uint8_t {
    kGoesOn,     // at a switch point: whoever else runs next interrupts it
    kYields,     // it can only repeat itself until another strand has run
    kCannotRun,  // it waits or has ended
  };

  // One of `able`, which holds the numbers of the strands that can run, in an order that is the
  // same in every run.
  std::uint32_t choose(std::uint32_t self, Caller caller, std::span<const std::uint32_t> able);

  // How often there was more than one to choose from.
  std::uint64_t choices() const { return choices_; }

  static constexpr std::size_t kMostListed = 1U << 20;

  // The departures from the default order so far; no more than kMostListed.
  const std::vector<Switch>& taken() const { return taken_; }

  // What could have been chosen instead, place by place; only for a plan of switches, and no more
  // than kMostListed.
  const std::vector<Switch>& alternatives() const { return alternatives_; }

 private:
  struct Place {
    std::uint32_t strand;
    std::uint64_t point;
    Caller caller;
    std::uint32_t by_default;
  };
  std::uint32_t default_of(std::uint32_t self, Caller caller,
                           std::span<const std::uint32_t> able) const;
  std::uint32_t planned(const Place& place, std::span<const std::uint32_t> able);
  std::uint32_t by_priority(const Place& place, std::span<const std::uint32_t> able);
  std::uint32_t listed(const Place& place, std::span<const std::uint32_t> able);

  const SchedulePlan plan_;
  std::mt19937_64 random_;
  std::vector<std::uint64_t> points_;  // met by each strand
  std::uint64_t choices_ = 0;
  std::uint64_t in_a_row_ = 0;  // choices of the strand that runs, over others
  std::vector<Switch> taken_;
  std::vector<Switch> alternatives_;

  // kPct: the highest runs. First priorities are above zero; each change or giving way takes one
  // that is lower than all before.
  std::set<std::uint64_t> change_at_;
  std::map<std::uint32_t, std::int64_t> priorities_;
  std::int64_t lowest_ = 0;

  // kSwitches: who follows at a strand's point.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> next_;
};

}  // namespace drydock::sim
