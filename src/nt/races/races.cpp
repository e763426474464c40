// The functions that a driver calls at each access when it was compiled with `drydock cc --races`
// (src/cc/races.h).
#include "src/nt/races/races.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/pool/listeners.h"
#include "src/nt/races/race_report.h"
#include "src/nt/races/race_shadow.h"
#include "src/rules/evaluated.h"
#include "src/rules/watch.h"

namespace drydock::nt {
namespace {

// A volatile load, or one of a word that others change by atomic operations, observes what was
// published with the value. The driver records the load before it happens, so what is published in
// between is observed at the next access.
struct LastLoad {
  const void* address = nullptr;
  std::size_t bytes = 0;
};
thread_local LastLoad last_load;

constexpr AccessKind kPlainRead{};
constexpr AccessKind kPlainWrite{.is_write = true};
constexpr AccessKind kAtomicRead{.is_atomic = true};
constexpr AccessKind kAtomicWrite{.is_write = true, .is_atomic = true};

// The place in the driver that called one of these functions, valid while the function runs.
struct Recorder {
  const void* pc;
  const void* frame;
};
#define DRYDOCK_RECORDER \
  Recorder { __builtin_return_address(0), __builtin_frame_address(0) }

// The bytes of the word at `word` that belong to [begin, end).
std::uint8_t mask_of(std::uintptr_t word, std::uintptr_t begin, std::uintptr_t end) {
  const std::uintptr_t from = std::max(word, begin) - word;
  const std::uintptr_t to = std::min(word + 8, end) - word;
  return static_cast<std::uint8_t>((0xFFU << from) & (0xFFU >> (8 - to)));
}

bool is_atomic(const LastLoad& load) {
  const auto begin = reinterpret_cast<std::uintptr_t>(load.address);
  const std::uintptr_t word = begin / 8 * 8;
  return RaceShadow::get().is_atomic_at(word, mask_of(word, begin, begin + load.bytes));
}

void observe_last_load() {
  const LastLoad load = std::exchange(last_load, {});
  if (load.address != nullptr && is_atomic(load)) sim::observe(load.address);
}

void note_load(const void* address, std::size_t bytes) {
  last_load = {address, bytes};
  if (is_atomic(last_load)) sim::observe(address);
}

void record_access(const void* address, std::size_t bytes, AccessKind kind, Recorder recorder) {
  const Entry* const entry = self().entry;
  if (entry == nullptr || bytes == 0 || !entry->driver->alive() || !rules::is_watching()) return;
  RaceShadow& shadow = RaceShadow::get();
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (!shadow.looks_at(begin)) return;
  observe_last_load();
  const std::optional<sim::Moment> moment = sim::this_moment();
  if (!moment) return;
  rules::evaluated("N-071");
  Access access{.pc = recorder.pc,
                .where = entry->where,
                .side = RaceParty::current(),
                .moment = *moment,
                .kind = kind};
  if (!kind.is_write && bytes <= 8) note_load(address, bytes);
  const std::uintptr_t end = begin + bytes;
  for (std::uintptr_t word = begin / 8 * 8; word < end; word += 8) {
    access.bytes = mask_of(word, begin, end);
    if (const std::optional<Access> met = shadow.meet(word, access))
      return raise_race(reinterpret_cast<const void*>(std::max(word, begin)), bytes, *met, access,
                        recorder.frame);
  }
}

}  // namespace

constinit thread_local const RaceParty* RaceParty::innermost_ = nullptr;

void track_image(CodeRange image) {
  if (sim::is_recording_order()) RaceShadow::get().track(image);
}

void remove_image(CodeRange image) {
  if (!sim::is_recording_order()) return;
  RaceShadow::get().untrack(image);
  remove_raised_races(image);
}

void races::remove(const void* begin, std::size_t bytes) {
  RaceShadow::get().remove(reinterpret_cast<std::uintptr_t>(begin), bytes);
  sim::remove_published(begin, bytes);
}

}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

// When the driver is loaded, before anything of it runs.
void drydock_races_begin() {
  sim::record_order();
  blocks_are_watched.store(true, std::memory_order_relaxed);
}

void drydock_race_read(const void* address, std::size_t bytes) {
  record_access(address, bytes, kPlainRead, DRYDOCK_RECORDER);
}

void drydock_race_write(const void* address, std::size_t bytes) {
  record_access(address, bytes, kPlainWrite, DRYDOCK_RECORDER);
}

