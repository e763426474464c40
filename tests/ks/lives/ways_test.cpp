// One minidriver with many faults, and the right way next to each: a test chooses the behaviour at
// run time, so that all share one build.
#include <gtest/gtest.h>

#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

// A way is a number: a fault below 100, and 100 more is the same done right.
constexpr const char* kWays = R"(
static KSGATE Gate, SecondGate;
static ULONG Formats, Pictures;
static VOID Deletes(PKSSTREAM_POINTER Clone) { KsStreamPointerDelete(Clone); }
static VOID Returned(PKSPIN, PVOID, ULONG, PMDL, PVOID, NTSTATUS) {}
static VOID Completed(PKSPIN, PIRP) {}
static VOID Sleeps(PKSPIN, DEVICE_POWER_STATE) {}
static PKSSTREAM_POINTER Kept;

static VOID Gates(PKSPIN Pin) {
  switch (Switch) {
    case 24:
      KsGateTurnInputOn(KsPinGetAndGate(Pin));
      break;
    case 124:
      KsGateTurnInputOff(KsPinGetAndGate(Pin));
      KsGateTurnInputOn(KsPinGetAndGate(Pin));
      break;
    case 25: case 125:
      KsGateInitializeOr(&Gate, NULL);
      KsPinAttachOrGate(Pin, &Gate);
      if (Switch == 25) Gate.Count = -1;
      break;
    case 26: case 126:
      KsGateInitializeOr(&SecondGate, NULL);
      KsGateInitialize(&Gate, 1, NULL, TRUE);
      KsPinAttachAndGate(Pin, &Gate);
      if (Switch == 26) { Gate.NextGate = &SecondGate; SecondGate.NextGate = &Gate; }
      break;
  }
}
static NTSTATUS InCreate(PKSPIN Pin) {
  PKSFILTER Filter = KsPinGetParentFilter(Pin);
  PVOID Item = NULL;
  Gates(Pin);
  switch (Switch) {
    case 34: case 35: case 134: case 135:
      Pin->StreamHeaderSize = sizeof(KSSTREAM_HEADER) + sizeof(KS_FRAME_INFO);
      break;
    case 16: case 116:
      Item = ExAllocatePoolZero(NonPagedPoolNx, 16, TAG);
      if (!Item) return STATUS_INSUFFICIENT_RESOURCES;
      KsAddItemToObjectBag(Pin->Bag, Item, NULL);
      KsAddItemToObjectBag(Filter->Bag, Item, NULL);
      KsRemoveItemFromObjectBag(Pin->Bag, Item, Switch == 16);
      break;
    case 17:
      return KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
    case 117:
      if (!NT_SUCCESS(KsEdit(Pin, &Pin->Descriptor, TAG))) return STATUS_INSUFFICIENT_RESOURCES;
      return KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
    case 18: case 118:
      Item = ExAllocatePoolZero(NonPagedPoolNx, 16, TAG);
      if (!Item || !NT_SUCCESS(KsAddItemToObjectBag(Pin->Bag, Item, NULL))) break;
      if (Switch == 18) ExFreePool(Item);
      break;
    case 30: KsPinRegisterPowerCallbacks(Pin, NULL, NULL); break;
    case 130: KsPinRegisterPowerCallbacks(Pin, Sleeps, NULL); break;
    case 111: KsPinRegisterFrameReturnCallback(Pin, Returned);
              KsPinRegisterFrameReturnCallback(Pin, NULL); break;
    case 113: KsPinRegisterIrpCompletionCallback(Pin, Completed); break;
    case 114: { PKSPIN A, B; KsPinGetCopyRelationships(Pin, &A, &B); break; }
    case 31: case 131: {
      KIRQL Irql = PASSIVE_LEVEL;
      HANDLE Handle;
      KSALLOCATOR_FRAMING Framing = {{0}};
      if (Switch == 31) KeRaiseIrql(DISPATCH_LEVEL, &Irql);
      KsCreateAllocator(NULL, &Framing, &Handle);
      if (Switch == 31) KeLowerIrql(Irql);
      break;
    }
    case 32: {
      KSALLOCATOR_FRAMING_EX Framing = {0};
      KsValidateAllocatorFramingEx(&Framing, sizeof(Framing), NULL);
      break;
    }
  }
  return STATUS_SUCCESS;
}
#define ON_PIN_CREATE return InCreate(Pin);

