// What is read from extension blocks, compared with edid-decode.
#include "src/display/edid/extension.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

using display::Extension;
using display::Timing;

constexpr std::uint8_t kMarked1080 = 0x80 | 16;  // the native format

TEST(Extension, CtaSaysWhatEdidDecodeSays) {
  const EdidBlock block = sample_cta({kMarked1080, 4, 3, 97});
  const Extension extension = display::parse_extension(block);
  EXPECT_TRUE(extension.is_television);
  ASSERT_EQ(extension.timings.size(), 6U) << "four formats and two detailed timings";
  EXPECT_EQ(extension.timings[0].height, 1080U);
  EXPECT_EQ(extension.timings[3].height, 2160U);
  EXPECT_TRUE(extension.timings[5].is_interlaced);
  const std::string text = decoded({sample_edid_with(1), block});
  for (const Timing& timing : extension.timings) expect_decoded(text, timing);
}

// 2560 x 1440 at 59.95 Hz, as the first and as the seventh type have it.
EdidBlock sample_display_id(std::uint8_t version, std::uint8_t tag, UINT clock) {
  EdidBlock block{};
  block[0] = 0x70, block[1] = version, block[2] = 23, block[3] = version == 0x20 ? 4 : 0;
  block[5] = tag, block[6] = 0, block[7] = 20;
  const auto put = [&](std::size_t at, UINT value) {
    block[at] = static_cast<std::uint8_t>(value);
    block[at + 1] = static_cast<std::uint8_t>(value >> 8);
  };
  put(8, (clock - 1) & 0xffff);
  block[10] = static_cast<std::uint8_t>((clock - 1) >> 16);
  block[11] = 0x84;  // preferred, 16:9
  put(12, 2560 - 1), put(14, 160 - 1), put(16, 0x8000 | (48 - 1)), put(18, 32 - 1);
  put(20, 1440 - 1), put(22, 41 - 1), put(24, 3 - 1), put(26, 5 - 1);
  UINT sum = 0;
  for (std::size_t i = 1; i < 31; ++i) sum += block[i];
  block[31] = static_cast<std::uint8_t>(-sum);
  set_checksum(block);
  return block;
}

TEST(Extension, DisplayIdSaysWhatEdidDecodeSays) {
  for (const EdidBlock& block :
       {sample_display_id(0x13, 0x03, 24'150), sample_display_id(0x20, 0x22, 241'500)}) {
    const Extension extension = display::parse_extension(block);
    EXPECT_FALSE(extension.is_television);
    ASSERT_EQ(extension.timings.size(), 1U);
    EXPECT_EQ(extension.timings.front().width, 2560U);
    expect_decoded(decoded({sample_edid_with(1), block}), extension.timings.front());
  }
}

TEST(Extension, BlockThatCannotBeReadSaysNothing) {
  EdidBlock block = sample_cta({16});
  block[10] ^= 1;
  EXPECT_TRUE(display::parse_extension(block).timings.empty()) << "a wrong checksum";
  EXPECT_FALSE(display::parse_extension(block).is_television);
  block = sample_cta({16});
  block[2] = 200;
  set_checksum(block);
  EXPECT_TRUE(display::parse_extension(block).timings.empty()) << "timings behind the block";
  block = sample_cta({16});
  block[4] |= 0x1f;
  set_checksum(block);
  EXPECT_EQ(display::parse_extension(block).timings.size(), 2U) << "a data block that is too long";
  block = sample_cta({16});
  block[1] = 1;
  set_checksum(block);
  EXPECT_EQ(display::parse_extension(block).timings.size(), 2U) << "revision 1 has no data blocks";
  block = sample_display_id(0x13, 0x03, 24'150);
  block[11] |= 0x10;
  set_checksum(block);
  EXPECT_TRUE(display::parse_extension(block).timings.empty()) << "interlaced";
}

// Bytes of any kind, with a tag and a checksum that are right.
RC_GTEST_PROP(Extension, AnyBytesAreReadWithoutHarm, ()) {
  EdidBlock block{};
  const auto bytes =
      *rc::gen::container<std::vector<std::uint8_t>>(126, rc::gen::arbitrary<std::uint8_t>());
  std::ranges::copy(bytes, block.begin() + 1);
  block[0] = *rc::gen::element<std::uint8_t>(0x02, 0x70);
  if (*rc::gen::arbitrary<bool>()) block[2] = *rc::gen::inRange<std::uint8_t>(4, 127);
  set_checksum(block);
  for (const Timing& timing : display::parse_extension(block).timings) {
    RC_ASSERT(timing.width > 0 && timing.height > 0 && timing.pixel_hz > 0);
    RC_ASSERT(timing.total_width >= timing.width && timing.total_height >= timing.height);
    RC_ASSERT(std::uint64_t{timing.total_width} * timing.total_height <= 0xffff'ffffU);
  }
}

}  // namespace
}  // namespace drydock::testing
