// Pins, from their creation to their end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/opened.h"
#include "tests/ks/pin/watched.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;
namespace ks = drydock::ks;

namespace {

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

TEST(KsPromises, S114NoMoreInstancesThanPossible) {
  Opened opened;
  File first;
  File second;
  ASSERT_EQ(opened.connect(first), STATUS_SUCCESS);
  EXPECT_FALSE(NT_SUCCESS(opened.connect(second)));
  first.close();
  EXPECT_EQ(opened.connect(second), STATUS_SUCCESS);
}

TEST(KsPromises, S137ClientStateGoesFirstAndComesBack) {
  Opened opened(
      {"ON_STATE=if (Pin->ClientState == ToState && Pin->DeviceState == FromState) "
       "Note(\"ahead\"); if (ToState == KSSTATE_PAUSE) return STATUS_NO_MEMORY;"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.set_state(KSSTATE_RUN), STATUS_NO_MEMORY);
  Bytes state(sizeof(KSSTATE));
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_STATE, state), STATUS_SUCCESS);
  EXPECT_EQ(state, bytes_of(KSSTATE_ACQUIRE));
  EXPECT_THAT(opened.notes(), HasSubstr("Acquire ahead Pause ahead "));
}

TEST(KsPromises, S140TooFewInstancesCannotLeaveStop) {
  Opened opened({"NECESSARY=1"});
  File sink;
  ASSERT_EQ(opened.connect(sink, 1), STATUS_SUCCESS);
  EXPECT_FALSE(NT_SUCCESS(sink.set_state(KSSTATE_ACQUIRE)));
  File pin;
  ASSERT_EQ(opened.connect(pin, 0), STATUS_SUCCESS);
  EXPECT_EQ(sink.set_state(KSSTATE_ACQUIRE), STATUS_SUCCESS);
}

TEST(KsClientRules, S073AllocatorForAClientsPinIsFound) {
  ClientScene scene;
  scene.pin.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR,
                bytes_of(scene.allocator.handle()));
  expect(scene, "S-073");
}

// Two pipes of one filter, with an allocator for each or one for both.
std::vector<drydock::rules::Finding> two_pipes(bool one_allocator) {
  Rig rig(idle_driver());
  {
    File filter;
    File sinks[2], sources[2], allocators[2];
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(rig.connect(filter, 1, plain_format(), sinks[i]), STATUS_SUCCESS);
      EXPECT_EQ(rig.connect(filter, 0, plain_format(), sources[i], &sinks[i]), STATUS_SUCCESS);
      EXPECT_EQ(
          rig.open_below(sinks[i], ks::kAllocatorClass, bytes_of(pool_framing(1)), allocators[i]),
          STATUS_SUCCESS);
      const File& used = allocators[one_allocator ? 0 : i];
      EXPECT_EQ(
          sources[i].set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, bytes_of(used.handle())),
          STATUS_SUCCESS);
    }
  }
  rig.finish();
  return rig.findings();
}

TEST(KsClientRules, S075OneAllocatorForTwoSegmentsIsFound) {
  EXPECT_TRUE(has(two_pipes(true), "S-075"));
}

TEST(KsClientRules, S075AnAllocatorForEachIsSilent) {
  const auto findings = two_pipes(false);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

constexpr const char* kLoose = R"(
static KSALLOCATOR_FRAMING_EX Loose = {1, 0, {1, 1, 0}, 0, {{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
  {STATIC_KS_TYPE_DONT_CARE}, 0, 0, 2, 2, {0}, 0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}}};
#define FRAMING &Loose
)";

TEST(KsObjectRules, S046FramingWrittenInPlaceIsFound) {
  expect_found("S-046", {"ON_PIN_CREATE=Loose.FramingItem[0].Frames = 9;"}, kLoose);
}

constexpr const char* kConstant = R"(
DECLARE_SIMPLE_FRAMING_EX(Constant, {STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)}, 2, 2, 0, 64, 64);
#define FRAMING &Constant
)";

TEST(KsObjectRules, S046WriteThatTheConstantFramingRefusesIsFound) {
  expect_found(
      "S-046",
      {"ON_PIN_CREATE=((volatile "
       "KSALLOCATOR_FRAMING_EX*)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 9;"},
      kConstant);
}

TEST(KsObjectRules, S046FramingEditedIsSilent) {
  expect_silent(
      {"ON_PIN_CREATE=if (NT_SUCCESS(KsEdit(Pin, &Pin->Descriptor, TAG)) && "
       "NT_SUCCESS(KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG))) "
       "((PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 9;"},
      kLoose);
}

}  // namespace
