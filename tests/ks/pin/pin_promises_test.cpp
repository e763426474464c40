// Promises of the class driver to pins, from their creation to their end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

constexpr const char* kWatching = R"(
static VOID Want(BOOLEAN True, const char* Word) { Note(True ? Word : "WRONG"); if (!True) Note(Word); }
static PVOID Injection;
static UCHAR Frame[64];
static LONG Inside;
static PKSPIN Waiting;
static WORK_QUEUE_ITEM Item;
static KEVENT Done;
static VOID CompleteClose(PVOID Context) {
  PIRP Irp = (PIRP)Context;
  Want(Waiting->Id == 0 && Waiting->Descriptor != NULL, "alive");
  Irp->IoStatus.Status = STATUS_SUCCESS;
  KsCompletePendingRequest(Irp);
  KeSetEvent(&Done, IO_NO_INCREMENT, FALSE);
}
static VOID Returned(PKSPIN Pin, PVOID Data, ULONG Size, PMDL Mdl, PVOID Context, NTSTATUS Status) {
  Want(Pin && Data == Frame && Size == 64 && !Mdl && Context == &Injection && NT_SUCCESS(Status), "returned");
}
static VOID Freed(PVOID) { Note("freed"); }
static NTSTATUS Created(PKSPIN Pin, PIRP Irp) {
  Want(KeGetCurrentIrql() == PASSIVE_LEVEL && IoGetCurrentIrpStackLocation(Irp)->FileObject->FsContext != NULL, "passive");
  Want(Pin->DeviceState == KSSTATE_STOP && Pin->ClientState == KSSTATE_STOP && Pin->ResetState == KSRESET_END, "stopped");
  Want(Pin->Descriptor->PinDescriptor.DataFlow == Pin->DataFlow, "cached");
  if (Switch == 1 && Pin->DataFlow == KSPIN_DATAFLOW_OUT) KsPinRegisterFrameReturnCallback(Pin, Returned);
  KsAddItemToObjectBag(Pin->Bag, &Frame[Pin->Id], Freed);
  return STATUS_SUCCESS;
}
#define ON_PIN_CREATE return Created(Pin, Irp);
static NTSTATUS Closed(PKSPIN Pin, PIRP Irp) {
  Want(Pin->DeviceState == KSSTATE_STOP && KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_UNLOCKED) == NULL, "empty");
  if (Switch != 3) return STATUS_SUCCESS;
  IoMarkIrpPending(Irp);
  Waiting = Pin;
  KeInitializeEvent(&Done, NotificationEvent, FALSE);
  ExInitializeWorkItem(&Item, CompleteClose, Irp);
  ExQueueWorkItem(&Item, DelayedWorkQueue);
  return STATUS_PENDING;
}
#define ON_PIN_CLOSE return Closed(Pin, Irp);
static VOID Act(void) {
  if (Switch == 2) Want(NT_SUCCESS(KsPinSubmitFrame(LastPin, Frame, 64, NULL, &Injection)), "submitted");
  if (Switch == 4) KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);
  if (Switch == 5) KsPinAttemptProcessing(LastPin, FALSE);
  if (Switch == 6) KsPinAttemptProcessing(LastPin, TRUE);
  if (Switch == 7) {
    PKSGATE Gate = KsPinGetAndGate(LastPin);
    KsGateTurnInputOff(Gate);
    KsPinAttemptProcessing(LastPin, FALSE);
    Note("closed-gate");
    KsGateTurnInputOn(Gate);
  }
}
#define ON_SWITCH Act();
#define ON_PROCESS if (InterlockedIncrement(&Inside) != 1) Note("WRONG-twice"); if (Switch != 20) { Note("process"); } InterlockedDecrement(&Inside);
#define ON_STATE if (Switch == 8 && ToState == KSSTATE_ACQUIRE && FromState == KSSTATE_STOP) return STATUS_SHARING_VIOLATION;
)";

struct Watched : OpenMinidriver {
  explicit Watched(const std::vector<std::string>& definitions = {}, ULONG way = 0)
      : OpenMinidriver(minidriver(definitions, kWatching)) {
    open(way);
  }
  ~Watched() { expect_nothing_found(); }
  NTSTATUS connect(File& pin, ULONG id = 0, const File* sink = nullptr) {
    return rig.connect(filter, id, plain_format(), pin, sink);
  }
};

