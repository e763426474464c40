#include "src/nt/races/race_shadow.h"

#include <algorithm>

#include "src/nt/pool/pool_region.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kLargestBlock = 64 * 1024;

std::size_t hash_of(std::uintptr_t number) { return (number * 0x9e3779b97f4a7c15ULL) >> 40; }

// A word that is read while an atomic operation changes it is read whole on x64.
bool conflicts(const Access& one, const Access& other) {
  if ((one.bytes & other.bytes) == 0 || (!one.kind.is_write && !other.kind.is_write)) return false;
  if (one.kind.is_atomic && other.kind.is_atomic) return false;
  if (one.kind.is_atomic && !other.kind.is_write) return false;
  if (other.kind.is_atomic && !one.kind.is_write) return false;
  return true;
}

}  // namespace

RaceShadow& RaceShadow::get() {
  static sim::NeverDestroyed<RaceShadow> instance;
  return *instance;
}

std::optional<Access> RaceShadow::meet(std::uintptr_t word, const Access& access) {
  Page* const page = find_or_make(word);
  if (page == nullptr) return std::nullopt;
  const sim::SpinHold hold(page->lock);
  Word& accesses = page->words[word % kPageBytes / 8];
  std::optional<Access> met;
  Access* place = nullptr;
  for (Access& each : accesses) {
    if (each.where == nullptr) {
      if (place == nullptr) place = &each;
      continue;
    }
    const bool is_past = each.moment.task == access.moment.task || sim::is_before_now(each.moment);
    if (!is_past && conflicts(each, access) && !met) met = each;
    // The new access replaces an earlier one that is ordered before it and touches no other bytes.
    // A write replaces a read.
    const bool is_covered =
        is_past && (each.bytes & ~access.bytes) == 0 &&
        (access.kind == each.kind ||
         (access.kind.is_write && !each.kind.is_write && !access.kind.is_atomic));
    if (is_covered) {
      each.where = nullptr;
      if (place == nullptr) place = &each;
    }
  }
  // When all places of the word are taken, the oldest access is replaced. An atomic write stays if
  // possible, because it shows that atomic operations change the word.
  if (place == nullptr) {
    const auto is_atomic_write = [](const Access& each) {
      return each.kind.is_atomic && each.kind.is_write;
    };
    auto oldest = std::ranges::find_if_not(accesses, is_atomic_write);
    if (oldest == accesses.end()) oldest = accesses.begin();
    std::rotate(oldest, oldest + 1, accesses.end());
    place = &accesses.back();
  }
  *place = access;
  return met;
}

bool RaceShadow::is_atomic_at(std::uintptr_t word, std::uint8_t bytes) {
  Page* const page = find(word);
  if (page == nullptr) return false;
  const sim::SpinHold hold(page->lock);
  return std::ranges::any_of(page->words[word % kPageBytes / 8], [&](const Access& each) {
    return each.where != nullptr && each.kind.is_atomic && each.kind.is_write &&
           (each.bytes & bytes) != 0;
  });
}

void RaceShadow::remove(std::uintptr_t begin, std::size_t bytes) {
  for (std::uintptr_t at = begin / 8 * 8; at < begin + bytes;) {
    const std::uintptr_t end =
        std::min<std::uintptr_t>(begin + bytes, (at / kPageBytes + 1) * kPageBytes);
    if (Page* page = find(at); page != nullptr) {
      const sim::SpinHold hold(page->lock);
      for (std::uintptr_t word = at; word < end; word += 8) page->words[word % kPageBytes / 8] = {};
    }
    at = (at / kPageBytes + 1) * kPageBytes;
  }
}

void RaceShadow::track(CodeRange image) {
  for (std::size_t i = 0; i < kImages; ++i) {
    std::uintptr_t free = 0;
    if (!images_[i].begin.compare_exchange_strong(free, image.begin, std::memory_order_relaxed))
      continue;
    images_[i].end.store(image.end, std::memory_order_release);
    std::size_t used = images_used_.load(std::memory_order_relaxed);
    while (used <= i && !images_used_.compare_exchange_weak(used, i + 1)) {
    }
    return;
  }
}

void RaceShadow::untrack(CodeRange image) {
  for (Image& each : images_) {
    if (each.begin.load(std::memory_order_relaxed) != image.begin) continue;
    each.end.store(0, std::memory_order_relaxed);
    each.begin.store(0, std::memory_order_relaxed);
  }
  remove(image.begin, image.end - image.begin);
}

RaceShadow::Page* RaceShadow::find(std::uintptr_t address) {
  const std::uintptr_t number = address / kPageBytes;
  for (std::size_t i = hash_of(number);; ++i) {
    const Place& place = places_[i % kPages];
    const std::uintptr_t known = place.number.load(std::memory_order_acquire);
    if (known == number) return place.page.load(std::memory_order_acquire);
    if (known == 0) return nullptr;
  }
}

RaceShadow::Page* RaceShadow::find_or_make(std::uintptr_t address) {
  if (Page* page = find(address); page != nullptr) return page;
  if (!is_tracked(address)) return nullptr;
  if (made_.fetch_add(1, std::memory_order_relaxed) >= kPages / 2) {
    made_.fetch_sub(1, std::memory_order_relaxed);
    return nullptr;
  }
  const std::uintptr_t number = address / kPageBytes;
  auto page = std::make_unique<Page>();
  for (std::size_t i = hash_of(number);; ++i) {
    Place& place = places_[i % kPages];
    std::uintptr_t known = 0;
    if (place.number.compare_exchange_strong(known, number, std::memory_order_acq_rel)) {
      place.page.store(page.get(), std::memory_order_release);
      return page.release();
    }
    // Another thread may be adding it now; its page may still be null for a moment.
    if (known == number) return place.page.load(std::memory_order_acquire);
  }
}

bool RaceShadow::is_tracked(std::uintptr_t address) const {
  const std::size_t used = images_used_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < used; ++i) {
    const std::uintptr_t end = images_[i].end.load(std::memory_order_acquire);
    if (address < end && address >= images_[i].begin.load(std::memory_order_relaxed)) return true;
  }
  const PoolBlock* block = PoolRegion::get().find(reinterpret_cast<const void*>(address));
  return block != nullptr && block->state.load(std::memory_order_acquire) == BlockState::kLive &&
         block->size <= kLargestBlock;
}

}  // namespace drydock::nt
