// Surfaces of the camera as a renderer has them: rows that lie further apart than the picture is
// wide.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

namespace avstream = drydock::avstream;

inline avstream::Pin connect_yuy2(avstream::Filter& filter, avstream::Video& video) {
  constexpr std::uint32_t kYuy2 = 0x32595559;
  for (const avstream::Format& format : filter.formats(0)) {
    video = avstream::video_of(format).value_or(avstream::Video{});
    if (video.fourcc == kYuy2) return filter.connect(0, format);
  }
  throw avstream::Error("no such format", STATUS_NO_MATCH);
}

inline std::vector<drydock::rules::Finding> read_surface(const std::filesystem::path& driver) {
  const drydock::rules::FindingLog log;
  avstream::Device camera(driver);
  {
    avstream::Filter filter = camera.open(0);
    avstream::Video video;
    avstream::Pin pin = connect_yuy2(filter, video);
    EXPECT_EQ(pin.use_pitch(video.width * 2 - 1), STATUS_NOT_SUPPORTED);
    EXPECT_EQ(pin.use_pitch(video.width * 2 + 64), STATUS_SUCCESS);
    pin.set_state(avstream::State::kRun);
    const avstream::Picture picture = pin.read();
    EXPECT_NE(picture.data, avstream::Bytes(picture.data.size()));
    pin.set_state(avstream::State::kStop);
    pin.use_plain_headers();
    EXPECT_EQ(pin.use_pitch(video.width * 2 + 64), STATUS_NOT_SUPPORTED);
  }
  camera.finish();
  return log.findings();
}

}  // namespace drydock::testing
