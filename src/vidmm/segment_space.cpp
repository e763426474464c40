#include "src/vidmm/segment_space.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace drydock::vidmm {
namespace {

// How many ranges are tried in a list in which not every range fits.
constexpr int kLooks = 8;

std::uint64_t pages_of(std::uint64_t bytes) {
  return bytes / SegmentSpace::kPage + (bytes % SegmentSpace::kPage != 0 ? 1 : 0);
}

// Returns the place of an aligned run of pages in a free range; beyond its end when it does not
// fit.
std::uint64_t place_in(const SegmentSpace::Range& range, std::uint64_t pages,
                       std::uint64_t align_pages, SegmentSpace::Side side) {
  const std::uint64_t end = range.first + range.pages;
  if (pages > range.pages) return end;
  if (side == SegmentSpace::Side::kHigh) {
    const std::uint64_t place = (end - pages) & ~(align_pages - 1);
    return place >= range.first ? place : end;
  }
  const std::uint64_t place = (range.first + align_pages - 1) & ~(align_pages - 1);
  return place >= range.first && place <= end - pages ? place : end;
}

}  // namespace

SegmentSpace::SegmentSpace(std::uint64_t bytes) : pages_(bytes / kPage), free_pages_(pages_) {
  if (pages_ == 0) return;
  first_ = take_node();
  first_->pages = pages_;
  link(*first_);
}

SegmentSpace::Bin SegmentSpace::bin_of(std::uint64_t pages) {
  if (pages < kSteps) return {0, static_cast<unsigned>(pages)};
  const auto top = static_cast<unsigned>(std::bit_width(pages)) - 1;
  const auto minor = static_cast<unsigned>(pages >> (top - kStepBits)) & (kSteps - 1);
  return {top - kStepBits + 1, minor};
}

// The smallest size whose bin holds only ranges that are large enough.
std::uint64_t SegmentSpace::rounded_to_bin(std::uint64_t pages) {
  if (pages < kSteps) return pages;
  const auto top = static_cast<unsigned>(std::bit_width(pages)) - 1;
  const std::uint64_t step = 1ULL << (top - kStepBits);
  return pages + step - 1;
}

SegmentSpace::Range* SegmentSpace::find(std::uint64_t pages) {
  const std::uint64_t rounded = rounded_to_bin(pages);
  if (rounded < pages) return nullptr;
  const Bin bin = bin_of(rounded);
  const std::uint32_t minors = minors_[bin.major] & (~0U << bin.minor);
  unsigned major = bin.major;
  unsigned minor = 0;
  if (minors != 0) {
    minor = static_cast<unsigned>(std::countr_zero(minors));
  } else {
    const std::uint64_t majors = major + 1 < 64 ? majors_ & (~0ULL << (major + 1)) : 0;
    if (majors == 0) return nullptr;
    major = static_cast<unsigned>(std::countr_zero(majors));
    minor = static_cast<unsigned>(std::countr_zero(minors_[major]));
  }
  return bins_[major][minor];
}

// The list of the size itself may hold a range that fits, though not all do. A few are tried:
// without this a segment could not be filled to its last page.
SegmentSpace::Range* SegmentSpace::find_exact(std::uint64_t pages, std::uint64_t align_pages,
                                              Side side) {
  const Bin bin = bin_of(pages);
  Range* range = bins_[bin.major][bin.minor];
  for (int i = 0; range != nullptr && i < kLooks; ++i, range = range->next_free) {
    if (place_in(*range, pages, align_pages, side) < range->first + range->pages) return range;
  }
  return nullptr;
}

SegmentSpace::Range* SegmentSpace::allocate(std::uint64_t bytes, std::uint64_t alignment,
                                            Side side) {
  const std::uint64_t pages = std::max<std::uint64_t>(pages_of(bytes), 1);
  if (pages > free_pages_) return nullptr;
  const std::uint64_t align_pages = std::max<std::uint64_t>(alignment / kPage, 1);
  assert(std::has_single_bit(align_pages));
  Range* range = find_exact(pages, align_pages, side);
  // Every range that is larger by the alignment contains an aligned run.
  if (range == nullptr && align_pages - 1 <= std::numeric_limits<std::uint64_t>::max() - pages)
    range = find(pages + align_pages - 1);
  if (range == nullptr && align_pages > 1) {
    range = find(pages);
    if (range != nullptr &&
        place_in(*range, pages, align_pages, side) == range->first + range->pages)
      range = nullptr;
  }
  if (range == nullptr) return nullptr;
  return carve(*range, place_in(*range, pages, align_pages, side), pages);
}

