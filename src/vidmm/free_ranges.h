// The free parts of an address space.
//
// A tree by address. Every node knows the longest range below it, so one descent finds the lowest
// place that is long enough. Cost: every operation is logarithmic in the number of free ranges.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace drydock::vidmm {

// Not thread-safe.
class FreeRanges {
 public:
  static constexpr std::uint64_t kPage = 4096;
  static constexpr std::uint64_t kBlock = 65536;

  enum class Alignment : std::uint8_t { kPage, kBlock };

  // Everything between `begin` and `end`, which are multiples of kPage, is free.
  FreeRanges(std::uint64_t begin, std::uint64_t end);
  ~FreeRanges();
  FreeRanges(const FreeRanges&) = delete;
  FreeRanges& operator=(const FreeRanges&) = delete;

  // The lowest free place of this size between the two limits.
  std::optional<std::uint64_t> find(std::uint64_t bytes, Alignment alignment, std::uint64_t minimum,
                                    std::uint64_t maximum) const;
  // False, without a change, when a part of it is not free.
  bool take(std::uint64_t begin, std::uint64_t end);
  // The range was taken. It is joined with its free neighbours.
  void release(std::uint64_t begin, std::uint64_t end);

 private:
  struct Node;
  using Tree = std::unique_ptr<Node>;

  static Tree join(Tree low, Tree high);
  // Splits a tree into the ranges that begin before `at`, and the others.
  static void part(Tree tree, std::uint64_t at, Tree& low, Tree& high);
  const Node* last_at_or_before(std::uint64_t address) const;
  static const Node* first_with_room(const Node* tree, std::uint64_t minimum, std::uint64_t bytes,
                                     Alignment alignment);
  void add(std::uint64_t begin, std::uint64_t end);
  void remove(std::uint64_t begin);

  Tree root_;
  std::uint64_t weights_ = 0x9E37'79B9'7F4A'7C15;
};

}  // namespace drydock::vidmm
