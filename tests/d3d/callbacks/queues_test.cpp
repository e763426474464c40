// Hardware queues as a driver asks for them.
#include <gtest/gtest.h>

#include "src/d3d/callbacks/callbacks.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

// The software GPU has none: what the kernel says arrives, and what is no queue is refused.
TEST(RuntimePromises, HardwareQueuesAreTheKernelsToRefuse) {
  Scene scene;
  scene.begin();
  const D3DDDI_DEVICECALLBACKS& table = d3d::device_callbacks();
  const HANDLE device = scene.device->handle().as_given();
  D3DDDICB_CREATEHWQUEUE create{};
  EXPECT_EQ(table.pfnCreateHwQueueCb(device, nullptr), E_INVALIDARG);
  EXPECT_EQ(table.pfnCreateHwQueueCb(device, &create), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-133"), 1U) << scene.stand.findings_text();
  ASSERT_FALSE(scene.device->objects.contexts.empty());
  create.hHwContext = scene.device->objects.contexts.begin()->second->handle.as_given();
  EXPECT_EQ(table.pfnCreateHwQueueCb(device, &create), E_NOTIMPL);
  const D3DDDICB_SUBMITCOMMANDTOHWQUEUE submit{};
  EXPECT_EQ(table.pfnSubmitCommandToHwQueueCb(device, &submit), E_INVALIDARG);
  const D3DDDICB_DESTROYHWQUEUE destroy{create.hHwContext};
  EXPECT_EQ(table.pfnDestroyHwQueueCb(device, &destroy), E_INVALIDARG);
}

}  // namespace
}  // namespace drydock::testing
