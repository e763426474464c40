// Promises of the class driver about stream pointers and their frames. A minidriver probes them in
// its process dispatch and notes what it finds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/ks/queue/probing.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// S-150, S-151, S-157, S-161, S-162, S-164 to S-166.
TEST(KsPointerPromises, EdgesShowFramesAndMoveOn) {
  Probing probing(1);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream two = probing.pin.read(2, 64);
  EXPECT_EQ(two.sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(probing.notes(),
              HasSubstr("no-trailing-edge edge offsets no-next-clone irp partly next-frame "
                        "past-the-last unlocked-succeeds"));
  EXPECT_EQ(two.header(0).DataUsed, 64U);
  EXPECT_EQ(two.header(1).DataUsed, 0U);
}

// S-157, S-159, S-165.
TEST(KsPointerPromises, ClonesHoldTheirFramesInOrder) {
  Probing probing(2);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream two = probing.pin.read(2, 64);
  EXPECT_FALSE(two.sent->is_done());
  EXPECT_THAT(probing.notes(),
              HasSubstr("clone clone-is-locked first second end nothing-used-yet"));
  probing.turn(20);
  EXPECT_EQ(two.sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(two.header(0).DataUsed, 3U);
}

// S-160, S-168: the edge says how much was used when it leaves; what the minidriver writes later
// stays.
TEST(KsPointerPromises, S168DataUsedIsWrittenWhenTheEdgeLeaves) {
  Probing probing(3);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream one = probing.pin.read(1, 64);
  EXPECT_FALSE(one.sent->is_done());
  EXPECT_THAT(probing.notes(), HasSubstr("no-more used-when-the-edge-left"));
  probing.turn(30);
  EXPECT_EQ(one.sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(one.header().DataUsed, 0U);
}

// S-154, S-156, S-191.
TEST(KsPointerPromises, S191CancelCallsTheCallbackOfUnlockedClones) {
  Probing probing(4);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream one = probing.pin.read(1, 64);
  one.sent->cancel();
  EXPECT_EQ(one.sent->status(), STATUS_CANCELLED);
  EXPECT_THAT(probing.notes(), HasSubstr("cancelled"));
}

TEST(KsPointerPromises, S195ALockedCloneSeesTheCancelAndHoldsTheFrame) {
  Probing probing(5);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream one = probing.pin.read(1, 64);
  one.sent->cancel();
  EXPECT_FALSE(one.sent->is_done());
  probing.turn(50);
  EXPECT_EQ(one.sent->status(), STATUS_CANCELLED);
  EXPECT_THAT(probing.notes(), HasSubstr("cancel-is-seen cancelled gone-when-unlocked"));
}

TEST(KsPointerPromises, S156ACancelledFrameCannotBeLocked) {
  Probing probing(8);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream one = probing.pin.read(1, 64);
  one.sent->cancel();
  probing.turn(80);
  EXPECT_EQ(one.sent->status(), STATUS_CANCELLED);
  EXPECT_THAT(probing.notes(), HasSubstr("not-ready"));
}

// S-163.
TEST(KsPointerPromises, S163EjectingAnUnlockedEdgeMovesOn) {
  Probing probing(7);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  EXPECT_EQ(probing.pin.read(1, 64).sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(probing.notes(), HasSubstr("ejected"));
}

// S-151, S-160: between the edges frames are held.
constexpr const char* kTrailing = R"(
static NTSTATUS Trail(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  while (Leading) {
    if (!NT_SUCCESS(KsStreamPointerAdvanceOffsets(Leading, 64, 64, TRUE))) Leading = NULL;
  }
  return STATUS_PENDING;
}
#define ON_PROCESS return Trail(Pin);
static VOID Follow(void) {
  PKSSTREAM_POINTER Edge = KsPinGetTrailingEdgeStreamPointer(LastPin, KSSTREAM_POINTER_STATE_UNLOCKED);
  Note(Edge ? "trailing" : "none");
  if (Edge) KsStreamPointerAdvance(Edge);
}
#define ON_SWITCH Follow();
)";

TEST(KsPointerPromises, S160FramesBetweenTheEdgesAreHeldAndCanBeCancelled) {
  Rig rig(minidriver({"PIN_FLAGS=KSPIN_FLAG_DISTINCT_TRAILING_EDGE"}, kTrailing));
  File filter;
  File pin;
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream first = pin.read(1, 64);
  const File::Stream second = pin.read(1, 64);
  EXPECT_FALSE(first.sent->is_done());
  EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(ULONG{1})), STATUS_SUCCESS);
  EXPECT_EQ(first.sent->status(), STATUS_SUCCESS);
  EXPECT_FALSE(second.sent->is_done());
  second.sent->cancel();
  EXPECT_EQ(second.sent->status(), STATUS_CANCELLED);
  EXPECT_THAT(notes_of(filter), HasSubstr("trailing"));
}

// S-189: what is done early waits for what came before.
constexpr const char* kLastFirst = R"(
static PKSSTREAM_POINTER Clones[2];
static ULONG Count;
static NTSTATUS CloneAll(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (!Leading) return STATUS_PENDING;
  KsStreamPointerClone(Leading, NULL, 0, &Clones[Count++]);
  KsStreamPointerUnlock(Leading, TRUE);
  return STATUS_PENDING;
}
#define ON_PROCESS return CloneAll(Pin);
#define ON_SWITCH KsStreamPointerDelete(Clones[Switch]);
)";

TEST(KsPointerPromises, S189FifoHoldsWhatIsDoneEarly) {
  for (const bool fifo : {true, false}) {
    Rig rig(minidriver({fifo ? "PIN_FLAGS=KSPIN_FLAG_ENFORCE_FIFO" : "PIN_FLAGS=0"}, kLastFirst));
    File filter;
    File pin;
    ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
    ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
    ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
    const File::Stream first = pin.read(1, 64);
    const File::Stream second = pin.read(1, 64);
    EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(ULONG{1})), STATUS_SUCCESS);
    EXPECT_EQ(second.sent->is_done(), !fifo);
    EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(ULONG{0})), STATUS_SUCCESS);
    EXPECT_EQ(first.sent->status(), STATUS_SUCCESS);
    EXPECT_EQ(second.sent->status(), STATUS_SUCCESS);
  }
}

}  // namespace
