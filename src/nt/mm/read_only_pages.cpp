#include "src/nt/mm/read_only_pages.h"

#include <cstdint>
#include <iterator>
#include <map>

#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

struct ReadOnlyRange {
  std::size_t bytes;
  rules::RuleId rule;
};

// Never held where a driver or a client runs: a fault of theirs may look.
struct ReadOnlyRanges {
  sim::Lock lock;
  std::map<std::uintptr_t, ReadOnlyRange> ranges DRYDOCK_GUARDED_BY(lock);
};

ReadOnlyRanges& read_only_ranges() {
  static auto& instance = *new ReadOnlyRanges;  // never destroyed: pages may go late
  return instance;
}

}  // namespace

ReadOnlyPages::ReadOnlyPages(const void* first, std::size_t bytes, rules::RuleId rule) : first_(first) {
  ReadOnlyRanges& shown = read_only_ranges();
  const sim::Hold hold(shown.lock);
  shown.ranges.insert_or_assign(reinterpret_cast<std::uintptr_t>(first), ReadOnlyRange{bytes, rule});
}

ReadOnlyPages::~ReadOnlyPages() {
  ReadOnlyRanges& shown = read_only_ranges();
  const sim::Hold hold(shown.lock);
  shown.ranges.erase(reinterpret_cast<std::uintptr_t>(first_));
}

std::optional<rules::RuleId> rule_of_read_only_page(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  ReadOnlyRanges& shown = read_only_ranges();
  const sim::Hold hold(shown.lock);
  const auto next = shown.ranges.upper_bound(at);
  if (next == shown.ranges.begin()) return {};
  const auto& [first, range] = *std::prev(next);
  if (at - first >= range.bytes) return {};
  return range.rule;
}

}  // namespace drydock::nt
