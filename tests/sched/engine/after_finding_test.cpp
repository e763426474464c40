// What the host does after a finding about work for the GPU: what a rule forbids does not reach the
// hardware, what it held is free, and what comes next is as if it had not been.
#include <functional>
#include <string>
#include <vector>

#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::Not;

constexpr std::size_t kBytes = 16 << 10;  // of an allocation

class AfterAFinding : public HostileGpu {
 protected:
  // An allocation that the GPU has filled with 1.
  GpuWorld& filled(const EngineMiniport::Settings& settings = {}) {
    world.reset();
    GpuWorld& gpu = make(settings);
    one_ = gpu.one();
    EXPECT_EQ(gpu.fill(one_, 1), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    gpu.engine.take_calls();
    return gpu;
  }
  // A device whose work was lost is replaced by another.
  void begin_again() {
    GpuWorld& gpu = *world;
    gpu.engine.misdeeds = {};
    EXPECT_EQ(destroy_device(gpu.device), STATUS_SUCCESS);
    EXPECT_EQ(create_device(gpu.opened, gpu.device), STATUS_SUCCESS);
    EXPECT_EQ(create_context(gpu.device, 0, gpu.context), STATUS_SUCCESS);
    one_ = gpu.one();
  }
  // Work goes on, more often than there are DMA buffers, and no claim of the refused work is left:
  // the allocation is destroyed while the caller waits.
  void expect_as_before() {
    GpuWorld& gpu = *world;
    gpu.engine.misdeeds = {};
    for (std::uint32_t value = 2; value < 40; ++value)
      ASSERT_EQ(gpu.fill(one_, value), STATUS_SUCCESS) << value;
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    EXPECT_EQ(gpu.content(one_, kBytes), 39);
    EXPECT_EQ(destroy(gpu.device, 0, {one_}, {.synchronous = true}), STATUS_SUCCESS);
    EXPECT_EQ(gpu.engine.ledger().live().allocations, 0U);
    EXPECT_THAT(gpu.engine.faults(), ::testing::IsEmpty());
  }

  D3DKMT_HANDLE one_ = 0;
};

struct Misrender {
  const char* rule;
  std::function<Answer(DXGKARG_RENDER&)> render;
};

std::vector<Misrender> misrenders() {
  const auto wrote = [](DXGKARG_RENDER& wanted) {
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + 64;
    return STATUS_SUCCESS;
  };
  return {
      {"K-381",
       [](DXGKARG_RENDER& wanted) -> Answer {
         wanted.pAllocationList[0].hDeviceSpecificAllocation = &wanted;
         return std::nullopt;
       }},
      {"K-381",
       [=](DXGKARG_RENDER& wanted) -> Answer {
         *wanted.pPatchLocationListOut++ = {wanted.AllocationListSize, {}, 0, 0, 0, 0};
         return wrote(wanted);
       }},
      {"K-382",
       [](DXGKARG_RENDER& wanted) -> Answer {
         wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize + 1;
         return STATUS_SUCCESS;
       }},
      {"K-382",
       [](DXGKARG_RENDER& wanted) -> Answer {
         *wanted.pPatchLocationListOut++ = {};
         return STATUS_SUCCESS;
       }},
  };
}

TEST_F(AfterAFinding, CommandsThatTheDriverTranslatedWronglyAreNotSubmitted) {
  for (const Misrender& each : misrenders()) {
    SCOPED_TRACE(each.rule);
    GpuWorld& gpu = filled();
    gpu.engine.misdeeds.render = each.render;
    EXPECT_EQ(gpu.fill(one_, 2), STATUS_DEVICE_REMOVED);
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    const std::vector<std::string> calls = gpu.engine.take_calls();
    EXPECT_THAT(calls, Not(Contains("patch")));
    EXPECT_THAT(calls, Not(Contains("submit")));
    EXPECT_EQ(gpu.content(one_, kBytes), 1);
    EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
    expect_as_before();
    EXPECT_EQ(gpu.count(each.rule), 1U) << gpu.findings_text();
    expect_found(each.rule);
  }
}

// The work is lost, and with it its device, which another one does not notice.
TEST_F(AfterAFinding, ABufferThatWasPatchedBehindItsEndIsNotSubmitted) {
  GpuWorld& gpu = filled();
  gpu.engine.misdeeds.patch = [](const DXGKARG_PATCH& wanted) -> Answer {
    std::memset(static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaBufferSubmissionEndOffset, 7, 4);
    return std::nullopt;
  };
  EXPECT_EQ(gpu.fill(one_, 2), STATUS_SUCCESS) << "it is found when the packet's turn has come";
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  const std::vector<std::string> calls = gpu.engine.take_calls();
  EXPECT_THAT(calls, Contains("patch"));
  EXPECT_THAT(calls, Not(Contains("submit")));
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  begin_again();
  expect_as_before();
  EXPECT_EQ(gpu.count("K-385"), 1U) << gpu.findings_text();
  expect_found("K-385");
}

// The memory does not come, and the work that needs it is lost.
TEST_F(AfterAFinding, APagingBufferThatWasOverrunIsNotSubmitted) {
  for (const bool is_end_reported : {true, false}) {
    GpuWorld& gpu = filled({.paging_buffer = 100});
    gpu.engine.misdeeds.build = [=](DXGKARG_BUILDPAGINGBUFFER& wanted) -> Answer {
      auto* const end = static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize;
      if (is_end_reported) {
        wanted.pDmaBuffer = end + 1;
        return STATUS_SUCCESS;
      }
      std::memset(end, 7, 1);
      return std::nullopt;
    };
    const D3DKMT_HANDLE other = gpu.one();
    EXPECT_EQ(gpu.fill(other, 2), STATUS_SUCCESS) << "it is found when memory is made for it";
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
    const std::vector<std::string> calls = gpu.engine.take_calls();
    EXPECT_THAT(calls, Not(Contains("paging")));
    EXPECT_THAT(calls, Not(Contains("submit")));
    EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_RESET);
    begin_again();
    expect_as_before();
    EXPECT_EQ(gpu.count("K-325"), 1U) << gpu.findings_text();
    expect_found("K-325");
  }
}

