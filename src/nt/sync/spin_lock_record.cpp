#include "src/nt/sync/spin_lock_record.h"

#include <fmt/format.h>

#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::nt {
namespace {

struct Record {
  const void* lock;
  KIRQL irql;
};

// A driver that dies leaves records behind; the next acquisition of the same address replaces them.
thread_local std::vector<Record> records;

auto find(const void* lock) {
  return std::ranges::find_if(records, [lock](const Record& one) { return one.lock == lock; });
}

}  // namespace

void remember_previous_irql(const void* lock, KIRQL irql) {
  remove_previous_irql(lock);
  records.push_back({lock, irql});
}

void remove_previous_irql(const void* lock) {
  const auto at = find(lock);
  if (at != records.end()) records.erase(at);
}

void check_released_irql(const void* lock, KIRQL irql, const char* call) {
  rules::evaluated("N-029");
  const KIRQL current = self().irql;
  const auto at = find(lock);
  if (at == records.end()) {
    if (irql > current)
      Breach("N-029", Offender::running())
          .message("{} releases to IRQL {} from {}", call, irql, current)
          .raise();
    return;
  }
  const KIRQL recorded = at->irql;
  records.erase(at);
  if (recorded == irql) return;
  for (Record& other : records) {
    if (other.irql != irql || !holds(other.lock)) continue;
    other.irql = recorded;
    return;
  }
  Breach("N-029", Offender::running())
      .message("{} releases to IRQL {}; the lock was acquired at {}", call, irql, recorded)
      .raise();
}

void raise_recursion(rules::RuleId rule, const void* lock, const char* kind, const char* call) {
  Concerning concerning{.object = kind, .history = {}, .stacks = {}};
  for (const HeldLock& held : self().held) {
    if (held.address == lock) concerning.stacks.push_back({"acquired first", held.where});
  }
  Breach(rule, Offender::running())
      .message("{}: the thread holds this {} already", call, kind)
      .about(std::move(concerning))
      .raise();
}

void raise_not_held(rules::RuleId rule, const char* kind, const char* call) {
  Breach(rule, Offender::running())
      .message("{}: the thread does not hold this {}", call, kind)
      .object(kind)
      .raise();
}

void raise_no_lock(const char* kind, unsigned long long word, const char* call) {
  Breach("N-021", Offender::running())
      .message("{}: this is no initialised {}, its word is {:#x}", call, kind, word)
      .object(kind)
      .raise();
}

}  // namespace drydock::nt
