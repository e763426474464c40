// The frames of a connection: from their allocator, round the circuit, and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/allocators/own_allocator.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

TEST(KsAllocator, DeleteComesOnceAfterTheLastFrame) {
  Pipe pipe(minidriver({}, kOwnAllocator));
  EXPECT_THAT(notes_of(pipe.filter), HasSubstr("Format Connect PinCreate Initialize"));
  pipe.allocator.close();
  EXPECT_EQ(pipe.source.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS) << text_of(pipe.rig.findings());
  EXPECT_THAT(notes_of(pipe.filter), HasSubstr("Initialize Acquire Allocate Allocate"));
  EXPECT_EQ(pipe.source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  EXPECT_THAT(notes_of(pipe.filter), HasSubstr("Stop Reset Free Free"));
  pipe.source.close();
  pipe.sink.close();
  const std::string notes = notes_of(pipe.filter);
  EXPECT_THAT(notes, HasSubstr("Free Free Disconnect Delete PinClose PinClose"));
  pipe.filter.close();
  pipe.rig.finish();
  EXPECT_TRUE(pipe.rig.findings().empty()) << text_of(pipe.rig.findings());
}

// The source stops by itself after some frames, as a camera with nothing new to show.
constexpr const char* kPaced = "FRAMES=10";

TEST(KsAllocator, FramesGoRoundThroughTheMinidriversAllocator) {
  Pipe pipe(minidriver({kPaced}, kOwnAllocator));
  pipe.run();
  pipe.stop();
  pipe.source.close();
  pipe.sink.close();
  pipe.allocator.close();
  const std::string notes = notes_of(pipe.filter);
  EXPECT_THAT(notes, HasSubstr("Allocate Allocate Pause"));
  EXPECT_THAT(notes, HasSubstr("Stop Reset Free Free"));
  EXPECT_THAT(notes, HasSubstr("Delete "));
  pipe.filter.close();
  pipe.rig.finish();
  EXPECT_TRUE(pipe.rig.findings().empty()) << text_of(pipe.rig.findings());
}

TEST(KsAllocator, ClosingWhileRunningFreesEveryFrameFirst) {
  Pipe pipe(minidriver({kPaced}, kOwnAllocator));
  pipe.run();
  pipe.allocator.close();
  pipe.sink.close();
  pipe.source.close();
  const std::string notes = notes_of(pipe.filter);
  EXPECT_THAT(notes, HasSubstr("Free Free Disconnect Delete PinClose"));
  EXPECT_EQ(notes.find("DeleteWithFrames"), std::string::npos) << notes;
  pipe.filter.close();
  pipe.rig.finish();
  EXPECT_TRUE(pipe.rig.findings().empty()) << text_of(pipe.rig.findings());
}

}  // namespace
