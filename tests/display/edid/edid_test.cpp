// What is read from the base block of an EDID, compared with edid-decode.
#include "src/display/edid/edid.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

using display::Edid;
using display::Timing;
using ::testing::HasSubstr;

TEST(Edid, SaysWhatEdidDecodeSays) {
  const EdidBlock block = sample_edid();
  const std::string text = decoded({block});
  const std::optional<Edid> edid = display::parse_edid(block);
  ASSERT_TRUE(edid.has_value());
  EXPECT_THAT(text, HasSubstr("Manufacturer: " + edid->manufacturer));
  EXPECT_THAT(text, HasSubstr(fmt::format("Model: {}\n", edid->product)));
  EXPECT_THAT(text, HasSubstr(fmt::format("Serial Number: {}\n", edid->serial)));
  EXPECT_THAT(text, HasSubstr(fmt::format("Revision: {}.{}", edid->version, edid->revision)));
  EXPECT_THAT(text, HasSubstr("Display Product Name: '" + edid->name + "'"));
  EXPECT_THAT(text, HasSubstr("Display Product Serial Number: '" + edid->serial_text + "'"));
  ASSERT_TRUE(edid->ranges.has_value());
  EXPECT_THAT(
      text, HasSubstr(fmt::format("{}-{} Hz V, {}-{} kHz H, max dotclock {} MHz",
                                  edid->ranges->min_vertical_hz, edid->ranges->max_vertical_hz,
                                  edid->ranges->min_horizontal_khz,
                                  edid->ranges->max_horizontal_khz, edid->ranges->max_pixel_mhz)));
  EXPECT_EQ(edid->established.size(), 3U);
  EXPECT_EQ(edid->standard.size(), 2U);
  EXPECT_EQ(edid->detailed.size(), 1U);
  for (const auto* timings : {&edid->established, &edid->standard, &edid->detailed})
    for (const Timing& timing : *timings) expect_decoded(text, timing);
  EXPECT_TRUE(edid->prefers_first_detailed);
}

TEST(Edid, EveryEstablishedTimingIsTheOneOfItsBit) {
  EdidBlock block = sample_edid();
  block[35] = block[36] = 0xff;
  block[37] = 0x80;
  set_checksum(block);
  const std::string text = decoded({block});
  const auto edid = display::parse_edid(block);
  ASSERT_TRUE(edid.has_value());
  ASSERT_EQ(edid->established.size(), 17U);
  for (const Timing& timing : edid->established)
    if (!timing.is_interlaced) expect_decoded(text, timing);
}

TEST(Edid, InputIsDigitalOrAnalog) {
  EXPECT_TRUE(display::parse_edid(sample_edid())->is_digital);
  EdidBlock block = sample_edid();
  block[20] = 0x08;
  set_checksum(block);
  EXPECT_FALSE(display::parse_edid(block)->is_digital);
}

TEST(Edid, BlockThatIsNoneIsRefused) {
  EXPECT_FALSE(display::parse_edid({}).has_value()) << "the sum is right, the header is not";
  EdidBlock block = sample_edid();
  block[40] ^= 1;
  EXPECT_FALSE(display::has_right_checksum(block));
  EXPECT_FALSE(display::parse_edid(block).has_value());
  block = sample_edid();
  block[18] = 2;
  set_checksum(block);
  EXPECT_FALSE(display::parse_edid(block).has_value()) << "of another version";
}

TEST(Edid, ValuesThatSayNothingAreLeftOut) {
  EdidBlock block = sample_edid();
  block[54 + 2] = 0, block[54 + 4] = 0;  // no picture
  block[108 + 5] = 90;                   // lowest above highest
  block[8] = block[9] = 0xff;
  block[77] = 7;  // the name begins with what cannot be printed
  set_checksum(block);
  const auto edid = display::parse_edid(block);
  ASSERT_TRUE(edid.has_value());
  EXPECT_TRUE(edid->detailed.empty());
  EXPECT_FALSE(edid->prefers_first_detailed);
  EXPECT_FALSE(edid->ranges.has_value());
  EXPECT_EQ(edid->manufacturer, "???");
  EXPECT_EQ(edid->name, ".rydock 24");
}

// Bytes of any kind, with a header and a checksum that are right.
RC_GTEST_PROP(Edid, AnyBytesAreReadWithoutHarm, ()) {
  EdidBlock block = sample_edid();
  const auto bytes =
      *rc::gen::container<std::vector<std::uint8_t>>(118, rc::gen::arbitrary<std::uint8_t>());
  std::ranges::copy(bytes, block.begin() + 8);
  block[18] = 1;
  set_checksum(block);
  const auto edid = display::parse_edid(block);
  RC_ASSERT(edid.has_value());
  for (const Timing& timing : edid->detailed) {
    RC_ASSERT(timing.width > 0 && timing.height > 0);
    RC_ASSERT(timing.total_width >= timing.width && timing.total_height >= timing.height);
  }
  if (edid->ranges) RC_ASSERT(edid->ranges->min_vertical_hz <= edid->ranges->max_vertical_hz);
}

}  // namespace
}  // namespace drydock::testing
