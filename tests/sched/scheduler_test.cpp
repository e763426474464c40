// The scheduler as a whole: entry points that find the GPU idle, or its memory empty.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

// Work is at the hardware and more is queued when the driver is to be alone.
class IdleCalls : public HostileGpu {
 protected:
  // Calls that came, and whether the GPU was idle and its memory empty in each.
  struct Seen {
    std::string call;
    bool was_idle;
    bool was_empty;
  };
  GpuWorld& busy() {
    GpuWorld& gpu = make({.nodes = 2});
    gpu.engine.misdeeds.alone = [&](std::string_view call) -> Answer {
      const EngineMiniport& engine = gpu.engine;
      seen.push_back({std::string(call), engine.packets(0) == 0 && engine.packets(1) == 0,
                      engine.is_memory_free()});
      for (int i = 0; i < 50; ++i) sim::switch_point();
      EXPECT_EQ(engine.packets(0), 0U) << "nothing comes meanwhile";
      return std::nullopt;
    };
    for (int i = 0; i < 6; ++i) EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
    return gpu;
  }
  std::vector<Seen> seen;
};

NTSTATUS escape(const GpuWorld& gpu, bool touches_hardware) {
  D3DKMT_ESCAPE data{};
  data.hAdapter = gpu.opened;
  data.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  data.Flags.HardwareAccess = touches_hardware;
  return D3DKMTEscape(&data);
}

TEST_F(IdleCalls, K472LevelTwoFindsTheGpuIdle) {
  GpuWorld& gpu = busy();
  EXPECT_EQ(escape(gpu, /*touches_hardware=*/true), STATUS_SUCCESS);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.adapter->control_interrupt(DXGK_INTERRUPT_CRTC_VSYNC, true), STATUS_SUCCESS);
  ASSERT_EQ(seen.size(), 2U);
  for (const Seen& each : seen) EXPECT_TRUE(each.was_idle) << each.call;
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(IdleCalls, K057K472LevelThreeFindsVideoMemoryEmpty) {
  GpuWorld& gpu = busy();
  EXPECT_EQ(dxgk::Dock::power_down(*gpu.adapter, /*hibernates=*/false), STATUS_SUCCESS);
  EXPECT_EQ(dxgk::Dock::power_up(*gpu.adapter), STATUS_SUCCESS);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  world->end();
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen.back().call, "stop");
  for (const Seen& each : seen) EXPECT_TRUE(each.was_idle && each.was_empty) << each.call;
  EXPECT_TRUE(world->is_silent()) << world->findings_text();
}

}  // namespace
}  // namespace drydock::testing
