// A client with allocations for its residency list.
#pragma once

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

inline constexpr UINT64 kBytes = 16 << 10;  // an allocation; four are the whole memory

inline D3DDDI_MAKERESIDENT_FLAGS trimmed(bool must_succeed = false) {
  D3DDDI_MAKERESIDENT_FLAGS flags{};
  flags.CantTrimFurther = 1;
  flags.MustSucceed = must_succeed ? 1 : 0;
  return flags;
}

class Residency : public ResidentGpu {
 protected:
  // Destroying the device ends the work of its paging queues.
  void TearDown() override {
    if (world != nullptr) world->end();
    Gpu::TearDown();
  }
  std::vector<D3DKMT_HANDLE> some(GpuWorld& gpu, std::size_t count) {
    std::vector<D3DKMT_HANDLE> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(gpu.one());
    return out;
  }
  // Makes the allocations resident and waits until they are.
  void bring_in(GpuWorld& gpu, const ClientQueue& queue, const std::vector<D3DKMT_HANDLE>& list) {
    const ResidentAnswer answer = make_resident(queue, list);
    ASSERT_EQ(answer.status, STATUS_PENDING);
    ASSERT_EQ(queue.wait(gpu.device, answer.fence), STATUS_SUCCESS);
  }
};

}  // namespace drydock::testing
