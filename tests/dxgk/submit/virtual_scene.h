// A client with a context for work by addresses, and a driver that is told how to answer.
#pragma once

#include <array>

#include "tests/sched/virtual_client.h"

namespace drydock::testing {

inline constexpr UINT kPrivate = 32;  // bytes that the driver asks for
inline constexpr sim::Time kNever = sim::Time{1} << 60;

class VirtualContext : public ResidentGpu {
 protected:
  GpuWorld& make_virtual() {
    GpuWorld& gpu = make({.dma_private = kPrivate, .gpu_mmu = true});
    gpu.adapter->scheduler()->set_timeout(kNever);
    EXPECT_EQ(create_virtual(gpu.device, context), STATUS_SUCCESS);
    return gpu;
  }
  // Sets the statuses that the driver returns for the next submissions, in order. Then it works as
  // it should.
  void answer(std::vector<NTSTATUS> statuses) {
    world->engine.misdeeds.submit_virtual =
        [statuses = std::move(statuses), next = std::size_t{0}](
            const DXGKARG_SUBMITCOMMANDVIRTUAL&) mutable -> std::optional<NTSTATUS> {
      if (next == statuses.size() || statuses[next] == STATUS_SUCCESS) {
        next = std::min(next + 1, statuses.size());
        return std::nullopt;
      }
      return statuses[next++];
    };
  }

  D3DKMT_HANDLE context = 0;
  std::array<std::byte, kPrivate> data{};
};

}  // namespace drydock::testing
