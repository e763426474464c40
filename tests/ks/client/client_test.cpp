// The client of streaming drivers, on the reference camera.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

using namespace drydock;
using namespace drydock::avstream;
using drydock::testing::text_of;

namespace {

class KsClient : public ::testing::Test {
 protected:
  const rules::FindingLog log;
  const sim::SeededSchedule schedule{1};
  Device camera{DRYDOCK_VCAM};
  Filter filter = camera.open(0);
  Format format = filter.formats(0, 64, 32).back();
};

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

TEST_F(KsClient, ReadsAreRefusedDuringAReset) {
  Pin pin = filter.connect(0, format);
  pin.set_state(State::kRun);
  EXPECT_EQ(pin.reset(true), STATUS_SUCCESS);
  Picture picture;
  EXPECT_EQ(pin.try_read(picture), STATUS_DEVICE_NOT_READY);
  EXPECT_EQ(pin.reset(false), STATUS_SUCCESS);
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

TEST_F(KsClient, ClosedObjectsRefuse) {
  Pin pin = filter.connect(0, format);
  pin.close();
  Picture picture;
  EXPECT_EQ(pin.try_set_state(State::kRun), STATUS_INVALID_HANDLE);
  EXPECT_EQ(pin.try_read(picture), STATUS_INVALID_HANDLE);
  EXPECT_EQ(pin.write({}), STATUS_INVALID_HANDLE);
  filter.close();
  EXPECT_THROW(filter.formats(0), Error);
}

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

TEST_F(KsClient, WhatIsOpenedBelowAPinMayOutliveIt) {
  Filter kernels = camera.open(0, Mode::kKernel);
  Pin pin = kernels.connect(0, format);
  std::optional<Child> allocator;
  ASSERT_EQ(pin.open_allocator(2, 4096, allocator), STATUS_SUCCESS);
  std::optional<Child> clock;
  EXPECT_NE(pin.open_clock(clock), STATUS_SUCCESS);  // the camera's pins have none
  EXPECT_FALSE(clock.has_value());
  pin.close();
  allocator->close();
  Bytes none;
  EXPECT_EQ(allocator->property({}, 0, 0, none), STATUS_INVALID_HANDLE);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
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

TEST_F(KsClient, HandlesAloneCanBeClosed) {
  Graph graph;
  Pin& pin = graph.add(graph.add(camera.open(0)), 0, format);
  graph.close_handles(1);
  EXPECT_EQ(pin.try_set_state(State::kRun), STATUS_INVALID_HANDLE);
  graph.close();
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
