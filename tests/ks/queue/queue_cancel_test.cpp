// Requests that are cancelled in the queue of a pin, and what becomes of those beside them.
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

constexpr ULONG kSink = 1;

// A pin that takes frames and does not process them yet.
struct Waiting : OpenMinidriver {
  Waiting() : OpenMinidriver(minidriver({"SINK_FLAGS=KSPIN_FLAG_GENERATE_EOS_EVENTS"})) {
    open();
    EXPECT_EQ(rig.connect(filter, kSink, plain_format(), pin), STATUS_SUCCESS);
    EXPECT_EQ(pin.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS);
  }
  std::unique_ptr<Sent> write(ULONG options = 0) {
    KSSTREAM_HEADER header{};
    header.Size = sizeof header;
    header.PresentationTime.Numerator = header.PresentationTime.Denominator = 1;
    header.FrameExtent = header.DataUsed = static_cast<ULONG>(data.size());
    header.Data = data.data();
    header.OptionsFlags = options;
    return pin.send(IOCTL_KS_WRITE_STREAM, {}, bytes_of(header));
  }
  void run() const {
    for (const KSSTATE state : {KSSTATE_PAUSE, KSSTATE_RUN})
      EXPECT_EQ(pin.set_state(state), STATUS_SUCCESS);
  }
  void expect_silent_end() {
    pin.close();
    expect_nothing_found();
  }

  File pin;
  Bytes data = Bytes(64);
};

TEST(KsQueueCancel, OnlyTheRequestThatIsCancelledEnds) {
  Waiting stream;
  const auto first = stream.write(), second = stream.write(), third = stream.write();
  second->cancel();
  EXPECT_EQ(second->status(), STATUS_CANCELLED);
  EXPECT_FALSE(first->is_done());
  EXPECT_FALSE(third->is_done());
  stream.run();
  EXPECT_EQ(first->status(), STATUS_SUCCESS);
  EXPECT_EQ(third->status(), STATUS_SUCCESS);
  stream.expect_silent_end();
}

TEST(KsQueueCancel, TheFirstAndTheLastCanBeCancelled) {
  Waiting stream;
  const auto first = stream.write(), second = stream.write(), third = stream.write();
  first->cancel();
  third->cancel();
  EXPECT_EQ(first->status(), STATUS_CANCELLED);
  EXPECT_EQ(third->status(), STATUS_CANCELLED);
  stream.run();
  EXPECT_EQ(second->status(), STATUS_SUCCESS);
  stream.expect_silent_end();
}

// The last frame of a stream was never processed, so the stream has not ended.
TEST(KsQueueCancel, ACancelledFrameDoesNotEndTheStream) {
  Waiting stream;
  Signal ended;
  ASSERT_EQ(ended.enable(stream.pin.object(), KSEVENTSETID_Connection,
                         KSEVENT_CONNECTION_ENDOFSTREAM, KSEVENT_TYPE_ENABLE),
            STATUS_SUCCESS);
  const auto last = stream.write(KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM);
  EXPECT_FALSE(last->is_done());
  last->cancel();
  EXPECT_EQ(last->status(), STATUS_CANCELLED);
  EXPECT_FALSE(ended.fired());
  stream.run();
  EXPECT_EQ(stream.write()->status(), STATUS_SUCCESS);
  EXPECT_FALSE(ended.fired());
  EXPECT_EQ(stream.write(KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM)->status(), STATUS_SUCCESS);
  LARGE_INTEGER soon{.QuadPart = -10'000'000};
  EXPECT_EQ(KeWaitForSingleObject(&ended.event, Executive, KernelMode, FALSE, &soon),
            STATUS_SUCCESS);
  EXPECT_EQ(ended.disable(stream.pin.object()), STATUS_SUCCESS);
  stream.expect_silent_end();
}

// S-202: what comes behind the end of a stream waits, until the end is cancelled.
TEST(KsQueueCancel, WhatWaitsBehindACancelledEndGoesOn) {
  Waiting stream;
  const auto last = stream.write(KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM);
  const auto behind = stream.write();
  EXPECT_FALSE(behind->is_done());
  last->cancel();
  stream.run();
  EXPECT_EQ(last->status(), STATUS_CANCELLED);
  EXPECT_EQ(behind->status(), STATUS_SUCCESS);
  stream.expect_silent_end();
}

// An end that is itself held back opens nothing when it is cancelled.
TEST(KsQueueCancel, CancellingAHeldEndReleasesNothing) {
  Waiting stream;
  const auto first = stream.write(KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM);
  const auto held_end = stream.write(KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM);
  const auto behind = stream.write();
  held_end->cancel();
  EXPECT_EQ(held_end->status(), STATUS_CANCELLED);
  stream.run();
  EXPECT_EQ(first->status(), STATUS_SUCCESS);
  EXPECT_FALSE(behind->is_done()) << "the output has not ended";
  EXPECT_EQ(stream.pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  EXPECT_EQ(behind->status(), STATUS_CANCELLED);
  stream.expect_silent_end();
}

TEST(KsQueueCancel, AStopCancelsWhatWaits) {
  Waiting stream;
  const auto first = stream.write(), second = stream.write();
  EXPECT_EQ(stream.pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  EXPECT_EQ(first->status(), STATUS_CANCELLED);
  EXPECT_EQ(second->status(), STATUS_CANCELLED);
  stream.expect_silent_end();
}

}  // namespace
}  // namespace drydock::testing
