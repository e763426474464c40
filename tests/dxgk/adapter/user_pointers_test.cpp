// Pointers of a client in its private data, which mean nothing to the driver.
#include "src/dxgk/adapter/user_pointers.h"

#include "src/wdk/hostile.h"
#include "tests/dxgk/submit/virtual_scene.h"

namespace drydock::testing {
namespace {

// A pointer of the client's in its private data.
TEST_F(VirtualContext, K388DriverThatFollowsAPointerIsFound) {
  GpuWorld& gpu = make_virtual();
  const HostileArguments hostile;
  gpu.engine.misdeeds.validate = [](DXGKARG_VALIDATESUBMITCOMMAND& wanted) {
    const int* pointer = nullptr;
    std::memcpy(&pointer, wanted.pPrivateDriverData, sizeof pointer);
    return std::optional<NTSTATUS>(*pointer == 5 ? STATUS_SUCCESS : STATUS_INVALID_USER_BUFFER);
  };
  const int pointed = 5;
  const int* const pointer = &pointed;
  std::memcpy(data.data(), &pointer, sizeof pointer);
  EXPECT_EQ(submit(context, data), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(gpu.count("K-388"), 1U) << gpu.findings_text();
  gpu.end();
  world.reset();
}

TEST_F(VirtualContext, K388APointerThatIsNotFollowedIsData) {
  GpuWorld& gpu = make_virtual();
  const HostileArguments hostile;
  gpu.engine.misdeeds.validate = [](DXGKARG_VALIDATESUBMITCOMMAND& wanted) {
    static_cast<std::byte*>(wanted.pPrivateDriverData)[kPrivate - 1] = std::byte{9};
    return std::optional<NTSTATUS>(STATUS_SUCCESS);
  };
  std::vector<std::byte> arrived;
  gpu.engine.misdeeds.submit_virtual =
      [&](const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted) -> std::optional<NTSTATUS> {
    const auto* const from = static_cast<const std::byte*>(wanted.pDmaBufferPrivateData);
    arrived.assign(from, from + wanted.DmaBufferPrivateDataSize);
    return std::nullopt;
  };
  gpu.run();
  const void* const pointer = data.data();
  std::memcpy(data.data(), &pointer, sizeof pointer);
  EXPECT_EQ(submit(context, data), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  data[kPrivate - 1] = std::byte{9};
  EXPECT_EQ(arrived, std::vector(data.begin(), data.end()));
}

}  // namespace
}  // namespace drydock::testing
