// A fault at every point of create, page-in, render, submit and reset: a documented outcome, and a
// clean life afterwards.
#include "src/sim/faults.h"

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

constexpr std::size_t kBytes = 16 << 10;

using GpuFaults = Gpu;

bool is_documented(NTSTATUS status) {
  return status == STATUS_SUCCESS || status == STATUS_NO_MEMORY || status == STATUS_DEVICE_REMOVED;
}

// Everything that takes memory: objects, buffers, pages, and a reset at the end.
void live(GpuWorld& gpu) {
  D3DKMT_HANDLE device = 0;
  NTSTATUS status = create_device(gpu.opened, device);
  EXPECT_TRUE(is_documented(status));
  if (status != STATUS_SUCCESS) return;
  ClientContext context;
  EXPECT_TRUE(is_documented(create_context(device, 0, context)));
  std::vector<D3DKMT_HANDLE> all;
  for (std::uint32_t i = 0; i < 6; ++i) {
    const Created made = create(device, Kind::kLoose, 1);
    EXPECT_TRUE(is_documented(made.status));
    if (made.status == STATUS_SUCCESS) all.push_back(made.allocations[0]);
  }
  for (const D3DKMT_HANDLE each : all) {
    if (context.handle == 0) break;
    EXPECT_TRUE(is_documented(render(context, {each}, {{Op::kFill, 0, 1}})));
    EXPECT_TRUE(is_documented(wait_for_idle(device)));
    void* data = nullptr;
    status = lock(device, each, data);
    EXPECT_TRUE(is_documented(status));
    if (status == STATUS_SUCCESS) unlock(device, each);
  }
  if (context.handle != 0 && !all.empty()) {
    EXPECT_TRUE(is_documented(render(context, {all[0]}, {{Op::kHang, 0, 0}})));
    EXPECT_TRUE(is_documented(wait_for_idle(device)));
  }
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
}

TEST_F(GpuFaults, EveryPointOfALifeMayFail) {
  std::uint64_t failed = 0;
  // A fault ends a life early; the last one comes to its end because it has no such point.
  for (std::uint64_t n = 0; failed == n && !HasFailure(); ++n) {
    SCOPED_TRACE(n);
    const sim::SeededSchedule schedule(n);
    GpuWorld& gpu = make({.engine_reset = n % 2 == 0});
    gpu.run();
    {
      sim::FaultPlan plan;
      plan.nth = n;
      const sim::FaultInjection injection(plan);
      live(gpu);
      failed += injection.failed();
    }
    const D3DKMT_HANDLE one = gpu.one();
    EXPECT_EQ(gpu.fill(one, 7), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    EXPECT_EQ(gpu.content(one, kBytes), 7);
    TearDown();
    world.reset();
  }
  EXPECT_GT(failed, 10U);
}

}  // namespace
}  // namespace drydock::testing