SegmentSpace::Range* SegmentSpace::allocate_within(std::uint64_t first, std::uint64_t end,
                                                   std::uint64_t bytes, std::uint64_t alignment,
                                                   Side side) {
  const std::uint64_t pages = std::max<std::uint64_t>(pages_of(bytes), 1);
  const std::uint64_t align_pages = std::max<std::uint64_t>(alignment / kPage, 1);
  const Bin least = bin_of(pages);
  for (unsigned major = least.major; major < kClasses; ++major) {
    std::uint32_t minors = minors_[major] & (major == least.major ? ~0U << least.minor : ~0U);
    for (; minors != 0; minors &= minors - 1) {
      Range* range = bins_[major][static_cast<unsigned>(std::countr_zero(minors))];
      for (int i = 0; range != nullptr && i < kLooks; ++i, range = range->next_free) {
        Range part = *range;
        part.first = std::max(range->first, first);
        const std::uint64_t part_end = std::min(range->first + range->pages, end);
        if (part_end <= part.first) continue;
        part.pages = part_end - part.first;
        const std::uint64_t place = place_in(part, pages, align_pages, side);
        if (place < part_end) return carve(*range, place, pages);
      }
    }
  }
  return nullptr;
}

// Takes the run out of a free range. The parts before and behind it stay free.
SegmentSpace::Range* SegmentSpace::carve(Range& range, std::uint64_t place, std::uint64_t pages) {
  unlink(range);
  if (place > range.first) split_front(range, place - range.first);
  if (range.pages > pages) split_back(range, pages);
  range.is_free = false;
  free_pages_ -= pages;
  return &range;
}

// Makes the first pages a free range of their own.
void SegmentSpace::split_front(Range& range, std::uint64_t pages) {
  Range& front = *take_node();
  front.first = range.first;
  front.pages = pages;
  front.before = range.before;
  front.after = &range;
  (range.before != nullptr ? range.before->after : first_) = &front;
  range.before = &front;
  range.first += pages;
  range.pages -= pages;
  link(front);
}

// Makes the pages behind the first ones a free range of their own.
void SegmentSpace::split_back(Range& range, std::uint64_t pages) {
  Range& back = *take_node();
  back.first = range.first + pages;
  back.pages = range.pages - pages;
  back.before = &range;
  back.after = range.after;
  if (range.after != nullptr) range.after->before = &back;
  range.after = &back;
  range.pages = pages;
  link(back);
}

void SegmentSpace::free(Range& range) {
  assert(!range.is_free);
  free_pages_ += range.pages;
  link(join(range));
}

// Joins the range with its free neighbours.
SegmentSpace::Range& SegmentSpace::join(Range& range) {
  if (Range* const after = range.after; after != nullptr && after->is_free) {
    unlink(*after);
    range.pages += after->pages;
    range.after = after->after;
    if (range.after != nullptr) range.after->before = &range;
    recycle(*after);
  }
  Range* const before = range.before;
  if (before == nullptr || !before->is_free) return range;
  unlink(*before);
  before->pages += range.pages;
  before->after = range.after;
  if (before->after != nullptr) before->after->before = before;
  recycle(range);
  return *before;
}

std::uint64_t SegmentSpace::largest_free_bytes() const {
  if (majors_ == 0) return 0;
  const auto major = static_cast<unsigned>(63 - std::countl_zero(majors_));
  const auto minor = static_cast<unsigned>(31 - std::countl_zero(minors_[major]));
  std::uint64_t largest = 0;
  for (const Range* each = bins_[major][minor]; each != nullptr; each = each->next_free)
    largest = std::max(largest, each->pages);
  return largest * kPage;
}

void SegmentSpace::link(Range& range) {
  const Bin bin = bin_of(range.pages);
  Range*& head = bins_[bin.major][bin.minor];
  range.is_free = true;
  range.previous_free = nullptr;
  range.next_free = head;
  if (head != nullptr) head->previous_free = &range;
  head = &range;
  minors_[bin.major] |= 1U << bin.minor;
  majors_ |= 1ULL << bin.major;
}

void SegmentSpace::unlink(Range& range) {
  const Bin bin = bin_of(range.pages);
  Range*& head = bins_[bin.major][bin.minor];
  if (range.next_free != nullptr) range.next_free->previous_free = range.previous_free;
  (range.previous_free != nullptr ? range.previous_free->next_free : head) = range.next_free;
  range.is_free = false;
  if (head != nullptr) return;
  minors_[bin.major] &= ~(1U << bin.minor);
  if (minors_[bin.major] == 0) majors_ &= ~(1ULL << bin.major);
}

SegmentSpace::Range* SegmentSpace::take_node() {
  if (spare_.empty()) return &nodes_.emplace_back();
  Range* const node = spare_.back();
  spare_.pop_back();
  *node = {};
  return node;
}

void SegmentSpace::recycle(Range& node) { spare_.push_back(&node); }

}  // namespace drydock::vidmm
