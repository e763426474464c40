// Video memory: room in a segment, and destroying what the GPU still uses.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "bench/null_miniport.h"
#include "bench/paired.h"
#include "src/vidmm/segment_space.h"

namespace drydock::bench {
namespace {

constexpr std::uint64_t kSmallest = 4 << 10;
constexpr std::uint64_t kLargest = 64 << 20;

// Sizes of all magnitudes alike, the same sequence for both sides.
class Sizes {
 public:
  std::uint64_t next() {
    random_ = random_ * 6364136223846793005 + 1442695040888963407;
    const unsigned magnitude = static_cast<unsigned>(random_ >> 33) % 14;
    const std::uint64_t low = kSmallest << magnitude;
    return std::min(low + (random_ >> 20) % low, kLargest) & ~(kSmallest - 1);
  }
  std::size_t place(std::size_t count) {
    random_ = random_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::size_t>(random_ >> 33) % count;
  }

 private:
  std::uint64_t random_ = 1;
};

std::size_t live() { return scaled(100'000); }
std::size_t steps() { return scaled(200'000); }

std::size_t segment_churn() {
  static auto& space = *new vidmm::SegmentSpace(1ULL << 42);
  static auto& all = *new std::vector<vidmm::SegmentSpace::Range*>;
  Sizes sizes;
  if (all.empty()) {
    stopwatch().pause();
    for (std::size_t i = 0; i < live(); ++i) all.push_back(space.allocate(sizes.next()));
    stopwatch().resume();
  }
  for (std::size_t i = 0; i < steps(); ++i) {
    vidmm::SegmentSpace::Range*& range = all[sizes.place(all.size())];
    space.free(*range);
    range = space.allocate(sizes.next());
    if (range == nullptr) throw std::runtime_error("the segment is full");
  }
  return steps();
}

// A heap of the processor's does this work for small sizes only; larger ones would be mapped.
constexpr std::uint64_t kHeapLargest = 1024;

std::size_t heap_churn() {
  static auto& all = *new std::vector<void*>;
  Sizes sizes;
  const auto next = [&] { return std::malloc(std::min(sizes.next() / 1024, kHeapLargest)); };
  if (all.empty()) {
    stopwatch().pause();
    for (std::size_t i = 0; i < live(); ++i) all.push_back(next());
    stopwatch().resume();
  }
  for (std::size_t i = 0; i < steps(); ++i) {
    void*& memory = all[sizes.place(all.size())];
    std::free(memory);
    memory = next();
    benchmark::DoNotOptimize(memory);
  }
  return steps();
}

Workload segment_alloc() {
  return {"segment_alloc", "malloc, a 1024th of the sizes", 4.0, segment_churn, heap_churn};
}

// Destroys so many that were in video memory; in flight or idle. Only the call is measured, and
// that all of them are gone afterwards is checked.
std::size_t destroy_used(bool in_flight) {
  static auto& station = *new Station;
  stopwatch().pause();
  std::vector<D3DKMT_HANDLE> handles(scaled(10'000));
  station.create(handles);
  const std::size_t before = Station::destroyed_in_driver();
  station.submit(handles);
  if (!in_flight) station.finish_work();
  stopwatch().resume();
  station.destroy(handles);
  stopwatch().pause();
  if (in_flight) station.finish_work();
  const std::size_t gone = Station::destroyed_in_driver() - before;
  stopwatch().resume();
  if (gone != handles.size()) throw std::runtime_error("allocations are left after their work");
  return gone;
}

Workload deferred_destroy() {
  return {"deferred_destroy", "the same, idle", 1.2, [] { return destroy_used(true); },
          [] { return destroy_used(false); }};
}

const Registration kSegment(segment_alloc), kDeferred(deferred_destroy);

}  // namespace
}  // namespace drydock::bench
