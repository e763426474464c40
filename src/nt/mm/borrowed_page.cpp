#include "src/nt/mm/borrowed_page.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "src/nt/mm/physical.h"
#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kBorrowedPlaces = 512;
constexpr std::size_t kBorrowedStride = 2 * kPageBytes;  // the page and the one behind it

class BorrowedPlaces {
 public:
  static BorrowedPlaces& instance() {
    static BorrowedPlaces& all = *new BorrowedPlaces;
    return all;
  }
  // Null as long as no page was borrowed.
  static const BorrowedPlaces* if_made() { return made.load(std::memory_order_acquire); }

  std::byte* open(rules::RuleId rule) {
    const sim::Hold hold(lock_);
    for (std::size_t tried = 0; base_ != nullptr && tried < kBorrowedPlaces; ++tried) {
      const std::size_t place = next_++ % kBorrowedPlaces;
      if (taken_[place]) continue;
      std::byte* const page = base_ + place * kBorrowedStride;
      if (mprotect(page, kPageBytes, PROT_READ | PROT_WRITE) != 0) return nullptr;
      std::memset(page, 0, kPageBytes);
      taken_[place] = true;
      rules_[place].store(rule, std::memory_order_relaxed);
      return page;
    }
    return nullptr;
  }

  void close(const void* data) {
    const std::size_t place = place_of(data);
    const sim::Hold hold(lock_);
    assert(place < kBorrowedPlaces && taken_[place]);
    mprotect(base_ + place * kBorrowedStride, kPageBytes, PROT_NONE);
    taken_[place] = false;
  }

  std::optional<rules::RuleId> rule_at(const void* address) const {
    const std::size_t place = place_of(address);
    if (base_ == nullptr || place >= kBorrowedPlaces) return {};
    const bool is_behind = static_cast<const std::byte*>(address) - base_ >=
                           static_cast<std::ptrdiff_t>(place * kBorrowedStride + kPageBytes);
    if (is_behind) return {};
    return rules_[place].load(std::memory_order_relaxed);
  }

 private:
  BorrowedPlaces() {
    void* const room = mmap(nullptr, kBorrowedPlaces * kBorrowedStride, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room != MAP_FAILED) base_ = static_cast<std::byte*>(room);
    made.store(this, std::memory_order_release);
  }

  std::size_t place_of(const void* address) const {
    return (reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_)) /
           kBorrowedStride;
  }

  static constinit std::atomic<const BorrowedPlaces*> made;

  std::byte* base_ = nullptr;
  sim::Lock lock_;
  std::array<bool, kBorrowedPlaces> taken_ DRYDOCK_GUARDED_BY(lock_) = {};
  std::size_t next_ DRYDOCK_GUARDED_BY(lock_) = 0;
  std::array<std::atomic<std::optional<rules::RuleId>>, kBorrowedPlaces> rules_ = {};
};

constinit std::atomic<const BorrowedPlaces*> BorrowedPlaces::made = nullptr;

}  // namespace

BorrowedPage::BorrowedPage(std::size_t bytes, rules::RuleId rule) {
  assert(bytes <= kPageBytes && bytes % 8 == 0);
  std::byte* const page = BorrowedPlaces::instance().open(rule);
  if (page != nullptr) data_ = page + kPageBytes - bytes;
}

BorrowedPage::~BorrowedPage() {
  if (data_ != nullptr) BorrowedPlaces::instance().close(data_);
}

std::optional<rules::RuleId> rule_of_borrowed_page(const void* address) {
  const BorrowedPlaces* const places = BorrowedPlaces::if_made();
  return places == nullptr ? std::nullopt : places->rule_at(address);
}

}  // namespace drydock::nt
