#include "src/sim/shrink.h"

#include <algorithm>
#include <utility>

namespace drydock::sim {
namespace {

using Difference = std::vector<Switch>::difference_type;

class Shrinker {
 public:
  Shrinker(const SchedulePlan& failing, const std::function<bool(const SchedulePlan&)>& fails,
           std::uint64_t most_runs)
      : fails_(fails), most_runs_(most_runs), out_{.plan = failing} {}

  Shrunk shrink() {
    cut_the_end();
    for (std::size_t part = switches().size(); part > 1 && has_runs(); part /= 2) drop_parts(part);
    while (has_runs() && (drop_parts(1) || drop_a_pair())) {
    }
    out_.is_minimal = has_runs();
    return std::move(out_);
  }

 private:
  const std::vector<Switch>& switches() const { return out_.plan.switches; }
  bool has_runs() const { return out_.runs < most_runs_; }

  // Switches after the failure do not matter: drops half of the rest for as long as the plan still
  // fails.
  void cut_the_end() {
    std::size_t needed = 0;
    while (needed < switches().size() && has_runs()) {
      const std::size_t half = needed + (switches().size() - needed) / 2;
      if (!becomes({switches().begin(), switches().begin() + static_cast<Difference>(half)}))
        needed = half + 1;
    }
  }

  // Tries to drop each part of `part` switches, the last part first: a later switch keeps its
  // meaning only while the earlier ones stay.
  bool drop_parts(std::size_t part) {
    bool shorter = false;
    for (std::size_t end = switches().size(); end > 0 && has_runs();) {
      const std::size_t begin = end - std::min(part, end);
      std::vector<Switch> rest = switches();
      rest.erase(rest.begin() + static_cast<Difference>(begin),
                 rest.begin() + static_cast<Difference>(end));
      shorter |= becomes(std::move(rest));
      end = begin;
    }
    return shorter;
  }

  // Tries to drop two switches together: of a switch to a strand and the one back, neither can be
  // dropped alone.
  bool drop_a_pair() {
    for (std::size_t first = 0; first + 1 < switches().size(); ++first) {
      for (std::size_t second = first + 1; second < switches().size() && has_runs(); ++second) {
        std::vector<Switch> rest = switches();
        rest.erase(rest.begin() + static_cast<Difference>(second));
        rest.erase(rest.begin() + static_cast<Difference>(first));
        if (becomes(std::move(rest))) return true;
      }
    }
    return false;
  }

  // Replaces the plan by the shorter list if that fails too.
  bool becomes(std::vector<Switch> list) {
    SchedulePlan plan = out_.plan;
    plan.switches = std::move(list);
    ++out_.runs;
    if (!fails_(plan)) return false;
    out_.plan = std::move(plan);
    return true;
  }

  const std::function<bool(const SchedulePlan&)>& fails_;
  const std::uint64_t most_runs_;
  Shrunk out_;
};

}  // namespace

Shrunk shrink(const SchedulePlan& failing, const std::function<bool(const SchedulePlan&)>& fails,
              std::uint64_t most_runs) {
  return Shrinker(failing, fails, most_runs).shrink();
}

}  // namespace drydock::sim
