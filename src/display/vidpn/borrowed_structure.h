// A structure of the host that a driver borrows, to read it or to fill it. Each time the driver
// acquires or creates one, it gets a copy of its own.
//
// The copy lies at the end of a page, so that reading past it faults. When the driver releases it,
// the host closes the page: use after that faults and breaks a rule. When all such pages are in
// use, the copy lies in plain memory, which is poisoned instead. Owner: the BorrowedObject that the
// driver got it from. Threads: inside NetworkHandles::alone(). Cost: two changes of protection.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "drydock/rule_id.h"
#include "src/nt/mm/borrowed_page.h"
#include "src/rules/stack.h"

namespace drydock::display {

class BorrowedStructure {
 public:
  enum class State : std::uint8_t {
    kAcquired,  // to be released; the driver only reads it
    kCreated,   // to be filled, then added or released
    kReleased,
    kAdded,
  };

  // `key` is the owner's own number for it. `late` is the rule that use after its end breaks.
  BorrowedStructure(std::span<const std::byte> content, State state, std::size_t key,
                    rules::RuleId late);

  // Stays valid as a number after its end, so that a second release is recognised.
  const void* address() const { return address_; }
  State state() const { return state_; }
  bool is_held() const { return state_ == State::kAcquired || state_ == State::kCreated; }
  std::size_t key() const { return key_; }
  const rules::Stack& where() const { return where_; }

  // The structure must be held.
  void* data() const { return page_ != nullptr ? page_->data() : memory_.get(); }
  bool is_changed() const;
  // Takes what the host wrote to data() as the original content.
  void settle();
  // Closes it: the driver may use it no longer.
  void end(State state);

 private:
  State state_;
  const std::size_t key_;
  const rules::Stack where_;
  std::vector<std::byte> original_;
  std::unique_ptr<nt::BorrowedPage> page_;
  std::unique_ptr<std::byte[]> memory_;  // instead of a page
  const void* address_ = nullptr;
};

}  // namespace drydock::display
