#include "src/nt/base/processor.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "src/nt/base/listeners.h"
#include "src/nt/base/mutex.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

// The word of a processor: zero when it is free.
constexpr std::uint32_t kOccupied = 1;   // a strand has it
constexpr std::uint32_t kMarked = 2;     // DPCs are in its queue
constexpr std::uint32_t kInterrupt = 4;  // times the interrupts that stop it

// A strand that holds a processor does not wait for one that wants it, unless a part of the host
// waits at raised IRQL. After this time a thread that rises shares a processor. Under a seed the
// time passes only when no strand can run.
constexpr sim::Time kLongestWait = 100'000;

// Each in a cache line of its own. The order of all operations is sequential: who leaves a
// processor looks for waiters afterwards, and who waits becomes a waiter before it looks at the
// processors.
struct alignas(64) Processor {
  std::atomic<std::uint32_t> word = 0;
};
constinit std::array<Processor, kMostProcessors> processors;

struct Waiting {
  Mutex mutex;
  std::vector<sim::Strand*> strands DRYDOCK_GUARDED_BY(mutex);
};
Waiting& waiting() {
  static sim::NeverDestroyed<Waiting> instance;
  return *instance;
}
constinit std::atomic<std::uint32_t> waiting_strands = 0;

// 0: to be found out.
constinit std::atomic<ULONG> fixed_count = 0;
constinit std::atomic<ULONG> known_count = 0;

ULONG clamp_count(unsigned long count) {
  return static_cast<ULONG>(std::clamp<unsigned long>(count, 1, kMostProcessors));
}

// One processor shows what does not depend on another, two show most races, and many show drivers
// that count on few.
ULONG count_of_seed(std::uint64_t seed) {
  constexpr std::array<ULONG, 8> kCounts = {4, 2, 4, 1, 2, 4, 8, 2};
  return kCounts[seed % kCounts.size()];
}

ULONG find_count() {
  // A schedule that begins or ends changes the count.
  [[maybe_unused]] static const std::uint64_t hook =
      sim::on_schedule_change([] { known_count = 0; });
  if (const char* text = std::getenv("DRYDOCK_PROCESSORS"); text != nullptr && *text != '\0')
    return clamp_count(std::strtoul(text, nullptr, 10));
  // A seeded run must not depend on the machine.
  if (const auto plan = sim::schedule_plan()) return count_of_seed(plan->seed);
  return clamp_count(std::thread::hardware_concurrency());
}

bool try_occupy(Thread& thread, ULONG processor) {
  std::uint32_t free = 0;
  if (!processors[processor].word.compare_exchange_strong(free, kOccupied)) return false;
  thread.processor = processor;
  thread.hold = ProcessorHold::kOwn;
  return true;
}

// The one on which it ran last, else the next one that is free.
bool try_occupy_any(Thread& thread) {
  const ULONG count = processor_count();
  const ULONG first = current_processor();
  for (ULONG i = 0; i < count; ++i) {
    const ULONG processor = (first + i) % count;
    const bool is_allowed = thread.affinity == 0 || (thread.affinity >> processor & 1) != 0;
    if (is_allowed && try_occupy(thread, processor)) return true;
  }
  return false;
}

void stop_processor(Thread& thread, ULONG processor) {
  processors[processor].word.fetch_add(kInterrupt);
  thread.processor = processor;
  thread.hold = ProcessorHold::kInterrupts;
}

void begin_waiting() {
  Waiting& all = waiting();
  const MutexHold hold(all.mutex);
  all.strands.push_back(&sim::current());
  ++waiting_strands;
}

// False when it was woken meanwhile.
bool end_waiting() {
  Waiting& all = waiting();
  const MutexHold hold(all.mutex);
  if (std::erase(all.strands, &sim::current()) == 0) return false;
  --waiting_strands;
  return true;
}

void wait_for_processor(Thread& thread) {
  const sim::Time deadline = sim::now() + kLongestWait;
  for (;;) {
    begin_waiting();
    const bool is_taken = try_occupy_any(thread);
    const bool gives_up = !is_taken && sim::park(deadline) != sim::Woken::kUnparked;
    // A wake-up that came too late would disturb the next wait.
    if (!end_waiting() && (is_taken || gives_up)) sim::park();
    if (is_taken) return;
    if (gives_up) return stop_processor(thread, current_processor());
  }
}

// Something left the processor, whose word is now `left`.
void note_left(ULONG processor, std::uint32_t left) {
  if (left == kMarked) base_listeners.processor_falls(processor);
  if (left == 0) wake_for_processor();
}

}  // namespace

ULONG processor_count() {
  if (const ULONG fixed = fixed_count.load(std::memory_order_relaxed)) return fixed;
  const ULONG known = known_count.load(std::memory_order_relaxed);
  if (known != 0) return known;
  const ULONG count = find_count();
  known_count = count;
  return count;
}

KAFFINITY all_processors() { return ~KAFFINITY{0} >> (64 - processor_count()); }

