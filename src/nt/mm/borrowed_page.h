// Memory of the host that a driver borrows for the length of a call or period. An inaccessible page
// follows it, and an access after that time breaks a rule.
//
// Places are used in turn, so that one that was released stays closed for long.
//
// Cost: two changes of protection, and a page as long as it is borrowed. Owner: the host, which
// ends the loan by destroying the object. Threads: any.
#pragma once

#include <cstddef>
#include <optional>

#include "drydock/rule_id.h"

namespace drydock::nt {

class BorrowedPage {
 public:
  // `bytes` is a page at most, in multiples of 8.
  BorrowedPage(std::size_t bytes, rules::RuleId rule);
  ~BorrowedPage();
  BorrowedPage(const BorrowedPage&) = delete;
  BorrowedPage& operator=(const BorrowedPage&) = delete;

  // Zeroed; null when all places are taken.
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

// The same for any number of bytes, such as those of a picture. Cost: pages of its own; the last
// few that were released stay closed.
class BorrowedPages {
 public:
  BorrowedPages(std::size_t bytes, rules::RuleId rule);
  ~BorrowedPages();
  BorrowedPages(const BorrowedPages&) = delete;
  BorrowedPages& operator=(const BorrowedPages&) = delete;

  // Zeroed, and aligned to 8 if the number of bytes is; null when there is no memory.
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  std::size_t place_ = 0;
};

// The rule that an access to this address breaks; nothing when it is in no place, or its time has
// not come. For the crash handler: takes no lock.
std::optional<rules::RuleId> rule_of_borrowed_page(const void* address);

}  // namespace drydock::nt
