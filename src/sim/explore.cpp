#include "src/sim/explore.h"

#include <algorithm>
#include <utility>

#include "src/sim/chooser.h"

namespace drydock::sim {
namespace {

class Search {
 public:
  Search(const std::function<Explored(const SchedulePlan&)>& run, const ExploreOptions& options)
      : run_(run), options_(options) {}

  ExploreResult all() {
    result_.is_complete = true;
    std::vector<std::vector<Switch>> level = {{}};
    for (std::uint32_t switches = 0; switches <= options_.most_switches; ++switches) {
      const bool is_last = switches == options_.most_switches;
      known_ = result_.runs + level.size();
      std::vector<std::vector<Switch>> longer;
      for (std::vector<Switch>& list : level) {
        if (!one(std::move(list), is_last ? nullptr : &longer)) return std::move(result_);
      }
      level = std::move(longer);
    }
    return std::move(result_);
  }

 private:
  // Returns false when the search is over.
  bool one(std::vector<Switch> list, std::vector<std::vector<Switch>>* longer) {
    if (result_.runs == options_.most_runs) return stop();
    const SchedulePlan plan{.policy = SchedulePlan::Policy::kSwitches,
                            .seed = options_.seed,
                            .switches = std::move(list)};
    const Explored seen = run_(plan);
    ++result_.runs;
    if (seen.found) result_.found.push_back(plan);
    if (seen.alternatives.size() >= Chooser::kMostListed) result_.is_complete = false;
    if (longer != nullptr) extend(plan.switches, seen.alternatives, *longer);
    const ExploreProgress progress{static_cast<std::uint32_t>(plan.switches.size()), result_.runs,
                                   std::max(known_, result_.runs)};
    if (options_.progress && !options_.progress(progress)) return stop();
    return seen.found && options_.stops_when_found ? stop() : true;
  }

  // Adds one more switch at each place after the last switch of `list`. The places before it are
  // the same in the run of the list without its last switch, and were extended there.
  void extend(const std::vector<Switch>& list, const std::vector<Switch>& alternatives,
              std::vector<std::vector<Switch>>& longer) {
    auto from = alternatives.begin();
    if (!list.empty()) {
      const auto is_here = [&](const Switch& other) {
        return other.strand == list.back().strand && other.point == list.back().point;
      };
      from = std::find_if(from, alternatives.end(), is_here);
      from = std::find_if_not(from, alternatives.end(), is_here);
    }
    for (; from != alternatives.end(); ++from) {
      // A list that the limit will not let run is not stored either.
      if (known_ + longer.size() >= options_.most_runs) {
        result_.is_complete = false;
        return;
      }
      longer.push_back(list);
      longer.back().push_back(*from);
    }
  }

  bool stop() {
    result_.is_complete = false;
    return false;
  }

  const std::function<Explored(const SchedulePlan&)>& run_;
  const ExploreOptions& options_;
  ExploreResult result_;
  std::uint64_t known_ = 0;
};

}  // namespace

ExploreResult explore(const std::function<Explored(const SchedulePlan&)>& run,
                      const ExploreOptions& options) {
  return Search(run, options).all();
}

}  // namespace drydock::sim
