// Work that names memory by addresses of its process: D3DKMTSubmitCommand to its fence.
#include "tests/dxgk/submit/virtual_scene.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

TEST_F(VirtualContext, WorkIsValidatedSubmittedAndOver) {
  GpuWorld& gpu = make_virtual();
  EXPECT_EQ(gpu.engine.context_flags().back().VirtualAddressing, 1U);
  std::vector<DXGKARG_SUBMITCOMMANDVIRTUAL> seen;
  std::vector<std::byte> private_data;
  gpu.engine.misdeeds.submit_virtual =
      [&](const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted) -> std::optional<NTSTATUS> {
    seen.push_back(wanted);
    const auto* const from = static_cast<const std::byte*>(wanted.pDmaBufferPrivateData);
    private_data.assign(from, from + wanted.DmaBufferPrivateDataSize);
    return std::nullopt;
  };
  gpu.run();
  gpu.engine.take_calls();
  data[0] = std::byte{7};
  ASSERT_EQ(submit(context, std::span(data).first(8)), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("validate", "submit virtual"));
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].DmaBufferVirtualAddress, submission(context).Commands);
  EXPECT_EQ(seen[0].DmaBufferSize, 64U);
  EXPECT_EQ(seen[0].DmaBufferPrivateDataSize, kPrivate);
  EXPECT_EQ(seen[0].DmaBufferUmdPrivateDataSize, 8U);
  EXPECT_EQ(private_data, std::vector(data.begin(), data.end()));
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("submit virtual")) << "nothing to validate";
}

TEST_F(VirtualContext, WhatTheDriverCallsInvalidIsNotQueued) {
  GpuWorld& gpu = make_virtual();
  gpu.engine.misdeeds.validate = [](DXGKARG_VALIDATESUBMITCOMMAND&) {
    return std::optional<NTSTATUS>(STATUS_INVALID_USER_BUFFER);
  };
  EXPECT_EQ(submit(context, data), STATUS_INVALID_USER_BUFFER);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.packets(0), 0U);
}

TEST_F(VirtualContext, AdaptersWithoutAddressesHaveNone) {
  GpuWorld& gpu = make();
  EXPECT_EQ(create_virtual(gpu.device, context), STATUS_NOT_SUPPORTED);
  D3DDDI_RESERVEGPUVIRTUALADDRESS range{};
  range.Size = 65536;
  EXPECT_EQ(reserve(gpu.opened, range), STATUS_NOT_SUPPORTED);
  EXPECT_EQ(free_range(gpu.opened, 65536, 65536), STATUS_NOT_SUPPORTED);
}

