// Callbacks about context allocations: who may call them, when, and by which handles.
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/work/context_allocation.h"
#include "tests/dxgk/work/context_allocation_scene.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(ContextAllocation, K025TheCallAnswersByItsStatus) {
  const HANDLE allocation = make();
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(adapter_->driver().alive());
}

TEST_F(ContextAllocation, K020AnotherHandleThanTheDevicesIsFound) {
  const HANDLE allocation = make();
  destroy_allocation(adapter_->context(), allocation);
  EXPECT_THAT(found(), ElementsAre("K-020"));
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS) << "it goes on";
}

// Two adapters of one driver: each frees its own.
TEST_F(ContextAllocation, K020AnotherAdaptersHandleIsFound) {
  const HANDLE allocation = make();
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  dxgk::Adapter* const other =
      dock_->plug(engine_->miniport(), std::make_shared<dxgk::DeviceModel>(), status);
  ASSERT_EQ(status, STATUS_SUCCESS);
  EXPECT_EQ(destroy_allocation(other->hardware().device_handle(), allocation),
            STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-020"));
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS) << "it is there";
}

TEST_F(ContextAllocation, K021TheDriversOwnHandleIsFound) {
  const HANDLE allocation = make();
  EXPECT_EQ(destroy_allocation(device_handle(), &mine_), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-021"));
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS) << "it is there";
}

TEST_F(ContextAllocation, K021AHandleThatWasNeverIssuedIsFound) {
  const HANDLE allocation = make();
  EXPECT_EQ(destroy_allocation(device_handle(), reinterpret_cast<HANDLE>(0x7777)),
            STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-021"));
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS) << "it is there";
}

TEST_F(ContextAllocation, K022ASecondDestroyIsFound) {
  const HANDLE first = make();
  const HANDLE second = make();
  EXPECT_EQ(destroy_allocation(device_handle(), first), STATUS_SUCCESS);
  EXPECT_EQ(destroy_allocation(device_handle(), first), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-022"));
  EXPECT_EQ(destroy_allocation(device_handle(), second), STATUS_SUCCESS) << "it is there";
}

TEST_F(ContextAllocation, K023AHighIrqlIsFound) {
  const HANDLE allocation = make();
  as_driver([&] {
    KIRQL old = PASSIVE_LEVEL;
    KeRaiseIrql(DISPATCH_LEVEL, &old);
    callbacks_.DxgkCbDestroyContextAllocation(device_handle(), allocation);
    KeLowerIrql(old);
  });
  EXPECT_THAT(found(), ElementsAre("K-023"));
}

// The rules are kept: the right handles, once, at PASSIVE_LEVEL, whenever the driver likes.
TEST_F(ContextAllocation, K020ToK023AreSilentForACorrectDriver) {
  const HANDLE unused = make();
  EXPECT_EQ(destroy_allocation(device_handle(), unused), STATUS_SUCCESS);
  const HANDLE used = make();
  work();
  EXPECT_EQ(destroy_allocation(device_handle(), used), STATUS_SUCCESS);
  work();
  end();
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, K359ASystemContextIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(nullptr);
  expect_refused(arguments, "K-359");
}

TEST_F(ContextAllocation, K359ASystemDeviceIsFound) {
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(nullptr);
  arguments.hDevice = nullptr;
  arguments.ContextAllocationFlags.SharedAcrossContexts = 1;
  expect_refused(arguments, "K-359");
}

TEST_F(ContextAllocation, K359AHighIrqlIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  as_driver([&] {
    KIRQL old = PASSIVE_LEVEL;
    KeRaiseIrql(DISPATCH_LEVEL, &old);
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_INVALID_PARAMETER);
    KeLowerIrql(old);
  });
  EXPECT_THAT(found(), ElementsAre("K-359"));
}

TEST_F(ContextAllocation, K360AContextThatAllShareIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  arguments.ContextAllocationFlags.SharedAcrossContexts = 1;
  expect_refused(arguments, "K-360");
}

TEST_F(ContextAllocation, K361TheDriversHandlesAreFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(&mine_);
  expect_refused(arguments, "K-361");
}

TEST_F(ContextAllocation, K361AContextOfAnotherDeviceIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  const HANDLE context = given_.context;
  D3DKMT_HANDLE other = 0;
  EXPECT_EQ(create_device(opened_, other), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
  arguments.hDevice = given_.device;
  expect_refused(arguments, "K-361");
}

// Both forms, from inside DxgkDdiCreateContext and later; each is initialised before the context's
// first command, and K-365 by its own handle.
TEST_F(ContextAllocation, K359ToK361AreSilentForContextsAndDevices) {
  HANDLE early = nullptr;
  char early_mine = 0;
  given_.in_create_context = [&](HANDLE context) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
    arguments.hDriverAllocation = &early_mine;
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_SUCCESS);
    early = arguments.hAllocation;
  };
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION shared = wanted(nullptr);
  shared.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(shared), STATUS_SUCCESS);
  EXPECT_THAT(initialised_, IsEmpty());
  work();
  EXPECT_THAT(initialised_, ::testing::UnorderedElementsAre(&early_mine, &mine_));
  work();
  EXPECT_EQ(initialised_.size(), 2U) << "once";
  EXPECT_EQ(destroy_allocation(device_handle(), early), STATUS_SUCCESS);
  EXPECT_EQ(destroy_allocation(device_handle(), shared.hAllocation), STATUS_SUCCESS);
  end();
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
}  // namespace drydock::testing
