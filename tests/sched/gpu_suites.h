// Suites whose tests lie in several files, one file for each part of the scheduler.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "src/wdk/hostile.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

using Answer = std::optional<NTSTATUS>;

inline constexpr sim::Time kNever = sim::Time{36'000} * 10'000'000;  // ten hours

// What the graphics kernel promises a miniport.
class GpuPromises : public Gpu {
 protected:
  using Paging = DXGKARG_BUILDPAGINGBUFFER;

  GpuWorld& start(const EngineMiniport::Settings& settings = {}) {
    GpuWorld& gpu = make(settings);
    gpu.run();
    return gpu;
  }
  // Sees every paging operation before the driver does.
  static void watch(GpuWorld& gpu, std::function<void(const Paging&)> look) {
    gpu.engine.misdeeds.build = [look = std::move(look)](Paging& wanted) -> Answer {
      look(wanted);
      return std::nullopt;
    };
  }
  static void fill_all(GpuWorld& gpu, int count) {
    for (int i = 0; i < count; ++i) ASSERT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
};

// Mistakes of drivers and clients with the GPU, one rule a test, and the same done right.
class GpuRules : public GpuRuleTest {
 protected:
  void hang() {
    render(world->context, {world->one()}, {{Op::kHang, 0, 0}});
    wait_for_idle(world->device);
  }
};

// What only a host can see that has the memory on both sides. Arguments are hostile.
class HostileGpu : public GpuRuleTest {
 protected:
  void probe() { dxgk::Dock::probe_paging(*world->adapter); }

  const HostileArguments hostile;
};

}  // namespace drydock::testing