void drydock_race_volatile_read(const void* address, std::size_t bytes) {
  record_access(address, bytes, kAtomicRead, DRYDOCK_RECORDER);
}

void drydock_race_volatile_write(const void* address, std::size_t bytes) {
  record_access(address, bytes, kAtomicWrite, DRYDOCK_RECORDER);
  sim::publish(address);
}

// A fence orders against all others.
void drydock_race_fence() {
  static const char fences = 0;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  sim::publish(&fences);
  sim::observe(&fences);
}

void* drydock_race_memcpy(void* to, const void* from, std::size_t bytes) {
  record_access(from, bytes, kPlainRead, DRYDOCK_RECORDER);
  record_access(to, bytes, kPlainWrite, DRYDOCK_RECORDER);
  return std::memcpy(to, from, bytes);
}

void* drydock_race_memmove(void* to, const void* from, std::size_t bytes) {
  record_access(from, bytes, kPlainRead, DRYDOCK_RECORDER);
  record_access(to, bytes, kPlainWrite, DRYDOCK_RECORDER);
  return std::memmove(to, from, bytes);
}

void* drydock_race_memset(void* to, int value, std::size_t bytes) {
  record_access(to, bytes, kPlainWrite, DRYDOCK_RECORDER);
  return std::memset(to, value, bytes);
}

// The C++ library says that a local static is made, where the driver's next load of its guard
// looks.
void drydock_race_guard_release(void* guard) {
  sim::publish(guard);
  abi::__cxa_guard_release(static_cast<abi::__guard*>(guard));
}

// The compiler calls one of these functions for every atomic operation; its name has the size in
// bits and the operation. Every operation is sequentially consistent, which is never weaker than
// the order that the driver asked for. The thread publishes its earlier accesses before another
// thread can read the value, and the reader takes them over.
#define DRYDOCK_RACE_UPDATE(bits, type, name, builtin)                          \
  type drydock_race_atomic##bits##_##name(volatile type* at, type value, int) { \
    void* const address = const_cast<type*>(at);                                \
    record_access(address, sizeof(type), kAtomicWrite, DRYDOCK_RECORDER);       \
    sim::publish(address);                                                      \
    const type before = builtin(at, value, __ATOMIC_SEQ_CST);                   \
    sim::observe(address);                                                      \
    return before;                                                              \
  }
#define DRYDOCK_RACE_ATOMIC(bits, type)                                                           \
  type drydock_race_atomic##bits##_load(const volatile type* at, int) {                           \
    void* const address = const_cast<type*>(at);                                                  \
    record_access(address, sizeof(type), kAtomicRead, DRYDOCK_RECORDER);                          \
    const type value = __atomic_load_n(at, __ATOMIC_SEQ_CST);                                     \
    sim::observe(address);                                                                        \
    return value;                                                                                 \
  }                                                                                               \
  void drydock_race_atomic##bits##_store(volatile type* at, type value, int) {                    \
    void* const address = const_cast<type*>(at);                                                  \
    record_access(address, sizeof(type), kAtomicWrite, DRYDOCK_RECORDER);                         \
    sim::publish(address);                                                                        \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                               \
  type drydock_race_atomic##bits##_compare_exchange_val(volatile type* at, type expected,         \
                                                        type value, int, int) {                   \
    void* const address = const_cast<type*>(at);                                                  \
    record_access(address, sizeof(type), kAtomicWrite, DRYDOCK_RECORDER);                         \
    sim::publish(address);                                                                        \
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    sim::observe(address);                                                                        \
    return expected;                                                                              \
  }                                                                                               \
  DRYDOCK_RACE_UPDATE(bits, type, exchange, __atomic_exchange_n)                                  \
  DRYDOCK_RACE_UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                  \
  DRYDOCK_RACE_UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                  \
  DRYDOCK_RACE_UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                  \
  DRYDOCK_RACE_UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                    \
  DRYDOCK_RACE_UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                  \
  DRYDOCK_RACE_UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)

DRYDOCK_RACE_ATOMIC(8, std::uint8_t)
DRYDOCK_RACE_ATOMIC(16, std::uint16_t)
DRYDOCK_RACE_ATOMIC(32, std::uint32_t)
DRYDOCK_RACE_ATOMIC(64, std::uint64_t)

}  // extern "C"

#undef DRYDOCK_RACE_ATOMIC
#undef DRYDOCK_RACE_UPDATE
#undef DRYDOCK_RECORDER
