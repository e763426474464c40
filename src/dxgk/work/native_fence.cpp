#include "src/dxgk/work/native_fence.h"

#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/device.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// Returns the driver's handle from a call that passes the host's handle: one member is both in and
// out.
template <typename Arguments, typename Call>
NTSTATUS make_in_driver(Arguments& arguments, HANDLE Arguments::* handle, FenceData& data,
                        const Call& call) {
  std::ranges::copy(data, arguments.pPrivateDriverData);
  Passed<Arguments> passed(arguments);
  const NTSTATUS status = call(passed.data());
  passed.copy_back();
  if (NT_SUCCESS(status)) std::ranges::copy(arguments.pPrivateDriverData, data.begin());
  if (!NT_SUCCESS(status)) arguments.*handle = nullptr;
  return status;
}

}  // namespace

bool knows_native_fences(const Adapter& adapter) {
  const DRIVER_INITIALIZATION_DATA& table = adapter.table();
  return adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM3_2 &&
         table.DxgkDdiCreateNativeFence != nullptr && table.DxgkDdiDestroyNativeFence != nullptr &&
         table.DxgkDdiOpenNativeFence != nullptr && table.DxgkDdiCloseNativeFence != nullptr;
}

bool has_native_fences(const Adapter& adapter) {
  return knows_native_fences(adapter) && adapter.caps().driver.SchedulingCaps.NativeGpuFence != 0;
}

NativeFence::NativeFence(Adapter& adapter)
    : adapter_(adapter), handle_(adapter.native_fences().issue()) {}

NTSTATUS NativeFence::create(Device& device, D3DDDI_NATIVEFENCE_TYPE type, FenceData& data,
                             std::shared_ptr<NativeFence>& out) {
  Adapter& adapter = device.adapter();
  if (!has_native_fences(adapter)) return STATUS_NOT_SUPPORTED;
  const std::shared_ptr<NativeFence> made(new NativeFence(adapter));
  DXGKARG_CREATENATIVEFENCE arguments{};
  arguments.hGlobalNativeFence = made->handle_;
  arguments.Type = type;
  const NTSTATUS status = make_in_driver(
      arguments, &DXGKARG_CREATENATIVEFENCE::hGlobalNativeFence, data, [&](auto* to) {
        return adapter.call(ddi::kCreateNativeFence, device.seat(), [&] {
          return adapter.table().DxgkDdiCreateNativeFence(adapter.context(), to);
        });
      });
  if (!NT_SUCCESS(status)) {
    adapter.native_fences().withdraw(made->handle_);
    return status;
  }
  made->driver_ = arguments.hGlobalNativeFence;
  made->begin();
  adapter.native_fences().add(made);
  out = made;
  return STATUS_SUCCESS;
}

// The fence belongs to no process in particular, whichever opening is released last.
void NativeFence::destroy_in_driver() {
  DXGKARG_DESTROYNATIVEFENCE arguments{};
  arguments.hGlobalNativeFence = driver_;
  const Passed<DXGKARG_DESTROYNATIVEFENCE> passed(arguments);
  adapter_.call(ddi::kDestroyNativeFence, adapter_.system_seat(),
                [&] { return adapter_.table().DxgkDdiDestroyNativeFence(passed.data()); });
  adapter_.native_fences().withdraw(handle_);
}

LocalFence::LocalFence(Device& device) : adapter_(device.adapter()), seat_(device.seat()) {}

NTSTATUS LocalFence::open(Device& device, const NativeFence& fence, FenceData& data,
                          std::shared_ptr<LocalFence>& out) {
  Adapter& adapter = device.adapter();
  const std::shared_ptr<LocalFence> made(new LocalFence(device));
  DXGKARG_OPENNATIVEFENCE arguments{};
  arguments.hGlobalNativeFence = fence.driver();
  arguments.hLocalNativeFence = made.get();  // no callback uses it
  arguments.hDevice = device.driver();
  const NTSTATUS status =
      make_in_driver(arguments, &DXGKARG_OPENNATIVEFENCE::hLocalNativeFence, data, [&](auto* to) {
        return adapter.call(ddi::kOpenNativeFence, device.seat(), [&] {
          return adapter.table().DxgkDdiOpenNativeFence(adapter.context(), to);
        });
      });
  if (!NT_SUCCESS(status)) return status;
  made->driver_ = arguments.hLocalNativeFence;
  made->begin();
  device.local_fences.add(made);
  out = made;
  return STATUS_SUCCESS;
}

void LocalFence::destroy_in_driver() {
  DXGKARG_CLOSENATIVEFENCE arguments{};
  arguments.hLocalNativeFence = driver_;
  const Passed<DXGKARG_CLOSENATIVEFENCE> passed(arguments);
  adapter_.call(ddi::kCloseNativeFence, seat_, [&] {
    return adapter_.table().DxgkDdiCloseNativeFence(adapter_.context(), passed.data());
  });
}

HANDLE NativeFences::issue() {
  const sim::Hold hold(lock_);
  last_ += kStep;
  const auto handle = reinterpret_cast<HANDLE>(last_);
  there_.insert(handle);
  return handle;
}

void NativeFences::withdraw(HANDLE handle) {
  const sim::Hold hold(lock_);
  there_.erase(handle);
}

NativeFences::Life NativeFences::life_of(HANDLE handle) const {
  const sim::Hold hold(lock_);
  if (there_.contains(handle)) return Life::kThere;
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  const bool was_issued = number > kFirst && number <= last_ && number % kStep == 0;
  return was_issued ? Life::kOver : Life::kNever;
}

}  // namespace drydock::dxgk
