// Detailed timings, compared with edid-decode.
#include "src/display/edid/detailed_timing.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

constexpr std::size_t kFirst = 54;  // of a base block

std::span<const std::uint8_t> timing_in(const EdidBlock& block) {
  return std::span(block).subspan(kFirst, display::kDetailedTimingBytes);
}

TEST(DetailedTiming, PictureIsAsEdidDecodeReadsIt) {
  EdidBlock block = sample_edid();
  const auto timing = display::detailed_timing(timing_in(block));
  ASSERT_TRUE(timing.has_value());
  EXPECT_EQ(timing->height, 1080U);
  EXPECT_EQ(timing->total_width, 2200U);
  expect_decoded(decoded({block}), *timing);
}

// The bytes have the lines of a field.
TEST(DetailedTiming, InterlacedPictureHasTheLinesOfBothFields) {
  EdidBlock block = sample_edid();
  const EdidBlock cta = sample_cta({16});
  std::copy_n(cta.begin() + cta[2] + 18, 18, block.begin() + kFirst);
  set_checksum(block);
  const auto timing = display::detailed_timing(timing_in(block));
  ASSERT_TRUE(timing.has_value());
  EXPECT_TRUE(timing->is_interlaced);
  EXPECT_EQ(timing->height, 1080U);
  EXPECT_EQ(timing->total_height, 1125U);
  expect_decoded(decoded({block}), *timing);
}

TEST(DetailedTiming, PictureWithoutSizeIsNone) {
  EdidBlock block = sample_edid();
  block[kFirst + 5] = 0, block[kFirst + 7] &= 0x0f;
  EXPECT_FALSE(display::detailed_timing(timing_in(block)).has_value());
}

}  // namespace
}  // namespace drydock::testing
