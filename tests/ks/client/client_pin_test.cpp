// Pins of a client: states, formats, reads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client/camera_client.h"

using namespace drydock;
using namespace drydock::avstream;
using drydock::testing::KsClient;
using drydock::testing::text_of;

namespace {

TEST_F(KsClient, StatesAreSetAndRead) {
  Pin pin = filter.connect(0, format);
  for (const State state : {State::kAcquire, State::kPause, State::kRun, State::kStop}) {
    pin.set_state(state);
    EXPECT_EQ(pin.state(), state);
  }
}

TEST_F(KsClient, AReadBeforeAcquireIsRefused) {
  Pin pin = filter.connect(0, format);
  Picture picture;
  EXPECT_EQ(pin.try_read(picture), STATUS_INVALID_DEVICE_STATE);
  EXPECT_THROW(pin.read(), Error);
}

TEST_F(KsClient, ReadsInEitherModeAreFilled) {
  for (const Mode mode : {Mode::kUser, Mode::kKernel}) {
    Filter other = camera.open(0, mode);
    Pin pin = other.connect(0, format);
    pin.set_state(State::kRun);
    EXPECT_EQ(pin.read().data.size(), video_of(format)->size);
  }
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

TEST_F(KsClient, ReadsAreRefusedDuringAReset) {
  Pin pin = filter.connect(0, format);
  pin.set_state(State::kRun);
  EXPECT_EQ(pin.reset(true), STATUS_SUCCESS);
  Picture picture;
  EXPECT_EQ(pin.try_read(picture), STATUS_DEVICE_NOT_READY);
  EXPECT_EQ(pin.reset(false), STATUS_SUCCESS);
  EXPECT_EQ(pin.try_read(picture), STATUS_SUCCESS);
}

TEST_F(KsClient, FramesAreOfTheFormatThatWasSetLast) {
  Pin pin = filter.connect(0, format);
  const Format larger = filter.formats(0, 128, 64).back();
  EXPECT_EQ(pin.propose_format(larger), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_format(larger), STATUS_SUCCESS);
  pin.set_state(State::kRun);
  EXPECT_EQ(pin.read().data.size(), frame_size(larger));
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
