// A fault at every point of a life of the GPU: start, create, page in, render, submit, reset, end.
// Whatever fails, no rule is broken because of it, and everything is destroyed in the end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "drydock/dock.h"
#include "src/sim/faults.h"
#include "tests/support/gpu_client.h"

namespace drydock::testing {
namespace {

constexpr std::size_t kBytes = 4 * PAGE_SIZE;
constexpr std::size_t kMemory = 8 * PAGE_SIZE;

// A client that takes what it gets.
class Life {
 public:
  // False when the adapter did not come up.
  bool plug() {
    try {
      auto plugged = dxgk::plug_driver(*dock_, dxgk::software_gpu(),
                                       std::make_shared<dxgk::SoftwareGpuDevice>(
                                           kMemory, dxgk::SoftwareGpuDevice::Generation::kWddm1));
      driver_ = std::move(plugged.driver);
      adapter_ = plugged.adapter;
    } catch (const DockError&) {
      return false;
    }
    process_ = dock_->new_process();
    return true;
  }
  ~Life() {
    process_.reset();
    dock_.reset();
    if (driver_) driver_->unload();
  }
  Life() = default;
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;

  // Work with more than fits, an engine that hangs, and work that is left behind. True when all of
  // it was done.
  bool work(bool hangs) {
    const dxgk::ProcessScope inside(process_.get());
    const D3DKMT_HANDLE opened = open_adapter(adapter_->luid());
    D3DKMT_HANDLE device = 0;
    if (opened == 0 || create_device(opened, device) != STATUS_SUCCESS) return false;
    D3DKMT_CREATECONTEXT context{};
    context.hDevice = device;
    context.EngineAffinity = 1;
    if (D3DKMTCreateContext(&context) != STATUS_SUCCESS) return false;
    bool all = true;
    for (UINT i = 0; i < 4; ++i) {
      if (hangs && i == 2) steer(opened, SOFTGPU_ESCAPE_HANG);
      const D3DKMT_HANDLE buffer = allocate_with(device, softgpu_buffer(kBytes));
      all = buffer != 0 && render(context, buffer) && all;
    }
    D3DKMT_WAITFORIDLE idle{};
    idle.hDevice = device;
    all = D3DKMTWaitForIdle(&idle) == STATUS_SUCCESS && all;
    destroy_context(context.hContext);
    if (hangs) steer(opened, SOFTGPU_ESCAPE_GO);
    return all;
  }

 private:
  static bool render(D3DKMT_CREATECONTEXT& context, D3DKMT_HANDLE buffer) {
    if (context.pCommandBuffer == nullptr || context.pAllocationList == nullptr) return false;
    const SOFTGPU_COMMAND command = fill(0, kBytes, 1);
    std::memcpy(context.pCommandBuffer, &command, sizeof command);
    context.pAllocationList[0] = {};
    context.pAllocationList[0].hAllocation = buffer;
    context.pAllocationList[0].WriteOperation = 1;
    D3DKMT_RENDER data{};
    data.hContext = context.hContext;
    data.CommandLength = sizeof command;
    data.AllocationCount = 1;
    if (D3DKMTRender(&data) != STATUS_SUCCESS) return false;
    context.pCommandBuffer = data.pNewCommandBuffer;
    context.pAllocationList = data.pNewAllocationList;
    return true;
  }

  static void steer(D3DKMT_HANDLE adapter, UINT command) {
    SOFTGPU_ESCAPE_DATA data = softgpu_escape(command);
    escape_with(adapter, data);
  }

  std::unique_ptr<nt::LoadedDriver> driver_;
  std::unique_ptr<dxgk::Dock> dock_ = std::make_unique<dxgk::Dock>();
  dxgk::Adapter* adapter_ = nullptr;
  std::unique_ptr<dxgk::Process> process_;
};

// Returns how many faults were injected: 0 when the life has fewer points.
std::uint64_t live(std::uint64_t point, bool hangs) {
  const rules::FindingLog log;
  std::uint64_t failed = 0;
  {
    const sim::SeededSchedule schedule(point);
    Life life;
    bool came_up = false;
    {
      const sim::FaultInjection injection({.nth = point});
      came_up = life.plug();
      if (came_up) life.work(hangs);
      failed = injection.failed();
    }
    // Later work succeeds.
    if (came_up) EXPECT_TRUE(life.work(/*hangs=*/false)) << "after a fault at point " << point;
  }
  for (const rules::Finding& finding : log.findings()) {
    EXPECT_EQ(finding.rule->party, rules::Party::kClient)
        << "fault at point " << point << ": " << to_text(finding);
  }
  return failed;
}

void fail_at_every_point(bool hangs) {
  std::uint64_t point = 0;
  while (live(point, hangs) != 0) {
    ++point;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "fault at point " << point - 1;
  }
  EXPECT_GT(point, 20U);
}

TEST(GpuFaults, WorkThatIsDone) { fail_at_every_point(/*hangs=*/false); }

TEST(GpuFaults, WorkThatHangs) { fail_at_every_point(/*hangs=*/true); }

}  // namespace
}  // namespace drydock::testing
