// Allocators, and the promise about DeleteAllocator (seed 004).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/header.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/rig.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// An allocator of the minidriver's own that notes what is asked of it: I, A, F, D.
constexpr const char* kOwnAllocator = R"(
typedef struct { ULONG Size; LONG Out; LONG Deleted; } POOL;
static LONG Live, Out;
static NTSTATUS InitializeAllocator(PKSPIN, PKSALLOCATOR_FRAMING F, PVOID* Context) {
  POOL* Pool = (POOL*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(POOL), TAG);
  if (!Pool) return STATUS_INSUFFICIENT_RESOURCES;
  Pool->Size = F->FrameSize;
  *Context = Pool;
  Note("Initialize");
  return STATUS_SUCCESS;
}
#ifndef ON_DELETE
#define ON_DELETE
#endif
static VOID DeleteAllocator(PVOID Context) {
  POOL* Pool = (POOL*)Context;
  Note(Pool->Out ? "DeleteWithFrames" : "Delete");
  ON_DELETE
  ExFreePool(Pool);
}
#ifndef FRAME
#define FRAME ExAllocatePoolZero(NonPagedPoolNx, Pool->Size, TAG)
#endif
static PVOID Allocate(PVOID Context) {
  POOL* Pool = (POOL*)Context;
  PVOID Frame = FRAME;
  if (Frame) Pool->Out++;
  Note("Allocate");
  return Frame;
}
static VOID Free(PVOID Context, PVOID Buffer) {
  POOL* Pool = (POOL*)Context;
  Pool->Out--;
  Note("Free");
  ExFreePool(Buffer);
}
static const KSALLOCATOR_DISPATCH Allocator = {InitializeAllocator, DeleteAllocator, Allocate, Free};
#define ALLOCATOR &Allocator
)";

KSALLOCATOR_FRAMING framing() {
  KSALLOCATOR_FRAMING out{};
  out.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
  out.PoolType = NonPagedPoolNx;
  out.Frames = 2;
  out.FrameSize = 64;
  return out;
}

// A source and a sink pin of one filter, connected, with an allocator of the sink's.
struct Pipe {
  Rig rig;
  File filter, sink, source, allocator;

  explicit Pipe(const std::filesystem::path& driver) : rig(driver) {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS) << told(rig.findings());
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS)
        << told(rig.findings());
    EXPECT_EQ(create_allocator(), STATUS_SUCCESS) << told(rig.findings());
    EXPECT_EQ(assign(), STATUS_SUCCESS);
  }

  NTSTATUS create_allocator() {
    return rig.open_below(sink, drydock::ks::kAllocatorClass, bytes_of(framing()), allocator);
  }
  NTSTATUS assign() {
    return source.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR,
                      bytes_of(allocator.handle()));
  }
  void run() {
    EXPECT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS) << told(rig.findings());
    EXPECT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS) << told(rig.findings());
  }
  void stop() {
    EXPECT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
    EXPECT_EQ(sink.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  }
};

TEST(KsAllocator, DeleteComesOnceAfterTheLastFrame) {
  Pipe pipe(minidriver({}, kOwnAllocator));
  EXPECT_THAT(notes_of(pipe.filter), HasSubstr("Format Connect PinCreate Initialize"));
  pipe.allocator.close();
  EXPECT_EQ(pipe.source.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS) << told(pipe.rig.findings());
  EXPECT_THAT(notes_of(pipe.filter), HasSubstr("Initialize Acquire Allocate Allocate"));
  EXPECT_EQ(pipe.source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  EXPECT_THAT(notes_of(pipe.filter), HasSubstr("Stop Reset Free Free"));
  pipe.source.close();
  pipe.sink.close();
  const std::string notes = notes_of(pipe.filter);
  EXPECT_THAT(notes, HasSubstr("Free Free Disconnect Delete PinClose PinClose"));
  pipe.filter.close();
  pipe.rig.finish();
  EXPECT_TRUE(pipe.rig.findings().empty()) << told(pipe.rig.findings());
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
  EXPECT_TRUE(pipe.rig.findings().empty()) << told(pipe.rig.findings());
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
  EXPECT_TRUE(pipe.rig.findings().empty()) << told(pipe.rig.findings());
}

}  // namespace
