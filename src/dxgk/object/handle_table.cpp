#include "src/dxgk/object/handle_table.h"

#include <sched.h>

#include <cassert>
#include <new>

namespace drydock::dxgk {

namespace {

constexpr std::uint64_t round_of(std::uint64_t n) { return n >> kIndexBits; }
constexpr std::uint32_t index_of(std::uint64_t n) {
  return static_cast<std::uint32_t>(n & ((1U << kIndexBits) - 1));
}

}  // namespace

HandleTable::HandleTable(std::uint64_t first)
    : next_(first), runs_(std::make_unique<std::atomic<Run*>[]>(kRuns)) {
  // A run is opened by its first number, which is not issued here.
  if (first % kSlots != 0) {
    Run* const run = open_run(first - first % kSlots);
    run->outstanding.fetch_sub(first % kSlots, std::memory_order_relaxed);
  }
}

HandleTable::~HandleTable() {
  for (std::uint32_t i = 0; i < kRuns; ++i) {
    if (Run* const run = runs_[i].load(std::memory_order_relaxed); is_run(run)) delete run;
  }
}

// Only the thread that has the first number of the run in this round calls it.
HandleTable::Run* HandleTable::open_run(std::uint64_t n) {
  std::atomic<Run*>& place = runs_[index_of(n) >> kSlotBits];
  Run* run = place.load(std::memory_order_acquire);
  if (is_run(run) && run->round.load(std::memory_order_acquire) == round_of(n))
    return run;  // opened before, and its first number was withdrawn
  if (is_run(run)) {
    // Numbers of the last round are live here. At least one of them is counted, so the run stays.
    std::uint64_t outstanding = run->outstanding.load(std::memory_order_relaxed);
    while (outstanding != 0 &&
           !run->outstanding.compare_exchange_weak(outstanding, outstanding + kSlots)) {
    }
    if (outstanding != 0) {
      run->round.store(round_of(n), std::memory_order_release);
      return run;
    }
    // Another thread is removing it.
    while (place.load(std::memory_order_acquire) == run) sched_yield();
  }
  run = new (std::nothrow) Run;
  if (run == nullptr) {
    place.store(reinterpret_cast<Run*>(kNoMemory), std::memory_order_release);
    return nullptr;
  }
  run->round.store(round_of(n), std::memory_order_relaxed);
  // The release makes the whole run visible to look_up().
  place.store(run, std::memory_order_release);
  return run;
}

HandleTable::Run* HandleTable::run_for(std::uint64_t n) {
  if (n % kSlots == 0) return open_run(n);
  const std::atomic<Run*>& place = runs_[index_of(n) >> kSlotBits];
  for (;;) {
    Run* const run = place.load(std::memory_order_acquire);
    if (run != nullptr && !is_run(run)) return nullptr;
    // A later round may have entered the run already. The number is counted, so the run stays.
    if (run != nullptr && run->round.load(std::memory_order_acquire) >= round_of(n)) return run;
    sched_yield();  // the thread that has the run's first number opens it
  }
}

void HandleTable::count_dead(Run& run, std::uint32_t index) {
  if (run.outstanding.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  [[maybe_unused]] Run* const taken = runs_[index >> kSlotBits].exchange(nullptr);
  assert(taken == &run);
  retire_memory(run);
}

Handle HandleTable::issue(Object& object) {
  for (std::uint32_t tries = 0; tries < 1U << kIndexBits; ++tries) {
    const ReadSection reading;  // a run that other threads empty meanwhile stays readable
    const std::uint64_t n = next_.fetch_add(1, std::memory_order_relaxed);
    Run* const run = run_for(n);
    if (run == nullptr) return 0;
    Slot& slot = run->slots[n % kSlots];
    if (slot.object.load(std::memory_order_acquire) != nullptr) {
      count_dead(*run, index_of(n));  // the number is in use since an earlier round
      continue;
    }
    const Handle handle = handle_of(n);
    slot.handle.store(handle, std::memory_order_relaxed);
    // The release makes the whole object, and its number, visible to look_up().
    slot.object.store(&object, std::memory_order_release);
    return handle;
  }
  return 0;
}

// Returns the run that the object was in; null when it was in none. Inside a ReadSection, because
// another thread may empty the run.
HandleTable::Run* HandleTable::take_out(Handle handle, const Object& object) {
  if (!is_local(handle)) return nullptr;
  const std::uint32_t index = index_of_handle(handle);
  Run* const run = runs_[index >> kSlotBits].load();
  if (!is_run(run)) return nullptr;
  Slot& slot = run->slots[index % kSlots];
  auto* expected = const_cast<Object*>(&object);
  if (slot.object.load() != expected || slot.handle.load(std::memory_order_relaxed) != handle)
    return nullptr;
  return slot.object.compare_exchange_strong(expected, nullptr) ? run : nullptr;
}

bool HandleTable::remove(Handle handle, const Object& object) {
  const ReadSection reading;
  Run* const run = take_out(handle, object);
  if (run == nullptr) return false;
  count_dead(*run, index_of_handle(handle));
  return true;
}

void HandleTable::withdraw(Handle handle, const Object& object) {
  const ReadSection reading;
  Run* const run = take_out(handle, object);
  if (run == nullptr) return;
  std::uint64_t next = next_.load(std::memory_order_relaxed);
  const bool was_latest = next != 0 && handle_of(next - 1) == handle;
  if (was_latest && next_.compare_exchange_strong(next, next - 1)) return;
  count_dead(*run, index_of_handle(handle));
}

}  // namespace drydock::dxgk
