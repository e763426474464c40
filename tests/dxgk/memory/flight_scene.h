// A GPU that is at work on an allocation, and ends nothing by itself.
#pragma once

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

inline constexpr sim::Time kNever = sim::Time{36'000} * 10'000'000;  // ten hours
inline constexpr std::size_t kBytes = 16 << 10;

class Flight : public Gpu {
 protected:
  // A GPU that does nothing by itself, with an allocation that its work uses.
  GpuWorld& at_work(const EngineMiniport::Settings& settings = {}) {
    GpuWorld& gpu = make(settings);
    gpu.adapter->scheduler()->set_timeout(kNever);
    allocation = gpu.one();
    gpu.run();
    EXPECT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    gpu.engine.stop_engine();
    EXPECT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
    gpu.engine.await_packets(0, 1);
    gpu.engine.ledger().note_calls(true);
    gpu.engine.take_calls();
    return gpu;
  }
  static std::vector<std::string> calls_of_driver(GpuWorld& gpu) {
    gpu.adapter->scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
    dxgk::finish_jobs();
    return gpu.engine.ledger().take_calls();
  }
  // The rest of the work is done.
  static void finish(GpuWorld& gpu) {
    gpu.run();
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }

  D3DKMT_HANDLE allocation = 0;
};

}  // namespace drydock::testing
