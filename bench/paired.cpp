#include "bench/paired.h"

#include <time.h>

#include <algorithm>
#include <stdexcept>

namespace drydock::bench {
namespace {

std::size_t divisor = 1;
clockid_t clock_id = CLOCK_MONOTONIC;

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(clock_id, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

struct Timing {
  std::size_t work;
  double ns;  // for one unit
};

double quantile(std::vector<double> values, double at) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(at * static_cast<double>(values.size() - 1))];
}

}  // namespace

void Stopwatch::pause() { spent_ns_ += now_ns() - since_ns_; }
void Stopwatch::resume() { since_ns_ = now_ns(); }

Stopwatch& stopwatch() {
  static Stopwatch instance;
  return instance;
}

void make_quick() { divisor = 10; }
void measure_processor_time() { clock_id = CLOCK_PROCESS_CPUTIME_ID; }
std::size_t scaled(std::size_t count) { return std::max<std::size_t>(count / divisor, 1); }

struct Timer {
  static Timing time(const std::function<std::size_t()>& side) {
    Stopwatch& watch = stopwatch();
    watch.spent_ns_ = 0;
    watch.resume();
    const std::size_t work = side();
    watch.pause();
    if (work == 0) throw std::runtime_error("a workload did no work");
    return {work, static_cast<double>(watch.spent_ns_) / static_cast<double>(work)};
  }
};

double time_ns(const std::function<void()>& work) {
  const std::int64_t start = now_ns();
  work();
  return static_cast<double>(now_ns() - start);
}

Result measure(const Workload& workload, int rounds) {
  std::vector<double> ours, theirs, ratios;
  for (int round = 0; round <= rounds; ++round) {
    const Timing mine = Timer::time(workload.drydock);
    const Timing peer = Timer::time(workload.reference);
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
