// Pins as a client has them that sends surfaces instead of buffers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client/camera_surface.h"

using namespace drydock::testing;

namespace {

TEST(KsSurfaceRules, S268RowsByThePitchAreSilent) {
  const auto findings = read_surface(DRYDOCK_VCAM);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsClientSurface, APitchHoldsARow) {
  avstream::Device camera(DRYDOCK_VCAM);
  avstream::Filter filter = camera.open(0);
  avstream::Video video;
  avstream::Pin pin = connect_yuy2(filter, video);
  const std::uint32_t row = video.width * 2;
  EXPECT_EQ(pin.use_pitch(0), STATUS_NOT_SUPPORTED);
  EXPECT_EQ(pin.use_pitch(row - 1), STATUS_NOT_SUPPORTED);
  EXPECT_EQ(pin.use_pitch(row), STATUS_SUCCESS);
  EXPECT_EQ(pin.use_pitch(~0U), STATUS_NOT_SUPPORTED) << "its size has no number";
}

// The planes of this format do not lie row behind row.
TEST(KsClientSurface, PlanesHaveNoPitch) {
  constexpr std::uint32_t kNv12 = 0x3231564E;
  avstream::Device camera(DRYDOCK_VCAM);
  avstream::Filter filter = camera.open(0);
  for (const avstream::Format& format : filter.formats(0)) {
    if (avstream::video_of(format)->fourcc != kNv12) continue;
    avstream::Pin pin = filter.connect(0, format);
    EXPECT_EQ(pin.use_pitch(4096), STATUS_NOT_SUPPORTED);
    return;
  }
  FAIL() << "no such format";
}

TEST(KsClientSurface, ACameraWithoutVideoMemoryTakesNoSurface) {
  avstream::Device camera(DRYDOCK_VCAM);
  avstream::Filter filter = camera.open(0);
  avstream::Video video;
  avstream::Pin pin = connect_yuy2(filter, video);
  EXPECT_EQ(pin.use_video_memory(), STATUS_PROPSET_NOT_FOUND);
  EXPECT_EQ(pin.read_surface_ahead(1), STATUS_PROPSET_NOT_FOUND);
  pin.close();
  EXPECT_EQ(pin.read_surface_ahead(1), STATUS_INVALID_HANDLE);
}

}  // namespace