// S-105, S-123, S-126, S-133, S-203, S-205, S-108 and S-207.
TEST(KsPinPromises, S203APinIsClosedStoppedAndEmpty) {
  Watched watched({"FRAMES=0"});
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  EXPECT_THAT(watched.notes(), HasSubstr("Format PinCreate passive stopped cached"));
  EXPECT_THAT(watched.notes(), Not(HasSubstr("Stop ")));
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const File::Stream read = pin.read(1, 64);
  pin.close();
  EXPECT_EQ(read.sent->status(), STATUS_CANCELLED);
  EXPECT_THAT(watched.notes(), HasSubstr("Pause Acquire Stop Reset PinClose empty freed"));
}

// S-128: while its close is pending the pin lives.
TEST(KsPinPromises, S128ThePinLivesUntilItsCloseIsOver) {
  Watched watched({}, 3);
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  pin.close();
  watched.turn(4);
  EXPECT_THAT(watched.notes(), HasSubstr("PinClose empty alive freed"));
}

// S-113, S-126, S-127, S-220: a source connects to its sink by requests, and disconnects when it is
// closed.
TEST(KsPinPromises, S127TheSinkIsAskedAndTold) {
  Watched watched({"FRAMES=0"});
  File sink, source;
  ASSERT_EQ(watched.connect(sink, 1), STATUS_SUCCESS);
  ASSERT_EQ(watched.connect(source, 0, &sink), STATUS_SUCCESS);
  EXPECT_THAT(watched.notes(), HasSubstr("Format Connect PinCreate"));
  source.close();
  EXPECT_THAT(watched.notes(), HasSubstr("Disconnect PinClose"));
}
TEST(KsPinPromises, S127ARefusedConnectionFailsTheSource) {
  Watched watched({"ON_CONNECT=return STATUS_NO_MATCH;"});
  File sink, source;
  ASSERT_EQ(watched.connect(sink, 1), STATUS_SUCCESS);
  EXPECT_EQ(watched.connect(source, 0, &sink), STATUS_NO_MATCH);
}

// S-130, S-135: no transport, no queue, and states at one stroke.
TEST(KsPinPromises, S135APinWithoutTransportJumps) {
  Watched watched({"PIN_FLAGS=KSPIN_FLAG_DO_NOT_USE_STANDARD_TRANSPORT"});
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_INVALID_DEVICE_STATE);
  ASSERT_EQ(pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  const std::string notes = watched.notes();
  EXPECT_THAT(notes, HasSubstr("Run Stop"));
  EXPECT_THAT(notes, Not(HasSubstr("Pause")));
}
TEST(KsPinPromises, S130StandardTransportOverridesTheOtherFlag) {
  Watched watched(
      {"PIN_FLAGS=(KSPIN_FLAG_DO_NOT_USE_STANDARD_TRANSPORT | "
       "KSPIN_FLAG_USE_STANDARD_TRANSPORT)"});
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_SUCCESS);
}

// S-134, S-139, S-145: one step at a time, the section from ACQUIRE on, and as often as wanted.
TEST(KsPinPromises, S145PauseAndRunAlternate) {
  Watched watched;
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_INVALID_DEVICE_STATE);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_SUCCESS);
    ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  }
  ASSERT_EQ(pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  EXPECT_THAT(watched.notes(), HasSubstr("Acquire Stop Reset"));
}

// S-142: a driver may refuse a second graph; the client gets its status.
TEST(KsPinPromises, S142ADriverMayRefuseASecondGraph) {
  Watched watched({}, 8);
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SHARING_VIOLATION);
}

// S-174, S-175, S-180.
TEST(KsPinPromises, S174ProcessingIsTriggeredByArrivalsAndAttempts) {
  Watched watched({"FRAMES=0"});
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS);
  const File::Stream first = pin.read(1, 64);
  EXPECT_THAT(watched.notes(), Not(HasSubstr("process")));
  ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);  // rises with a frame
  const auto count = [&] {
    const std::string all = watched.notes();
    int times = 0;
    for (std::size_t at = all.find("process"); at != std::string::npos;
         at = all.find("process", at + 1)) {
      ++times;
    }
    return times;
  };
  EXPECT_EQ(count(), 1);
  const File::Stream second = pin.read(1, 64);  // the queue is not empty
  EXPECT_EQ(count(), 1);
  watched.turn(5);
  EXPECT_EQ(count(), 2);
  watched.turn(7);  // the gate is closed
  EXPECT_EQ(count(), 2);
  ASSERT_EQ(pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  watched.turn(5);
  EXPECT_EQ(count(), 2);
}
TEST(KsPinPromises, S174RunOnlyPinsWaitForRun) {
  Watched watched({"PIN_FLAGS=KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY"});
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream read = pin.read(1, 64);
  EXPECT_FALSE(read.sent->is_done());
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(read.sent->status(), STATUS_SUCCESS);
}