static VOID InState(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_ACQUIRE && From == KSSTATE_STOP) {
    if (Switch == 2) {
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED)->StreamHeader->DataUsed = 1;
    }
    if (Switch == 102 && KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED)) Note("?");
    if (Switch == 15) { KsGateInitializeOr(&Gate, NULL); }
  }
  if (To == KSSTATE_PAUSE && From == KSSTATE_ACQUIRE) {
    if (Switch == 11) KsPinRegisterFrameReturnCallback(Pin, Returned);
    if (Switch == 12) KsPinSubmitFrame(Pin, NULL, 0, NULL, NULL);
    if (Switch == 13) KsPinRegisterIrpCompletionCallback(Pin, Completed);
    if (Switch == 15) KsPinAttachOrGate(Pin, &Gate);
  }
  if (To == KSSTATE_STOP && Switch == 10 && Kept) KsStreamPointerUnlock(Kept, FALSE);
  if (To == KSSTATE_STOP && (Switch == 105 || Switch == 122)) {
    PKSSTREAM_POINTER Clone = KsPinGetFirstCloneStreamPointer(Pin);
    while (Clone) {
      PKSSTREAM_POINTER Next = KsStreamPointerGetNextClone(Clone);
      KsStreamPointerDelete(Clone);
      Clone = Next;
    }
  }
}
#define ON_STATE InState(Pin, ToState, FromState);

static BOOLEAN CloneOne(PKSPIN Pin, PFNKSSTREAMPOINTER Cancelled) {
  PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (!Leading) return FALSE;
  if (NT_SUCCESS(KsStreamPointerClone(Leading, Cancelled, 8, &Kept))) KsStreamPointerUnlock(Kept, FALSE);
  KsStreamPointerUnlock(Leading, TRUE);
  return TRUE;
}

static VOID KeepOneLocked(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (!Leading) return;
  if (!NT_SUCCESS(KsStreamPointerClone(Leading, NULL, 0, &Kept))) Kept = NULL;
  KsStreamPointerUnlock(Leading, TRUE);
}

static VOID Stamp(PKSSTREAM_POINTER Leading, ULONG Picture, BOOLEAN Checks) {
  KS_FRAME_INFO* Info = (KS_FRAME_INFO*)(Leading->StreamHeader + 1);
  if (Checks && Leading->StreamHeader->Size < sizeof(KSSTREAM_HEADER) + sizeof(*Info)) return;
  Info->ExtendedHeaderSize = sizeof(*Info);
  Info->PictureNumber = Picture;
}

static NTSTATUS InProcess(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading;
  LONG In, Out;
  switch (Switch) {
    case 1:
      Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
      if (!Leading) return STATUS_PENDING;
      Leading->Offset->Remaining += 8;
      KsStreamPointerAdvanceOffsetsAndUnlock(Leading, 8, 8, TRUE);
      return STATUS_PENDING;
    case 101:
      Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
      if (!Leading) return STATUS_PENDING;
      KsStreamPointerAdvanceOffsetsAndUnlock(Leading, 8, 8, TRUE);
      return STATUS_PENDING;
    case 3:
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
      return STATUS_PENDING;
    case 4:
      KsStreamPointerGetIrp(KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_UNLOCKED),
                            NULL, NULL);
      break;
    case 104:
      Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
      if (Leading && KsStreamPointerGetIrp(Leading, NULL, NULL) && KsStreamPointerGetMdl(Leading)) Note("both");
      if (Leading) KsStreamPointerUnlock(Leading, FALSE);
      break;
    case 5: case 105:
      if (CloneOne(Pin, NULL)) KsStreamPointerSetStatusCode(Kept, STATUS_DEVICE_DATA_ERROR);
      return STATUS_PENDING;
    case 106:
      KsPinGetAvailableByteCount(Pin, &In, &Out);
      break;
    case 7: return STATUS_UNSUCCESSFUL;
    case 8: return STATUS_SUCCESS;
    case 10: case 110:
      CloneOne(Pin, Deletes);
      return STATUS_PENDING;
    case 22: case 122:
      CloneOne(Pin, Switch == 22 ? NULL : Deletes);
      return STATUS_PENDING;
    case 23: case 123: {
      break;
    }
    case 33: return STATUS_PENDING;
    case 34: case 134: case 35: case 135:
      Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
      if (!Leading) return STATUS_PENDING;
      Stamp(Leading, Switch == 34 ? 1 : ++Pictures, Switch != 35);
      KsStreamPointerAdvanceOffsetsAndUnlock(Leading, 64, 64, TRUE);
      return STATUS_PENDING;
    case 40: KeepOneLocked(Pin); return STATUS_PENDING;
    case 39:
      Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
      if (Leading) Leading->Offset->Data[0] = 1;
      break;
  }
  return STATUS_MORE_PROCESSING_REQUIRED;
}
#define ON_PROCESS NTSTATUS Way = InProcess(Pin); if (Way != STATUS_MORE_PROCESSING_REQUIRED) return Way;

