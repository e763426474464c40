// Pages that the host shows and only the host writes: who writes there faults, and breaks a rule of
// whoever shows them.
//
// Cost: an entry in a map while they are shown.
#pragma once

#include <cstddef>
#include <optional>

#include "drydock/rule_id.h"

namespace drydock::nt {

class ShownPages {
 public:
  ShownPages(const void* first, std::size_t bytes, rules::RuleId rule);
  ~ShownPages();
  ShownPages(const ShownPages&) = delete;
  ShownPages& operator=(const ShownPages&) = delete;

 private:
  const void* const first_;
};

// The rule that a write to this address breaks; nothing when it is on no shown page.
std::optional<rules::RuleId> rule_of_shown_page(const void* address);

}  // namespace drydock::nt
