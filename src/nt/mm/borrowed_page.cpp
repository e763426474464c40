#include "src/nt/mm/borrowed_page.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "src/nt/mm/physical.h"
#include "src/nt/mm/places_in_turn.h"
#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kBorrowedPlaces = 512;
constexpr std::size_t kBorrowedStride = 2 * kPageBytes;  // the page and the one behind it

class BorrowedPlaces {
 public:
  std::byte* open(rules::RuleId rule) {
    const sim::Hold hold(lock_);
    std::byte* const base = reserve();
    const std::optional<std::size_t> place = base == nullptr ? std::nullopt : turns_.take();
    if (!place) return nullptr;
    std::byte* const page = base + *place * kBorrowedStride;
    if (mprotect(page, kPageBytes, PROT_READ | PROT_WRITE) != 0) {
      turns_.release(*place);
      return nullptr;
    }
    std::memset(page, 0, kPageBytes);
    rules_[*place].store(rule, std::memory_order_relaxed);
    return page;
  }

  void close(const void* data) {
    std::byte* const base = base_.load(std::memory_order_relaxed);
    const std::size_t place =
        static_cast<std::size_t>(static_cast<const std::byte*>(data) - base) / kBorrowedStride;
    const sim::Hold hold(lock_);
    mprotect(base + place * kBorrowedStride, kPageBytes, PROT_NONE);
    turns_.release(place);
  }

  std::optional<rules::RuleId> rule_at(const void* address) const {
    const auto base = reinterpret_cast<std::uintptr_t>(base_.load(std::memory_order_acquire));
    if (base == 0) return {};
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - base;
    const bool is_behind_page = offset % kBorrowedStride >= kPageBytes;
    if (offset / kBorrowedStride >= kBorrowedPlaces || is_behind_page) return {};
    return rules_[offset / kBorrowedStride].load(std::memory_order_relaxed);
  }

 private:
  // The first page takes addresses for all. Null when there are none.
  std::byte* reserve() DRYDOCK_REQUIRES(lock_) {
    std::byte* base = base_.load(std::memory_order_relaxed);
    if (base != nullptr) return base;
    void* const room = mmap(nullptr, kBorrowedPlaces * kBorrowedStride, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    base = static_cast<std::byte*>(room);
    base_.store(base, std::memory_order_release);
    return base;
  }

  sim::Lock lock_;
  // Written once, under the lock. The release pairs with the acquire of the crash handler.
  std::atomic<std::byte*> base_ = nullptr;
  PlacesInTurn<kBorrowedPlaces> turns_ DRYDOCK_GUARDED_BY(lock_);
  std::array<std::atomic<std::optional<rules::RuleId>>, kBorrowedPlaces> rules_ = {};
};

constinit BorrowedPlaces borrowed_places;

constexpr std::size_t kLargePlaces = 32;

// Ranges that are borrowed or were.
class LargePlaces {
 public:
  // Takes a place for pages; nothing when all are borrowed.
  std::optional<std::size_t> open(std::byte* first, std::size_t bytes, rules::RuleId rule) {
    const sim::Hold hold(lock_);
    const std::optional<std::size_t> place = turns_.take();
    if (!place) return {};
    Place& found = places_[*place];
    free_former(found);
    found.bytes.store(bytes, std::memory_order_relaxed);
    found.rule.store(rule, std::memory_order_relaxed);
    found.first.store(first, std::memory_order_release);
    return place;
  }

  void close(std::size_t place) {
    const sim::Hold hold(lock_);
    const Place& found = places_[place];
    mprotect(found.first.load(std::memory_order_relaxed),
             found.bytes.load(std::memory_order_relaxed), PROT_NONE);
    turns_.release(place);
  }

  // Acquire: the bytes and the rule of the pages that it finds are theirs.
  std::optional<rules::RuleId> rule_at(const void* address) const {
    for (const Place& each : places_) {
      const std::byte* const first = each.first.load(std::memory_order_acquire);
      if (first == nullptr || address < first) continue;
      // The page behind them is of no rule: it is never borrowed.
      const std::size_t borrowed = each.bytes.load(std::memory_order_relaxed) - kPageBytes;
      if (address < first + borrowed) return each.rule.load(std::memory_order_relaxed);
    }
    return {};
  }

 private:
  struct Place {
    std::atomic<std::byte*> first = nullptr;
    std::atomic<std::size_t> bytes = 0;  // the size with the page behind them
    std::atomic<std::optional<rules::RuleId>> rule = {};
  };

  static void free_former(Place& place) {
    std::byte* const first = place.first.exchange(nullptr, std::memory_order_acq_rel);
    if (first != nullptr) munmap(first, place.bytes.load(std::memory_order_relaxed));
  }

  sim::Lock lock_;
  std::array<Place, kLargePlaces> places_ = {};
  PlacesInTurn<kLargePlaces> turns_ DRYDOCK_GUARDED_BY(lock_);
};

constinit LargePlaces large_places;

}  // namespace

BorrowedPages::BorrowedPages(std::size_t bytes, rules::RuleId rule) {
  const std::size_t borrowed = pages_of(bytes) * kPageBytes;
  const std::size_t all = borrowed + kPageBytes;
  void* const room = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return;
  auto* const first = static_cast<std::byte*>(room);
  const bool is_guarded = mprotect(first + borrowed, kPageBytes, PROT_NONE) == 0;
  const auto place = is_guarded ? large_places.open(first, all, rule) : std::nullopt;
  if (!place) {
    munmap(room, all);
    return;
  }
  place_ = *place;
  data_ = first + borrowed - bytes;
}

BorrowedPages::~BorrowedPages() {
  if (data_ != nullptr) large_places.close(place_);
}

BorrowedPage::BorrowedPage(std::size_t bytes, rules::RuleId rule) {
  assert(bytes <= kPageBytes && bytes % 8 == 0);
  std::byte* const page = borrowed_places.open(rule);
  if (page != nullptr) data_ = page + kPageBytes - bytes;
}

BorrowedPage::~BorrowedPage() {
  if (data_ != nullptr) borrowed_places.close(data_);
}

std::optional<rules::RuleId> rule_of_borrowed_page(const void* address) {
  const auto rule = borrowed_places.rule_at(address);
  return rule ? rule : large_places.rule_at(address);
}

}  // namespace drydock::nt
