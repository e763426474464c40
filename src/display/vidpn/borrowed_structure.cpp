#include "src/display/vidpn/borrowed_structure.h"

#include <cassert>
#include <cstring>

#include "src/nt/mm/physical.h"

namespace drydock::display {
namespace {

constexpr std::size_t kStructureAlignment = 8;
constexpr int kPoison = 0xdd;  // as a pointer it leads nowhere

}  // namespace

BorrowedStructure::BorrowedStructure(std::span<const std::byte> content, State state,
                                     std::size_t key, rules::RuleId late)
    : state_(state),
      key_(key),
      where_(rules::Stack::capture()),
      original_(content.begin(), content.end()) {
  const std::size_t room =
      (content.size() + kStructureAlignment - 1) / kStructureAlignment * kStructureAlignment;
  if (room <= nt::kPageBytes) page_ = std::make_unique<nt::BorrowedPage>(room, late);
  if (page_ == nullptr || page_->data() == nullptr) {
    page_ = nullptr;
    memory_ = std::make_unique<std::byte[]>(room);
  }
  address_ = data();
  std::memcpy(data(), original_.data(), original_.size());
}

bool BorrowedStructure::is_changed() const {
  assert(is_held());
  return std::memcmp(data(), original_.data(), original_.size()) != 0;
}

void BorrowedStructure::settle() { std::memcpy(original_.data(), data(), original_.size()); }

void BorrowedStructure::end(State state) {
  assert(is_held() && state != State::kAcquired && state != State::kCreated);
  state_ = state;
  page_ = nullptr;
  if (memory_ != nullptr) std::memset(memory_.get(), kPoison, original_.size());
}

}  // namespace drydock::display
