// Pipes: a source and its sink, and the circuit of their frames.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "tests/ks/pin/watched.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// S-113, S-126, S-127, S-220: a source connects to its sink by requests, and disconnects when it is
// closed.
TEST(KsPinPromises, S127TheSinkIsConnectedAndDisconnected) {
  Watched watched({"FRAMES=0"});
  File sink, source;
  ASSERT_EQ(watched.connect(sink, 1), STATUS_SUCCESS);
  ASSERT_EQ(watched.connect(source, 0, &sink), STATUS_SUCCESS);
  EXPECT_THAT(watched.notes(), HasSubstr("Format Connect PinCreate"));
  source.close();
  EXPECT_THAT(watched.notes(), HasSubstr("Disconnect PinClose"));
}

TEST(KsPinPromises, S127ARefusedConnectionFailsTheSource) {
  Watched watched({"ON_CONNECT=return STATUS_NO_MATCH;"});
  File sink, source;
  ASSERT_EQ(watched.connect(sink, 1), STATUS_SUCCESS);
  EXPECT_EQ(watched.connect(source, 0, &sink), STATUS_NO_MATCH);
}

// S-213: an injected frame passes the circuit and comes back unchanged.
TEST(KsPinPromises, S213AnInjectedFrameComesBack) {
  const drydock::sim::SeededSchedule schedule(11);
  Watched watched({}, 1);
  File sink, source;
  ASSERT_EQ(watched.connect(sink, 1), STATUS_SUCCESS);
  ASSERT_EQ(watched.connect(source, 0, &sink), STATUS_SUCCESS);
  ASSERT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  ASSERT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  watched.turn(2);
  ASSERT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  const std::string notes = watched.notes();
  EXPECT_THAT(notes, HasSubstr("submitted"));
  EXPECT_THAT(notes, HasSubstr("returned"));
  ASSERT_EQ(sink.set_state(KSSTATE_STOP), STATUS_SUCCESS);
}

// The frames of a source come home when it stops. What a client wrote to the sink is not the
// source's.
TEST(KsPinPromises, AClientsFrameStaysWhenTheSourceStops) {
  Watched watched({"FRAMES=0"});
  File sink, source;
  ASSERT_EQ(watched.connect(sink, 1), STATUS_SUCCESS);
  ASSERT_EQ(watched.connect(source, 0, &sink), STATUS_SUCCESS);
  ASSERT_EQ(sink.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS);
  ASSERT_EQ(source.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS);
  const File::Stream written = sink.write({Bytes(64)});
  ASSERT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  EXPECT_FALSE(written.sent->is_done());
  ASSERT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(written.sent->status(), STATUS_SUCCESS);
}

}  // namespace
