// Calls about hardware queues: what is refused.
#include <array>

#include "tests/dxgk/work/hw_queue_scene.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {
namespace {

TEST_F(HwQueue, DriversWithoutThemRefuse) {
  EngineMiniport::Settings settings;
  settings.gpu_mmu = true;
  GpuWorld& gpu = make(settings);
  ASSERT_EQ(create_queue_context(gpu.device, context), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.context_flags().back().HwQueueSupported, 0U);
  EXPECT_EQ(create_queue(context).status, STATUS_NOT_SUPPORTED);
  EXPECT_EQ(create_queue(gpu.context.handle).status, STATUS_NOT_SUPPORTED);
}

TEST_F(HwQueue, NodesWithoutUserModeSubmissionRefuse) {
  driver.has_user_mode = false;
  make_queues();
  EXPECT_EQ(create_queue(context, /*is_for_user_mode=*/true).status, STATUS_NOT_SUPPORTED);
  EXPECT_EQ(create_queue(context).status, STATUS_SUCCESS);
}

TEST_F(HwQueue, BadRequestsAreRefused) {
  GpuWorld& gpu = make_queues();
  EXPECT_EQ(create_queue(0).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create_queue(gpu.device).status, STATUS_INVALID_PARAMETER);
  ClientContext patched;
  ASSERT_EQ(testing::create_context(gpu.device, 0, patched), STATUS_SUCCESS);
  EXPECT_EQ(create_queue(patched.handle).status, STATUS_INVALID_PARAMETER);
  D3DKMT_CREATEHWQUEUE create{};
  create.hHwContext = context;
  create.Flags.Reserved = 1;
  EXPECT_EQ(D3DKMTCreateHwQueue(&create), STATUS_INVALID_PARAMETER);
  create.Flags.Value = 0;
  create.PrivateDriverDataSize = 8;
  EXPECT_EQ(D3DKMTCreateHwQueue(&create), STATUS_INVALID_PARAMETER) << "there is none";
  driver.create_queue = STATUS_NO_MEMORY;
  EXPECT_EQ(create_queue(context).status, STATUS_NO_MEMORY);
  driver.create_queue = STATUS_SUCCESS;

  queue = make_queue();
  EXPECT_EQ(testing::submit(context, 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(testing::submit(queue.handle, 0), STATUS_INVALID_PARAMETER) << "no value";
  std::array<std::byte, 33> much{};
  EXPECT_EQ(testing::submit(queue.handle, 1, much), STATUS_INVALID_PARAMETER);
  D3DKMT_SUBMITCOMMANDTOHWQUEUE wrong{};
  wrong.hHwQueue = queue.handle;
  wrong.HwQueueProgressFenceId = 1;
  wrong.NumPrimaries = D3DDDI_MAX_WRITTEN_PRIMARIES + 1;
  EXPECT_EQ(D3DKMTSubmitCommandToHwQueue(&wrong), STATUS_INVALID_PARAMETER);
  wrong.NumPrimaries = 1;
  wrong.WrittenPrimaries = &gpu.device;
  EXPECT_EQ(D3DKMTSubmitCommandToHwQueue(&wrong), STATUS_INVALID_PARAMETER);
  ASSERT_EQ(testing::submit(queue.handle, 5), STATUS_SUCCESS);
  EXPECT_EQ(testing::submit(queue.handle, 5), STATUS_INVALID_PARAMETER) << "values only grow";
  driver.await_call("submit 5");
  driver.reach(gpu, driver.last_queue(), 5);
  EXPECT_EQ(D3DKMTDestroySynchronizationObject(
                std::array{D3DKMT_DESTROYSYNCHRONIZATIONOBJECT{queue.fence}}.data()),
            STATUS_INVALID_PARAMETER)
      << "the fence is the queue's";
}

}  // namespace
}  // namespace drydock::testing
