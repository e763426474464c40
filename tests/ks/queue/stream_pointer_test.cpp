// Promises of the class driver about stream pointers and their frames. A minidriver probes them in
// its process dispatch and notes what it finds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

constexpr const char* kProbe = R"(
#define LOCKED KSSTREAM_POINTER_STATE_LOCKED
#define UNLOCKED KSSTREAM_POINTER_STATE_UNLOCKED
static PKSSTREAM_POINTER First, Second;
static KEVENT Fired;
static VOID Ignore(PKSSTREAM_POINTER) {}
static VOID Gone(PKSSTREAM_POINTER Clone) { Note("cancelled"); KsStreamPointerDelete(Clone); }
static VOID TimedOut(PKSSTREAM_POINTER Clone) {
  Note(Clone == First ? "first-timed-out" : "second-timed-out");
}
static VOID Want(BOOLEAN True, const char* Word) { Note(True ? Word : "WRONG"); if (!True) Note(Word); }
static ULONG Done;

static VOID ProbeEdge(PKSPIN Pin) {  // two frames, no trailing edge
  PKSSTREAM_POINTER Edge;
  BOOLEAN FirstFrame, LastFrame;
  Want(KsPinGetTrailingEdgeStreamPointer(Pin, UNLOCKED) == NULL, "no-trailing-edge");
  Edge = KsPinGetLeadingEdgeStreamPointer(Pin, UNLOCKED);
  Want(Edge != NULL && Edge->Context == NULL, "edge");
  Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  Want(Edge->Offset == &Edge->OffsetOut && Edge->Offset->Count == 64 &&
       Edge->Offset->Remaining == 64 && Edge->Offset->Data != NULL, "offsets");
  Want(KsStreamPointerGetNextClone(Edge) == NULL, "no-next-clone");
  Want(KsStreamPointerGetIrp(Edge, &FirstFrame, &LastFrame) != NULL && FirstFrame && !LastFrame, "irp");
  NTSTATUS Status = KsStreamPointerAdvanceOffsets(Edge, 0, 16, FALSE);
  Want(NT_SUCCESS(Status) && Edge->Offset->Remaining == 48 && Edge->Offset->Count == 64, "partly");
  Status = KsStreamPointerAdvanceOffsets(Edge, 0, 48, FALSE);
  Want(NT_SUCCESS(Status) && Edge->Offset->Remaining == 64, "next-frame");
  Status = KsStreamPointerAdvance(Edge);
  Want(Status == STATUS_DEVICE_NOT_READY, "past-the-last");
  Want(NT_SUCCESS(KsStreamPointerAdvance(Edge)), "unlocked-succeeds");
}
static VOID ProbeClones(PKSPIN Pin) {  // in their order, and their frames
  PKSSTREAM_POINTER Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  KsStreamPointerClone(Edge, NULL, 8, &First);
  Want(First->Context == First + 1 && First->StreamHeader == Edge->StreamHeader, "clone");
  Want(KsStreamPointerGetMdl(First) != NULL, "clone-is-locked");
  KsStreamPointerUnlock(Edge, TRUE);
  Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  KsStreamPointerClone(Edge, NULL, 0, &Second);
  KsStreamPointerUnlock(Edge, TRUE);
  Want(KsPinGetFirstCloneStreamPointer(Pin) == First, "first");
  Want(KsStreamPointerGetNextClone(First) == Second, "second");
  Want(KsStreamPointerGetNextClone(Second) == NULL, "end");
  Want(First->StreamHeader->DataUsed == 0, "nothing-used-yet");
  First->StreamHeader->DataUsed = 3;
}
static VOID CloneEdge(PKSPIN Pin, PFNKSSTREAMPOINTER Cancelled, BOOLEAN Unlock) {
  PKSSTREAM_POINTER Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
  KsStreamPointerClone(Edge, Cancelled, 0, &First);
  if (Unlock) KsStreamPointerUnlock(First, FALSE);
  if (Switch == 6) KsStreamPointerClone(Edge, NULL, 0, &Second);
  KsStreamPointerUnlock(Edge, TRUE);
}

