// Memory of the host's that a driver is lent: it ends where a page begins that nobody can touch,
// and whoever touches it after its time breaks a rule.
//
// Places are used in turn, so that one that was given back stays closed for long. Cost: two changes
// of protection, and a page as long as it is lent.
#pragma once

#include <cstddef>
#include <optional>

#include "drydock/rule_id.h"

namespace drydock::nt {

class LentPage {
 public:
  // `bytes` is a page at most, in multiples of 8.
  LentPage(std::size_t bytes, rules::RuleId rule);
  ~LentPage();
  LentPage(const LentPage&) = delete;
  LentPage& operator=(const LentPage&) = delete;

  // Zeroed; null when all places are taken.
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

// The rule that an access to this address breaks; nothing when it is in no place, or its time has
// not come. For the crash handler: takes no lock.
std::optional<rules::RuleId> rule_of_lent_page(const void* address);

}  // namespace drydock::nt
