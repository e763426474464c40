// Under a seed a trace is the same in every run, byte for byte.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "src/sim/schedule.h"
#include "src/trace/trace.h"

namespace drydock::trace {
namespace {

// Eight strands that sleep and switch, each telling what it does.
std::string run(std::uint64_t seed) {
  const sim::SeededSchedule schedule(seed);
  const Recording recording;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.push_back(sim::spawn("worker " + std::to_string(i), [i] {
      for (int step = 0; step < 10; ++step) {
        const Span span("test", "step", {{"worker", i}, {"step", step}});
        sim::switch_point();
        if (step % 3 == 0) sim::park(sim::now() + 10 * (i + 1));
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  return to_text();
}

TEST(SeededTrace, OneSeedOneTrace) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::string first = run(seed);
    EXPECT_FALSE(first.empty());
    for (int again = 0; again < 5; ++again) ASSERT_EQ(run(seed), first) << seed;
  }
}

TEST(SeededTrace, SeedsDiffer) {
  std::set<std::string> traces;
  for (std::uint64_t seed = 0; seed < 30; ++seed) traces.insert(run(seed));
  EXPECT_EQ(traces.size(), 30u);
}

}  // namespace
}  // namespace drydock::trace
