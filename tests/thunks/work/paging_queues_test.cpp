// Calls about paging queues: what is refused.
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using PagingQueueLife = ResidentGpu;

TEST_F(PagingQueueLife, BadRequestsAreRefused) {
  GpuWorld& gpu = make();
  D3DKMT_CREATEPAGINGQUEUE data{};
  EXPECT_EQ(D3DKMTCreatePagingQueue(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTCreatePagingQueue(&data), STATUS_INVALID_PARAMETER) << "no device";
  data.hDevice = gpu.device;
  data.Priority = static_cast<D3DDDI_PAGINGQUEUE_PRIORITY>(2);
  EXPECT_EQ(D3DKMTCreatePagingQueue(&data), STATUS_INVALID_PARAMETER);
  data.Priority = D3DDDI_PAGINGQUEUE_PRIORITY_NORMAL;
  data.PhysicalAdapterIndex = 1;
  EXPECT_EQ(D3DKMTCreatePagingQueue(&data), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_paging_queue(gpu.device), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_paging_queue(0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTDestroyPagingQueue(nullptr), STATUS_INVALID_PARAMETER);
}

TEST_F(PagingQueueLife, OlderDriversHaveNone) {
  GpuWorld& gpu = Gpu::make();
  D3DKMT_CREATEPAGINGQUEUE data{};
  data.hDevice = gpu.device;
  EXPECT_EQ(D3DKMTCreatePagingQueue(&data), STATUS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace drydock::testing