NTSTATUS lock_if_idle(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  D3DKMT_LOCK data{};
  data.hDevice = device;
  data.hAllocation = allocation;
  data.Flags.DonotWait = data.Flags.LockEntire = 1;
  const NTSTATUS status = D3DKMTLock(&data);
  if (status != STATUS_SUCCESS) return status;
  const D3DKMT_UNLOCK unlock{device, 1, &allocation};
  return D3DKMTUnlock(&unlock);
}

// A fence that cannot be completed completes nothing: the work is at the hardware as before.
TEST_F(AfterAFinding, AReportThatCannotBeTrueEndsNoWork) {
  world = std::make_unique<GpuWorld>();  // whose GPU does what the test says
  GpuWorld& gpu = *world;
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));  // of paging
  gpu.engine.await_packets(0, 1);
  for (const UINT fence : {1000U, 0U}) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    data.DmaCompleted.SubmissionFenceId = fence;
    gpu.engine.report(*gpu.adapter, data);
    KeFlushQueuedDpcs();
    settle(gpu);
    EXPECT_EQ(lock_if_idle(gpu.device, one), STATUS_GRAPHICS_ALLOCATION_BUSY) << fence;
  }
  EXPECT_EQ(gpu.count("K-399"), 2U) << gpu.findings_text();
  EXPECT_TRUE(gpu.adapter->driver().alive());
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.run();  // whoever locks has the memory brought out
  EXPECT_EQ(lock_if_idle(gpu.device, one), STATUS_SUCCESS);
  EXPECT_EQ(gpu.content(one, kBytes), 1);
  expect_found("K-399");
}

}  // namespace
}  // namespace drydock::testing
