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

// The record of a thread, which others read. It is never freed: when a thread ends, another one
// reuses its record.
struct alignas(64) Reader {
  std::atomic<std::uint64_t> since = kAway;  // the epoch in which its section began
  std::atomic<bool> in_use = true;
  Reader* next = nullptr;
};

extern std::atomic<std::uint64_t> epoch;  // the first is 1

// True when one thread can make all others pass a barrier: then sections need no barrier of their
// own. False until the library is initialised, which is always safe.
extern const bool has_remote_barrier;

// Found without a call of the loader: it uses eight bytes of the static room of every thread.
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
    // The acquire: this section does not find what was cut off before this epoch began.
    const std::uint64_t now = read_sections::epoch.load(std::memory_order_acquire);
    // Either the thread that looks for the oldest section sees this store, or this section sees
    // what was cut off before that look. The barrier that every thread passes there guarantees it,
    // or the single order of both stores.
    if (read_sections::has_remote_barrier) {
      reader_.since.store(now, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      reader_.since.store(now, std::memory_order_seq_cst);
    }
  }

  // Everything that the section read was read before it is freed.
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

// The base of objects that readers may still see after the last reference was released. Readers
// reach them by sequentially consistent loads.
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

// Deletes the object when no section can see it any more. The caller has cut off the last way to it
// by a sequentially consistent read-modify-write.
void retire_memory(Retirable& memory);

// Frees what this thread and ended threads have retired, if no section is under way. For quiet
// moments: the end of a dock, leak checks.
void free_retired();

}  // namespace drydock::dxgk
