#include "src/verify/scenarios/miniport/spoiled.h"

#include <algorithm>

namespace drydock::verify {
namespace {

constexpr std::size_t kWord = 4;
constexpr std::size_t kSpoiledWords = 8;

}  // namespace

std::vector<Blob> spoiled(const Blob& good) {
  std::vector<Blob> out;
  const std::size_t size = good.size();
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, size / 2, size - 1})
    out.emplace_back(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length));
  out.push_back(good);
  out.back().push_back(std::byte{0});
  out.emplace_back(size, std::byte{0});
  out.emplace_back(size, std::byte{0xFF});
  const std::size_t words = size / kWord;
  const std::size_t count = std::min(words, kSpoiledWords);
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(good);
    const auto word = static_cast<std::ptrdiff_t>(words * i / count * kWord);
    std::fill_n(out.back().begin() + word, kWord, i % 2 == 0 ? std::byte{0xFF} : std::byte{0x7F});
  }
  return out;
}

}  // namespace drydock::verify
