// The reference camera: what it shows, and its allocator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

using namespace drydock::avstream;
using drydock::testing::text_of;

namespace {

constexpr std::size_t kCapture = 0;
constexpr std::size_t kMonitor = 1;
constexpr std::uint32_t kYuy2 = 0x32595559;
constexpr std::uint32_t kNv12 = 0x3231564E;

Format format_of(Filter& filter, std::uint32_t fourcc, std::uint32_t width = 64,
                 std::uint32_t height = 32) {
  for (const Format& format : filter.formats(0, width, height)) {
    if (video_of(format)->fourcc == fourcc) return format;
  }
  ADD_FAILURE() << "no such format";
  return {};
}

TEST(Vcam, DescribesItsFiltersPinsAndFormats) {
  Device camera(DRYDOCK_VCAM);
  ASSERT_EQ(camera.filters().size(), 2U);
  Filter filter = camera.open(kCapture);
  const std::vector<PinType> types = filter.pin_types();
  ASSERT_EQ(types.size(), 1U);
  EXPECT_TRUE(types[0].is_output);
  EXPECT_EQ(types[0].instances_possible, 1U);
  const std::vector<Format> formats = filter.formats(0);
  ASSERT_EQ(formats.size(), 2U);
  EXPECT_EQ(video_of(formats[0])->fourcc, kNv12);
  EXPECT_EQ(video_of(formats[0])->width, 320U);
  EXPECT_EQ(video_of(formats[0])->size, 320U * 240 * 3 / 2);
  EXPECT_EQ(video_of(formats[1])->fourcc, kYuy2);
}

TEST(Vcam, EveryFrameIsANewPictureWithALaterTime) {
  const drydock::rules::FindingLog log;
  for (const std::uint32_t fourcc : {kYuy2, kNv12}) {
    Device camera(DRYDOCK_VCAM);
    Filter filter = camera.open(kCapture);
    const Format format = format_of(filter, fourcc);
    Pin pin = filter.connect(0, format);
    pin.set_state(State::kPause);
    pin.read_ahead(3);
    pin.set_state(State::kRun);
    Picture last;
    for (int i = 0; i < 3; ++i) {
      const Picture picture = pin.read();
      EXPECT_EQ(picture.data.size(), video_of(format)->size);
      EXPECT_TRUE(picture.time_valid);
      EXPECT_NE(picture.data, last.data);
      if (i > 0) {
        EXPECT_GT(picture.time, last.time);
        EXPECT_GT(picture.number, last.number);
      }
      last = picture;
    }
    pin.set_state(State::kStop);
  }
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

TEST(Vcam, FramesOfAConnectionComeFromItsOwnAllocator) {
  const drydock::rules::FindingLog log;
  {
    Device camera(DRYDOCK_VCAM);
    Graph graph;
    Filter& source = graph.add(camera.open(kCapture));
    Filter& sink = graph.add(camera.open(kMonitor));
    Pin& pin = graph.join(source, 0, sink, 0, format_of(source, kYuy2));
    EXPECT_EQ(pin.allocator(), AllocatorAt::kSource);
    graph.set_state(State::kRun);
    graph.set_state(State::kStop);
  }
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