#define ON_NOTES InNotes();
static VOID InNotes(void) {
  LONG In, Out;
  PKSPIN A, B;
  if (Switch == 6) KsPinGetAvailableByteCount(LastPin, &In, &Out);
  if (Switch == 14) KsPinGetCopyRelationships(LastPin, &A, &B);
  if (Switch == 40 && Kept) { KsStreamPointerDelete(Kept); Kept = NULL; }
  if (Switch == 23 || Switch == 123) {
    LARGE_INTEGER Time;
    Time.QuadPart = Switch == 23 ? -30000000LL : -10;
    KsPinAcquireProcessingMutex(LastPin);
    KeDelayExecutionThread(KernelMode, FALSE, &Time);
    KsPinReleaseProcessingMutex(LastPin);
  }
}
#define ON_PIN_CLOSE if (Switch == 20) return STATUS_UNSUCCESSFUL;
#define ON_FORMAT if (OldFormat && Switch == 21) return STATUS_UNSUCCESSFUL;
)";

std::filesystem::path ways() {
  static const std::filesystem::path driver = minidriver({}, kWays);
  return driver;
}

void found(const char* rule, ULONG way) {
  const auto findings = findings_of_way(ways(), way);
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

// The pin of a started filter with one of the behaviours.
struct Streaming {
  Rig rig;
  File filter;
  File pin;

  explicit Streaming(ULONG way, const std::filesystem::path& driver = ways()) : rig(driver) {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(way)), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  }
  std::vector<drydock::rules::Finding> end() {
    pin.close();
    filter.close();
    rig.finish();
    return rig.findings();
  }
};

TEST(KsWays, S152PointerMovedBackIsFound) { found("S-152", 1); }
TEST(KsWays, S153NoStreamPointerIsFound) { found("S-153", 2); }
TEST(KsWays, S155EdgeLeftLockedIsFound) { found("S-155", 3); }
TEST(KsWays, S164IrpOfAnUnlockedPointerIsFound) { found("S-164", 4); }
TEST(KsWays, S171StatusWithoutADeleteIsFound) { found("S-171", 5); }
TEST(KsWays, S176ErrorOfProcessIsFound) { found("S-176", 7); }
TEST(KsWays, S177SuccessWithoutProgressIsFound) { found("S-177", 8); }
TEST(KsWays, S194CloneUsedAfterItsCallbackIsFound) { found("S-194", 10); }
TEST(KsWays, S204RefusedCloseIsFound) { found("S-204", 20); }
TEST(KsWays, S211FrameReturnOutsideStopIsFound) { found("S-211", 11); }
TEST(KsWays, S212FrameWithoutInjectionModeIsFound) { found("S-212", 12); }
TEST(KsWays, S214IrpCompletionOutsideStopIsFound) { found("S-214", 13); }
TEST(KsWays, S227NegativeOrGateIsFound) { found("S-227", 25); }
TEST(KsWays, S228GatesInACircleAreFound) { found("S-228", 26); }
TEST(KsWays, S229GateOutsideStopIsFound) { found("S-229", 15); }
TEST(KsWays, S230InputTurnedOnTwiceIsFound) { found("S-230", 24); }
TEST(KsWays, S234FreeOfASharedItemIsFound) { found("S-234", 16); }
TEST(KsWays, S237EditBelowASharedDescriptorIsFound) { found("S-237", 17); }
TEST(KsWays, S238ItemFreedByTheDriverIsFound) { found("S-238", 18); }
TEST(KsWays, S261NoPowerCallbackIsFound) { found("S-261", 30); }
TEST(KsWays, S057AllocatorAtDispatchLevelIsFound) { found("S-057", 31); }
TEST(KsWays, S045ReservedRoutineIsFound) { found("S-045", 32); }
TEST(KsWays, S172BytesWithoutTheMutexAreFound) {
  Streaming stream(6);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  notes_of(stream.filter);
  EXPECT_TRUE(has(stream.end(), "S-172"));
}
TEST(KsWays, S216CopiesAskedWithoutTheMutexAreFound) { found("S-216", 14); }

