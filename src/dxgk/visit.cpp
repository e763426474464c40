#include "src/dxgk/visit.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>
#include <vector>

#include "src/sim/lock.h"

namespace drydock::dxgk {
namespace {

constexpr std::size_t kBatch = 128;
constexpr std::uint64_t kAway = 0;

struct Handed {
  Visited* memory;
  void (*free)(Visited&);
};

// What the others know of a thread. Never freed: a thread that ends leaves its record to another.
struct alignas(64) Visitor {
  std::atomic<std::uint64_t> since = kAway;  // the epoch in which its visit began
  std::atomic<bool> in_use = true;
  Visitor* next = nullptr;
};

// The epochs of visits begin at 1.
std::atomic<std::uint64_t> epoch = 1;
std::atomic<Visitor*> visitors = nullptr;

Visitor& take_record() {
  for (Visitor* each = visitors.load(std::memory_order_acquire); each != nullptr;
       each = each->next) {
    bool free = false;
    if (each->in_use.compare_exchange_strong(free, true, std::memory_order_acquire)) return *each;
  }
  auto* made = new Visitor;
  made->next = visitors.load(std::memory_order_relaxed);
  // The release shows a whole record to those who walk the list.
  while (!visitors.compare_exchange_weak(made->next, made, std::memory_order_release)) {
  }
  return *made;
}

// What threads that ended left behind.
constinit sim::Lock orphans_lock;
std::vector<Handed>& orphans() DRYDOCK_REQUIRES(orphans_lock) {
  static auto& all = *new std::vector<Handed>;  // never destroyed: threads end late
  return all;
}

// Nothing handed over before this epoch can be seen by anybody.
std::uint64_t oldest_visit() {
  std::uint64_t oldest = epoch.load(std::memory_order_seq_cst);
  for (const Visitor* each = visitors.load(std::memory_order_acquire); each != nullptr;
       each = each->next) {
    const std::uint64_t since = each->since.load(std::memory_order_seq_cst);
    if (since != kAway) oldest = std::min(oldest, since);
  }
  return oldest;
}

// Freeing may hand over more, so the list is out of reach meanwhile.
void free_older(std::vector<Handed>& handed, std::uint64_t oldest) {
  std::vector<Handed> all;
  all.swap(handed);
  const auto young = std::ranges::partition(
      all, [&](const Handed& each) { return each.memory->freed_at < oldest; });
  handed.insert(handed.end(), young.begin(), young.end());
  all.erase(young.begin(), young.end());
  for (const Handed& each : all) each.free(*each.memory);
}

struct Mine {
  Visitor& record = take_record();
  std::uint32_t depth = 0;
  std::vector<Handed> handed;

  ~Mine() {
    {
      const sim::Hold hold(orphans_lock);
      orphans().insert(orphans().end(), handed.begin(), handed.end());
    }
    record.in_use.store(false, std::memory_order_release);
  }
};

Mine& mine() {
  thread_local Mine instance;
  return instance;
}

}  // namespace

Visit::Visit() {
  Mine& me = mine();
  if (me.depth++ > 0) return;
  // Sequentially consistent with the loads in oldest_visit(): either that one sees this visit, or
  // this visit sees what was unlinked before that one looked.
  me.record.since.store(epoch.load(std::memory_order_relaxed), std::memory_order_seq_cst);
}

Visit::~Visit() {
  Mine& me = mine();
  if (--me.depth > 0) return;
  // What was read during the visit was read before it is freed.
  me.record.since.store(kAway, std::memory_order_release);
}

void free_after_visits(Visited& memory, void (*free)(Visited&)) {
  Mine& me = mine();
  memory.freed_at = epoch.load(std::memory_order_seq_cst);
  me.handed.push_back({&memory, free});
  if (me.handed.size() < kBatch) return;
  epoch.fetch_add(1, std::memory_order_seq_cst);
  free_older(me.handed, oldest_visit());
}

void free_visited() {
  epoch.fetch_add(1, std::memory_order_seq_cst);
  const std::uint64_t oldest = oldest_visit();
  free_older(mine().handed, oldest);
  std::vector<Handed> left;
  {
    const sim::Hold hold(orphans_lock);
    left.swap(orphans());
  }
  free_older(left, oldest);
  const sim::Hold hold(orphans_lock);
  orphans().insert(orphans().end(), left.begin(), left.end());
}

}  // namespace drydock::dxgk
