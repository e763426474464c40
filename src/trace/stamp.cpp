#include "src/trace/stamp.h"

#include <cpuid.h>
#include <x86intrin.h>

#include <chrono>

namespace drydock::trace::internal {
namespace {

// Returns whether the processor's count advances at one speed in every state of the processor, so
// that it can serve as a clock.
bool counts_evenly() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x8000'0007, &a, &b, &c, &d) != 0 && (d & 1U << 8) != 0;
}
const bool has_even_count = counts_evenly();

// Leaves room for one more bit.
std::int64_t processor_count() {
  return static_cast<std::int64_t>(__rdtsc() & (~std::uint64_t{0} >> 2));
}

}  // namespace

Stamp Stamp::now() {
  if (!has_even_count || sim::is_seeded()) return {sim::now(), false};
  return {processor_count(), true};
}

StampScale::Moment StampScale::first_{};

// Reads the machine's clock as sim::now() does, also under a seed.
StampScale::Moment StampScale::Moment::now() {
  using Tick = std::chrono::duration<sim::Time, std::ratio<1, 10'000'000>>;
  const auto clock = std::chrono::steady_clock::now().time_since_epoch();
  return {.count = processor_count(), .time = std::chrono::duration_cast<Tick>(clock).count()};
}

void StampScale::restart() { first_ = Moment::now(); }

StampScale::StampScale() : origin_(first_), now_(Moment::now()) {}

sim::Time StampScale::time_of(const Stamp& stamp) const {
  if (!stamp.is_count()) return stamp.value();
  const std::int64_t counts = now_.count - origin_.count;
  if (counts <= 0) return now_.time;
  const auto part =
      static_cast<double>(stamp.value() - origin_.count) / static_cast<double>(counts);
  return origin_.time +
         static_cast<sim::Time>(part * static_cast<double>(now_.time - origin_.time));
}

}  // namespace drydock::trace::internal
