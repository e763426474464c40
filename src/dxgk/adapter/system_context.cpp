#include "src/dxgk/adapter/system_context.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/driver_block.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr UINT kPagingNode = 0;  // the scheduler pages on this node

}  // namespace

NTSTATUS SystemContext::create(Adapter& adapter, std::unique_ptr<SystemContext>& out,
                               bool is_virtual) {
  if (adapter.table().DxgkDdiCreateDevice == nullptr || adapter.scheduler() == nullptr)
    return STATUS_NOT_SUPPORTED;
  std::unique_ptr<SystemContext> made(new SystemContext(adapter, is_virtual));
  NTSTATUS status = made->create_device();
  if (NT_SUCCESS(status) && adapter.has_contexts()) status = made->create_context();
  if (NT_SUCCESS(status)) out = std::move(made);
  return status;
}

NTSTATUS SystemContext::create_device() {
  DXGKARG_CREATEDEVICE arguments{};
  arguments.Flags.SystemDevice = 1;
  DXGK_DEVICEINFO info{};
  if (!adapter_.has_contexts()) arguments.pInfo = &info;
  Passed<DXGKARG_CREATEDEVICE> passed(arguments);
  const NTSTATUS status = adapter_.call(ddi::kCreateDevice, adapter_.system_seat(), [&] {
    return adapter_.table().DxgkDdiCreateDevice(adapter_.context(), passed.data());
  });
  passed.copy_back();
  has_device_ = NT_SUCCESS(status);
  device_ = arguments.hDevice;
  return status;
}

// K-353: the context is for the paging engine.
NTSTATUS SystemContext::create_context() {
  DXGKARG_CREATECONTEXT arguments{};
  arguments.NodeOrdinal = kPagingNode;
  arguments.EngineAffinity = 1;
  arguments.Flags.SystemContext = 1;
  arguments.Flags.VirtualAddressing = is_virtual_ ? 1 : 0;
  spoil(arguments.ContextInfo.DmaBufferSize, arguments.ContextInfo.DmaBufferSegmentSet,
        arguments.ContextInfo.DmaBufferPrivateDataSize, arguments.ContextInfo.AllocationListSize,
        arguments.ContextInfo.PatchLocationListSize);
  Passed<DXGKARG_CREATECONTEXT> passed(arguments);
  const NTSTATUS status = adapter_.call(ddi::kCreateContext, adapter_.system_seat(), [&] {
    return adapter_.table().DxgkDdiCreateContext(device_, passed.data());
  });
  passed.copy_back();
  has_context_ = NT_SUCCESS(status);
  context_ = arguments.hContext;
  return status;
}

SystemContext::~SystemContext() {
  Seat& seat = adapter_.system_seat();
  if (has_context_ && adapter_.table().DxgkDdiDestroyContext != nullptr) {
    const DriverBlocks own(adapter_, HandleKind::kContext, context_);
    adapter_.call(ddi::kDestroyContext, seat,
                  [&] { return adapter_.table().DxgkDdiDestroyContext(context_); });
    const HANDLE stays[] = {adapter_.context(), device_};
    own.expect_freed(adapter_, "K-358", "DxgkDdiDestroyContext kept the system's context:", stays);
  }
  if (has_device_ && adapter_.table().DxgkDdiDestroyDevice != nullptr) {
    const DriverBlocks own(adapter_, HandleKind::kDevice, device_);
    adapter_.call(ddi::kDestroyDevice, seat,
                  [&] { return adapter_.table().DxgkDdiDestroyDevice(device_); });
    const HANDLE stays[] = {adapter_.context()};
    own.expect_freed(adapter_, "K-090", "DxgkDdiDestroyDevice kept the system's device:", stays);
  }
}

}  // namespace drydock::dxgk
