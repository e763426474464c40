// A driver that asks for the data behind handles, and a client with a device on its adapter.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/dock/dock.h"
#include "tests/dxgk/miniport.h"
#include "tests/support/private_data.h"

namespace drydock::testing {

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

inline void* word(std::uintptr_t value) { return reinterpret_cast<void*>(value); }

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
inline ULONG serial_of(const void* data) { return *static_cast<const ULONG*>(data); }
inline void* allocation_behind(const void* binding) {
  return static_cast<void* const*>(binding)[1];
}

}  // namespace drydock::testing