FixedProcessors::FixedProcessors(ULONG count) : before_(fixed_count.exchange(clamp_count(count))) {}
FixedProcessors::~FixedProcessors() { fixed_count = before_; }

ULONG current_processor() {
  const Thread& thread = self();
  const ULONG number = thread.processor.value_or(sim::id_of(*thread.strand) % processor_count());
  if (thread.hold != ProcessorHold::kNone) return number;
  // The run may have fewer processors than the one in which the thread last had one.
  const ULONG possible = number % processor_count();
  if (thread.affinity == 0 || (thread.affinity >> possible & 1) != 0) return possible;
  return static_cast<ULONG>(std::countr_zero(thread.affinity)) % processor_count();
}

KAFFINITY set_affinity(KAFFINITY processors_allowed) {
  return std::exchange(self().affinity, processors_allowed);
}

std::uint64_t current_section() {
  static constinit std::atomic<std::uint64_t> last = 0;
  Thread& thread = self();
  if (thread.hold == ProcessorHold::kNone) return 0;
  if (thread.section == 0) thread.section = last.fetch_add(1, std::memory_order_relaxed) + 1;
  return thread.section;
}

void end_section(Thread& thread) {
  const std::uint64_t section = std::exchange(thread.section, 0);
  if (section != 0) base_listeners.section_ends(section);
}

void let_dpcs_run(Thread& thread) {
  if (const std::optional<ULONG> processor = std::exchange(thread.fell_on, std::nullopt))
    base_listeners.wait_for_dpcs_of(*processor);
}

void internal::occupy_processor(Thread& thread) {
  assert(thread.hold == ProcessorHold::kNone && thread.section == 0);
  if (!try_occupy_any(thread)) wait_for_processor(thread);
  trace::event("irql", "raised", {{"irql", DISPATCH_LEVEL}, {"processor", *thread.processor}});
}

void internal::vacate_processor(Thread& thread) {
  end_section(thread);
  const ULONG processor = *thread.processor;
  trace::event("irql", "lowered", {{"irql", thread.irql}, {"processor", processor}});
  std::atomic<std::uint32_t>& word = processors[processor].word;
  const bool is_own = std::exchange(thread.hold, ProcessorHold::kNone) == ProcessorHold::kOwn;
  const std::uint32_t left =
      is_own ? word.fetch_and(~kOccupied) & ~kOccupied : word.fetch_sub(kInterrupt) - kInterrupt;
  thread.fell_on = left == kMarked ? std::optional(processor) : std::nullopt;
  note_left(processor, left);
}

Interrupting::Interrupting()
    : thread_(self()),
      outer_section_(std::exchange(thread_.section, 0)),
      outer_hold_(thread_.hold),
      outer_processor_(thread_.processor),
      has_taken_(outer_hold_ == ProcessorHold::kNone) {
  if (has_taken_ && !try_occupy_any(thread_)) stop_processor(thread_, current_processor());
}

Interrupting::Interrupting(ULONG processor)
    : thread_(self()),
      outer_section_(std::exchange(thread_.section, 0)),
      outer_hold_(thread_.hold),
      outer_processor_(thread_.processor),
      has_taken_(true) {
  stop_processor(thread_, processor);
}

Interrupting::~Interrupting() {
  if (!has_taken_) {
    end_section(thread_);
  } else {
    // A service that lowered the strand's IRQL at its end has left the processor with it.
    if (thread_.hold != ProcessorHold::kNone) internal::vacate_processor(thread_);
    thread_.hold = outer_hold_;
    if (outer_hold_ != ProcessorHold::kNone) thread_.processor = outer_processor_;
  }
  thread_.section = outer_section_;
  if (has_taken_ && outer_hold_ == ProcessorHold::kNone) let_dpcs_run(thread_);
}

void mark_dpcs(ULONG processor) { processors[processor].word.fetch_or(kMarked); }

void unmark_dpcs(ULONG processor) { processors[processor].word.fetch_and(~kMarked); }

void wake_for_processor() {
  if (waiting_strands.load() == 0) [[likely]]
    return;
  Waiting& all = waiting();
  const MutexHold hold(all.mutex);
  for (sim::Strand* strand : all.strands) sim::unpark(*strand);
  all.strands.clear();
  waiting_strands = 0;
}

bool take_processor_for_dpcs(ULONG processor) {
  std::uint32_t marked = kMarked;
  if (!processors[processor].word.compare_exchange_strong(marked, kMarked | kOccupied))
    return false;
  Thread& thread = self();
  assert(thread.hold == ProcessorHold::kNone && thread.irql < DISPATCH_LEVEL);
  thread.processor = processor;
  thread.hold = ProcessorHold::kOwn;
  thread.irql = DISPATCH_LEVEL;
  return true;
}

void leave_processor_after_dpcs() {
  Thread& thread = self();
  set_irql(thread, PASSIVE_LEVEL);
  thread.fell_on.reset();
}

}  // namespace drydock::nt
