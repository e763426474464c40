// Allocations through the D3DKMT entry points and a miniport that does nothing, against M: malloc,
// zero and free of the 192 and 64 bytes that an allocation object cannot do without.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bench/null_miniport.h"
#include "bench/paired.h"
#include "src/rules/watch.h"
#include "src/trace/trace.h"

namespace drydock::bench {
namespace {

// What M has for one allocation.
struct Pair {
  void* object;
  void* data;
};

Pair make_pair() {
  Pair out{std::malloc(192), std::malloc(64)};
  std::memset(out.object, 0, 192);
  std::memset(out.data, 0, 64);
  benchmark::DoNotOptimize(out);
  return out;
}

void free_pair(Pair pair) {
  std::free(pair.data);
  std::free(pair.object);
}

std::size_t roundtrips(Station& station) {
  const std::size_t count = scaled(50'000);
  for (std::size_t i = 0; i < count; ++i) {
    D3DKMT_HANDLE handle = 0;
    station.create({&handle, 1});
    station.destroy({&handle, 1});
  }
  return count;
}

std::size_t peer_roundtrips() {
  const std::size_t count = scaled(50'000);
  for (std::size_t i = 0; i < count; ++i) free_pair(make_pair());
  return count;
}

Workload alloc_roundtrip() {
  return {"alloc_roundtrip", "M", 2.5, [] { return roundtrips(Station::get()); }, peer_roundtrips};
}

// The same with a million live: cost must not know.
Workload alloc_roundtrip_million() {
  static Station* crowded = nullptr;
  const auto among_many = [] {
    if (crowded == nullptr) {
      stopwatch().pause();
      crowded = new Station;
      std::vector<D3DKMT_HANDLE> live(scaled(1'000'000));
      crowded->create(live);
      stopwatch().resume();
    }
    return roundtrips(*crowded);
  };
  return {"alloc_roundtrip_1m", "with 1 live", 1.2, among_many,
          [] { return roundtrips(Station::get()); }};
}

// A live set of which members at random are replaced, so many at a time.
template <std::size_t kList>
struct Churn {
  static std::size_t live() { return scaled(100'000); }
  static std::size_t steps() { return scaled(100'000) / kList; }

  // A place for each of a list, all different.
  static std::size_t place(std::uint32_t& random, std::size_t i) {
    random = random * 1664525 + 1013904223;
    const std::size_t stripe = live() / kList;
    return i * stripe + (random >> 8) % stripe;
  }

  static std::size_t ours() {
    static auto& station = *new Station;
    static std::vector<D3DKMT_HANDLE> all;
    if (all.empty()) {
      stopwatch().pause();
      all.resize(live());
      station.create(all);
      stopwatch().resume();
    }
    std::uint32_t random = 1;
    for (std::size_t step = 0; step < steps(); ++step) {
      std::array<std::size_t, kList> places;
      std::array<D3DKMT_HANDLE, kList> handles;
      for (std::size_t i = 0; i < kList; ++i) handles[i] = all[places[i] = place(random, i)];
      station.destroy(handles);
      station.create(handles);
      for (std::size_t i = 0; i < kList; ++i) all[places[i]] = handles[i];
    }
    return steps() * kList;
  }

  static std::size_t theirs() {
    static auto& all = *new std::vector<Pair>;  // the live set stays for the next round
    if (all.empty()) {
      stopwatch().pause();
      for (std::size_t i = 0; i < live(); ++i) all.push_back(make_pair());
      stopwatch().resume();
    }
    std::uint32_t random = 1;
    for (std::size_t step = 0; step < steps(); ++step) {
      for (std::size_t i = 0; i < kList; ++i) {
        Pair& pair = all[place(random, i)];
        free_pair(pair);
        pair = make_pair();
      }
    }
    return steps() * kList;
  }
};

Workload alloc_churn() {
  return {"alloc_churn", "M, same live set", 1.8, Churn<1>::ours, Churn<1>::theirs};
}
Workload alloc_churn_lists() {
  return {"alloc_churn_16", "M, same live set", 1.2, Churn<16>::ours, Churn<16>::theirs};
}

// Processes of so many allocations die until all have.
std::size_t teardown(std::size_t each, std::size_t all) {
  static auto& station = *new Station;
  std::vector<D3DKMT_HANDLE> handles(each);
  stopwatch().pause();
  for (std::size_t done = 0; done < all; done += each) {
    station.create(handles);
    stopwatch().resume();
    station.end_process();
    stopwatch().pause();
  }
  stopwatch().resume();
  return all;
}

Workload process_teardown() {
  return {"process_teardown", "10,000 at a time", 1.25,
          [] { return teardown(scaled(1'000'000), scaled(1'000'000)); },
          [] { return teardown(scaled(10'000), scaled(1'000'000)); }};
}

// What it costs to look for breaches and to keep a trace.
std::size_t unobserved() {
  const rules::NoWatch no_watch;
  return roundtrips(Station::get());
}
std::size_t watched() { return roundtrips(Station::get()); }
std::size_t traced() {
  const rules::NoWatch no_watch;
  const trace::Recording recording;
  return roundtrips(Station::get());
}
std::size_t watched_and_traced() {
  const trace::Recording recording;
  return roundtrips(Station::get());
}

Workload observe_cost_rules() {
  return {"observe_cost_rules", "neither", 1.25, watched, unobserved};
}
Workload observe_cost_trace() {
  return {"observe_cost_trace", "neither", 1.10, traced, unobserved};
}
Workload observe_cost_both() {
  return {"observe_cost_both", "neither", 1.35, watched_and_traced, unobserved};
}

const Registration kRoundtrip(alloc_roundtrip), kMillion(alloc_roundtrip_million),
    kChurn(alloc_churn), kChurnLists(alloc_churn_lists), kTeardown(process_teardown),
    kRules(observe_cost_rules), kTrace(observe_cost_trace), kBoth(observe_cost_both);

}  // namespace
}  // namespace drydock::bench
