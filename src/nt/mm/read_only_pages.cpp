#include "src/nt/mm/read_only_pages.h"

#include <cstdint>
#include <iterator>
#include <map>

#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

struct ShownRange {
  std::size_t bytes;
  std::string_view rule;
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

ReadOnlyPages::ReadOnlyPages(const void* first, std::size_t bytes, std::string_view rule)
    : first_(first) {
  AllShown& shown = all_shown();
  const sim::Hold hold(shown.lock);
  shown.ranges[reinterpret_cast<std::uintptr_t>(first)] = {bytes, rule};
}

ReadOnlyPages::~ReadOnlyPages() {
  AllShown& shown = all_shown();
  const sim::Hold hold(shown.lock);
  shown.ranges.erase(reinterpret_cast<std::uintptr_t>(first_));
}

std::string_view rule_of_read_only_page(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  AllShown& shown = all_shown();
  const sim::Hold hold(shown.lock);
  const auto next = shown.ranges.upper_bound(at);
  if (next == shown.ranges.begin()) return {};
  const auto& [first, range] = *std::prev(next);
  return at - first < range.bytes ? range.rule : std::string_view{};
}

}  // namespace drydock::nt
