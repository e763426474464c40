// D3DKMTRender: what it refuses.
#include <sys/mman.h>

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::IsEmpty;

using Submission = Gpu;

TEST_F(Submission, ListsAreCheckedBeforeTheDriverSeesThem) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE allocation = gpu.one();
  EXPECT_EQ(render(gpu.context, {allocation + 0x40}, {}), STATUS_INVALID_HANDLE);
  EXPECT_EQ(render(gpu.context, {gpu.device}, {}), STATUS_INVALID_HANDLE);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  const D3DKMT_HANDLE foreign = create(other, Kind::kLoose, 1).allocations.at(0);
  EXPECT_EQ(render(gpu.context, {foreign}, {}), STATUS_INVALID_HANDLE);
  EXPECT_EQ(offer(gpu.device, allocation), STATUS_SUCCESS);
  EXPECT_EQ(render(gpu.context, {allocation}, {}), STATUS_INVALID_PARAMETER);
  D3DKMT_RENDER data{};
  data.hContext = gpu.context.handle;
  data.CommandLength = gpu.context.command_bytes + 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  data.CommandLength = 0;
  data.CommandOffset = gpu.context.command_bytes + 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  data.CommandOffset = 0;
  data.AllocationCount = gpu.context.allocation_count + 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  data.AllocationCount = 0;
  data.PatchLocationCount = gpu.context.patch_count + 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  data.PatchLocationCount = 0;
  data.BroadcastContextCount = D3DDDI_MAX_BROADCAST_CONTEXT + 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  data.BroadcastContextCount = 0;
  data.hContext = gpu.device;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(gpu.engine.take_calls(), IsEmpty());
}

// A client that frees its buffers harms only itself.
TEST_F(Submission, BuffersThatAreGoneAreRefused) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE one = gpu.one();
  mprotect(gpu.context.allocations, 4096, PROT_NONE);
  D3DKMT_RENDER data{};
  data.hContext = gpu.context.handle;
  data.AllocationCount = 1;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_INVALID_PARAMETER);
  data.AllocationCount = 0;
  data.Flags.ResizeAllocationList = 1;
  data.NewAllocationListSize = 2000;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_SUCCESS);
  data = {};
  data.hContext = gpu.context.handle;
  EXPECT_EQ(D3DKMTRender(&data), STATUS_SUCCESS) << "the set that is gone is made anew, larger";
  data.pNewAllocationList[0].hAllocation = one;
  data.AllocationCount = 1;
  gpu.run();
  EXPECT_EQ(D3DKMTRender(&data), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
