#include <algorithm>
#include <exception>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "src/sim/standstill.h"
#include "src/verify/base/scenario.h"

namespace drydock::verify {

std::uint64_t Run::choose(std::uint64_t count) {
  // SplitMix64, which has no weak states.
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return count == 0 ? 0 : (mixed ^ mixed >> 31) % count;
}

void Run::together(std::vector<Actor> actors) {
  const std::size_t overlap = overlaps_.size();
  overlaps_.push_back({.begin = sim::faults_met()});
  std::vector<std::exception_ptr> thrown(actors.size());
  std::vector<sim::Thread> threads;
  for (std::size_t i = 0; i < actors.size(); ++i) {
    threads.push_back(sim::spawn(actors[i].name, [&body = actors[i].body, &exception = thrown[i]] {
      sim::become_principal();
      try {
        body();
      } catch (...) {
        exception = std::current_exception();
      }
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  overlaps_[overlap].end = sim::faults_met();
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

void Run::pass(std::int64_t time) { sim::park(sim::now() + time); }

void Run::note(const std::string& what) {
  if (std::ranges::find(notes_, what) == notes_.end()) notes_.push_back(what);
}

bool Run::after_fault() const { return sim::faults_failed() != 0; }

}  // namespace drydock::verify
