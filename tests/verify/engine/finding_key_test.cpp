// When two findings are one.
#include "src/verify/engine/finding_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/verify/engine/made_findings.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

const rules::Frame kPush = {"Ring::push", "/src/gpu/ring.cpp", 42, "gpu.so", 40};
const rules::Frame kEntry = {"DriverEntry", "/src/gpu/entry.cpp", 7, "gpu.so", 5};

rules::Finding leak(std::vector<rules::Frame> frames) {
  return with_frames(finding_about("N-008", "left"), std::move(frames));
}

TEST(FindingKey, HasNoNumbersOfObjects) {
  EXPECT_EQ(key_of(finding_about("N-008", "left after 3 calls", "block 'ab1d' of 64 bytes")),
            "N-008|block 'ab1d' of # byte|left after # call");
  EXPECT_EQ(key_of(finding_about("N-008", "at 0x7f00", "list of 2")), "N-008|list of #|at #");
  EXPECT_EQ(kind_text("1 surface"), kind_text("2 surfaces"));
  EXPECT_EQ(kind_text("in /home/me/gpu/ring.cpp:7"), kind_text("in /src/ring.cpp:9"));
}

TEST(FindingKey, NamesTheDecidingFramesInsteadOfTheMessage) {
  const rules::Finding finding = leak({{"free", "", 0, "libc.so.6"}, kPush, kEntry});
  EXPECT_EQ(key_of(finding), "N-008||Ring::push@ring.cpp+2 < DriverEntry@entry.cpp+2");
  ASSERT_TRUE(driver_frame(finding));
  EXPECT_EQ(driver_frame(finding)->function, "Ring::push");
}

TEST(FindingKey, StaysWhenLinesAreAddedAboveTheFunction) {
  rules::Frame lower = kPush;
  lower.line += 30;
  lower.function_line += 30;
  EXPECT_EQ(key_of(leak({kPush, kEntry})), key_of(leak({lower, kEntry})));
  rules::Frame next_line = kPush;
  ++next_line.line;
  EXPECT_NE(key_of(leak({kPush, kEntry})), key_of(leak({next_line, kEntry})));
}

// With and without the debug package of the C library.
TEST(FindingKey, IsTheSameWhateverIsKnownOfTheSystemsLibraries) {
  const rules::Frame bare = {"__memmove_avx512_unaligned_erms", "", 0, "libc.so.6"};
  const rules::Frame resolved = {"__memmove_avx512_unaligned_erms",
                                 "../sysdeps/x86_64/multiarch/memmove-vec-unaligned-erms.S", 317,
                                 "libc.so.6"};
  const rules::Frame nameless = {"", "", 0, "libc.so.6"};
  EXPECT_EQ(key_of(leak({bare, kPush})), key_of(leak({resolved, kPush})));
  EXPECT_EQ(key_of(leak({nameless, kPush})), key_of(leak({resolved, kPush})));
  EXPECT_EQ(driver_frame(leak({resolved, kPush}))->function, "Ring::push");
}

TEST(FindingKey, LeavesOutTheCompilersFramesAndTheKitsHeaders) {
  const rules::Frame by_new = {"operator new(unsigned long)", "/src/gpu/new.cpp", 4, "gpu.so", 3};
  const rules::Frame header = {"RtlZero", "/opt/include/wdk/km/wdm.h", 90, "gpu.so", 88};
  EXPECT_EQ(key_of(leak({by_new, header, kPush})), key_of(leak({kPush})));
  EXPECT_EQ(driver_frame(leak({by_new}))->function, "operator new(unsigned long)")
      << "better than nothing";
}

TEST(FindingKey, OfAFrameWithoutDebugInformationHasItsFunction) {
  EXPECT_EQ(key_of(leak({{"DriverEntry", "", 0, "gpu.so"}})), "N-008||DriverEntry");
}

TEST(FindingKey, OfAnOriginIsTheWholeWayThroughWrappers) {
  const auto through = [](int line, const std::string& label) {
    std::vector<rules::Frame> frames;
    for (const char* name : {"Take", "TakeZeroed", "TakeObject", "MakeObject"})
      frames.push_back({name, "/src/gpu/memory.c", 12, "gpu.so", 10});
    frames.push_back({"Start", "/src/gpu/start.c", line, "gpu.so", 20});
    return key_of(with_frames(finding_about("N-008", "left"), std::move(frames), label));
  };
  EXPECT_NE(through(22, "allocated"), through(23, "allocated"));
  EXPECT_EQ(through(22, "here"), through(23, "here")) << "ways that lead to one call";
  EXPECT_EQ(through(22, "worker waits"), through(23, "worker waits"));
}

TEST(FindingKey, OfAFunctionThatCallsItselfIsTheSameAtAnyDepth) {
  const auto taken = [](std::vector<rules::Frame> frames) {
    return key_of(with_frames(finding_about("N-008", "left"), std::move(frames), "allocated"));
  };
  EXPECT_EQ(taken({kPush, kPush, kPush, kEntry}), taken({kPush, kEntry}));
}

// The limit ends a loop at any of its lines.
TEST(FindingKey, OfALoopHasTheFunctionThatTheHostCalled) {
  const auto hang = [](std::vector<rules::Frame> frames) {
    return with_frames(finding_about("N-062", "Start has not returned within 10 ms"),
                       std::move(frames));
  };
  rules::Frame later = kEntry;
  ++later.line;
  EXPECT_EQ(key_of(hang({kPush, kEntry})), key_of(hang({later})));
}

TEST(FindingKey, RepeatsOfARunAreRecognisedByTheirStacks) {
  rules::Finding one = finding_about("N-008", "left 1", "block of 64 bytes");
  one.stacks.push_back({"allocated", {}, {}, 5});
  rules::Finding same = one;
  same.message = "left 2";
  rules::Finding other = one;
  other.stacks[0].number = 6;
  const auto left = without_repeats({one, same, other});
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].message, "left 1");
  EXPECT_EQ(left[1].stacks[0].number, 6U);
}

}  // namespace