TEST(KsWays, S118RefusalOfTheSameFormatIsFound) {
  Streaming stream(21);
  stream.pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, plain_format());
  EXPECT_TRUE(has(stream.end(), "S-118"));
}
TEST(KsWays, S118RefusalUnderWayIsSilent) {
  Streaming stream(21);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  stream.pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, plain_format());
  EXPECT_EQ(stream.pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  const auto findings = stream.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsWays, S118SameFormatAcceptedIsSilent) {
  Streaming stream(121);
  EXPECT_EQ(
      stream.pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, plain_format()),
      STATUS_SUCCESS);
  EXPECT_TRUE(stream.end().empty());
}

// A reset while the minidriver has a clone of the frame.
std::vector<drydock::rules::Finding> reset_with_clone(
    ULONG way, const std::filesystem::path& driver = ways()) {
  Streaming stream(way, driver);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  const File::Stream read = stream.pin.read(1, 64);
  Bytes nothing;
  EXPECT_EQ(stream.pin.request(IOCTL_KS_RESET_STATE, bytes_of(KSRESET_BEGIN), nothing),
            STATUS_SUCCESS);
  EXPECT_EQ(stream.pin.request(IOCTL_KS_RESET_STATE, bytes_of(KSRESET_END), nothing),
            STATUS_SUCCESS);
  stream.pin.set_state(KSSTATE_STOP);
  return stream.end();
}
TEST(KsWays, S199CloneLeftInAResetIsFound) { EXPECT_TRUE(has(reset_with_clone(22), "S-199")); }
TEST(KsWays, S199CloneDeletedInAResetIsSilent) {
  const auto findings = reset_with_clone(122);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
// Its input brings no frames: it captures.
TEST(KsWays, S199CloneOfACaptureIsSilent) {
  const auto findings = reset_with_clone(
      22, minidriver({"SINK_FLAGS=KSPIN_FLAG_DO_NOT_USE_STANDARD_TRANSPORT"}, kWays));
  // It also holds its clone when the pin has stopped, which is another fault and the only one.
  ASSERT_EQ(findings.size(), 1U) << text_of(findings);
  EXPECT_TRUE(has(findings, "S-148")) << text_of(findings);
}

// Pictures across a pause, in headers with a frame's description.
std::vector<drydock::rules::Finding> pictures(ULONG way, ULONG header_size) {
  Streaming stream(way);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(stream.pin.read(1, 64, header_size).sent->status(), STATUS_SUCCESS);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_EQ(stream.pin.read(1, 64, header_size).sent->status(), STATUS_SUCCESS);
  stream.pin.set_state(KSSTATE_STOP);
  return stream.end();
}
constexpr ULONG kExtended = sizeof(KSSTREAM_HEADER) + sizeof(KS_FRAME_INFO);
TEST(KsWays, S146PicturesThatBeginAgainAreFound) {
  EXPECT_TRUE(has(pictures(34, kExtended), "S-146"));
}
TEST(KsWays, S146PicturesThatGoOnAreSilent) {
  const auto findings = pictures(134, kExtended);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsWays, S124ExtensionOfAPlainHeaderIsFound) { EXPECT_TRUE(has(pictures(35, 0), "S-124")); }
// Both frames of the life are found.
TEST(KsWays, S124ALifeGoesOnAfterIt) { EXPECT_EQ(count(pictures(35, 0), "S-124"), 2U); }
TEST(KsWays, S124PlainHeaderLeftAloneIsSilent) {
  const auto findings = pictures(135, 0);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsWays, S269DataOfAnEmptyFrameIsFound) {
  Streaming stream(39);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  stream.pin.read(1, 0);
  EXPECT_TRUE(has(stream.end(), "S-269"));
}

TEST(KsWays, S042FramingShorterThanTheFormatIsFound) {
  Rig rig(ways());
  File filter;
  File pin;
  Bytes format = plain_format();
  reinterpret_cast<KSDATAFORMAT*>(format.data())->SampleSize = 128;
  EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  EXPECT_EQ(rig.connect(filter, 0, format, pin), STATUS_SUCCESS);
  pin.set_state(KSSTATE_ACQUIRE);
  pin.close();
  filter.close();
  rig.finish();
  EXPECT_TRUE(has(rig.findings(), "S-042"));
}

// Time is the schedule's: seconds pass at once.
TEST(KsWays, S178FramesThatAreNeverProcessedAreFound) {
  const drydock::sim::SeededSchedule schedule(7);
  Streaming stream(33);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  File::Stream read = stream.pin.read(1, 64);
  LARGE_INTEGER while_nothing_happens{.QuadPart = -30LL * 10'000'000};
  KeDelayExecutionThread(KernelMode, FALSE, &while_nothing_happens);
  stream.pin.set_state(KSSTATE_STOP);
  EXPECT_TRUE(has(stream.end(), "S-178"));
}
// A clone is locked while its frame's request is cancelled, and is deleted so much later.
std::vector<drydock::rules::Finding> keep_cancelled_frame(LONGLONG seconds) {
  const drydock::sim::SeededSchedule schedule(7);
  Streaming stream(40);
  EXPECT_EQ(stream.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const File::Stream read = stream.pin.read(1, 64);
  LARGE_INTEGER time{.QuadPart = -10'000'000};
  KeDelayExecutionThread(KernelMode, FALSE, &time);
  read.sent->cancel();
  time.QuadPart *= seconds;
  KeDelayExecutionThread(KernelMode, FALSE, &time);
  notes_of(stream.filter);
  EXPECT_EQ(read.sent->status(), STATUS_CANCELLED);
  stream.pin.set_state(KSSTATE_STOP);
  return stream.end();
}
TEST(KsWays, S155FrameThatStaysLockedThroughItsCancelIsFound) {
  EXPECT_TRUE(has(keep_cancelled_frame(30), "S-155"));
}
TEST(KsWays, S155FrameThatGoesSoonAfterItsCancelIsSilent) {
  const auto findings = keep_cancelled_frame(1);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsWays, S226MutexHeldForSecondsIsFound) {
  const drydock::sim::SeededSchedule schedule(7);
  Streaming stream(23);
  notes_of(stream.filter);
  EXPECT_TRUE(has(stream.end(), "S-226"));
}
TEST(KsWays, S226MutexHeldBrieflyIsSilent) {
  const drydock::sim::SeededSchedule schedule(7);
  Streaming stream(123);
  notes_of(stream.filter);
  const auto findings = stream.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// The correct behaviour next to each fault.
TEST(KsWays, TheRightWaysAreSilent) {
  for (const ULONG way : {0U, 101U, 102U, 104U, 105U, 106U, 110U, 111U, 113U, 114U, 116U, 117U,
                          118U, 124U, 125U, 126U, 130U, 131U}) {
    const auto findings = findings_of_way(ways(), way);
    EXPECT_TRUE(findings.empty()) << way << ": " << text_of(findings);
  }
}

}  // namespace
