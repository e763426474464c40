// A client of the software GPU: contexts, commands, and what the GPU left in memory.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/dxgk/work/process.h"
#include "src/rules/finding.h"
#include "src/sched/scheduler.h"
#include "tests/support/client.h"
#include "tests/support/private_data.h"
#include "tests/support/softgpu_data.h"

namespace drydock::testing {

// A dock with the software GPU, where allocation lists bring memory in, and one process with a
// device. Its whole life is one scope.
class SoftGpuWorld {
 public:
  explicit SoftGpuWorld(std::size_t video_memory = std::size_t{16} << 20) {
    auto plugged =
        dxgk::plug_driver(*dock_, dxgk::software_gpu(),
                          std::make_shared<dxgk::SoftwareGpuDevice>(
                              video_memory, dxgk::SoftwareGpuDevice::Generation::kWddm1));
    driver_ = std::move(plugged.driver);
    adapter_ = plugged.adapter;
    // The limit of a packet is an hour, so that a slow machine does not count as a hang; under a
    // seed time is virtual.
    if (!sim::is_seeded()) adapter_->scheduler()->set_timeout(kHour);
    process_ = dock_->new_process();
    scope_ = std::make_unique<dxgk::ProcessScope>(process_.get());
    opened_ = open_adapter(adapter_->luid());
    EXPECT_EQ(create_device(opened_, device_), STATUS_SUCCESS);
  }
  ~SoftGpuWorld() { end(); }
  SoftGpuWorld(const SoftGpuWorld&) = delete;
  SoftGpuWorld& operator=(const SoftGpuWorld&) = delete;

  // Destroys everything in order. Findings meanwhile are in the caller's log.
  void end() {
    scope_.reset();
    process_.reset();
    dock_.reset();
    if (driver_) driver_->unload();
    driver_.reset();
  }

  dxgk::Adapter& adapter() { return *adapter_; }
  dxgk::Dock& dock() { return *dock_; }
  dxgk::Process& process() { return *process_; }
  D3DKMT_HANDLE opened() const { return opened_; }
  D3DKMT_HANDLE device() const { return device_; }

  SOFTGPU_ESCAPE_DATA escape(UINT command, UINT node = 0, UINT64 count = 0) {
    SOFTGPU_ESCAPE_DATA data = softgpu_escape(command);
    data.Node = node;
    data.Count = count;
    EXPECT_EQ(escape_with(opened_, data), STATUS_SUCCESS);
    return data;
  }
  // About a context of the device.
  NTSTATUS free_save_area(D3DKMT_HANDLE device, D3DKMT_HANDLE context) {
    SOFTGPU_ESCAPE_DATA data = softgpu_escape(SOFTGPU_ESCAPE_FREE_SAVE_AREA);
    D3DKMT_ESCAPE request = private_escape(opened_, data);
    request.hDevice = device;
    request.hContext = context;
    return D3DKMTEscape(&request);
  }
  SOFTGPU_ENGINE engine(UINT node = 0) { return escape(SOFTGPU_ESCAPE_READ_ENGINE, node).Engine; }
  void wait_for(UINT state, UINT node = 0) {
    while (engine(node).State != state) pause();
  }
  // Lets others run, and time pass under a seed.
  static void pause() { sim::park(sim::now() + 10); }

  D3DKMT_DEVICEEXECUTION_STATE state(D3DKMT_HANDLE device) {
    D3DKMT_GETDEVICESTATE data{};
    data.hDevice = device;
    data.StateType = D3DKMT_DEVICESTATE_EXECUTION;
    EXPECT_EQ(D3DKMTGetDeviceState(&data), STATUS_SUCCESS);
    return data.ExecutionState;
  }

  // STATUS_DEVICE_REMOVED when the device was lost.
  NTSTATUS wait_idle(D3DKMT_HANDLE device) {
    D3DKMT_WAITFORIDLE data{};
    data.hDevice = device;
    return D3DKMTWaitForIdle(&data);
  }

  // A buffer; 0 when it cannot be had. CPU-visible ones live in the aperture.
  D3DKMT_HANDLE create_buffer(D3DKMT_HANDLE device, UINT64 bytes, bool cpu_visible = false) {
    return allocate_with(device, softgpu_buffer(bytes, cpu_visible));
  }
  // An image of 32-bit pixels, which the CPU sees.
  D3DKMT_HANDLE create_image(D3DKMT_HANDLE device, UINT width, UINT height) {
    return allocate_with(device, softgpu_image(width, height));
  }

