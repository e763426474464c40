// What a driver sees behind handles: its data, their parents and children.
#include "src/dxgk/callbacks/driver_view.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/dxgk/callbacks/handles_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

TEST_F(HandleCallbacks, K416GiveWhatTheDriverStored) {
  const Made loose = create(/*resource=*/false), made = create(/*resource=*/true);
  for (const Made& each : {loose, made}) {
    for (std::size_t i = 0; i < each.allocations.size(); ++i) {
      void* const data = data_of(each.allocations[i]);
      ASSERT_NE(data, nullptr);
      EXPECT_EQ(serial_of(data), i + 1);
      void* const binding = data_of(each.allocations[i], /*device_specific=*/true);
      ASSERT_NE(binding, nullptr);
      EXPECT_EQ(allocation_behind(binding), data);
    }
  }
  EXPECT_NE(ask({.object = made.resource, .type = DXGK_HANDLE_RESOURCE}), nullptr);
}

TEST_F(HandleCallbacks, K416SharedAllocationHasOneDataAndABindingEach) {
  const Made made = create(/*resource=*/true, /*shared=*/true);
  std::array<D3DDDI_OPENALLOCATIONINFO, 2> infos{};
  D3DKMT_OPENRESOURCE open{};
  open.hDevice = device_;
  open.hGlobalShare = made.global;
  open.NumAllocations = infos.size();
  open.pOpenAllocationInfo = infos.data();
  ASSERT_EQ(D3DKMTOpenResource(&open), STATUS_SUCCESS);
  EXPECT_EQ(data_of(infos[0].hAllocation), data_of(made.allocations[0]));
  EXPECT_NE(data_of(infos[0].hAllocation, true), data_of(made.allocations[0], true));
  EXPECT_EQ(destroy(made.resource), STATUS_SUCCESS);
  EXPECT_NE(data_of(infos[0].hAllocation), nullptr) << "the other opening keeps it";
}

TEST_F(HandleCallbacks, K418GiveNothingForWhatDoesNotResolve) {
  const Made made = create(/*resource=*/true);
  EXPECT_EQ(data_of(made.allocations[1] + 0x40), nullptr) << "forged";
  EXPECT_EQ(data_of(device_), nullptr) << "a device";
  EXPECT_EQ(data_of(made.resource), nullptr) << "a resource";
  EXPECT_EQ(ask({.object = made.allocations[0], .type = DXGK_HANDLE_RESOURCE}), nullptr);
  EXPECT_EQ(destroy(0, made.allocations[0]), STATUS_SUCCESS);
  EXPECT_EQ(data_of(made.allocations[0]), nullptr) << "destroyed";
  EXPECT_EQ(ask({.operation = kAcquire, .object = made.allocations[0]}), nullptr);
  EXPECT_NE(data_of(made.allocations[1]), nullptr);
  EXPECT_EQ(destroy(made.resource), STATUS_SUCCESS);
  EXPECT_EQ(ask({.object = made.resource, .type = DXGK_HANDLE_RESOURCE}), nullptr);
  const auto other = dock_->new_process();
  const D3DKMT_HANDLE live = create(/*resource=*/false).allocations[0];
  const dxgk::ProcessScope scope(other.get());
  const D3DKMT_HANDLE mine = std::exchange(adapter_handle_, other->open(*adapter_));
  EXPECT_EQ(data_of(live), nullptr) << "of another process";
  other->close_adapter(std::exchange(adapter_handle_, mine));
}

TEST_F(HandleCallbacks, K420ParentIsTheResource) {
  const Made loose = create(/*resource=*/false), made = create(/*resource=*/true);
  EXPECT_EQ(ask({.operation = kGetParent, .object = loose.allocations[0]}), nullptr);
  for (const D3DKMT_HANDLE each : made.allocations)
    EXPECT_EQ(ask({.operation = kGetParent, .object = each}), word(made.resource));
}

TEST_F(HandleCallbacks, K421ChildrenAreCountedFromZero) {
  const Made made = create(/*resource=*/true);
  const auto child = [&](UINT index) {
    return ask({.operation = kEnumChildren, .object = made.resource, .index = index});
  };
  EXPECT_EQ(child(0), word(made.allocations[0]));
  EXPECT_EQ(child(1), word(made.allocations[1]));
  EXPECT_EQ(child(2), nullptr);
  EXPECT_EQ(child(~0U), nullptr);
  EXPECT_EQ(destroy(0, made.allocations[0]), STATUS_SUCCESS);
  EXPECT_EQ(child(0), word(made.allocations[1]));
  EXPECT_EQ(child(1), nullptr);
}

TEST_F(HandleCallbackRules, K417DeviceSpecificResourceIsFound) {
  const D3DKMT_HANDLE resource = create(true).resource;
  EXPECT_EQ(ask({.object = resource, .type = DXGK_HANDLE_RESOURCE, .flags = 1}), nullptr);
  EXPECT_EQ(count("K-417"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K417DeviceSpecificAllocationIsSilent) {
  EXPECT_NE(data_of(create(false).allocations[0], true), nullptr);
  EXPECT_EQ(text_of(findings()), "");
}

}  // namespace
