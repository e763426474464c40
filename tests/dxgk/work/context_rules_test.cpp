// What drivers get wrong about the contexts that they create.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

NTSTATUS create_gdi_context(D3DKMT_HANDLE device, D3DKMT_CREATECONTEXT& data) {
  data.hDevice = device;
  data.EngineAffinity = 1;
  data.ClientHint = D3DKMT_CLIENTHINT_CDD;
  return D3DKMTCreateContext(&data);
}

TEST_F(HostileGpu, K352ShortListOfAGdiContextIsFound) {
  GpuWorld& gpu = make({.gdi_allocations = 16});
  D3DKMT_CREATECONTEXT data{};
  EXPECT_EQ(create_gdi_context(gpu.device, data), STATUS_SUCCESS);
  expect_found("K-352");
}

TEST_F(HostileGpu, K352ListOf256IsSilent) {
  GpuWorld& gpu = make();
  D3DKMT_CREATECONTEXT data{};
  EXPECT_EQ(create_gdi_context(gpu.device, data), STATUS_SUCCESS);
  EXPECT_EQ(data.AllocationListSize, 256U);
  expect_silence();
}

// Paging has no context here (K-346), so that no context is the system's.
TEST_F(HostileGpu, K353NoClientHasASystemContext) {
  GpuWorld& gpu = make({.nodes = 2});
  D3DKMT_CREATECONTEXT data{};
  ASSERT_EQ(create_gdi_context(gpu.device, data), STATUS_SUCCESS);
  for (const UINT node : {0U, 1U}) {
    ClientContext context;
    ASSERT_EQ(create_context(gpu.device, node, context), STATUS_SUCCESS);
  }
  page();
  const auto flags = gpu.engine.context_flags();
  EXPECT_EQ(flags.size(), 4U);
  for (const DXGK_CREATECONTEXTFLAGS& each : flags) EXPECT_EQ(each.SystemContext, 0U);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