 private:
  static constexpr sim::Time kHour = sim::Time{36'000} * 1'000'000;

  std::unique_ptr<nt::LoadedDriver> driver_;
  std::unique_ptr<dxgk::Dock> dock_ = std::make_unique<dxgk::Dock>();
  dxgk::Adapter* adapter_ = nullptr;
  std::unique_ptr<dxgk::Process> process_;
  std::unique_ptr<dxgk::ProcessScope> scope_;
  D3DKMT_HANDLE opened_ = 0, device_ = 0;
};

// A context of a device, with the buffers that a client writes its commands into.
class GpuContext {
 public:
  // The creation may fail if `status` is not null.
  explicit GpuContext(D3DKMT_HANDLE device, UINT node = SOFTGPU_NODE_RENDER,
                      NTSTATUS* status = nullptr) {
    D3DKMT_CREATECONTEXT data{};
    data.hDevice = device;
    data.NodeOrdinal = node;
    data.EngineAffinity = 1;
    const NTSTATUS created = D3DKMTCreateContext(&data);
    if (status != nullptr) {
      *status = created;
    } else {
      EXPECT_EQ(created, STATUS_SUCCESS);
    }
    handle_ = data.hContext;
    commands_ = data.pCommandBuffer;
    allocations_ = data.pAllocationList;
  }
  GpuContext(const GpuContext&) = delete;
  GpuContext& operator=(const GpuContext&) = delete;

  D3DKMT_HANDLE handle() const { return handle_; }

  // All named allocations count as written.
  NTSTATUS render(std::span<const SOFTGPU_COMMAND> commands,
                  std::span<const D3DKMT_HANDLE> allocations) {
    return submit(std::as_bytes(commands), allocations, {});
  }
  // The same with commands of GDI's.
  NTSTATUS draw(std::span<const DXGK_RENDERKM_COMMAND> commands,
                std::span<const D3DKMT_HANDLE> allocations) {
    D3DKMT_RENDERFLAGS flags{};
    flags.RenderKm = 1;
    return submit(std::as_bytes(commands), allocations, flags);
  }
  NTSTATUS submit(std::span<const std::byte> commands, std::span<const D3DKMT_HANDLE> allocations,
                  D3DKMT_RENDERFLAGS flags) {
    std::memcpy(commands_, commands.data(), commands.size_bytes());
    for (std::size_t i = 0; i < allocations.size(); ++i) {
      allocations_[i] = {};
      allocations_[i].hAllocation = allocations[i];
      allocations_[i].WriteOperation = 1;
    }
    D3DKMT_RENDER data{};
    data.hContext = handle_;
    data.CommandLength = static_cast<UINT>(commands.size_bytes());
    data.AllocationCount = static_cast<UINT>(allocations.size());
    data.Flags = flags;
    const NTSTATUS status = D3DKMTRender(&data);
    if (status != STATUS_SUCCESS) return status;
    commands_ = data.pNewCommandBuffer;
    allocations_ = data.pNewAllocationList;
    return status;
  }

  NTSTATUS set_priority(INT priority) {
    D3DKMT_SETCONTEXTSCHEDULINGPRIORITY data{};
    data.hContext = handle_;
    data.Priority = priority;
    return D3DKMTSetContextSchedulingPriority(&data);
  }

  NTSTATUS destroy() { return destroy_context(handle_); }

 private:
  D3DKMT_HANDLE handle_ = 0;
  void* commands_ = nullptr;
  D3DDDI_ALLOCATIONLIST* allocations_ = nullptr;
};

inline SOFTGPU_COMMAND fill(UINT destination, UINT64 bytes, UINT pattern, UINT64 offset = 0) {
  SOFTGPU_COMMAND out{};
  out.Operation = SOFTGPU_COMMAND_FILL;
  out.Destination = destination;
  out.DestinationOffset = offset;
  out.Bytes = bytes;
  out.Pattern = pattern;
  return out;
}

inline SOFTGPU_COMMAND copy(UINT destination, UINT source, UINT64 bytes) {
  SOFTGPU_COMMAND out{};
  out.Operation = SOFTGPU_COMMAND_COPY;
  out.Destination = destination;
  out.Source = source;
  out.Bytes = bytes;
  return out;
}

inline SOFTGPU_COMMAND write(UINT destination, UINT64 offset, UINT64 value) {
  SOFTGPU_COMMAND out{};
  out.Operation = SOFTGPU_COMMAND_WRITE;
  out.Destination = destination;
  out.DestinationOffset = offset;
  out.Value = value;
  return out;
}

inline SOFTGPU_COMMAND add(UINT destination, UINT64 offset, UINT64 value) {
  SOFTGPU_COMMAND out = write(destination, offset, value);
  out.Operation = SOFTGPU_COMMAND_ADD;
  return out;
}

// Returns the contents of an allocation that the CPU can see.
inline std::vector<std::uint8_t> read_back(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation,
                                           std::size_t bytes) {
  void* data = nullptr;
  EXPECT_EQ(lock(device, allocation, data), STATUS_SUCCESS);
  std::vector<std::uint8_t> out(bytes);
  if (data != nullptr) std::memcpy(out.data(), data, bytes);
  EXPECT_EQ(unlock(device, allocation), STATUS_SUCCESS);
  return out;
}

}  // namespace drydock::testing
