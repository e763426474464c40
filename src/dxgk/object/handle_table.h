// The handles of a client process: numbers that stand for objects.
//
//    31  30 29                                          6 5        0
//   +------+---------------------------------------------+----------+
//   |unique|                    index                    | instance |
//   +------+---------------------------------------------+----------+
//
// A local handle has instance 0, a global one instance 2; the table knows only the first of the
// names of an allocation that was renamed (instance.h). Numbers are issued in order, 0x40 apart,
// whatever they stand for; `unique` is 1, 2, 3 and then 1 again, one more each time the index has
// gone round, so a number comes back after 50 million others and never while it is in use.
//
// Owner: the process. Threads: any. Cost: look_up() is two dependent loads and no lock; issuing and
// removing are a few atomic operations. Memory: 64 KiB for each run of 4,096 numbers of which at
// least one is live.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "src/dxgk/object/read_section.h"

namespace drydock::dxgk {

class Object;

using Handle = std::uint32_t;

inline constexpr unsigned kInstanceBits = 6;
inline constexpr unsigned kIndexBits = 24;
inline constexpr Handle kHandleStep = 1U << kInstanceBits;
inline constexpr Handle kGlobalInstance = 2;
static_assert(kInstanceBits + kIndexBits + 2 == 32);

// The n-th number that is issued, counted from 0.
constexpr Handle handle_of(std::uint64_t n) {
  const auto index = static_cast<Handle>(n & ((1U << kIndexBits) - 1));
  const auto unique = static_cast<Handle>(1 + (n >> kIndexBits) % 3);
  return unique << (kInstanceBits + kIndexBits) | index << kInstanceBits;
}
static_assert(handle_of(0) == 0x40000000 && handle_of(1) == 0x40000040);
static_assert(handle_of(1U << kIndexBits) == 0x80000000, "the next round has the next `unique`");
static_assert(handle_of(3ULL << kIndexBits) == handle_of(0));

constexpr bool is_local(Handle handle) {
  return handle >> 30 != 0 && (handle & (kHandleStep - 1)) == 0;
}
constexpr bool is_global(Handle handle) {
  return handle >> 30 != 0 && (handle & (kHandleStep - 1)) == kGlobalInstance;
}

class HandleTable {
 public:
  // `first` is the first number, for tests of late moments in the life of a process.
  explicit HandleTable(std::uint64_t first = 0);
  ~HandleTable();
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  // Gives the object a number, by which every thread finds it from now on. 0 when every number is
  // in use or there is no memory.
  Handle issue(Object& object);

  // Undoes the latest issue(): the number is the next one again, unless another came after it.
  void withdraw(Handle handle, const Object& object);

  // The object of a number; null when there is none. Inside a ReadSection.
  Object* look_up(Handle handle) const {
    if (!is_local(handle)) return nullptr;
    const std::uint32_t index = index_of_handle(handle);
    // Sequentially consistent, as a read section needs it. It also makes earlier stores visible.
    const Run* const run = runs_[index >> kSlotBits].load();
    if (!is_run(run)) return nullptr;
    const Slot& slot = run->slots[index % kSlots];
    Object* const object = slot.object.load();
    // A number is overwritten only after its object was removed, and an object that is seen here
    // was stored after its number. So an equal number means the right object, or one that is being
    // destroyed.
    return slot.handle.load(std::memory_order_relaxed) == handle ? object : nullptr;
  }

  // True when the number was given to an object before, which may be gone.
  bool was_issued(Handle handle) const {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    const std::uint64_t round = (handle >> (kInstanceBits + kIndexBits)) - 1;
    return next >= 3ULL << kIndexBits ||
           (is_local(handle) && (round << kIndexBits | index_of_handle(handle)) < next);
  }

  // The number stands for nothing from now on. False when it did not stand for this object, for
  // instance because another thread removed it first.
  bool remove(Handle handle, const Object& object);

 private:
  static constexpr unsigned kSlotBits = 12;
  static constexpr std::uint32_t kSlots = 1U << kSlotBits;
  static constexpr std::uint32_t kRuns = 1U << (kIndexBits - kSlotBits);

  struct Slot {
    std::atomic<Object*> object = nullptr;
    std::atomic<Handle> handle = 0;
  };
  // Neighbouring numbers. `outstanding` counts the numbers, of all rounds that have entered the
  // run, that are not yet removed, issued or not. At zero no thread uses the run before the next
  // round.
  struct Run : Retirable {
    std::atomic<std::uint64_t> round = 0;
    std::atomic<std::uint64_t> outstanding = kSlots;
    Slot slots[kSlots];
  };

  // Stands in the place of a run for which there was no memory, so that no thread waits for it.
  static constexpr std::uintptr_t kNoMemory = 1;

  static bool is_run(const Run* run) { return reinterpret_cast<std::uintptr_t>(run) > kNoMemory; }
  static constexpr std::uint32_t index_of_handle(Handle handle) {
    return (handle >> kInstanceBits) & ((1U << kIndexBits) - 1);
  }
  Run* run_for(std::uint64_t n);
  Run* open_run(std::uint64_t n);
  void count_dead(Run& run, std::uint32_t index);

  Run* take_out(Handle handle, const Object& object);

  std::atomic<std::uint64_t> next_;
  std::unique_ptr<std::atomic<Run*>[]> runs_;
};

}  // namespace drydock::dxgk