// Frames are enough: each way probes once.
static NTSTATUS Probe(PKSPIN Pin) {
  PKSSTREAM_POINTER Edge;
  if (Done) return STATUS_PENDING;
  switch (Switch) {
    case 1: ProbeEdge(Pin); break;
    case 2: ProbeClones(Pin); break;
    case 3:  // a frame is done with its last reference
      Edge = KsPinGetLeadingEdgeStreamPointer(Pin, LOCKED);
      KsStreamPointerClone(Edge, NULL, 0, &First);
      Want(NT_SUCCESS(KsStreamPointerAdvanceOffsets(Edge, 0, 64, FALSE)) == FALSE, "no-more");
      Want(First->StreamHeader->DataUsed == 64, "used-when-the-edge-left");
      First->StreamHeader->DataUsed = 0;
      break;
    case 4: CloneEdge(Pin, Gone, TRUE); break;   // whose request is cancelled
    case 5: CloneEdge(Pin, Gone, FALSE); break;  // the request waits for it
    case 6:  // time-outs
      CloneEdge(Pin, NULL, FALSE);
      KsStreamPointerCancelTimeout(First);
      KsStreamPointerScheduleTimeout(First, TimedOut, 10000);
      break;
    case 7:
      Edge = KsPinGetLeadingEdgeStreamPointer(Pin, UNLOCKED);
      KsStreamPointerUnlock(Edge, TRUE);
      Want(Edge->StreamHeader == NULL, "ejected");
      break;
    case 8: CloneEdge(Pin, NULL, TRUE); break;  // that nobody is told about
  }
  Done = 1;
  return STATUS_PENDING;
}
#define ON_PROCESS return Probe(Pin);

static VOID Later(void) {
  switch (Switch) {
    case 20:  // of 2
      KsStreamPointerDelete(First);
      KsStreamPointerDelete(Second);
      break;
    case 30:  // of 3
      KsStreamPointerDelete(First);
      break;
    case 50: {  // of 5
      PIRP Irp = KsStreamPointerGetIrp(First, NULL, NULL);
      Want(Irp != NULL && Irp->Cancel, "cancel-is-seen");
      KsStreamPointerUnlock(First, FALSE);
      Want(KsPinGetFirstCloneStreamPointer(LastPin) == NULL, "gone-when-unlocked");
      break;
    }
    case 60:  // of 6: in RUN
      KsStreamPointerScheduleTimeout(Second, TimedOut, 20000);
      break;
    case 61:
      KsStreamPointerDelete(First);
      KsStreamPointerScheduleTimeout(Second, TimedOut, 10000000);
      KsStreamPointerCancelTimeout(Second);
      KsStreamPointerDelete(Second);
      break;
    case 80:  // of 8
      Want(KsStreamPointerLock(First) == STATUS_DEVICE_NOT_READY, "not-ready");
      KsStreamPointerDelete(First);
      break;
  }
}
#define ON_SWITCH Later();
)";

struct Probing : OpenMinidriver {
  File pin;

  explicit Probing(ULONG way, const std::vector<std::string>& definitions = {})
      : OpenMinidriver(minidriver(definitions, kProbe)) {
    open(way);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  }
  ~Probing() {
    pin.close();
    expect_nothing_found();
  }
};

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
TEST(KsPointerPromises, S191UnlockedClonesAreToldOfACancel) {
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

// S-169, S-170: one that was scheduled in PAUSE waits for one that is scheduled in RUN.
TEST(KsPointerPromises, S169TimeOutsFireAndS170WaitForRun) {
  const drydock::sim::SeededSchedule schedule(3);
  Probing probing(6);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream one = probing.pin.read(1, 64);
  LARGE_INTEGER second{.QuadPart = -10'000'000};
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  EXPECT_EQ(probing.notes().find("timed-out"), std::string::npos);
  ASSERT_EQ(probing.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  probing.turn(60);
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  EXPECT_THAT(probing.notes(), HasSubstr("first-timed-out second-timed-out"));
  // Cancelled and deleted ones do not fire.
  probing.turn(61);
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  KeDelayExecutionThread(KernelMode, FALSE, &second);
  const std::string notes = probing.notes();
  EXPECT_EQ(notes.find("timed-out", notes.find("second-timed-out") + 10), std::string::npos);
  EXPECT_EQ(one.sent->status(), STATUS_SUCCESS);
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
