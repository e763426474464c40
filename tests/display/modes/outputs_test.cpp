// What a driver says of its outputs and of the monitors at them.
#include "src/display/modes/outputs.h"

#include "tests/display/modes/display_scene.h"

namespace drydock::testing {
namespace {

using Output = DisplayMiniport::Output;

class OutputRules : public DisplayTest {
 protected:
  NTSTATUS indicate_rotation() {
    DXGK_CHILD_STATUS status{};
    status.Type = StatusRotation;
    status.ChildUid = 7;
    status.Rotation.Angle = D3DKMDT_MO_90DEG;
    NTSTATUS answer = STATUS_UNSUCCESSFUL;
    display->as_driver([&] {
      const DXGKRNL_INTERFACE& kernel = display->kernel();
      answer = kernel.DxgkCbIndicateChildStatus(kernel.DeviceHandle, &status);
    });
    return answer;
  }
};

TEST_F(OutputRules, D023TwoOutputsOfOneUidAreFound) {
  start({.outputs = {Output{}, Output{}}});
  EXPECT_EQ(count("D-023"), 1U) << findings_text();
}

TEST_F(OutputRules, D023OutputsOfTheirOwnAreSilent) {
  start({.outputs = {Output{}, Output{.uid = 8}}});
  expect_silence();
}

TEST_F(OutputRules, D025AwarenessOfNoKindIsFound) {
  start({.outputs = {Output{.awareness = HpdAwarenessNone}}});
  EXPECT_EQ(count("D-025"), 1U) << findings_text();
}

TEST_F(OutputRules, D025ThreeKindsOfAwarenessAreSilent) {
  start({.outputs = {Output{}, Output{.uid = 8, .awareness = HpdAwarenessPolled},
                     Output{.uid = 9, .awareness = HpdAwarenessAlwaysConnected}}});
  expect_silence();
}

TEST_F(OutputRules, D024OutputOfNoTypeIsFound) {
  start({.extend = [](DRIVER_INITIALIZATION_DATA& table) {
    table.DxgkDdiQueryChildRelations = [](PVOID, PDXGK_CHILD_DESCRIPTOR children,
                                          ULONG) -> NTSTATUS {
      children->ChildDeviceType = TypeUninitialized;
      children->ChildUid = 7;
      children->ChildCapabilities.HpdAwareness = HpdAwarenessAlwaysConnected;
      return STATUS_SUCCESS;
    };
  }});
  EXPECT_EQ(count("D-024"), 1U) << findings_text();
}

TEST_F(OutputRules, D024VideoOutputIsSilent) {
  start();
  expect_silence();
}

TEST_F(OutputRules, D028StatusOfAnotherChildIsFound) {
  make();
  display->misdeeds.status = [](DXGK_CHILD_STATUS& status) {
    status.ChildUid = 99;
    status.HotPlug.Connected = TRUE;
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_EQ(count("D-028"), 1U) << findings_text();
}

TEST_F(OutputRules, D028StatusOfTheChildIsSilent) {
  start();
  expect_silence();
}

// A driver may write the whole structure, and may refuse.
TEST_F(OutputRules, D028StatusInAnotherFormIsSilent) {
  make();
  display->misdeeds.status = [](DXGK_CHILD_STATUS& status) {
    DXGK_CHILD_STATUS whole{};
    whole.Type = status.Type;
    whole.ChildUid = status.ChildUid;
    whole.HotPlug.Connected = TRUE;
    status = whole;
    return STATUS_SUCCESS;
  };
  plug_in();
  stop();
  make();
  display->misdeeds.status = [](DXGK_CHILD_STATUS&) { return STATUS_UNSUCCESSFUL; };
  plug_in();
  expect_silence();
}

TEST_F(OutputRules, D028StatusThatFailsAndIsOfAnotherChildIsFound) {
  make();
  display->misdeeds.status = [](DXGK_CHILD_STATUS& status) {
    status.ChildUid = 0;
    return STATUS_UNSUCCESSFUL;
  };
  plug_in();
  EXPECT_EQ(count("D-028"), 1U) << findings_text();
}

TEST_F(OutputRules, D031RotationThatIsNotSensedIsFound) {
  start();
  EXPECT_EQ(indicate_rotation(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(count("D-031"), 1U) << findings_text();
}

TEST_F(OutputRules, D031RotationThatIsSensedIsSilent) {
  start({.outputs = {Output{.orientation = D3DKMDT_MOA_INTERRUPTIBLE}}});
  EXPECT_EQ(indicate_rotation(), STATUS_SUCCESS);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