// S-213: an injected frame passes the circuit and comes back unchanged.
TEST(KsPinPromises, S213AnInjectedFrameComesBack) {
  const drydock::sim::SeededSchedule schedule(11);
  Watched watched({}, 1);
  File sink, source;
  ASSERT_EQ(watched.connect(sink, 1), STATUS_SUCCESS);
  ASSERT_EQ(watched.connect(source, 0, &sink), STATUS_SUCCESS);
  ASSERT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  ASSERT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  watched.turn(2);
  ASSERT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  const std::string notes = watched.notes();
  EXPECT_THAT(notes, HasSubstr("submitted"));
  EXPECT_THAT(notes, HasSubstr("returned"));
  ASSERT_EQ(sink.set_state(KSSTATE_STOP), STATUS_SUCCESS);
}

// S-221, S-224, S-225: which mutexes are held where.
TEST(KsPinPromises, S224APinsControlMutexIsItsFilters) {
  const std::vector<std::string> takes = {
      "ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsFilterAcquireControl(F); "
      "if (LastPin) KsPinReleaseControl(LastPin); else KsFilterReleaseControl(F);"};
  Watched watched(takes);
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  watched.notes();
}

// S-087: the lists of the IRP, or nothing.
TEST(KsPinPromises, S087StartGetsTheResourceLists) {
  CM_RESOURCE_LIST list{};
  list.Count = 1;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&list);
  const drydock::nt::PnpResources resources{{bytes, bytes + sizeof list},
                                            {bytes, bytes + sizeof list}};
  const std::filesystem::path driver = minidriver(
      {"ON_START=Note(Translated && Raw && Raw->Count == 1 ? \"lists\" : Translated || Raw ? "
       "\"WRONG\" : \"none\");"});
  for (const bool some : {true, false}) {
    Rig rig(driver, some ? resources : drydock::nt::PnpResources{});
    File filter;
    ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
    ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_THAT(notes_of(filter), HasSubstr(some ? "Start lists" : "Start none"));
  }
}

// S-167, S-275: with mappings the counts are theirs, and none is longer than was registered.
TEST(KsPinPromises, S275MappingsAreMadeWhenAFrameIsLocked) {
  Rig rig(minidriver({"PIN_FLAGS=KSPIN_FLAG_GENERATE_MAPPINGS",
                      "ON_START=KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)Device, 32, "
                      "sizeof(KSMAPPING));",
                      "ON_PROCESS=PKSSTREAM_POINTER E = KsPinGetLeadingEdgeStreamPointer(Pin, "
                      "KSSTREAM_POINTER_STATE_LOCKED); if (!E) return STATUS_PENDING; ULONG Sum = "
                      "0, Long = 0; for (ULONG I = 0; "
                      "I < E->Offset->Count; I++) { Sum += E->Offset->Mappings[I].ByteCount; if "
                      "(E->Offset->Mappings[I].ByteCount > 32) Long++; } Note(Sum == 64 && !Long "
                      "&& E->Offset->Count >= 2 ? "
                      "\"mapped\" : \"WRONG\"); KsStreamPointerAdvanceOffsetsAndUnlock(E, 0, "
                      "E->Offset->Remaining, TRUE); "
                      "return STATUS_PENDING;"}));
  File filter, pin;
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_SUCCESS);
  EXPECT_THAT(notes_of(filter), HasSubstr("mapped"));
}

// S-270.
TEST(KsPinPromises, S270AClockIsThereOrNotReady) {
  for (const bool clock : {true, false}) {
    Rig rig(minidriver(
        {clock ? "PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK" : "PIN_FLAGS=0",
         "ON_PIN_CREATE=PIKSREFERENCECLOCK C; NTSTATUS S = "
         "KsPinGetReferenceClockInterface(Pin, &C); if (NT_SUCCESS(S)) { LONGLONG T; "
         "C->GetCorrelatedTime(&T); C->Release(); } Note(NT_SUCCESS(S) ? \"clock\" : S == "
         "STATUS_DEVICE_NOT_READY ? \"not-ready\" : \"WRONG\");"}));
    File filter, pin;
    ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
    ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
    EXPECT_THAT(notes_of(filter), HasSubstr(clock ? "PinCreate clock" : "PinCreate not-ready"));
  }
}

}  // namespace
