// Trim notifications: who gets them, and what is expected of who does.
#include "src/dxgk/memory/trim.h"

#include "tests/dxgk/memory/allocation_property_scene.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

// A client that gets trim notifications, and the allocations that it evicts then.
struct Trimmer {
  static void APIENTRY note(D3DKMT_TRIMNOTIFICATION* what) {
    Trimmer& self = *static_cast<Trimmer*>(what->Context);
    self.flags.push_back(what->Flags.Value);
    for (const D3DKMT_HANDLE each : std::exchange(self.victims, {}))
      EXPECT_EQ(evict(self.device, {each}), STATUS_SUCCESS);
  }
  explicit Trimmer(const GpuWorld& gpu) : device(gpu.device) {
    D3DKMT_REGISTERTRIMNOTIFICATION data{};
    data.AdapterLuid = gpu.adapter->luid();
    data.hDevice = device;
    data.Callback = note;
    data.Context = this;
    EXPECT_EQ(D3DKMTRegisterTrimNotification(&data), STATUS_SUCCESS);
    handle = data.Handle;
  }
  ~Trimmer() {
    D3DKMT_UNREGISTERTRIMNOTIFICATION data{};
    data.Handle = handle;
    EXPECT_EQ(D3DKMTUnregisterTrimNotification(&data), STATUS_SUCCESS);
  }
  Trimmer(const Trimmer&) = delete;
  Trimmer& operator=(const Trimmer&) = delete;

  D3DKMT_HANDLE device = 0;
  void* handle = nullptr;
  std::vector<UINT> flags;
  std::vector<D3DKMT_HANDLE> victims;
};
constexpr UINT kPeriodic = 1, kRestart = 2;

TEST_F(ResidencySet, K288WhatStaysThroughAPeriodicTrimIsFound) {
  GpuWorld& gpu = run();
  const auto all = some(2);
  bring_in(all);
  const Trimmer trimmer(gpu);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << "the first period has just begun";
  ASSERT_EQ(gpu.fill(all[0], 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_THAT(trimmer.flags, ElementsAre(kRestart, kPeriodic)) << "never both";
  EXPECT_EQ(gpu.count("K-288"), 1U) << gpu.findings_text();
}

TEST_F(ResidencySet, K288EvictionOfUnusedAllocationsIsSilent) {
  GpuWorld& gpu = run();
  const auto all = some(3);
  bring_in({all[0], all[1]});
  Trimmer trimmer(gpu);
  dxgk::trim_periodically(*gpu.adapter);
  ASSERT_EQ(gpu.fill(all[0], 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  bring_in({all[2]});
  trimmer.victims = {all[1]};
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << gpu.findings_text();
}

// An allocation that the GPU uses when a period begins counts as used in it.
TEST_F(ResidencySet, K288WorkOverTheEndOfAPeriodIsSilent) {
  GpuWorld& gpu = make();
  queue = std::make_unique<ClientQueue>(gpu.device);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(make_resident(*queue, {one}).status, STATUS_PENDING);
  gpu.engine.await_packets(0, 1);
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  ASSERT_EQ(queue->wait(gpu.device, 1), STATUS_SUCCESS);
  const Trimmer trimmer(gpu);
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  dxgk::trim_periodically(*gpu.adapter);
  gpu.run();
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << gpu.findings_text();
}

// The host does not know what virtual work touches.
TEST_F(ResidencySet, K288VirtualWorkMayUseEverything) {
  GpuWorld& gpu = run({.gpu_mmu = true});
  D3DKMT_HANDLE context = 0;
  ASSERT_EQ(create_virtual(gpu.device, context), STATUS_SUCCESS);
  bring_in({gpu.one()});
  const Trimmer trimmer(gpu);
  dxgk::trim_periodically(*gpu.adapter);
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << gpu.findings_text();
}

}  // namespace
}  // namespace drydock::testing
