#include "src/dxgk/object/visit.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace drydock::dxgk {

// Those who wait to be freed, in the order in which they were handed over: the oldest epoch first.
class Farewell {
 public:
  void add(Visited& memory, std::uint64_t now) {
    memory.handed_at_ = now;
    (last_ != nullptr ? last_->next_to_free_ : first_) = &memory;
    last_ = &memory;
  }

  // Deletes what was handed over before an epoch. False when there was nothing.
  bool free_older(std::uint64_t oldest) {
    bool freed = false;
    for (; first_ != nullptr && first_->handed_at_ < oldest; freed = true) {
      Visited* const gone = std::exchange(first_, first_->next_to_free_);
      if (first_ == nullptr) last_ = nullptr;
      delete gone;
    }
    return freed;
  }

  // Everything goes onto a list that all threads share, in no order.
  void leave_to(std::atomic<Visited*>& heirs) {
    if (first_ == nullptr) return;
    last_->next_to_free_ = heirs.load(std::memory_order_relaxed);
    // The release shows whole lists to who takes them over.
    while (!heirs.compare_exchange_weak(last_->next_to_free_, first_, std::memory_order_release,
                                        std::memory_order_relaxed)) {
    }
    first_ = last_ = nullptr;
  }

  // The other way. They have waited long: they count as handed over now, which is never too early.
  void take_over(std::atomic<Visited*>& heirs, std::uint64_t now) {
    Visited* next = heirs.exchange(nullptr, std::memory_order_acquire);
    while (next != nullptr)
      add(*std::exchange(next, std::exchange(next->next_to_free_, nullptr)), now);
  }

 private:
  Visited* first_ = nullptr;
  Visited* last_ = nullptr;
};

namespace visits {

std::atomic<std::uint64_t> epoch = 1;
const bool has_remote_barrier =
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
constinit thread_local Visitor* known = nullptr;

}  // namespace visits

namespace {

using namespace visits;

constexpr std::uint32_t kBatch = 512;

std::atomic<Visitor*> visitors = nullptr;
std::atomic<Visited*> orphans = nullptr;  // what threads that ended left behind

void pass_barrier_everywhere() {
  if (has_remote_barrier) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

Visitor& take_record() {
  for (Visitor* each = visitors.load(std::memory_order_acquire); each != nullptr;
       each = each->next) {
    bool free = false;
    if (each->in_use.compare_exchange_strong(free, true, std::memory_order_acquire)) return *each;
  }
  auto* made = new Visitor;
  made->next = visitors.load(std::memory_order_relaxed);
  // The release shows a whole record to those who walk the list.
  while (!visitors.compare_exchange_weak(made->next, made, std::memory_order_release,
                                         std::memory_order_relaxed)) {
  }
  return *made;
}

// Nothing handed over before this epoch can be seen by anybody.
std::uint64_t oldest_visit() {
  pass_barrier_everywhere();
  std::uint64_t oldest = epoch.load(std::memory_order_seq_cst);
  for (const Visitor* each = visitors.load(std::memory_order_acquire); each != nullptr;
       each = each->next) {
    const std::uint64_t since = each->since.load(std::memory_order_seq_cst);
    if (since != kAway) oldest = std::min(oldest, since);
  }
  return oldest;
}

// What a thread knows of its visits and of what it handed over.
struct Host {
  Visitor& record = take_record();
  std::uint32_t until_look = kBatch;  // hand-overs until the next look at all threads
  bool freeing = false;
  Farewell handed;

  ~Host() {
    handed.leave_to(orphans);
    record.in_use.store(false, std::memory_order_release);
  }

  // What is freed may hand over more, which then finds this under way.
  bool free_older() {
    if (std::exchange(freeing, true)) return false;
    epoch.fetch_add(1, std::memory_order_seq_cst);
    const bool freed = handed.free_older(oldest_visit());
    freeing = false;
    return freed;
  }
};

Host& host() {
  thread_local Host instance;
  return instance;
}

}  // namespace

Visitor& visits::make_known() {
  known = &host().record;
  return *known;
}

void free_after_visits(Visited& memory) {
  Host& me = host();
  me.handed.add(memory, epoch.load(std::memory_order_seq_cst));
  // Counted, not measured by what waits: a visit that lasts must not make every hand-over look.
  if (--me.until_look > 0) return;
  me.until_look = kBatch;
  me.free_older();
}

void free_visited() {
  Host& me = host();
  me.handed.take_over(orphans, epoch.load(std::memory_order_seq_cst));
  while (me.free_older()) {
  }
}

}  // namespace drydock::dxgk
