// Rules of minidrivers about frames: stream pointers, clones, cancelling, processing.
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

// A process dispatch in place of the minidriver's own: clones the frame and moves on.
std::string cloning(const std::string& cancel, const std::string& afterwards = {}) {
  return R"(
static PKSSTREAM_POINTER Kept;
static VOID Cancelled(PKSSTREAM_POINTER Clone) {
  UNREFERENCED_PARAMETER(Clone);
  )" + cancel +
         R"(
}
static NTSTATUS CloneFrame(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (!Leading) return STATUS_PENDING;
  PKSSTREAM_POINTER Clone;
  if (NT_SUCCESS(KsStreamPointerClone(Leading, Cancelled, 8, &Clone))) {
    KsStreamPointerUnlock(Clone, FALSE);
    Kept = Clone;
  }
  KsStreamPointerUnlock(Leading, TRUE);
  )" + afterwards +
         R"(
  return STATUS_PENDING;
}
#define ON_PROCESS return CloneFrame(Pin);
)";
}

constexpr const char* kDelete = "KsStreamPointerDelete(Clone);";

constexpr const char* kHolding = R"(
static NTSTATUS Hold(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  PKSSTREAM_POINTER Clone;
  if (Leading && NT_SUCCESS(KsStreamPointerClone(Leading, NULL, 0, &Clone))) {
    KsStreamPointerUnlock(Leading, TRUE);
  }
  return STATUS_PENDING;
}
#define ON_PROCESS return Hold(Pin);
)";

TEST(KsStreamRules, S148CloneHeldAtStopIsFound) { expect_found("S-148", {}, kHolding); }
TEST(KsStreamRules, S148ClonesDeletedAtStopAreSilent) {
  expect_silent({"ON_STATE=if (ToState == KSSTATE_STOP) { PKSSTREAM_POINTER C = "
                 "KsPinGetFirstCloneStreamPointer(Pin); while (C) { PKSSTREAM_POINTER N = "
                 "KsStreamPointerGetNextClone(C); KsStreamPointerDelete(C); C = N; } }"},
                cloning(kDelete));
}

TEST(KsStreamRules, S148IsNotSaidOfADriverThatDied) {
  const auto findings =
      findings_of({"ON_STATE=if (ToState < FromState) *(volatile int*)0 = 1;"}, kHolding);
  EXPECT_TRUE(has(findings, "N-061")) << text_of(findings);
  EXPECT_FALSE(has(findings, "S-148")) << text_of(findings);
}

TEST(KsStreamRules, S158DeletedEdgeIsFound) {
  expect_found("S-158", {"ON_PROCESS=KsStreamPointerDelete(KsPinGetLeadingEdgeStreamPointer(Pin, "
                         "KSSTREAM_POINTER_STATE_UNLOCKED));"});
}
TEST(KsStreamRules, S158CloneDeletedTwiceIsFound) {
  expect_found("S-158", {},
               cloning(kDelete, "KsStreamPointerDelete(Kept); KsStreamPointerDelete(Kept);"));
}
TEST(KsStreamRules, S158CloneDeletedOnceIsSilent) {
  expect_silent({}, cloning(kDelete, "KsStreamPointerDelete(Kept);"));
}

TEST(KsStreamRules, S162AdvanceBeyondTheFrameIsFound) {
  expect_found(
      "S-162",
      {"ON_PROCESS=PKSSTREAM_POINTER L = KsPinGetLeadingEdgeStreamPointer(Pin, "
       "KSSTREAM_POINTER_STATE_LOCKED); if (L) KsStreamPointerAdvanceOffsets(L, 65, 65, FALSE);"});
}
TEST(KsStreamRules, S162AdvanceToTheEndIsSilent) { expect_silent(); }

TEST(KsStreamRules, S181NoPinIsFound) {
  expect_found("S-181", {"ON_STATE=KsPinAttemptProcessing(NULL, FALSE);"});
}
TEST(KsStreamRules, S181ThePinIsSilent) {
  expect_silent({"ON_STATE=KsPinAttemptProcessing(Pin, FALSE);"});
}

TEST(KsStreamRules, S192CloneThatTheCallbackDoesNotDeleteIsFound) {
  expect_found("S-192", {}, cloning(""));
}
TEST(KsStreamRules, S192CloneDeletedByTheCallbackIsSilent) { expect_silent({}, cloning(kDelete)); }

TEST(KsStreamRules, S193MutexInTheCallbackIsFound) {
  expect_found("S-193", {}, cloning(std::string("KsPinAcquireControl(Clone->Pin);") + kDelete));
}
TEST(KsStreamRules, S193QueueInTheCallbackIsFound) {
  expect_found("S-193", {},
               cloning(std::string("KsPinGetFirstCloneStreamPointer(Clone->Pin);") + kDelete));
}
TEST(KsStreamRules, S193OnlyTheDeleteIsSilent) { expect_silent({}, cloning(kDelete)); }

TEST(KsStreamRules, S263MoreUsedThanTheFrameHasIsFound) {
  expect_found("S-263", {},
               cloning(kDelete,
                       "Kept->StreamHeader->DataUsed = 65; "
                       "KsStreamPointerDelete(Kept);"));
}
TEST(KsStreamRules, S263WholeFrameIsSilent) {
  expect_silent(
      {}, cloning(kDelete, "Kept->StreamHeader->DataUsed = 64; KsStreamPointerDelete(Kept);"));
}

TEST(KsStreamRules, S264NoDenominatorIsFound) {
  expect_found("S-264", {},
               cloning(kDelete,
                       "Kept->StreamHeader->PresentationTime.Denominator = 0; "
                       "KsStreamPointerDelete(Kept);"));
}
TEST(KsStreamRules, S264FractionLeftAloneIsSilent) {
  expect_silent({}, cloning(kDelete, "KsStreamPointerDelete(Kept);"));
}

}  // namespace
