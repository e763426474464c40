// Clocks and gates of pins as minidrivers ask for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

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

TEST(KsObjectRules, S271ClockNeverReleasedIsFound) {
  expect_found("S-271",
               {"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK",
                "ON_PIN_CREATE=PIKSREFERENCECLOCK Clock; KsPinGetReferenceClockInterface(Pin, "
                "&Clock);"});
}

TEST(KsObjectRules, S271ReleasedClockIsSilent) {
  expect_silent({"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK",
                 "ON_PIN_CREATE=PIKSREFERENCECLOCK Clock; if "
                 "(NT_SUCCESS(KsPinGetReferenceClockInterface(Pin, &Clock))) Clock->Release();"});
}

constexpr const char* kSomeFrames = "PIN_FLAGS=KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING";

TEST(KsObjectRules, S190GateOfAPinThatHasOneIsFound) {
  expect_found("S-190", {kSomeFrames,
                         "ON_PIN_CREATE=static KSGATE Gate; KsGateInitializeOr(&Gate, NULL); "
                         "KsPinAttachOrGate(Pin, &Gate);"});
}

TEST(KsObjectRules, S190PinWithoutAGateIsSilent) { expect_silent({kSomeFrames}); }

}  // namespace
