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

constexpr std::size_t kLargePlaces = 32;

// Ranges that are lent or were. A place is used again when all others were used since.
class LargePlaces {
 public:
  static LargePlaces& instance() {
    static LargePlaces& all = *new LargePlaces;
    return all;
  }
  // Null as long as nothing was borrowed.
  static const LargePlaces* if_made() { return made.load(std::memory_order_acquire); }

  // Takes a place for pages; false when all are lent.
  bool open(std::byte* first, std::size_t bytes, rules::RuleId rule, std::size_t& place) {
    const sim::Hold hold(lock_);
    for (std::size_t tried = 0; tried < kLargePlaces; ++tried) {
      place = next_++ % kLargePlaces;
      Place& found = places_[place];
      if (found.is_lent) continue;
      forget(found);
      found.bytes.store(bytes, std::memory_order_relaxed);
      found.rule.store(rule, std::memory_order_relaxed);
      found.first.store(first, std::memory_order_release);
      found.is_lent = true;
      return true;
    }
    return false;
  }

  void close(std::size_t place) {
    const sim::Hold hold(lock_);
    Place& found = places_[place];
    mprotect(found.first.load(std::memory_order_relaxed),
             found.bytes.load(std::memory_order_relaxed), PROT_NONE);
    found.is_lent = false;
  }

  // Acquire: the bytes and the rule of the pages that it finds are theirs.
  std::optional<rules::RuleId> rule_at(const void* address) const {
    for (const Place& each : places_) {
      const std::byte* const first = each.first.load(std::memory_order_acquire);
      if (first == nullptr || address < first) continue;
      // The page behind them is of no rule: it is never lent.
      const std::size_t lent = each.bytes.load(std::memory_order_relaxed) - kPageBytes;
      if (address < first + lent) return each.rule.load(std::memory_order_relaxed);
    }
    return {};
  }

 private:
  struct Place {
    std::atomic<std::byte*> first = nullptr;
    std::atomic<std::size_t> bytes = 0;  // with the page behind them
    std::atomic<std::optional<rules::RuleId>> rule = {};
    bool is_lent = false;  // under the lock
  };

  LargePlaces() { made.store(this, std::memory_order_release); }

  static void forget(Place& place) {
    std::byte* const first = place.first.exchange(nullptr, std::memory_order_acq_rel);
    if (first != nullptr) munmap(first, place.bytes.load(std::memory_order_relaxed));
  }

  static constinit std::atomic<const LargePlaces*> made;

  sim::Lock lock_;
  std::array<Place, kLargePlaces> places_ = {};
  std::size_t next_ DRYDOCK_GUARDED_BY(lock_) = 0;
};

constinit std::atomic<const LargePlaces*> LargePlaces::made = nullptr;

}  // namespace

BorrowedPages::BorrowedPages(std::size_t bytes, rules::RuleId rule) {
  const std::size_t lent = pages_of(bytes) * kPageBytes;
  const std::size_t all = lent + kPageBytes;
  void* const room = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return;
  auto* const first = static_cast<std::byte*>(room);
  if (mprotect(first + lent, kPageBytes, PROT_NONE) != 0 ||
      !LargePlaces::instance().open(first, all, rule, place_)) {
    munmap(room, all);
    return;
  }
  data_ = first + lent - bytes;
}

BorrowedPages::~BorrowedPages() {
  if (data_ != nullptr) LargePlaces::instance().close(place_);
}

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
  const auto rule = places == nullptr ? std::nullopt : places->rule_at(address);
  if (rule) return rule;
  const LargePlaces* const large = LargePlaces::if_made();
  return large == nullptr ? std::nullopt : large->rule_at(address);
}

}  // namespace drydock::nt
