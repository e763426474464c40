// Addresses of capture buffers, which a driver asks for.

#include "src/dxgk/callbacks/capture.h"

#include "tests/dxgk/memory/capture_scene.h"

namespace drydock::testing {
namespace {

class CaptureAddress : public Gpu {
 protected:
  GpuWorld& make(const EngineMiniport::Settings& settings = {}) {
    stops = 0;
    GpuWorld& gpu = Gpu::make(settings);
    gpu.run();
    stopping = &gpu.engine;
    return gpu;
  }
  void TearDown() override {
    stopping = nullptr;
    Gpu::TearDown();
  }
};

TEST_F(CaptureAddress, K425OfACaptureBufferIsGiven) {
  GpuWorld& gpu = make(capturing());
  const D3DKMT_HANDLE surface = gpu.one();
  const auto address = address_of(gpu, surface);
  ASSERT_TRUE(address.has_value());
  EXPECT_GE(*address, static_cast<LONGLONG>(EngineMiniport::kMemoryBase));
  EXPECT_LT(*address, static_cast<LONGLONG>(EngineMiniport::kMemoryBase + (64 << 10)));
}

TEST_F(CaptureAddress, K425OfNoCaptureBufferIsRefused) {
  GpuWorld& gpu = make();
  DXGKARGCB_GETCAPTUREADDRESS asked{};
  asked.hAllocation = gpu.one();
  EXPECT_EQ(ask_address(gpu, asked), STATUS_INVALID_PARAMETER);
  asked.hAllocation += 0x40;
  EXPECT_EQ(ask_address(gpu, asked), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(asked.SegmentId, 0U);
}

// A capture driver knows the address, so other allocations are evicted instead.
TEST_F(CaptureAddress, StaysWhenMemoryIsScarce) {
  GpuWorld& gpu = make(capturing());
  const D3DKMT_HANDLE surface = gpu.one();
  const auto address = address_of(gpu, surface);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 6; ++i) EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
  EXPECT_EQ(address_of(gpu, surface), address);
}

TEST_F(CaptureAddress, IsRefusedWhenNothingCanLeave) {
  GpuWorld& gpu = make(capturing());
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(address_of(gpu, gpu.one()).has_value());
  DXGKARGCB_GETCAPTUREADDRESS asked{};
  asked.hAllocation = gpu.one();
  EXPECT_EQ(ask_address(gpu, asked), STATUS_GRAPHICS_NO_VIDEO_MEMORY);
}

// Captured content is where the hardware writes it: a copy would be an old one.
TEST_F(CaptureAddress, CpuCannotHaveItElsewhere) {
  for (const bool is_seen : {false, true}) {
    GpuWorld& gpu = make(capturing({.is_cpu_visible = is_seen}));
    const D3DKMT_HANDLE surface = gpu.one();
    ASSERT_TRUE(address_of(gpu, surface).has_value());
    void* data = nullptr;
    EXPECT_EQ(lock(gpu.device, surface, data), STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION);
    TearDown();
    world.reset();
  }
}

TEST_F(CaptureAddress, IsRefusedWhileTheCpuHasIt) {
  GpuWorld& gpu = make(capturing());
  const D3DKMT_HANDLE surface = gpu.one();
  void* data = nullptr;
  EXPECT_EQ(lock(gpu.device, surface, data), STATUS_SUCCESS);
  DXGKARGCB_GETCAPTUREADDRESS asked{};
  asked.hAllocation = surface;
  EXPECT_EQ(ask_address(gpu, asked), STATUS_GRAPHICS_ALLOCATION_BUSY);
  EXPECT_EQ(unlock(gpu.device, surface), STATUS_SUCCESS);
  EXPECT_EQ(ask_address(gpu, asked), STATUS_SUCCESS);
}

// Paging would wait for the entry point, and the entry point for it.
TEST_F(CaptureAddress, IsRefusedInAnEntryPointThatIsAlone) {
  GpuWorld& gpu = make(capturing());
  DXGKARGCB_GETCAPTUREADDRESS asked{};
  asked.hAllocation = gpu.one();
  EXPECT_EQ(ask_address(gpu, asked, /*alone=*/true), STATUS_GRAPHICS_ALLOCATION_BUSY);
  EXPECT_EQ(ask_address(gpu, asked), STATUS_SUCCESS);
}

TEST_F(CaptureAddress, K231CaptureEndsWhileItLiesThere) {
  GpuWorld& gpu = make(capturing());
  const D3DKMT_HANDLE surface = gpu.one();
  ASSERT_TRUE(address_of(gpu, surface).has_value());
  EXPECT_EQ(destroy(gpu.device, 0, {surface}), STATUS_SUCCESS);
  EXPECT_EQ(stops, 1);
  EXPECT_TRUE(was_in_memory);
  EXPECT_TRUE(gpu.engine.is_memory_free());
}

}  // namespace
}  // namespace drydock::testing
