// The numbered video formats, compared with edid-decode.
#include "src/display/edid/video_formats.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

TEST(VideoFormats, EachIsTheOneOfItsNumber) {
  UINT known = 0;
  for (UINT code = 1; code < 256; ++code) {
    const display::VideoFormat* const format =
        display::video_format(static_cast<std::uint8_t>(code));
    if (format == nullptr) continue;
    ++known;
    const std::string text = decoded({}, fmt::format("--vic {} --long-timings", code));
    expect_decoded(text, display::timing_of(*format));
    EXPECT_THAT(text, ::testing::ContainsRegex(fmt::format(
                          "Hfront +{} Hsync +{} Hback +{} Hpol {}", format->front, format->sync,
                          format->back, format->has_positive_syncs ? "P" : "N")));
    EXPECT_THAT(
        text, ::testing::ContainsRegex(fmt::format(
                  "Vfront +{} Vsync +{} Vback +{} Vpol {}", format->front_lines, format->sync_lines,
                  format->back_lines, format->has_positive_syncs ? "P" : "N")));
  }
  EXPECT_EQ(known, 65U);
  EXPECT_EQ(display::video_format(0), nullptr);
}

}  // namespace
}  // namespace drydock::testing
