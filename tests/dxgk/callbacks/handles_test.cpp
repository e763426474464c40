// Callbacks from graphics-kernel handles to the driver's data, on a device with allocations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <optional>
#include <thread>

#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/dock/dock.h"
#include "src/nt/pool/pool.h"
#include "tests/dxgk/miniport.h"
#include "tests/support/private_data.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

enum Operation : UINT { kGetData, kGetParent, kEnumChildren, kAcquire, kRelease, kRead, kWrite };

// The same structure is in tests/drivers/graphics/handles.cpp.
struct Command {
  UINT operation = kGetData;
  D3DKMT_HANDLE object = 0;
  UINT type = DXGK_HANDLE_ALLOCATION;
  UINT flags = 0;
  UINT index = 0;
  KIRQL irql = PASSIVE_LEVEL;
  BOOLEAN careless = FALSE;
  void* result = nullptr;
  void* release = nullptr;
  UINT second_type = 0;
};

void* word(std::uintptr_t value) { return reinterpret_cast<void*>(value); }

// The driver, and a client with a device on its adapter.
class HandleCallbacks : public ::testing::Test {
 protected:
  HandleCallbacks()
      : driver_(nt::LoadedDriver::load(graphics_driver("handles.cpp"))),
        dock_(std::make_unique<dxgk::Dock>()) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    const auto miniport = dxgk::start_miniport(*driver_, status);
    EXPECT_TRUE(miniport.has_value()) << text_of(findings());
    adapter_ = dock_->plug(*miniport, std::make_shared<dxgk::DeviceModel>(), status);
    EXPECT_NE(adapter_, nullptr) << text_of(findings());
    process_ = dock_->new_process();
    scope_.emplace(process_.get());
    adapter_handle_ = process_->open(*adapter_);
    device_ = new_device();
  }

  ~HandleCallbacks() override { end(); }

  // The whole machine ends; what the driver left undone is found.
  void end() {
    if (!dock_) return;
    process_->close_adapter(adapter_handle_);
    scope_.reset();
    process_.reset();
    dock_.reset();
    driver_->unload();
  }

  D3DKMT_HANDLE new_device() {
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = adapter_handle_;
    EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_SUCCESS);
    return create.hDevice;
  }

  struct Made {
    D3DKMT_HANDLE resource = 0;
    D3DKMT_HANDLE global = 0;
    std::array<D3DKMT_HANDLE, 2> allocations{};
  };
  Made create(bool resource, bool shared = false) {
    std::array<D3DDDI_ALLOCATIONINFO2, 2> infos{};
    D3DKMT_CREATEALLOCATION request{};
    request.hDevice = device_;
    request.NumAllocations = infos.size();
    request.pAllocationInfo2 = infos.data();
    request.Flags.CreateResource = resource;
    request.Flags.CreateShared = shared;
    EXPECT_EQ(D3DKMTCreateAllocation2(&request), STATUS_SUCCESS) << text_of(findings());
    return {request.hResource, request.hGlobalShare, {infos[0].hAllocation, infos[1].hAllocation}};
  }

  NTSTATUS destroy(D3DKMT_HANDLE resource, D3DKMT_HANDLE allocation = 0) {
    D3DKMT_DESTROYALLOCATION2 request{};
    request.hDevice = device_;
    request.hResource = resource;
    request.phAllocationList = resource == 0 ? &allocation : nullptr;
    request.AllocationCount = resource == 0 ? 1 : 0;
    return D3DKMTDestroyAllocation2(&request);
  }

  NTSTATUS run(Command& command) { return escape_with(adapter_handle_, command); }
  // The driver does it while it creates an allocation.
  NTSTATUS create_with(Command command) {
    D3DDDI_ALLOCATIONINFO2 info{};
    info.pPrivateDriverData = &command;
    info.PrivateDriverDataSize = sizeof command;
    D3DKMT_CREATEALLOCATION request{};
    request.hDevice = device_;
    request.NumAllocations = 1;
    request.pAllocationInfo2 = &info;
    return D3DKMTCreateAllocation2(&request);
  }
  void* ask(Command command) {
    run(command);
    return command.result;
  }
  void* data_of(D3DKMT_HANDLE allocation, bool device_specific = false) {
    return ask({.object = allocation, .flags = device_specific ? 1U : 0U});
  }

  std::vector<rules::Finding> findings() const { return log_.findings(); }
  std::size_t count(std::string_view rule) const {
    return drydock::testing::count(findings(), rule);
  }
  bool is_alive() const { return driver_->driver().alive(); }

  rules::FindingLog log_;
  std::shared_ptr<nt::LoadedDriver> driver_;
  std::unique_ptr<dxgk::Dock> dock_;
  dxgk::Adapter* adapter_ = nullptr;
  std::unique_ptr<dxgk::Process> process_;
  std::optional<dxgk::ProcessScope> scope_;
  D3DKMT_HANDLE adapter_handle_ = 0;
  D3DKMT_HANDLE device_ = 0;
};

