// A structure of the host that a driver reads or fills: a copy of its own for each time that it is
// given out.
//
// It lies at the end of a page, so that reading past it faults, and the page is closed when the
// structure is given back: use after that faults and breaks a rule. When all such pages are taken
// it lies in plain memory, which is poisoned instead. Owner: the object that the driver got it
// from. Threads: inside Lending::alone(). Cost: two changes of protection.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "drydock/rule_id.h"
#include "src/nt/mm/borrowed_page.h"
#include "src/rules/stack.h"

namespace drydock::display {

class Lent {
 public:
  enum class State : std::uint8_t {
    kAcquired,  // to be released; the driver only reads it
    kCreated,   // to be filled, then added or released
    kReleased,
    kAdded,
  };

  // `key` is whatever its owner knows it by. `late` is the rule of use after its end.
  Lent(std::span<const std::byte> content, State state, std::size_t key, rules::RuleId late);

  // Also after its end, to recognise it.
  const void* address() const { return address_; }
  State state() const { return state_; }
  bool is_held() const { return state_ == State::kAcquired || state_ == State::kCreated; }
  std::size_t key() const { return key_; }
  const rules::Stack& where() const { return where_; }

  // Of one that is held.
  void* data() const { return page_ != nullptr ? page_->data() : memory_.get(); }
  bool is_changed() const;
  // What the host wrote to data() since belongs to it.
  void settle();
  // No longer the driver's.
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
