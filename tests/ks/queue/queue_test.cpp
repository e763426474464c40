// The queue of a pin whose driver dies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// Process leaves a clone locked; the switch kills the driver.
constexpr const char* kLocksAClone = R"(
static NTSTATUS LockClone(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  PKSSTREAM_POINTER Clone;
  if (!Leading) return STATUS_PENDING;
  if (NT_SUCCESS(KsStreamPointerClone(Leading, NULL, 0, &Clone))) Note("locked");
  KsStreamPointerUnlock(Leading, TRUE);
  return STATUS_PENDING;
}
#define ON_PROCESS return LockClone(Pin);
#define ON_SWITCH *(volatile ULONG*)0x80000 = 0;
)";

TEST(KsQueue, ADriverThatDiesWithALockedCloneHoldsNothing) {
  OpenMinidriver scene(minidriver({}, kLocksAClone));
  scene.open();
  File pin;
  ASSERT_EQ(scene.rig.connect(scene.filter, 0, plain_format(), pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  File::Stream read = pin.read(1, 64);
  EXPECT_THAT(scene.notes(), ::testing::HasSubstr("locked"));
  EXPECT_FALSE(read.sent->is_done());
  EXPECT_EQ(scene.filter.set(kNotesSet, 1, bytes_of(ULONG{1})), STATUS_DEVICE_REMOVED);
  EXPECT_FALSE(scene.rig.driver().alive());
  EXPECT_EQ(read.sent->status(), STATUS_DEVICE_REMOVED);
  // A worker has taken the frame from the clone by now, or takes it while the pin closes.
  LARGE_INTEGER moment{.QuadPart = -10 * 10'000};
  KeDelayExecutionThread(KernelMode, FALSE, &moment);
  pin.close();
  const auto findings = scene.end();
  EXPECT_TRUE(has(findings, "N-061")) << text_of(findings);
  EXPECT_FALSE(has(findings, "S-148")) << text_of(findings);
}

}  // namespace
