// Runtime handles: no address, no number twice, and each of its kind.
#include "src/d3d/driver/handles.h"

#include <gtest/gtest.h>

#include <set>

#include "src/nt/mm/user_copy.h"

namespace drydock::testing {
namespace {

using d3d::HandleKind;
using d3d::RuntimeHandle;

TEST(RuntimeHandles, AreNeverUsedTwice) {
  std::set<RuntimeHandle> all;
  for (int i = 0; i < 1000; ++i)
    EXPECT_TRUE(all.insert(RuntimeHandle::next(HandleKind::kResource)).second);
}

TEST(RuntimeHandles, AreOfOneKind) {
  const RuntimeHandle device = RuntimeHandle::next(HandleKind::kDevice);
  EXPECT_TRUE(device.is_of(HandleKind::kDevice));
  EXPECT_FALSE(device.is_of(HandleKind::kResource));
  EXPECT_TRUE(RuntimeHandle(device.as_given()).is_of(HandleKind::kDevice));
  EXPECT_EQ(RuntimeHandle(device.as_given()), device);
  EXPECT_FALSE(RuntimeHandle(nullptr).is_of(HandleKind::kDevice));
}

TEST(RuntimeHandles, AreNoAddresses) {
  const RuntimeHandle handle = RuntimeHandle::next(HandleKind::kAdapter);
  EXPECT_FALSE(nt::user_can_read(handle.as_given(), 1));
}

}  // namespace
}  // namespace drydock::testing
