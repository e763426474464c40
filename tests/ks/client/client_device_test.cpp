// A device as a client has it: lost, stopped, and one of two.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "tests/ks/client/camera_client.h"

using namespace drydock;
using namespace drydock::avstream;
using drydock::testing::KsClient;
using drydock::testing::text_of;

namespace {

TEST_F(KsClient, ALostDeviceRefusesButCloses) {
  Pin pin = filter.connect(0, format);
  pin.set_state(State::kRun);
  pin.read_ahead(3);
  EXPECT_EQ(camera.surprise_remove(), STATUS_SUCCESS);
  Picture picture;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(pin.try_read(picture), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(pin.try_set_state(State::kStop), STATUS_DEVICE_REMOVED);
  std::optional<Filter> other;
  EXPECT_EQ(camera.try_open(0, Mode::kUser, other), STATUS_DEVICE_REMOVED);
  pin.close();
  filter.close();
  camera.finish();
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

TEST_F(KsClient, AStoppedDeviceGoesOnWhereItStopped) {
  Pin pin = filter.connect(0, format);
  pin.set_state(State::kRun);
  pin.read();
  EXPECT_EQ(camera.stop(), STATUS_SUCCESS);
  std::optional<Filter> other;
  EXPECT_EQ(camera.try_open(0, Mode::kUser, other), STATUS_DEVICE_NOT_READY);
  EXPECT_EQ(camera.start(), STATUS_SUCCESS);
  EXPECT_EQ(pin.read().data.size(), video_of(format)->size);
}

TEST_F(KsClient, AFilterThatIsNotThereCannotBeOpened) {
  std::optional<Filter> other;
  EXPECT_EQ(camera.try_open(7, Mode::kUser, other), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_THROW(camera.open(7), Error);
}

TEST_F(KsClient, ADriverIsUnloadedAfterItsLastDevice) {
  const std::unique_ptr<Device> second = camera.another();
  filter.close();
  camera.finish();
  {
    Filter other = second->open(0);
    Pin pin = other.connect(0, format);
    pin.set_state(State::kRun);
    EXPECT_EQ(pin.read().data.size(), frame_size(format));
  }
  second->finish();
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
