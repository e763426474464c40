// Reading shared structures without a lock.
//
// Inside a ReadSection a thread may follow pointers that another thread is cutting off: memory that
// was cut off and retired is freed only when every read section that could have seen it has ended.
//
// Cost: a section is two plain stores on a line of the thread's own (the first is an exchange where
// the system has no barrier that one thread can make all others pass); retiring memory is a push on
// a list of the thread's own, with that barrier and a look at all threads once in 512 times.
// Threads: any. Owner: retired memory belongs to this file until it is freed.
#pragma once

#include <atomic>
#include <cstdint>

namespace drydock::dxgk {

namespace read_sections {

inline constexpr std::uint64_t kAway = 0;

// What the others know of a thread. Never freed: a thread that ends leaves its record to another.
struct alignas(64) Reader {
  std::atomic<std::uint64_t> since = kAway;  // the epoch in which its section began
  std::atomic<bool> in_use = true;
  Reader* next = nullptr;
};

extern std::atomic<std::uint64_t> epoch;  // the first is 1

// Whether one thread can make all others pass a barrier: then sections need none of their own.
// False until the library is initialised, which is the careful answer.
extern const bool has_remote_barrier;

// Found without asking the loader: eight bytes of the room that every thread has from the start.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Reader* known;
Reader& make_known();

}  // namespace read_sections

// May be nested. A section is short: nothing waits and no driver runs inside.
class ReadSection {
 public:
  ReadSection()
      : reader_(read_sections::known != nullptr ? *read_sections::known
                                                : read_sections::make_known()),
        is_inner_(reader_.since.load(std::memory_order_relaxed) != read_sections::kAway) {
    if (is_inner_) return;
    // The acquire: what was cut off before this epoch began is not found by this section.
    const std::uint64_t now = read_sections::epoch.load(std::memory_order_acquire);
    // Either the thread that looks for the oldest section sees this store, or this section sees
    // what was cut off before that look: by the barrier that every thread passes there, or by the
    // one order of both.
    if (read_sections::has_remote_barrier) {
      reader_.since.store(now, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      reader_.since.store(now, std::memory_order_seq_cst);
    }
  }

  // What was read in the section was read before it is freed.
  ~ReadSection() {
    if (!is_inner_) reader_.since.store(read_sections::kAway, std::memory_order_release);
  }

  ReadSection(const ReadSection&) = delete;
  ReadSection& operator=(const ReadSection&) = delete;

 private:
  read_sections::Reader& reader_;
  const bool is_inner_;
};

class RetiredList;

// The base of what readers may still see when its last reference is released. Readers reach it by
// sequentially consistent loads.
class Retirable {
 public:
  Retirable() = default;
  Retirable(const Retirable&) = delete;
  Retirable& operator=(const Retirable&) = delete;

 protected:
  virtual ~Retirable() = default;

 private:
  friend class RetiredList;
  Retirable* next_to_free_ = nullptr;
  std::uint64_t retired_at_ = 0;
};

// Deletes it when no section can see it any more. The last way to it was cut off before, by a
// sequentially consistent read-modify-write.
void retire_memory(Retirable& memory);

// Frees what this thread and threads that have ended retired, as far as no section is under way.
// For quiet moments: the end of a dock, leak checks.
void free_retired();

}  // namespace drydock::dxgk
