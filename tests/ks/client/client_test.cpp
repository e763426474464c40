// The client of streaming drivers, on the reference camera.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/ks/client/camera_client.h"

using namespace drydock;
using namespace drydock::avstream;
using drydock::testing::KsClient;
using drydock::testing::text_of;

namespace {

TEST_F(KsClient, CancelledReadsAreAnswered) {
  Pin pin = filter.connect(0, format);
  pin.set_state(State::kPause);
  pin.read_ahead(2);
  pin.cancel_reads();
  Picture picture;
  EXPECT_EQ(pin.try_read(picture), STATUS_CANCELLED);
  EXPECT_EQ(pin.try_read(picture), STATUS_CANCELLED);
  pin.set_state(State::kRun);
  EXPECT_EQ(pin.try_read(picture), STATUS_SUCCESS);
}

TEST_F(KsClient, ASecondPinOfATypeIsRefused) {
  const Pin pin = filter.connect(0, format);
  std::optional<Pin> second;
  EXPECT_EQ(filter.try_connect(0, format, second), STATUS_SHARING_VIOLATION);
  EXPECT_FALSE(second.has_value());
}

TEST_F(KsClient, AFormatThatThePinHasNotIsRefused) {
  Format odd = format;
  const LONG width = 33;
  std::memcpy(odd.bytes.data() +
                  FIELD_OFFSET(KS_DATAFORMAT_VIDEOINFOHEADER, VideoInfoHeader.bmiHeader.biWidth),
              &width, sizeof width);
  std::optional<Pin> pin;
  EXPECT_EQ(filter.try_connect(0, odd, pin), STATUS_NO_MATCH);
  for (std::size_t size : {std::size_t{0}, sizeof(KSDATAFORMAT) - 1, sizeof(KSDATAFORMAT)}) {
    Format shorter = format;
    shorter.bytes.resize(size);
    EXPECT_NE(filter.try_connect(0, shorter, pin), STATUS_SUCCESS) << size;
  }
  EXPECT_NE(filter.try_connect(7, format, pin), STATUS_SUCCESS);
}

TEST_F(KsClient, FramesThatAreWrittenAheadAreAnsweredInOrder) {
  Filter monitor = camera.open(1);
  Pin pin = monitor.connect(0, monitor.formats(0, 64, 32).back());
  EXPECT_EQ(pin.answer(), STATUS_NO_MORE_ENTRIES);
  pin.set_state(State::kRun);
  const Bytes frame(frame_size(format), std::byte{7});
  for (int i = 0; i < 3; ++i) pin.write_ahead(frame);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(pin.answer(), STATUS_SUCCESS);
  EXPECT_EQ(pin.answer(), STATUS_NO_MORE_ENTRIES);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
