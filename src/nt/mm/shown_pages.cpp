#include "src/nt/mm/shown_pages.h"

#include <cstdint>
#include <iterator>
#include <map>

#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

struct ShownRange {
  std::size_t bytes;
  rules::RuleId rule;
};

// Never held where a driver or a client runs: a fault of theirs may look.
struct AllShown {
  sim::Lock lock;
  std::map<std::uintptr_t, ShownRange> ranges DRYDOCK_GUARDED_BY(lock);
};

AllShown& all_shown() {
  static auto& instance = *new AllShown;  // never destroyed: pages may go late
  return instance;
}

}  // namespace

ShownPages::ShownPages(const void* first, std::size_t bytes, rules::RuleId rule) : first_(first) {
  AllShown& shown = all_shown();
  const sim::Hold hold(shown.lock);
  shown.ranges.insert_or_assign(reinterpret_cast<std::uintptr_t>(first), ShownRange{bytes, rule});
}

ShownPages::~ShownPages() {
  AllShown& shown = all_shown();
  const sim::Hold hold(shown.lock);
  shown.ranges.erase(reinterpret_cast<std::uintptr_t>(first_));
}

std::optional<rules::RuleId> rule_of_shown_page(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  AllShown& shown = all_shown();
  const sim::Hold hold(shown.lock);
  const auto next = shown.ranges.upper_bound(at);
  if (next == shown.ranges.begin()) return {};
  const auto& [first, range] = *std::prev(next);
  if (at - first >= range.bytes) return {};
  return range.rule;
}

}  // namespace drydock::nt
