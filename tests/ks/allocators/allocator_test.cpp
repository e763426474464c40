// Allocators, and the promise that DeleteAllocator is called once, after the last frame is back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
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
static PVOID Overlap(POOL*) { return NULL; }
static PVOID Allocate(PVOID Context) {
  POOL* Pool = (POOL*)Context;
  PVOID Frame = FRAME;
  if (Frame) Pool->Out++;
  Note("Allocate");
  return Frame;
}
#ifndef FREE_FRAME
#define FREE_FRAME ExFreePool(Buffer);
#endif
static VOID Free(PVOID Context, PVOID Buffer) {
  UNREFERENCED_PARAMETER(Buffer);
  POOL* Pool = (POOL*)Context;
  Pool->Out--;
  Note("Free");
  FREE_FRAME
}
static const KSALLOCATOR_DISPATCH Allocator = {InitializeAllocator, DeleteAllocator, Allocate, Free};
#define ALLOCATOR &Allocator
)";

// A source and a sink pin of one filter, connected, with an allocator of the sink's.
struct Pipe {
  Rig rig;
  File filter, sink, source, allocator;

  explicit Pipe(const std::filesystem::path& driver) : rig(driver) {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS) << text_of(rig.findings());
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS)
        << text_of(rig.findings());
    EXPECT_EQ(create_allocator(), STATUS_SUCCESS) << text_of(rig.findings());
    EXPECT_EQ(assign(), STATUS_SUCCESS);
  }

  NTSTATUS create_allocator() {
    return rig.open_below(sink, drydock::ks::kAllocatorClass, bytes_of(pool_framing(2)), allocator);
  }
  NTSTATUS assign() {
    return source.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR,
                      bytes_of(allocator.handle()));
  }
  void run() {
    EXPECT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS) << text_of(rig.findings());
    EXPECT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS) << text_of(rig.findings());
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

TEST(KsAllocator, AnAllocatorThatIsNotChosenIsNotTouched) {
  Rig rig(minidriver({}, kOwnAllocator));
  File filter;
  File pin;
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_SUCCESS);
  pin.close();
  const std::string notes = notes_of(filter);
  EXPECT_EQ(notes.find("Initialize"), std::string::npos) << notes;
  EXPECT_EQ(notes.find("Delete"), std::string::npos) << notes;
}

TEST(KsAllocator, AnAllocatorThatFailedIsNotDeleted) {
  constexpr const char* kFails = R"(
static NTSTATUS InitializeAllocator(PKSPIN, PKSALLOCATOR_FRAMING, PVOID*) { return STATUS_NO_MEMORY; }
static VOID DeleteAllocator(PVOID) { Note("Delete"); }
static PVOID Allocate(PVOID) { return NULL; }
static VOID Free(PVOID, PVOID) {}
static const KSALLOCATOR_DISPATCH Allocator = {InitializeAllocator, DeleteAllocator, Allocate, Free};
#define ALLOCATOR &Allocator
)";
  Rig rig(minidriver({}, kFails));
  File filter;
  File pin;
  File allocator;
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  EXPECT_EQ(rig.open_below(pin, drydock::ks::kAllocatorClass, bytes_of(pool_framing(2)), allocator),
            STATUS_NO_MEMORY);
  pin.close();
  EXPECT_EQ(notes_of(filter).find("Delete"), std::string::npos);
}

const std::string kGood = "ExAllocatePoolZero(NonPagedPoolNx, Pool->Size, TAG)";

// S-017, S-030: what the minidriver's Allocate returned.
std::vector<drydock::rules::Finding> with_frame(const std::string& frame, ULONG alignment) {
  const bool pool = frame == kGood;
  Rig rig(minidriver({"FRAME=" + frame, pool ? "FREE_FRAME=ExFreePool(Buffer);" : "FREE_FRAME="},
                     kOwnAllocator));
  {
    File filter, sink, source, allocator;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS);
    KSALLOCATOR_FRAMING asked = pool_framing(2);
    asked.FileAlignment = alignment;
    EXPECT_EQ(rig.open_below(sink, drydock::ks::kAllocatorClass, bytes_of(asked), allocator),
              STATUS_SUCCESS);
    EXPECT_EQ(
        source.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, bytes_of(allocator.handle())),
        STATUS_SUCCESS);
    source.set_state(KSSTATE_ACQUIRE);
  }
  rig.finish();
  return rig.findings();
}

TEST(KsAllocator, S017FrameThatOverlapsAnotherIsFound) {
  const auto findings =
      with_frame("Overlap(Pool); static UCHAR Both[128]; Frame = Both + 8 * Pool->Out", 0);
  EXPECT_TRUE(has(findings, "S-017")) << text_of(findings);
}
TEST(KsAllocator, S017FramesApartAreSilent) {
  const auto findings = with_frame(kGood, 0);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsAllocator, S030MisalignedFrameIsFound) {
  const auto findings = with_frame(
      "NULL; static UCHAR Memory[256]; Frame = (PVOID)(((ULONG_PTR)Memory + 63) / 64 * 64 + 1)",
      FILE_64_BYTE_ALIGNMENT);
  EXPECT_TRUE(has(findings, "S-030")) << text_of(findings);
}
TEST(KsAllocator, S030AlignedFrameIsSilent) {
  const auto findings = with_frame(kGood, FILE_QUAD_ALIGNMENT);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
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