TEST_F(VirtualContext, K374EachKindOfContextHasItsOwnCall) {
  const Raises raises({"K-374"});
  GpuWorld& gpu = make_virtual();
  D3DKMT_RENDER render{};
  render.hContext = context;
  EXPECT_EQ(D3DKMTRender(&render), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(submit(gpu.context.handle), STATUS_INVALID_PARAMETER);
  gpu.run();
  const D3DKMT_HANDLE one = gpu.one();
  const ClientQueue queue(gpu.device);
  ASSERT_EQ(queue.wait(gpu.device, make_resident(queue, {one}).fence), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(submit(context), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

TEST_F(VirtualContext, K375MorePrivateDataThanTheDriverAskedForIsRefused) {
  const Raises raises({"K-375"});
  GpuWorld& gpu = make_virtual();
  std::array<std::byte, kPrivate + 1> more{};
  EXPECT_EQ(submit(context, more), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(gpu.engine.packets(0), 0U);
}

TEST_F(VirtualContext, K375AsMuchAsTheDriverAskedForIsServedAndFlowsOneWay) {
  const StaysSilent silent({"K-375"});
  GpuWorld& gpu = make_virtual();
  gpu.engine.misdeeds.submit_virtual =
      [](const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted) -> std::optional<NTSTATUS> {
    std::memset(wanted.pDmaBufferPrivateData, 1, wanted.DmaBufferPrivateDataSize);
    return std::nullopt;
  };
  gpu.run();
  const auto before = data;
  EXPECT_EQ(submit(context, data), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(data, before);
}

TEST_F(VirtualContext, K387AnotherFailureIsFound) {
  GpuWorld& gpu = make_virtual();
  answer({STATUS_UNSUCCESSFUL});
  EXPECT_EQ(submit(context), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  EXPECT_EQ(gpu.count("K-387"), 1U) << gpu.findings_text();
  EXPECT_TRUE(gpu.adapter->driver().alive());
  gpu.end();
  world.reset();
}

// The device is lost at once, and the fence comes after those before it.
TEST_F(VirtualContext, K387MalformedWorkLosesItsDeviceSilently) {
  GpuWorld& gpu = make_virtual();
  D3DKMT_HANDLE other = 0, others_context = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  ASSERT_EQ(create_virtual(other, others_context), STATUS_SUCCESS);
  answer({STATUS_SUCCESS, STATUS_INVALID_PARAMETER});
  ASSERT_EQ(submit(others_context), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  gpu.engine.await_calls("submit virtual", 2);
  while (state_of(gpu.device) == D3DKMT_DEVICEEXECUTION_ACTIVE) sim::park(sim::now() + 1000);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  EXPECT_EQ(submit(context), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(gpu.engine.packets(0), 1U) << "the other's";
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  EXPECT_EQ(submit(others_context), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(other), STATUS_SUCCESS);
}

TEST_F(VirtualContext, BadRequestsAreRefused) {
  GpuWorld& gpu = make_virtual();
  D3DKMT_SUBMITCOMMAND request = submission(context);
  request.BroadcastContextCount = 0;
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_INVALID_PARAMETER);
  request = submission(context);
  request.Flags.Reserved = 1;
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_INVALID_PARAMETER);
  request = submission(context);
  request.PrivateDriverDataSize = 8;
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_INVALID_PARAMETER) << "there is none";
  request = submission(context);
  request.NumPrimaries = D3DDDI_MAX_WRITTEN_PRIMARIES + 1;
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_INVALID_PARAMETER);
  request.NumPrimaries = 1;
  request.WrittenPrimaries[0] = gpu.device;
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_INVALID_PARAMETER);
  D3DKMT_CREATECONTEXTVIRTUAL create{};
  create.EngineAffinity = 1;
  EXPECT_EQ(D3DKMTCreateContextVirtual(&create), STATUS_INVALID_PARAMETER);
  create.hDevice = gpu.device;
  create.NodeOrdinal = 1;
  EXPECT_EQ(D3DKMTCreateContextVirtual(&create), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(gpu.engine.packets(0), 0U);
}

// The host does not know what virtual work names, so a destroyed allocation waits for all work that
// was submitted before.
TEST_F(VirtualContext, WhatIsDestroyedWaitsForTheWorkBeforeIt) {
  GpuWorld& gpu = make_virtual();
  const D3DKMT_HANDLE one = gpu.one();
  const D3DKMT_HANDLE two = gpu.one();
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  ASSERT_EQ(destroy(gpu.device, 0, {one}), STATUS_SUCCESS);
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  dxgk::finish_jobs();
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 2U);
  const Destroy at_once{.assume_not_in_use = true};
  ASSERT_EQ(destroy(gpu.device, 0, {two}, at_once), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 1U);
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  while (gpu.engine.ledger().live().allocations != 0) sim::park(sim::now() + 1000);
  gpu.engine.await_packets(0, 1);  // what came later runs on
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

// K-394, where nothing is patched: both processes have work at the hardware.
TEST_F(VirtualContext, K394ProcessesTakeTurnsWithoutIdleBetween) {
  GpuWorld& gpu = make_virtual();
  std::vector<HANDLE> submitted;  // contexts
  gpu.engine.misdeeds.submit_virtual =
      [&](const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted) -> std::optional<NTSTATUS> {
    EXPECT_EQ(gpu.engine.packets(0), submitted.empty() ? 0U : 1U);
    submitted.push_back(wanted.hContext);
    return std::nullopt;
  };
  const std::unique_ptr<dxgk::Process> process = gpu.dock->new_process();
  D3DKMT_HANDLE device = 0, other = 0;
  {
    const dxgk::ProcessScope scope(process.get());
    ASSERT_EQ(create_device(open_adapter(gpu.adapter->luid()), device), STATUS_SUCCESS);
    ASSERT_EQ(create_virtual(device, other), STATUS_SUCCESS);
  }
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(submit(context), STATUS_SUCCESS);
    const dxgk::ProcessScope scope(process.get());
    ASSERT_EQ(submit(other), STATUS_SUCCESS);
  }
  expect_turns(gpu, submitted);
}

TEST_F(VirtualContext, PreemptedWorkIsSubmittedAgain) {
  GpuWorld& gpu = make_virtual();
  std::vector<UINT> resubmissions;
  gpu.engine.misdeeds.submit_virtual =
      [&](const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted) -> std::optional<NTSTATUS> {
    resubmissions.push_back(wanted.Flags.Resubmission);
    return std::nullopt;
  };
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 2);
  D3DKMT_HANDLE urgent = 0;
  ASSERT_EQ(create_virtual(gpu.device, urgent), STATUS_SUCCESS);
  const D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{urgent, 3};
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  ASSERT_EQ(submit(urgent), STATUS_SUCCESS);
  gpu.engine.await_calls("submit virtual", 4);
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(resubmissions, ElementsAre(0U, 0U, 0U, 1U, 1U));
}

}  // namespace
}  // namespace drydock::testing
