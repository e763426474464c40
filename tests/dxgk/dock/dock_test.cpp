// Drivers that are plugged in, pulled out and torn out.
#include "src/dxgk/dock/dock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/dxgk/dock/dock_scene.h"

namespace drydock {
namespace {

using namespace drydock::testing;
using ::testing::IsEmpty;

// Neither the driver nor the client breaks a rule in these lives.

TEST_F(DockTest, AnAdapterThatIsUnpluggedIsGone) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  const Process client = dock.process();
  const Process::Scope inside = client.enter();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(open_adapter(luid_of(id)), device), STATUS_SUCCESS);
  SOFTGPU_ALLOCATION_DATA data = softgpu_image(8, 8);
  const Made made = create_surface(device, data);
  ASSERT_EQ(made.status, STATUS_SUCCESS);
  EXPECT_TRUE(dock.unplug(id));
  EXPECT_FALSE(dock.unplug(id));
  EXPECT_THAT(dock.adapters(), IsEmpty());
  EXPECT_EQ(create_surface(device, data).status, STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
}

TEST_F(DockTest, AnAdapterThatIsTornOutIsGone) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  const Process client = dock.process();
  const Process::Scope inside = client.enter();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(open_adapter(luid_of(id)), device), STATUS_SUCCESS);
  EXPECT_TRUE(dock.surprise(id));
  EXPECT_THAT(dock.adapters(), IsEmpty());
}

}  // namespace
}  // namespace drydock
