// Allocates room in a segment of video memory.
//
// Two-level segregated fit. Free ranges are in lists by size: first by power of two, then in kSteps
// steps each; a bit says whether a list is empty. Two bit scans find a range. It is split, and
// joined with its free neighbours when it is freed. All records are outside of video memory.
//
// Cost: constant per allocation; a range is one pooled node. Sizes and places are whole pages. Not
// thread-safe: only one strand at a time places video memory.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace drydock::vidmm {

class SegmentSpace {
 public:
  static constexpr std::uint64_t kPage = 4096;

  // A range of the segment, in pages. It stays at its address until it is freed.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t pages = 0;
    bool is_free = false;
    Range* before = nullptr;  // neighbours in the segment
    Range* after = nullptr;
    Range* previous_free = nullptr;  // neighbours in a list of free ranges
    Range* next_free = nullptr;

    std::uint64_t offset() const { return first * kPage; }
    std::uint64_t bytes() const { return pages * kPage; }
  };

  enum class Side : std::uint8_t { kLow, kHigh };

  // `bytes` is rounded down to pages.
  explicit SegmentSpace(std::uint64_t bytes);
  SegmentSpace(const SegmentSpace&) = delete;
  SegmentSpace& operator=(const SegmentSpace&) = delete;

  // Null when no free range is large enough. `alignment` is a power of two, or 0 for pages; `side`
  // says which end of a free range is used.
  Range* allocate(std::uint64_t bytes, std::uint64_t alignment = kPage, Side side = Side::kLow);
  // As above, between two pages of the segment. It looks at a few ranges of each list only, so it
  // may miss one that fits.
  Range* allocate_within(std::uint64_t first, std::uint64_t end, std::uint64_t bytes,
                         std::uint64_t alignment, Side side);
  void free(Range& range);

  std::uint64_t size() const { return pages_ * kPage; }
  std::uint64_t free_bytes() const { return free_pages_ * kPage; }
  std::uint64_t largest_free_bytes() const;  // walks one list

  // The first of all ranges, for callers that walk the whole segment.
  const Range* first() const { return first_; }

 private:
  static constexpr unsigned kStepBits = 5;
  static constexpr unsigned kSteps = 1U << kStepBits;
  static constexpr unsigned kClasses = 64 - kStepBits + 1;

  // The index of a size's list: [major][minor].
  struct Bin {
    unsigned major;
    unsigned minor;
  };
  static Bin bin_of(std::uint64_t pages);
  static std::uint64_t rounded_to_bin(std::uint64_t pages);

  Range* find(std::uint64_t pages);
  Range* find_exact(std::uint64_t pages, std::uint64_t align_pages, Side side);
  Range* carve(Range& range, std::uint64_t place, std::uint64_t pages);
  void split_front(Range& range, std::uint64_t pages);
  void split_back(Range& range, std::uint64_t pages);
  Range& join(Range& range);

  void link(Range& range);
  void unlink(Range& range);
  Range* take_node();
  void recycle(Range& node);

  std::uint64_t pages_;
  std::uint64_t free_pages_;
  Range* first_ = nullptr;
  std::uint64_t majors_ = 0;  // a bit for each major with a bit in minors_
  std::array<std::uint32_t, kClasses> minors_{};
  std::array<std::array<Range*, kSteps>, kClasses> bins_{};
  std::deque<Range> nodes_;
  std::vector<Range*> spare_;
};

}  // namespace drydock::vidmm
