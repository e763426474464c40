// Filter-centric processing: what the process dispatch of a filter gets, and what becomes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/pin/filtered.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

// A filter with one running pin of each type.
struct Running : Filtered {
  File out = connect(0);
  File in = connect(1);

  Running() {
    EXPECT_EQ(in.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    EXPECT_EQ(out.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  }
};

// S-182, S-183, S-185: frames on both pins, then both move.
TEST(KsFilterCentric, S185BothPinsMoveByWhatWasUsed) {
  Running scene;
  const File::Stream read = scene.out.read(1, 64);
  EXPECT_THAT(scene.notes(), Not(HasSubstr("processed")));
  const File::Stream written = scene.in.write({Bytes(64, std::byte{9})});
  EXPECT_EQ(written.sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(read.sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(read.header().DataUsed, 64U);
  EXPECT_THAT(read.data[0], Each(std::byte{9}));
  scene.in.close();
  scene.out.close();
  EXPECT_THAT(scene.notes(), HasSubstr("FilterReset"));  // S-198
  const auto findings = scene.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-182: a pin that is stopped does not keep the others from it.
TEST(KsFilterCentric, S182AStoppedPinDoesNotHoldTheOthers) {
  Filtered scene({}, 4);
  File out = scene.connect(0);
  File in = scene.connect(1);
  ASSERT_EQ(out.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(out.read(1, 64).sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(scene.notes(), HasSubstr("indexed passive processed"));
}

// S-187.
TEST(KsFilterCentric, S187SamplesWithoutDataGoPast) {
  Running scene;
  const File::Stream read = scene.out.read(1, 64);
  const File::Stream empty = scene.in.write({Bytes{}});
  EXPECT_EQ(empty.sent->status(), STATUS_SUCCESS);
  EXPECT_FALSE(read.sent->is_done());
  const File::Stream written = scene.in.write({Bytes(64, std::byte{5})});
  EXPECT_EQ(read.sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(read.data[0], Each(std::byte{5}));
}

// S-188: the next frame in the same call.
TEST(KsFilterCentric, S188AnUpdatedProcessPinShowsTheNextFrame) {
  Filtered scene({}, 8);
  File out = scene.connect(0);
  ASSERT_EQ(out.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(out.read(2, 64).sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(scene.notes(), HasSubstr("updated next processed"));
}

// S-215: a splitter's second pin gets what the first got.
constexpr const char* kSplitter = "PIN_FLAGS=KSPIN_FLAG_SPLITTER";

TEST(KsFilterCentric, S215TheSecondPinOfASplitterGetsACopy) {
  Filtered scene({kSplitter, "POSSIBLE=2", "SINK_POSSIBLE=2"}, 5);
  File first = scene.connect(0);
  File second = scene.connect(0);
  ASSERT_EQ(second.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const File::Stream copy = second.read(1, 64);
  ASSERT_EQ(first.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(first.read(1, 64).sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(copy.sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(copy.data[0], Each(std::byte{7}));
  EXPECT_THAT(scene.notes(), HasSubstr("copy processed"));
  first.close();
  second.close();
  const auto findings = scene.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsFilterCentric, S215CopyUsedByTheMinidriverIsFound) {
  Filtered scene({kSplitter, "POSSIBLE=2", "SINK_POSSIBLE=2"}, 6);
  File first = scene.connect(0);
  File second = scene.connect(0);
  ASSERT_EQ(second.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  ASSERT_EQ(first.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(first.read(1, 64).sent->status(), STATUS_SUCCESS);
  first.close();
  second.close();
  EXPECT_TRUE(has(scene.end(), "S-215"));
}

TEST(KsFilterCentric, S215SplitterOfOneInstanceIsFound) {
  EXPECT_TRUE(has(findings_of({kSplitter}), "S-215"));
}

TEST(KsFilterCentric, S173EdgeMovedByTheFilterIsFound) {
  Filtered scene({}, 3);
  File out = scene.connect(0);
  ASSERT_EQ(out.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  out.read(1, 64).sent->status();
  out.close();
  EXPECT_TRUE(has(scene.end(), "S-173"));
}

TEST(KsFilterCentric, S184ProcessPinThatIsNotThereIsFound) {
  Filtered scene({}, 1);
  File out = scene.connect(0);
  out.set_state(KSSTATE_RUN);
  out.read(1, 64);
  out.close();
  EXPECT_TRUE(has(scene.end(), "S-184"));
}

constexpr const char* kNotRequired = "PIN_FLAGS=KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING";

TEST(KsFilterCentric, S186DataOfAPinWithoutFramesIsFound) {
  Filtered scene({kNotRequired}, 2);
  File out = scene.connect(0);
  out.set_state(KSSTATE_RUN);
  out.close();
  EXPECT_TRUE(has(scene.end(), "S-186"));
}

TEST(KsFilterCentric, AFilterThatLooksFirstIsSilent) {
  Filtered scene({kNotRequired});
  File out = scene.connect(0);
  EXPECT_EQ(out.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(out.read(1, 64).sent->status(), STATUS_SUCCESS);
  out.close();
  const auto findings = scene.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-202: input behind the end of a stream waits until the output has ended too; S-201: which is
// flushed and reset then.
constexpr const char* kEnds = R"(
#define ON_RESET Note(Pin->ResetState == KSRESET_END ? "ended" : "begun");
)";

TEST(KsFilterCentric, S202InputWaitsForTheEndOfTheOutput) {
  Rig rig(
      minidriver({"ON_PROCESS=if (Pin->DataFlow == KSPIN_DATAFLOW_OUT) { PKSSTREAM_POINTER E = "
                  "KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED); if (E) { "
                  "E->StreamHeader->OptionsFlags |= KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM; "
                  "KsStreamPointerUnlock(E, TRUE); } return STATUS_PENDING; }"},
                 kEnds));
  File filter, out, in;
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), out), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 1, plain_format(), in), STATUS_SUCCESS);
  ASSERT_EQ(in.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  ASSERT_EQ(out.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  Bytes data(64);
  KSSTREAM_HEADER header{};
  header.Size = sizeof header;
  header.FrameExtent = header.DataUsed = 64;
  header.Data = data.data();
  header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM;
  Bytes last = bytes_of(header);
  EXPECT_EQ(in.request(IOCTL_KS_WRITE_STREAM, {}, last), STATUS_SUCCESS);
  const File::Stream next = in.write({Bytes(64)});
  EXPECT_FALSE(next.sent->is_done());
  EXPECT_EQ(out.read(1, 64).sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(next.sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(notes_of(filter), HasSubstr("Reset ended"));
}

}  // namespace
