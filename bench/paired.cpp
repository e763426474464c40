#include "bench/paired.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace drydock::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Timing {
  std::size_t work;
  double ns;  // for one unit
};

Timing time(const std::function<std::size_t()>& side) {
  const auto start = Clock::now();
  const std::size_t work = side();
  const std::chrono::duration<double, std::nano> spent = Clock::now() - start;
  if (work == 0) throw std::runtime_error("a workload did no work");
  return {work, spent.count() / static_cast<double>(work)};
}

double quantile(std::vector<double> values, double at) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(at * static_cast<double>(values.size() - 1))];
}

}  // namespace

Result measure(const Workload& workload, int rounds) {
  std::vector<double> ours, theirs, ratios;
  for (int round = 0; round <= rounds; ++round) {
    const Timing mine = time(workload.drydock);
    const Timing peer = time(workload.reference);
    if (mine.work != peer.work)
      throw std::runtime_error(workload.name + ": the peer did other work");
    if (round == 0) continue;  // warms the caches
    ours.push_back(mine.ns);
    theirs.push_back(peer.ns);
    ratios.push_back(mine.ns / peer.ns);
  }
  return {workload.name,          workload.peer,         quantile(ours, 0.5),
          quantile(theirs, 0.5),  quantile(ratios, 0.5), quantile(ratios, 0.25),
          quantile(ratios, 0.75), workload.goal};
}

}  // namespace drydock::bench
