#include "src/display/vidpn/lent.h"

#include <cassert>
#include <cstring>

#include "src/nt/mm/physical.h"

namespace drydock::display {
namespace {

constexpr std::size_t kLentAlignment = 8;
constexpr int kLentPoison = 0xdd;  // as a pointer it leads nowhere

}  // namespace

Lent::Lent(std::span<const std::byte> content, State state, std::size_t key, rules::RuleId late)
    : state_(state),
      key_(key),
      where_(rules::Stack::capture()),
      original_(content.begin(), content.end()) {
  const std::size_t room = (content.size() + kLentAlignment - 1) / kLentAlignment * kLentAlignment;
  if (room <= nt::kPageBytes) page_ = std::make_unique<nt::BorrowedPage>(room, late);
  if (page_ == nullptr || page_->data() == nullptr) {
    page_ = nullptr;
    memory_ = std::make_unique<std::byte[]>(room);
  }
  address_ = data();
  std::memcpy(data(), original_.data(), original_.size());
}

bool Lent::is_changed() const {
  assert(is_held());
  return std::memcmp(data(), original_.data(), original_.size()) != 0;
}

void Lent::settle() { std::memcpy(original_.data(), data(), original_.size()); }

void Lent::end(State state) {
  assert(is_held() && state != State::kAcquired && state != State::kCreated);
  state_ = state;
  page_ = nullptr;
  if (memory_ != nullptr) std::memset(memory_.get(), kLentPoison, original_.size());
}

}  // namespace drydock::display
