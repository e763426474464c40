// Where the frames of an allocator come from: pool, or a minidriver's own allocator. One driver has
// several behaviours, one for each test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "src/nt/mm/physical_user.h"
#include "src/sim/schedule.h"
#include "tests/ks/allocators/allocator_scene.h"
#include "tests/ks/client_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;

namespace {

TEST(KsAllocatorRules, S014PendingInitializeIsFound) { found("S-014", 1); }

TEST(KsAllocatorRules, S015NoContextIsFound) { found("S-015", 2); }

TEST(KsAllocatorRules, S017FrameOfMemoryThatWentIsFound) {
  KSALLOCATOR_FRAMING anywhere = pool_framing(2);
  anywhere.OptionsFlags = 0;
  EXPECT_TRUE(has(one_frame(9, anywhere), "S-017"));
  const auto findings = one_frame(10, anywhere);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsAllocatorRules, S029ShortFrameIsFound) { found("S-029", 4); }

TEST(KsAllocatorRules, S031FrameOfTheOtherPoolIsFound) { found("S-031", 5); }

TEST(KsAllocatorRules, S031FrameOutsideAnyPoolIsFound) { found("S-031", 10); }

TEST(KsAllocatorRules, S064PagedFrameAtDispatchLevelIsFound) { found("S-064", 7, DISPATCH_LEVEL); }

// What becomes of a frame that a rule was raised for. Each allocation is judged anew.
using drydock::testing::FrameCall;

std::vector<FrameCall> given_and_freed(const std::vector<FrameCall>& calls) {
  std::vector<FrameCall> out;
  for (const FrameCall& call : calls) {
    if (call.what == FrameCall::What::kAllocate) {
      out.push_back(call);
      out.push_back({FrameCall::What::kFree, call.frame});
    }
  }
  return out;
}

void expect_only(const std::vector<drydock::rules::Finding>& findings, const char* rule,
                 std::size_t how_often) {
  EXPECT_EQ(findings.size(), how_often) << text_of(findings);
  EXPECT_EQ(count(findings, rule), how_often) << text_of(findings);
}

// The client gets no frame, and the driver gets each of its own back once, before it is called for
// the next. The places that they took are free for frames that keep the rules.
void expect_withheld(const char* rule, ULONG way) {
  SCOPED_TRACE(rule);
  FrameScene scene(way, pool_framing(2));
  for (const Turn& turn : three_turns(scene, PASSIVE_LEVEL)) {
    EXPECT_EQ(turn.status, STATUS_INSUFFICIENT_RESOURCES);
    EXPECT_EQ(turn.frame, nullptr);
  }
  const std::vector<FrameCall> calls = scene.calls();
  EXPECT_EQ(calls.size(), 6U);
  EXPECT_EQ(calls, given_and_freed(calls));

  scene.turn(0);
  PVOID frames[2] = {};
  for (PVOID& frame : frames)
    EXPECT_EQ(scene.table.AllocateFrame(scene.allocator.object(), &frame), STATUS_SUCCESS);
  EXPECT_NE(frames[0], frames[1]);
  for (PVOID frame : frames) scene.table.FreeFrame(scene.allocator.object(), frame);
  expect_only(scene.end(), rule, 3);
}

// The client gets the frame although a rule was raised, and the driver gets it back once, when the
// client frees it.
void expect_given(const char* rule, ULONG way, std::size_t how_often, KIRQL level = PASSIVE_LEVEL) {
  SCOPED_TRACE(rule);
  FrameScene scene(way, pool_framing(2));
  std::vector<FrameCall> calls;
  for (const Turn& turn : three_turns(scene, level)) {
    EXPECT_EQ(turn.status, STATUS_SUCCESS);
    EXPECT_NE(turn.frame, nullptr);
    const auto frame = reinterpret_cast<std::uintptr_t>(turn.frame);
    calls.push_back({FrameCall::What::kAllocate, frame});
    calls.push_back({FrameCall::What::kFree, frame});
  }
  EXPECT_EQ(scene.calls(), calls);
  expect_only(scene.end(), rule, how_often);
}

TEST(KsAllocatorRules, AFrameThatCannotBeUsedIsWithheldAndGoesBack) {
  const drydock::nt::UserRange users(user_frame, sizeof user_frame);
  expect_withheld("S-016", 6);
  expect_withheld("S-029", 4);
}

TEST(KsAllocatorRules, AFrameOfTheWrongKindIsGivenAndGoesBackOnce) {
  expect_given("S-031", 5, 3);
  expect_given("S-064", 7, 3, DISPATCH_LEVEL);
  // One frame again and again, in memory that does not change: it is known after the first time.
  expect_given("S-031", 10, 1);
}

// A request that waits for a frame does not wait for one that nobody can bring.
TEST(KsAllocatorRules, ARequestForAFrameThatIsWithheldFailsAtOnce) {
  FrameScene scene(4, pool_framing(1));
  Bytes frame(sizeof(PVOID));
  EXPECT_EQ(scene.allocator.request(IOCTL_KS_METHOD, bytes_of(alloc_method()), frame),
            STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_EQ(frame, Bytes(sizeof(PVOID)));
  const std::vector<FrameCall> calls = scene.calls();
  EXPECT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls, given_and_freed(calls));
  scene.turn(0);
  EXPECT_EQ(scene.allocator.request(IOCTL_KS_METHOD, bytes_of(alloc_method()), frame),
            STATUS_SUCCESS);
  EXPECT_NE(frame, Bytes(sizeof(PVOID)));
  expect_only(scene.end(), "S-029", 1);
}

TEST(KsAllocatorRules, S016FrameOfAClientsMemoryIsFound) {
  const drydock::nt::UserRange users(user_frame, sizeof user_frame);
  found("S-016", 6);
}

TEST(KsAllocatorRules, S056AcceptedSizeThatTheFramingExcludesIsFound) {
  KSALLOCATOR_FRAMING large = pool_framing(2);
  large.FrameSize = 128;
  EXPECT_TRUE(has(one_frame(0, large), "S-056"));
}

TEST(KsAllocatorRules, ACorrectAllocatorIsSilent) {
  for (const KIRQL level : {KIRQL{PASSIVE_LEVEL}, KIRQL{DISPATCH_LEVEL}}) {
    const auto findings = one_frame(0, pool_framing(2), level);
    EXPECT_TRUE(findings.empty()) << text_of(findings);
  }
}

// S-033: a sink that writes into the frames of a source which asks for their integrity. Time is the
// schedule's, so that every frame has made its way when the pins stop.
std::vector<drydock::rules::Finding> pipe_of(bool writes) {
  const drydock::sim::SeededSchedule schedule(5);
  Rig rig(minidriver(
      {"FRAMES=4",
       "FLAGS=(KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY | "
       "KSALLOCATOR_REQUIREMENTF_FRAME_INTEGRITY)",
       std::string("ON_PROCESS=if (Pin->DataFlow == KSPIN_DATAFLOW_IN) { "
                   "PKSSTREAM_POINTER E = KsPinGetLeadingEdgeStreamPointer(Pin, "
                   "KSSTREAM_POINTER_STATE_LOCKED); if (E) { ") +
           (writes ? "E->Offset->Data[0]++; " : "") + "KsStreamPointerUnlock(E, FALSE); } }"},
      kExact));
  {
    File filter, sink, source;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS);
    EXPECT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    EXPECT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    LARGE_INTEGER second{.QuadPart = -10'000'000};
    KeDelayExecutionThread(KernelMode, FALSE, &second);
    EXPECT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
    EXPECT_EQ(sink.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  }
  rig.finish();
  return rig.findings();
}

TEST(KsAllocatorRules, S033FrameChangedDownstreamIsFound) {
  EXPECT_TRUE(has(pipe_of(true), "S-033"));
}

TEST(KsAllocatorRules, S033FrameLeftAloneIsSilent) {
  const auto findings = pipe_of(false);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-043, S-054, S-074: what two framings agree on.
TEST(KsAllocatorRules, S043TheSizeIsTheSourcesAndTheCountTheLarger) {
  KSALLOCATOR_FRAMING_EX source{};
  KSALLOCATOR_FRAMING_EX sink{};
  INITIALIZE_SIMPLE_FRAMING_EX(&source, KSMEMORY_TYPE_KERNEL_NONPAGED, 2, 2, 7, 64, 64);
  INITIALIZE_SIMPLE_FRAMING_EX(&sink, KSMEMORY_TYPE_KERNEL_NONPAGED, 2, 5, 15, 4096, 4096);
  const auto both = ks::agree(&source, &sink);
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->FrameSize, 64U);
  EXPECT_EQ(both->Frames, 5U);
  EXPECT_EQ(both->FileAlignment, 15U);
  EXPECT_NE(both->OptionsFlags & KSALLOCATOR_OPTIONF_SYSTEM_MEMORY, 0U);
  sink.FramingItem[0].MemoryType = KSMEMORY_TYPE_USER;
  EXPECT_FALSE(ks::agree(&source, &sink).has_value());
}

// S-028: no number is no limit; a number is one, for both interfaces.
TEST(KsClientRules, S028NoCountOfFramesIsNoLimit) {
  ClientScene scene;
  scene.allocator.close();
  ASSERT_EQ(scene.open_allocator(pool_framing(0), scene.allocator), STATUS_SUCCESS);
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  std::vector<PVOID> frames(20);
  for (PVOID& frame : frames) {
    EXPECT_EQ(table.AllocateFrame(scene.allocator.object(), &frame), STATUS_SUCCESS);
  }
  for (PVOID frame : frames) table.FreeFrame(scene.allocator.object(), frame);
}

// S-053: size, count and alignment are the framing's, and a released frame is used again.
TEST(KsClientRules, S053TheDefaultAllocatorAlignsAndRecycles) {
  ClientScene scene;
  scene.allocator.close();
  KSALLOCATOR_FRAMING aligned = pool_framing(2);
  aligned.FileAlignment = FILE_512_BYTE_ALIGNMENT;
  ASSERT_EQ(scene.open_allocator(aligned, scene.allocator), STATUS_SUCCESS);
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  const PFILE_OBJECT file = scene.allocator.object();
  PVOID first = nullptr;
  PVOID second = nullptr;
  ASSERT_EQ(table.AllocateFrame(file, &first), STATUS_SUCCESS);
  ASSERT_EQ(table.AllocateFrame(file, &second), STATUS_SUCCESS);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(first) % 512, 0U);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(second) % 512, 0U);
  std::memset(first, 1, 64);
  table.FreeFrame(file, first);
  PVOID third = nullptr;
  ASSERT_EQ(table.AllocateFrame(file, &third), STATUS_SUCCESS);
  EXPECT_EQ(third, first);
}

}  // namespace
