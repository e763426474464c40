#include "src/nt/mm/secured_memory.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <map>

#include "src/nt/base/address.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct SecuredRange {
  std::uintptr_t begin;
  std::uintptr_t end;
};

struct SecuredRanges {
  sim::Lock lock;
  std::map<std::size_t, SecuredRange> all DRYDOCK_GUARDED_BY(lock);
  std::size_t last DRYDOCK_GUARDED_BY(lock) = 0;
  // Relaxed: a thread that frees what another one secures at the same moment may be first.
  std::atomic<std::size_t> count = 0;
};

SecuredRanges& secured_ranges() {
  static sim::NeverDestroyed<SecuredRanges> instance;
  return *instance;
}

}  // namespace

SecuredMemory::SecuredMemory(const void* address, std::size_t bytes) {
  SecuredRanges& ranges = secured_ranges();
  const sim::Hold hold(ranges.lock);
  number_ = ++ranges.last;
  ranges.all.emplace(number_, SecuredRange{as_number(address), as_number(address) + bytes});
  ranges.count.fetch_add(1, std::memory_order_relaxed);
}

void SecuredMemory::end() {
  SecuredRanges& ranges = secured_ranges();
  const sim::Hold hold(ranges.lock);
  [[maybe_unused]] const std::size_t erased = ranges.all.erase(number_);
  assert(erased == 1);
  ranges.count.fetch_sub(1, std::memory_order_relaxed);
  number_ = 0;
}

bool is_secured(const void* address, std::size_t bytes) {
  SecuredRanges& ranges = secured_ranges();
  if (ranges.count.load(std::memory_order_relaxed) == 0) return false;
  const std::uintptr_t begin = as_number(address);
  const sim::Hold hold(ranges.lock);
  return std::ranges::any_of(ranges.all, [&](const auto& each) {
    return each.second.begin < begin + bytes && begin < each.second.end;
  });
}

}  // namespace drydock::nt
