// System memory that a device can reach.
#include "src/dxgk/callbacks/memory.h"

#include "tests/dxgk/miniport.h"
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::IsEmpty;

TEST(Callbacks, GiveMemoryThatTheDeviceCanReach) {
  const MiniportLife life = life_with(u"Memory");
  EXPECT_TRUE(life.has_said("AllocateContiguousMemory 00000000")) << life.findings_text();
  EXPECT_TRUE(life.has_said("FreeContiguousMemory 00000000"));
  EXPECT_TRUE(life.has_said("FreeContiguousMemory again c000000d"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(CallbackRules, K427MemoryAtDispatchLevelIsFound) {
  const MiniportLife life = life_with(u"MemoryAtDispatch");
  EXPECT_EQ(life.count("K-427"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}
TEST(CallbackRules, K427MdlThatDiesEarlyIsFound) {
  EXPECT_EQ(life_with(u"MdlDiesEarly").count("K-427"), 1U);
}
TEST(CallbackRules, K427MdlThatOutlivesItsMappingIsSilent) {
  EXPECT_THAT(life_with(u"IoMmu").findings, IsEmpty());
}

TEST_F(HostileGpu, K427OlderDriversAreOnlyRefused) {
  GpuWorld& gpu = make({.version = DXGKDDI_INTERFACE_VERSION_WDDM3_1});
  NTSTATUS status = STATUS_SUCCESS;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND&) -> Answer {
    DXGKARGCB_ALLOCATECONTIGUOUSMEMORY wanted{};
    wanted.NumberOfBytes = PAGE_SIZE;
    const DXGKRNL_INTERFACE& kernel = gpu.engine.kernel();
    status = kernel.DxgkCbAllocateContiguousMemory(kernel.DeviceHandle, &wanted);
    return std::nullopt;
  };
  work();
  EXPECT_EQ(status, STATUS_INVALID_PARAMETER);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
