// How monitors and other children describe themselves through their driver.
#include "src/display/modes/descriptors.h"

#include <cstring>

#include "tests/display/modes/display_scene.h"

namespace drydock::testing {
namespace {

using Output = DisplayMiniport::Output;

class DescriptorRules : public DisplayTest {};

TEST_F(DescriptorRules, D034DescriptorThatIsTooLongIsFound) {
  make();
  display->misdeeds.descriptor = [](ULONG, DXGK_DEVICE_DESCRIPTOR& descriptor) {
    std::memset(descriptor.DescriptorBuffer, 0, descriptor.DescriptorLength + 1);
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_GE(count("D-034"), 1U) << findings_text();
}

TEST_F(DescriptorRules, D034DescriptorOfItsLengthIsSilent) {
  start({.outputs = {Output{.edid = {sample_edid()}}}});
  expect_silence();
}

// A child that is no video output has names, not an EDID.
TEST_F(DescriptorRules, D034DescriptorOfAnotherKindIsFound) {
  const std::vector<Output> outputs = {Output{}, Output{.uid = 9, .type = TypeOther}};
  make({.outputs = outputs});
  display->misdeeds.descriptor = [](ULONG child,
                                    DXGK_DEVICE_DESCRIPTOR& descriptor) -> std::optional<NTSTATUS> {
    if (child != 9) return std::nullopt;
    std::memcpy(descriptor.DescriptorBuffer, sample_edid().data(), 128);
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_EQ(count("D-034"), 1U) << findings_text();
  stop();
  make({.outputs = outputs});
  display->misdeeds.descriptor = [](ULONG child,
                                    DXGK_DEVICE_DESCRIPTOR& descriptor) -> std::optional<NTSTATUS> {
    if (child != 9) return std::nullopt;
    std::memset(descriptor.DescriptorBuffer, 'x', descriptor.DescriptorLength);
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_EQ(count("D-034"), 2U) << "names without an end" << findings_text();
}

TEST_F(DescriptorRules, D034NamesOfAnotherChildAreSilent) {
  start({.outputs = {Output{}, Output{.uid = 9, .type = TypeOther}}});
  EXPECT_EQ(modes()->monitors().targets().size(), 1U) << "it is no target";
  stop();
  make({.outputs = {Output{}, Output{.uid = 9, .type = TypeOther}}});
  display->misdeeds.descriptor = [](auto, auto&) {
    return STATUS_GRAPHICS_CHILD_DESCRIPTOR_NOT_SUPPORTED;
  };
  plug_in();
  expect_silence();
}

TEST_F(DescriptorRules, D035BaseBlockThatIsNotGivenAgainIsFound) {
  make({.outputs = {Output{.edid = {sample_edid()}}}});
  UINT asked = 0;
  display->misdeeds.descriptor = [&](auto, auto&) -> std::optional<NTSTATUS> {
    if (asked++ == 0) return std::nullopt;
    return STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA;
  };
  plug_in();
  EXPECT_EQ(count("D-035"), 1U) << findings_text();
  EXPECT_TRUE(modes()->monitors().at(7)->descriptors.empty());
}

TEST_F(DescriptorRules, D035BaseBlockThatIsGivenAgainIsSilent) {
  start({.outputs = {Output{.edid = {sample_edid()}}}});
  EXPECT_EQ(modes()->monitors().at(7)->descriptors.size(), 1U);
  display->plug(7, false);
  display->plug(7, true);
  modes()->settle();
  EXPECT_EQ(modes()->monitors().at(7)->descriptors.size(), 1U);
  expect_silence();
}

// The monitor leaves between the two questions; or it is slow and answers the next one; or the
// driver has no memory to read it.
TEST_F(DescriptorRules, D035MonitorThatLeavesMeanwhileIsSilent) {
  for (const NTSTATUS status : {STATUS_MONITOR_NO_DESCRIPTOR, STATUS_SUCCESS, STATUS_NO_MEMORY}) {
    make({.outputs = {Output{.edid = {sample_edid()}}}});
    UINT asked = 0;
    display->misdeeds.descriptor = [&](auto, auto&) -> std::optional<NTSTATUS> {
      if (++asked != 2) return std::nullopt;
      if (status == STATUS_SUCCESS) return STATUS_MONITOR_NO_DESCRIPTOR;
      display->settings().outputs.front().is_connected = status == STATUS_NO_MEMORY;
      return status;
    };
    plug_in();
    EXPECT_EQ(count("D-035"), 0U) << findings_text();
    stop();
  }
}

TEST_F(DescriptorRules, D036RefusalOfAnotherKindIsALint) {
  make();
  display->misdeeds.descriptor = [](auto, auto&) { return STATUS_INVALID_PARAMETER; };
  plug_in();
  EXPECT_GE(count("D-036"), 1U) << findings_text();
  EXPECT_TRUE(log.findings().front().is_tolerated);
}

TEST_F(DescriptorRules, D036DocumentedRefusalsAreSilent) {
  for (const NTSTATUS status :
       {STATUS_GRAPHICS_CHILD_DESCRIPTOR_NOT_SUPPORTED, STATUS_MONITOR_NO_DESCRIPTOR,
        STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA}) {
    make();
    display->misdeeds.descriptor = [=](auto, auto&) { return status; };
    plug_in();
    stop();
  }
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
