// Pages that drivers and clients may read and only the host writes, by another address. A write of
// anybody else faults, and breaks the rule that the pages have.
//
// Cost: an entry in a map. Owner: the host, which mapped the pages. Threads: any; a fault may look
// at the map, so nothing faults while its lock is held.
#pragma once

#include <cstddef>
#include <optional>

#include "drydock/rule_id.h"

namespace drydock::nt {

class ReadOnlyPages {
 public:
  ReadOnlyPages(const void* first, std::size_t bytes, rules::RuleId rule);
  ~ReadOnlyPages();
  ReadOnlyPages(const ReadOnlyPages&) = delete;
  ReadOnlyPages& operator=(const ReadOnlyPages&) = delete;

 private:
  const void* const first_;
};

// The rule that a write to this address breaks; nothing when it is on no such
// page.
std::optional<rules::RuleId> rule_of_read_only_page(const void* address);

}  // namespace drydock::nt
