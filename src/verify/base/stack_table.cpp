#include "src/verify/base/stack_table.h"

#include <sys/mman.h>

#include <array>
#include <cassert>
#include <new>

namespace drydock::verify {

// A hash table without removal. The number 0 is a free slot.
struct StackTable::Shared {
  std::array<std::atomic<std::uint64_t>, std::size_t{1} << 16> slots{};

  static constexpr std::size_t kMost = (std::size_t{1} << 16) / 4 * 3;
};

StackTable::StackTable() {
  void* const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // The memory is zero already, as the slots are to be; it is not touched before it is used.
  shared_ = static_cast<Shared*>(memory);
}

StackTable::~StackTable() { munmap(shared_, sizeof(Shared)); }

// The slot of the number, or the free one that it would have.
std::atomic<std::uint64_t>& StackTable::slot_of(std::uint64_t number) const {
  auto& slots = shared_->slots;
  for (std::size_t i = number % slots.size();; i = (i + 1) % slots.size()) {
    // Acquire pairs with the release in add(): frames are there before their number is.
    const std::uint64_t there = slots[i].load(std::memory_order_acquire);
    if (there == number || there == 0) return slots[i];
  }
}

void StackTable::add(std::uint64_t number, std::vector<rules::Frame> frames) {
  assert(number != 0);
  if (!frames_.try_emplace(number, std::move(frames)).second || used_ == Shared::kMost) return;
  ++used_;
  slot_of(number).store(number, std::memory_order_release);
}

const std::vector<rules::Frame>& StackTable::frames_of(std::uint64_t number) const {
  return frames_.at(number);
}

bool StackTable::knows(std::uint64_t number) const {
  return number != 0 && slot_of(number).load(std::memory_order_acquire) == number;
}

}  // namespace drydock::verify
