#include "src/dxgk/object/read_section.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace drydock::dxgk {

// Retired memory of one thread, in the order in which it was retired: the oldest epoch first.
class RetiredList {
 public:
  void add(Retirable& memory, std::uint64_t now) {
    memory.retired_at_ = now;
    (last_ != nullptr ? last_->next_to_free_ : first_) = &memory;
    last_ = &memory;
  }

  // Deletes what was retired before an epoch. False when there was nothing.
  bool free_older(std::uint64_t oldest) {
    bool freed = false;
    for (; first_ != nullptr && first_->retired_at_ < oldest; freed = true) {
      Retirable* const oldest_memory = std::exchange(first_, first_->next_to_free_);
      if (first_ == nullptr) last_ = nullptr;
      delete oldest_memory;
    }
    return freed;
  }

  // Moves everything to a list that all threads share, in no order.
  void leave_to(std::atomic<Retirable*>& heirs) {
    if (first_ == nullptr) return;
    last_->next_to_free_ = heirs.load(std::memory_order_relaxed);
    // The release makes whole lists visible to the thread that takes them over.
    while (!heirs.compare_exchange_weak(last_->next_to_free_, first_, std::memory_order_release,
                                        std::memory_order_relaxed)) {
    }
    first_ = last_ = nullptr;
  }

  // Takes over that list. Its members count as retired now, which is never too early.
  void take_over(std::atomic<Retirable*>& heirs, std::uint64_t now) {
    Retirable* next = heirs.exchange(nullptr, std::memory_order_acquire);
    while (next != nullptr)
      add(*std::exchange(next, std::exchange(next->next_to_free_, nullptr)), now);
  }

 private:
  Retirable* first_ = nullptr;
  Retirable* last_ = nullptr;
};

namespace read_sections {

std::atomic<std::uint64_t> epoch = 1;
const bool has_remote_barrier =
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
constinit thread_local Reader* known = nullptr;

}  // namespace read_sections

namespace {

using namespace read_sections;

constexpr std::uint32_t kBatch = 512;

std::atomic<Reader*> readers = nullptr;
std::atomic<Retirable*> orphans = nullptr;  // retired memory of threads that have ended

void pass_barrier_everywhere() {
  if (has_remote_barrier) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

Reader& take_record() {
  for (Reader* each = readers.load(std::memory_order_acquire); each != nullptr; each = each->next) {
    bool free = false;
    if (each->in_use.compare_exchange_strong(free, true, std::memory_order_acquire)) return *each;
  }
  auto* made = new Reader;
  made->next = readers.load(std::memory_order_relaxed);
  // The release makes the whole record visible to threads that walk the list.
  while (!readers.compare_exchange_weak(made->next, made, std::memory_order_release,
                                        std::memory_order_relaxed)) {
  }
  return *made;
}

// No thread can see anything that was retired before this epoch.
std::uint64_t oldest_section() {
  pass_barrier_everywhere();
  std::uint64_t oldest = epoch.load(std::memory_order_seq_cst);
  for (const Reader* each = readers.load(std::memory_order_acquire); each != nullptr;
       each = each->next) {
    const std::uint64_t since = each->since.load(std::memory_order_seq_cst);
    if (since != kAway) oldest = std::min(oldest, since);
  }
  return oldest;
}

// A thread's own data: its record, and what it retired.
struct Host {
  Reader& record = take_record();
  std::uint32_t until_look = kBatch;  // retirements until the next look at all threads
  bool freeing = false;
  RetiredList retired;

  ~Host() {
    retired.leave_to(orphans);
    record.in_use.store(false, std::memory_order_release);
  }

  // A destructor may retire more. Then it finds this function already running, and does nothing.
  bool free_older() {
    if (std::exchange(freeing, true)) return false;
    epoch.fetch_add(1, std::memory_order_seq_cst);
    const bool freed = retired.free_older(oldest_section());
    freeing = false;
    return freed;
  }
};

Host& host() {
  thread_local Host instance;
  return instance;
}

}  // namespace

Reader& read_sections::make_known() {
  known = &host().record;
  return *known;
}

void retire_memory(Retirable& memory) {
  Host& me = host();
  me.retired.add(memory, epoch.load(std::memory_order_seq_cst));
  // The look depends on a count, not on what waits: a long section must not make every call look.
  if (--me.until_look > 0) return;
  me.until_look = kBatch;
  me.free_older();
}

void free_retired() {
  Host& me = host();
  me.retired.take_over(orphans, epoch.load(std::memory_order_seq_cst));
  while (me.free_older()) {
  }
}

}  // namespace drydock::dxgk
