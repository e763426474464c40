// Event providers.
#include <gtest/gtest.h>

#include "src/nt/io/device.h"
#include "src/nt/io/device_power.h"
#include "src/nt/ob/object.h"
#include "src/nt/ob/registry.h"
#include "src/rules/finding.h"
#include "tests/nt/io/device_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

TEST_F(DeviceTest, EventProviders) {
  const GUID id{1, 1, 1, {1}};
  REGHANDLE handle = 0;
  ASSERT_EQ(EtwRegister(&id, nullptr, nullptr, &handle), STATUS_SUCCESS);
  EVENT_DESCRIPTOR event{};
  EXPECT_FALSE(EtwEventEnabled(handle, &event));
  EXPECT_EQ(EtwWrite(handle, &event, nullptr, 0, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(EtwUnregister(handle), STATUS_SUCCESS);
  EXPECT_EQ(EtwUnregister(handle), STATUS_INVALID_HANDLE);
}

}  // namespace
