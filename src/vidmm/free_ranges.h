// The parts of an address space that nobody has.
//
// A tree by address in which every node knows the longest range below it, so that the lowest place
// that is long enough is found by one way down. Cost: logarithmic in the number of free ranges for
// everything.
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

  // Everything from `begin` to `end`, which are multiples of kPage.
  FreeRanges(std::uint64_t begin, std::uint64_t end);
  ~FreeRanges();
  FreeRanges(const FreeRanges&) = delete;
  FreeRanges& operator=(const FreeRanges&) = delete;

  // The lowest free place of so many bytes that lies between the two.
  std::optional<std::uint64_t> find(std::uint64_t bytes, Alignment alignment, std::uint64_t minimum,
                                    std::uint64_t maximum) const;
  // False when some of it is not free; then nothing has changed.
  bool take(std::uint64_t begin, std::uint64_t end);
  // It was taken; neighbours grow together.
  void give_back(std::uint64_t begin, std::uint64_t end);

 private:
  struct Node;
  using Tree = std::unique_ptr<Node>;

  static Tree join(Tree low, Tree high);
  // Those that begin before `at`, and the others.
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
