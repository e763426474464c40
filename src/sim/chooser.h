// Chooses the strand that runs next, as a plan says, and records what it chose.
//
// The default order: the strand that runs goes on. When it cannot run or yields, the next strand
// that can run follows, by number, and after the highest number the lowest. A strand that met very
// many switch points in a row while others could run probably waits for one of them in a loop, so
// it is treated as if it yielded. The choices of every policy can be written as the list of their
// departures from that order.
//
// Threads: one at a time; the schedule's own lock guards it. Owner: the seeded schedule.
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

  // The state of the calling strand at a switch point.
  enum class Caller : std::uint8_t {
    kGoesOn,     // it is at a switch point: any other strand that runs next interrupts it
    kYields,     // it can only repeat itself until another strand has run
    kCannotRun,  // it waits or has ended
  };

  // Returns one of `able`. `able` has the numbers of the strands that can run, in an order that is
  // the same in every run.
  std::uint32_t choose(std::uint32_t self, Caller caller, std::span<const std::uint32_t> able);

  // How often there was more than one to choose from.
  std::uint64_t choices() const { return choices_; }

  static constexpr std::size_t kMostListed = 1U << 20;

  // The departures from the default order so far; no more than kMostListed.
  const std::vector<Switch>& taken() const { return taken_; }

  // How many switches of the plan were not followed so far.
  std::uint64_t switches_not_met() const { return next_.size() - followed_; }

  // The choices that were possible and not taken, in the order of their places. Only a plan of
  // switches has them, and no more than kMostListed.
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
  std::vector<std::uint64_t> points_;  // how many switch points each strand met
  std::uint64_t choices_ = 0;
  std::uint64_t in_a_row_ = 0;  // how often in a row the running strand was chosen over others
  std::vector<Switch> taken_;
  std::vector<Switch> alternatives_;

  // kPct: the strand of the highest priority runs. First priorities are above zero. A strand that
  // yields, or whose priority changes, gets one that is lower than all before.
  std::set<std::uint64_t> change_at_;
  std::map<std::uint32_t, std::int64_t> priorities_;
  std::int64_t lowest_ = 0;

  // kSwitches: the strand that follows at a point of a strand.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> next_;
  std::uint64_t followed_ = 0;
};

}  // namespace drydock::sim
