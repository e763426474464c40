#include "src/nt/mm/read_only_pages.h"

#include <cassert>
#include <cstdint>
#include <iterator>
#include <map>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct ReadOnlyRange {
  std::size_t bytes;
  rules::RuleId rule;
};

// The lock is never held while a driver or client runs, because the handler of their faults takes
// it.
struct ReadOnlyRanges {
  sim::Lock lock;
  std::map<std::uintptr_t, ReadOnlyRange> ranges DRYDOCK_GUARDED_BY(lock);
};

ReadOnlyRanges& read_only_ranges() {
  static sim::NeverDestroyed<ReadOnlyRanges> instance;
  return *instance;
}

}  // namespace

ReadOnlyPages::ReadOnlyPages(const void* first, std::size_t bytes, rules::RuleId rule)
    : first_(first) {
  ReadOnlyRanges& pages = read_only_ranges();
  const sim::Hold hold(pages.lock);
  pages.ranges.insert_or_assign(reinterpret_cast<std::uintptr_t>(first),
                                ReadOnlyRange{bytes, rule});
}

ReadOnlyPages::~ReadOnlyPages() {
  ReadOnlyRanges& pages = read_only_ranges();
  const sim::Hold hold(pages.lock);
  [[maybe_unused]] const std::size_t erased =
      pages.ranges.erase(reinterpret_cast<std::uintptr_t>(first_));
  assert(erased == 1);
}

std::optional<rules::RuleId> rule_of_read_only_page(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  ReadOnlyRanges& pages = read_only_ranges();
  const sim::Hold hold(pages.lock);
  const auto next = pages.ranges.upper_bound(at);
  if (next == pages.ranges.begin()) return {};
  const auto& [first, range] = *std::prev(next);
  if (at - first >= range.bytes) return {};
  return range.rule;
}

}  // namespace drydock::nt