using HandleCallbackRules = HandleCallbacks;

// The driver's data begin with the number of the allocation in its call.
ULONG serial_of(const void* data) { return *static_cast<const ULONG*>(data); }
void* allocation_behind(const void* binding) { return static_cast<void* const*>(binding)[1]; }

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

TEST_F(HandleCallbacks, K424K234HeldAllocationIsNotDestroyed) {
  const Made made = create(/*resource=*/false);
  Command hold{.operation = kAcquire, .object = made.allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  ASSERT_NE(hold.result, nullptr);
  EXPECT_EQ(destroy(0, made.allocations[0]), STATUS_SUCCESS);
  EXPECT_EQ(data_of(made.allocations[0]), nullptr) << "the handle is dead at once";
  EXPECT_TRUE(nt::is_live_pool_block(hold.result)) << "the driver's object is not";
  EXPECT_EQ(serial_of(hold.result), 1U);
  ask({.operation = kRelease, .object = made.allocations[0], .release = hold.release});
  EXPECT_EQ(destroy(0, made.allocations[1]), STATUS_SUCCESS);
  const D3DKMT_DESTROYDEVICE destroy_device{device_};
  EXPECT_EQ(D3DKMTDestroyDevice(&destroy_device), STATUS_SUCCESS);  // waits for what retires
  EXPECT_FALSE(nt::is_live_pool_block(hold.result));
  EXPECT_EQ(count("K-423"), 0U);
}

TEST_F(HandleCallbacks, K424SynchronousDestroyWaitsForTheRelease) {
  const Made made = create(/*resource=*/true);
  Command hold{.operation = kAcquire, .object = made.allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  std::atomic<bool> is_over = false;
  std::thread client([&] {
    const dxgk::ProcessScope scope(process_.get());
    D3DKMT_DESTROYALLOCATION2 request{};
    request.hDevice = device_;
    request.hResource = made.resource;
    request.Flags.SynchronousDestroy = 1;
    EXPECT_EQ(D3DKMTDestroyAllocation2(&request), STATUS_SUCCESS);
    is_over = true;
  });
  while (data_of(made.allocations[1]) != nullptr) std::this_thread::yield();
  EXPECT_FALSE(is_over);
  EXPECT_TRUE(nt::is_live_pool_block(hold.result));
  ask({.operation = kRelease, .object = made.allocations[0], .release = hold.release});
  client.join();
  EXPECT_FALSE(nt::is_live_pool_block(hold.result));
}

TEST_F(HandleCallbackRules, K415DataAtDispatchLevelIsFound) {
  data_of(0);
  ask({.object = create(false).allocations[0], .irql = DISPATCH_LEVEL});
  EXPECT_EQ(count("K-415"), 1U) << text_of(findings());
  EXPECT_FALSE(is_alive());
}
TEST_F(HandleCallbackRules, K415ChildrenAtApcLevelAreFound) {
  ask({.operation = kEnumChildren, .object = create(true).resource, .irql = APC_LEVEL});
  EXPECT_EQ(count("K-415"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K415AcquireAtDispatchLevelIsFound) {
  ask({.operation = kAcquire, .object = create(false).allocations[0], .irql = DISPATCH_LEVEL});
  EXPECT_EQ(count("K-415"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K415DataAtApcLevelIsSilent) {
  EXPECT_NE(ask({.object = create(false).allocations[0], .irql = APC_LEVEL}), nullptr);
  EXPECT_EQ(text_of(findings()), "");
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

TEST_F(HandleCallbackRules, K419SuccessAfterAHandleOfNothingIsFound) {
  for (const UINT operation : {kGetData, kGetParent, kEnumChildren}) {
    EXPECT_EQ(create_with({.operation = operation, .object = 0x40000400, .careless = TRUE}),
              STATUS_SUCCESS);
  }
  EXPECT_EQ(count("K-419"), 3U) << text_of(findings());
  EXPECT_TRUE(is_alive()) << "it goes on, and the next mistake is seen too";
}
TEST_F(HandleCallbackRules, K419FailureAfterAHandleOfNothingIsSilent) {
  for (const UINT operation : {kGetData, kGetParent, kEnumChildren}) {
    EXPECT_EQ(create_with({.operation = operation, .object = 0x40000400}),
              STATUS_INVALID_PARAMETER);
  }
  EXPECT_EQ(count("K-419"), 0U) << text_of(findings());
}
// An escape may tell its caller in its data: the caller gets them only when the escape succeeds.
TEST_F(HandleCallbackRules, K419EscapeThatAnswersInItsDataIsSilent) {
  Command command{.object = 0x40000400, .careless = TRUE, .result = word(1)};
  EXPECT_EQ(run(command), STATUS_SUCCESS);
  EXPECT_EQ(command.result, nullptr);
  EXPECT_EQ(count("K-419"), 0U) << text_of(findings());
}
// Nothing unexpected: an allocation without a resource, the end of a list, a handle of either kind.
TEST_F(HandleCallbackRules, K419ExpectedNullsAreSilent) {
  const D3DKMT_HANDLE alone = create(false).allocations[0];
  const Made made = create(true);
  EXPECT_EQ(create_with({.operation = kGetParent, .object = alone, .careless = TRUE}),
            STATUS_SUCCESS);
  EXPECT_EQ(
      create_with(
          {.operation = kEnumChildren, .object = made.resource, .index = 2, .careless = TRUE}),
      STATUS_SUCCESS);
  EXPECT_EQ(create_with({.object = made.resource, .second_type = DXGK_HANDLE_RESOURCE}),
            STATUS_SUCCESS);
  EXPECT_EQ(count("K-419"), 0U) << text_of(findings());
}

TEST_F(HandleCallbackRules, K422PointerReadAfterTheDestroyIsFound) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  const D3DKMT_HANDLE allocation = create(false).allocations[0];
  nt::set_pool_options({});
  void* const data = data_of(allocation);
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(destroy(0, allocation), STATUS_SUCCESS);
  ask({.operation = kRead, .release = data});
  EXPECT_EQ(count("K-422"), 1U) << text_of(findings());
  EXPECT_FALSE(is_alive());
}
TEST_F(HandleCallbackRules, K422PointerWrittenAfterTheDestroyIsFound) {
  const D3DKMT_HANDLE allocation = create(false).allocations[0];
  void* const data = data_of(allocation);
  EXPECT_EQ(destroy(0, allocation), STATUS_SUCCESS);
  ask({.operation = kWrite, .index = 7, .release = data});
  end();
  EXPECT_EQ(count("K-422"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K422PointerOfAHeldAllocationIsSilent) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  const D3DKMT_HANDLE allocation = create(false).allocations[0];
  nt::set_pool_options({});
  Command hold{.operation = kAcquire, .object = allocation};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  EXPECT_EQ(destroy(0, allocation), STATUS_SUCCESS);
  EXPECT_EQ(ask({.operation = kRead, .release = hold.result}), word(1));
  ask({.operation = kRelease, .release = hold.release});
  end();
  EXPECT_EQ(text_of(findings()), "");
}

TEST_F(HandleCallbackRules, K423SecondReleaseIsFound) {
  Command hold{.operation = kAcquire, .object = create(false).allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  ask({.operation = kRelease, .release = hold.release});
  EXPECT_EQ(count("K-423"), 0U) << text_of(findings());
  ask({.operation = kRelease, .release = hold.release});
  EXPECT_EQ(count("K-423"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K423HoldThatOutlivesItsDeviceIsFound) {
  Command hold{.operation = kAcquire, .object = create(false).allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  const D3DKMT_DESTROYDEVICE destroy_device{device_};
  EXPECT_EQ(D3DKMTDestroyDevice(&destroy_device), STATUS_SUCCESS);
  EXPECT_EQ(count("K-423"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K423OneReleaseIsSilent) {
  Command hold{.operation = kAcquire, .object = create(false).allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  ask({.operation = kRelease, .release = hold.release});
  EXPECT_EQ(text_of(findings()), "");
}

}  // namespace
