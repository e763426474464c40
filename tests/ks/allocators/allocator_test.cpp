// Allocators, and the promise that DeleteAllocator is called once, after the last frame is back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "src/ks/object/header.h"
#include "tests/ks/allocators/own_allocator.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/rig.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

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

const std::string kTwoFrames = "Initialize Allocate Allocate Stop Free Free Delete ";
const std::string kGood = "ExAllocatePoolZero(NonPagedPoolNx, Pool->Size, TAG)";

// The calls of the minidriver's allocator, of all its notes.
std::string calls_of(const std::string& notes) {
  std::string out;
  std::istringstream all(notes);
  for (std::string each; all >> each;) {
    for (const char* call : {"Initialize", "Allocate", "Stop", "Free", "Delete"})
      if (each.starts_with(call)) out += each + " ";
  }
  return out;
}

// S-017, S-030: what the minidriver's Allocate returned, what the source pin answers then, and what
// the allocator is called for: a frame goes back, once, whether it could be used or not.
std::vector<drydock::rules::Finding> with_frame(const std::string& frame, ULONG alignment,
                                                NTSTATUS acquired, const std::string& calls) {
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
    EXPECT_EQ(source.set_state(KSSTATE_ACQUIRE), acquired);
    source.close();
    sink.close();
    allocator.close();
    EXPECT_EQ(calls_of(notes_of(filter)), calls);
  }
  rig.finish();
  return rig.findings();
}

TEST(KsAllocator, S017FrameThatOverlapsAnotherIsFound) {
  const auto findings =
      with_frame("Overlap(Pool); static UCHAR Both[128]; Frame = Both + 8 * Pool->Out", 0,
                 STATUS_SUCCESS, "Initialize Allocate Allocate Free Stop Free Delete ");
  EXPECT_TRUE(has(findings, "S-017")) << text_of(findings);
}

TEST(KsAllocator, S017FramesApartAreSilent) {
  const auto findings = with_frame(kGood, 0, STATUS_SUCCESS, kTwoFrames);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsAllocator, S030MisalignedFrameIsFound) {
  const auto findings = with_frame(
      "NULL; static UCHAR Memory[256]; Frame = (PVOID)(((ULONG_PTR)Memory + 63) / 64 * 64 + 1)",
      FILE_64_BYTE_ALIGNMENT, STATUS_INSUFFICIENT_RESOURCES,
      "Initialize Allocate Free Stop Delete ");
  EXPECT_TRUE(has(findings, "S-030")) << text_of(findings);
}

TEST(KsAllocator, S030AlignedFrameIsSilent) {
  const auto findings = with_frame(kGood, FILE_QUAD_ALIGNMENT, STATUS_SUCCESS, kTwoFrames);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
