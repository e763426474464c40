// Calls between an adapter with a GPU and its driver, besides those that submit work.
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;

TEST_F(HostileGpu, K413OtherRefusalIsFound) {
  GpuWorld& gpu = make();
  EXPECT_EQ(gpu.adapter->control_interrupt(DXGK_INTERRUPT_DMA_COMPLETED, true),
            STATUS_NOT_IMPLEMENTED);
  EXPECT_EQ(gpu.count("K-413"), 0U);
  gpu.engine.misdeeds.alone = [](std::string_view call) -> Answer {
    return call == "interrupt" ? Answer(STATUS_INVALID_PARAMETER) : std::nullopt;
  };
  gpu.adapter->control_interrupt(DXGK_INTERRUPT_DMA_COMPLETED, true);
  expect_found("K-413");
}

void collect_at(dxgk::Adapter& adapter, KIRQL irql, ULONG reason) {
  nt::set_irql(nt::self(), irql);
  adapter.collect_debug_info(reason);
  nt::set_irql(nt::self(), PASSIVE_LEVEL);
}

TEST_F(HostileGpu, K456PagedReportAtAHighIrqlIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.collect = [](const DXGKARG_COLLECTDBGINFO&) -> Answer {
    PAGED_CODE();
    return std::nullopt;
  };
  collect_at(*gpu.adapter, DISPATCH_LEVEL, 0x119);
  expect_found("K-456");
}

TEST_F(HostileGpu, K456ReportsAtTheirIrqlAreSilent) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.collect = [](const DXGKARG_COLLECTDBGINFO& wanted) -> Answer {
    if (wanted.Reason == 0x117) PAGED_CODE();
    return std::nullopt;
  };
  collect_at(*gpu.adapter, DISPATCH_LEVEL, 0x119);
  collect_at(*gpu.adapter, PASSIVE_LEVEL, 0x117);
  EXPECT_THAT(gpu.engine.take_calls(), Contains("collect").Times(2));
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
