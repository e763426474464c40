#include "src/verify/scenarios/miniport/spoiled.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace drydock::verify {
namespace {

constexpr std::size_t kWord = sizeof(std::uint32_t);
constexpr std::size_t kFirstWords = 12;  // all of them are changed
constexpr std::size_t kOtherWords = 4;   // spread over the rest

std::vector<std::size_t> places_in(std::size_t words) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < std::min(words, kFirstWords); ++i) out.push_back(i);
  const std::size_t rest = words - out.size();
  const std::size_t count = std::min(rest, kOtherWords);
  for (std::size_t i = 0; i < count; ++i) out.push_back(kFirstWords + rest * i / count);
  return out;
}

std::uint32_t word_of(const Blob& data, std::size_t place) {
  std::uint32_t out = 0;
  std::memcpy(&out, data.data() + place * kWord, kWord);
  return out;
}

Blob with_word(Blob data, std::size_t place, std::uint32_t value) {
  std::memcpy(data.data() + place * kWord, &value, kWord);
  return data;
}

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
  for (const std::size_t place : places_in(size / kWord)) {
    const std::uint32_t word = word_of(good, place);
    out.push_back(with_word(good, place, place % 2 == 0 ? 0xFFFFFFFF : 0x7F7F7F7F));
    out.push_back(with_word(good, place, word + 1));
    if (word == 0) continue;
    out.push_back(with_word(good, place, 0));
    out.push_back(with_word(good, place, word << 8));  // far more, and aligned as before
  }
  return out;
}

}  // namespace drydock::verify
