#include "src/vidmm/free_ranges.h"

#include <algorithm>
#include <utility>

namespace drydock::vidmm {
namespace {

std::uint64_t unit_of(FreeRanges::Alignment alignment) {
  return alignment == FreeRanges::Alignment::kPage ? FreeRanges::kPage : FreeRanges::kBlock;
}

// The first aligned address; the largest possible value when there is none.
std::uint64_t first_aligned(std::uint64_t address, std::uint64_t unit) {
  return address > ~std::uint64_t{0} - unit ? ~std::uint64_t{0}
                                            : (address + unit - 1) & ~(unit - 1);
}

std::uint64_t room_in(std::uint64_t begin, std::uint64_t end, FreeRanges::Alignment alignment) {
  const std::uint64_t from = first_aligned(begin, unit_of(alignment));
  return from < end ? end - from : 0;
}

}  // namespace

// A treap: ordered by address, and no node is lighter than those below it.
struct FreeRanges::Node {
  std::uint64_t begin, end;
  std::uint64_t weight;
  std::array<std::uint64_t, 2> longest{};  // the longest range in this subtree, by alignment
  Tree low, high;

  std::uint64_t room(Alignment alignment) const { return room_in(begin, end, alignment); }
  void measure() {
    for (const Alignment alignment : {Alignment::kPage, Alignment::kBlock}) {
      const auto at = static_cast<std::size_t>(alignment);
      longest[at] = room(alignment);
      if (low) longest[at] = std::max(longest[at], low->longest[at]);
      if (high) longest[at] = std::max(longest[at], high->longest[at]);
    }
  }
};

FreeRanges::FreeRanges(std::uint64_t begin, std::uint64_t end) {
  if (begin < end) add(begin, end);
}

FreeRanges::~FreeRanges() = default;

FreeRanges::Tree FreeRanges::join(Tree low, Tree high) {
  if (!low) return high;
  if (!high) return low;
  if (low->weight >= high->weight) {
    low->high = join(std::move(low->high), std::move(high));
    low->measure();
    return low;
  }
  high->low = join(std::move(low), std::move(high->low));
  high->measure();
  return high;
}

void FreeRanges::part(Tree tree, std::uint64_t at, Tree& low, Tree& high) {
  if (!tree) return;
  if (tree->begin < at) {
    Tree rest;
    part(std::move(tree->high), at, rest, high);
    tree->high = std::move(rest);
    tree->measure();
    low = std::move(tree);
    return;
  }
  Tree rest;
  part(std::move(tree->low), at, low, rest);
  tree->low = std::move(rest);
  tree->measure();
  high = std::move(tree);
}

void FreeRanges::add(std::uint64_t begin, std::uint64_t end) {
  weights_ ^= weights_ << 13;
  weights_ ^= weights_ >> 7;
  weights_ ^= weights_ << 17;
  Tree node(new Node{begin, end, weights_, {}, nullptr, nullptr});
  node->measure();
  Tree low, high;
  part(std::move(root_), begin, low, high);
  root_ = join(join(std::move(low), std::move(node)), std::move(high));
}

void FreeRanges::remove(std::uint64_t begin) {
  Tree low, rest, one, high;
  part(std::move(root_), begin, low, rest);
  part(std::move(rest), begin + 1, one, high);
  root_ = join(std::move(low), std::move(high));
}

const FreeRanges::Node* FreeRanges::last_at_or_before(std::uint64_t address) const {
  const Node* found = nullptr;
  for (const Node* node = root_.get(); node != nullptr;) {
    if (node->begin <= address) {
      found = node;
      node = node->high.get();
    } else {
      node = node->low.get();
    }
  }
  return found;
}

// The lowest range with room that begins at the minimum or behind it.
const FreeRanges::Node* FreeRanges::first_with_room(const Node* tree, std::uint64_t minimum,
                                                    std::uint64_t bytes, Alignment alignment) {
  if (tree == nullptr || tree->longest[static_cast<std::size_t>(alignment)] < bytes) return nullptr;
  if (tree->begin < minimum) return first_with_room(tree->high.get(), minimum, bytes, alignment);
  if (const Node* const lower = first_with_room(tree->low.get(), minimum, bytes, alignment))
    return lower;
  if (tree->room(alignment) >= bytes) return tree;
  return first_with_room(tree->high.get(), minimum, bytes, alignment);
}

std::optional<std::uint64_t> FreeRanges::find(std::uint64_t bytes, Alignment alignment,
                                              std::uint64_t minimum, std::uint64_t maximum) const {
  if (bytes == 0 || minimum >= maximum || maximum - minimum < bytes) return std::nullopt;
  const std::uint64_t unit = unit_of(alignment);
  const Node* const across = last_at_or_before(minimum);
  if (across != nullptr && room_in(minimum, std::min(across->end, maximum), alignment) >= bytes)
    return first_aligned(minimum, unit);
  const Node* const found = first_with_room(root_.get(), minimum, bytes, alignment);
  if (found == nullptr) return std::nullopt;
  // Every other range with room begins later.
  if (room_in(found->begin, std::min(found->end, maximum), alignment) < bytes) return std::nullopt;
  return first_aligned(found->begin, unit);
}

bool FreeRanges::take(std::uint64_t begin, std::uint64_t end) {
  const Node* const around = last_at_or_before(begin);
  if (begin >= end || around == nullptr || around->end < end) return false;
  const std::uint64_t first = around->begin;
  const std::uint64_t last = around->end;
  remove(first);
  if (first < begin) add(first, begin);
  if (end < last) add(end, last);
  return true;
}

void FreeRanges::release(std::uint64_t begin, std::uint64_t end) {
  if (const Node* const before = last_at_or_before(begin); before && before->end == begin) {
    begin = before->begin;
    remove(begin);
  }
  if (const Node* const after = last_at_or_before(end); after && after->begin == end) {
    const std::uint64_t behind = after->end;
    remove(end);
    end = behind;
  }
  add(begin, end);
}

}  // namespace drydock::vidmm
