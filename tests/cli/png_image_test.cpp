// Pictures of a camera as colours and as PNG files.
#include "src/cli/png_image.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using namespace drydock::cli;
using drydock::avstream::Bytes;
using drydock::avstream::Video;
using Pixels = std::vector<std::uint8_t>;

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}

constexpr std::uint32_t kPackedYuy2 = 0x32595559, kPackedUyvy = 0x59565955, kPlanes = 0x3231564E;

// Black, white and a full red of video range.
TEST(PngImage, PackedPicturesShareTheirColourInPairs) {
  const Video video{.fourcc = kPackedYuy2, .width = 2, .height = 2, .bits = 16, .size = 8};
  const auto image = to_rgb(video, bytes_of({16, 128, 235, 128, 81, 90, 81, 240}));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->pixels, (Pixels{0, 0, 0, 255, 255, 255, 255, 0, 0, 255, 0, 0}));
  Video swapped = video;
  swapped.fourcc = kPackedUyvy;
  EXPECT_EQ(to_rgb(swapped, bytes_of({128, 16, 128, 235, 90, 81, 240, 81}))->pixels, image->pixels);
}

TEST(PngImage, FourPixelsOfTwoPlanesShareTheirColour) {
  const Video video{.fourcc = kPlanes, .width = 2, .height = 2, .bits = 12, .size = 6};
  const auto image = to_rgb(video, bytes_of({81, 16, 235, 81, 90, 240}));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->pixels[0], 255);
  EXPECT_EQ(image->pixels[1], 0);
  EXPECT_EQ(image->pixels[9], 255);
  EXPECT_EQ(image->pixels[10], 0);
  EXPECT_NE(image->pixels[3], 0) << "the dark one has the colour too";
}

// The bottom row comes first unless the height is negative; rows are multiples of four bytes.
TEST(PngImage, RgbRowsComeFromBelowUnlessTheHeightIsNegative) {
  Video video{.fourcc = 0, .width = 2, .height = 2, .bits = 24, .size = 16};
  const Bytes rows = bytes_of({3, 2, 1, 6, 5, 4, 0, 0, 9, 8, 7, 12, 11, 10, 0, 0});
  EXPECT_EQ(to_rgb(video, rows)->pixels, (Pixels{7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6}));
  video.height = -2;
  EXPECT_EQ(to_rgb(video, rows)->pixels, (Pixels{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  // With four bytes a pixel the fourth is none of the colours.
  video.bits = 32;
  EXPECT_EQ(to_rgb(video, rows)->pixels, (Pixels{1, 2, 3, 0, 4, 5, 7, 8, 9, 0, 10, 11}));
}

TEST(PngImage, WhatIsShortOddOrUnknownHasNoPicture) {
  const Bytes data(64);
  const auto refused = [&](Video video) { return !to_rgb(video, data); };
  EXPECT_TRUE(refused({.fourcc = kPackedYuy2, .width = 8, .height = 5, .bits = 16, .size = 80}));
  EXPECT_FALSE(refused({.fourcc = kPackedYuy2, .width = 8, .height = 4, .bits = 16, .size = 64}));
  EXPECT_TRUE(refused({.fourcc = kPlanes, .width = 8, .height = 3, .bits = 12, .size = 36}));
  EXPECT_TRUE(refused({.fourcc = 0, .width = 8, .height = 3, .bits = 24, .size = 72}));
  EXPECT_TRUE(refused({.fourcc = 0, .width = 2, .height = 2, .bits = 16, .size = 8}));
  EXPECT_TRUE(refused({.fourcc = 0x34363248, .width = 2, .height = 2, .bits = 16, .size = 8}));
  EXPECT_TRUE(refused({.fourcc = kPackedYuy2, .width = 3, .height = 2, .bits = 16, .size = 12}));
  EXPECT_TRUE(refused({.fourcc = kPackedYuy2, .width = 0, .height = 2, .bits = 16, .size = 0}));
  EXPECT_TRUE(refused(
      {.fourcc = 0, .width = 0xFFFFFFFE, .height = -2147483647 - 1, .bits = 24, .size = 0}));
}

TEST(PngImage, AFileHasTheSizeOfThePicture) {
  const RgbImage image{.width = 4, .height = 2, .pixels = Pixels(24, 9)};
  const std::string file = to_png(image);
  ASSERT_GT(file.size(), 24U);
  EXPECT_EQ(file.substr(1, 3), "PNG");
  EXPECT_EQ(file[19], 4);
  EXPECT_EQ(file[23], 2);
  EXPECT_TRUE(file.ends_with("IEND\xae\x42\x60\x82"));
  EXPECT_THROW(to_png({}), std::runtime_error);
}

}  // namespace
