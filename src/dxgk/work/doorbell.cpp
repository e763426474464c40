#include "src/dxgk/work/doorbell.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr std::size_t kLargestDoorbell = 64 << 10;  // more would be no doorbell

std::size_t doorbell_bytes(UINT reported) {
  return std::clamp<std::size_t>(reported, sizeof(UINT64), kLargestDoorbell);
}

bool is_connection(D3DDDI_DOORBELLSTATUS status) {
  return status == D3DDDI_DOORBELLSTATUS_CONNECTED ||
         status == D3DDDI_DOORBELLSTATUS_CONNECTED_NOTIFY_KMD;
}

}  // namespace

Doorbell::Doorbell(HwQueue& queue, const DoorbellRequest& request)
    : Object(kType),
      queue_(queue),
      status_(std::make_unique<FencePage>(D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY)) {
  const DXGK_USERMODESUBMISSION_CAPS& caps = adapter().caps().user_mode_submission;
  windows_[0] = std::make_unique<DoorbellWindow>(doorbell_bytes(caps.DoorbellSizeInBytes));
  if (request.flags.RequireSecondaryCpuVA != 0)
    windows_[1] =
        std::make_unique<DoorbellWindow>(doorbell_bytes(caps.SecondaryDoorbellSizeInBytes));
}

Adapter& Doorbell::adapter() const { return device().adapter(); }

NTSTATUS Doorbell::create_in_driver(const DoorbellRequest& request) {
  assert(ring_ != nullptr && handle() != 0);
  DXGKARG_CREATEDOORBELL arguments{};
  arguments.hHwQueue = queue_->driver();
  arguments.hDoorbell = reinterpret_cast<HANDLE>(std::uintptr_t{handle()});
  Passed<std::byte> private_data(request.private_data);
  arguments.PrivateDriverData = request.private_data.empty() ? nullptr : private_data.data();
  arguments.PrivateDriverDataSize = static_cast<UINT>(request.private_data.size());
  arguments.hRingBuffer = ring_->driver();
  arguments.hRingBufferControl = control_ != nullptr ? control_->driver() : nullptr;
  arguments.Flags.ResizeRingBufferOperation = request.flags.ResizeRingBufferOperation;
  Passed<DXGKARG_CREATEDOORBELL> passed(arguments);
  const NTSTATUS status = adapter().call(ddi::kCreateDoorbell, device().seat(), [&] {
    return adapter().table().DxgkDdiCreateDoorbell(passed.data());
  });
  passed.copy_back();
  private_data.copy_back();
  driver_ = arguments.hDoorbell;
  return status;
}

bool Doorbell::claim_memory(const DoorbellRequest& request) {
  const DeviceMemory& memory = adapter().device_memory();
  ring_ = memory.claim_for_doorbell(device(), request.ring);
  if (ring_ == nullptr || request.control == 0) return ring_ != nullptr;
  control_ = memory.claim_for_doorbell(device(), request.control);
  if (control_ == nullptr) ring_ = nullptr;
  return control_ != nullptr;
}

NTSTATUS Doorbell::create(HwQueue& queue, const DoorbellRequest& request, Names& out) {
  Device& device = queue.context().device();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (queue.doorbell()) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  const Ref<Doorbell> made = Ref<Doorbell>::adopt(new Doorbell(queue, request));
  if (!made->claim_memory(request)) return STATUS_INVALID_PARAMETER;
  HandleTable& handles = device.process().handles();
  out.doorbell = nt::fails_here(sim::FaultKind::kHandle) ? 0 : handles.issue(*made);
  made->set_handle(out.doorbell);
  NTSTATUS status = out.doorbell != 0 ? made->create_in_driver(request) : STATUS_NO_MEMORY;
  if (NT_SUCCESS(status)) made->ends_.begin_in_driver();
  if (NT_SUCCESS(status) && !queue.set_doorbell(*made)) {
    made->destroy_in_driver();
    status = STATUS_INVALID_PARAMETER;
  }
  if (!NT_SUCCESS(status)) {
    if (out.doorbell != 0) handles.withdraw(out.doorbell, *made);
    made->ring_ = nullptr;
    made->control_ = nullptr;
    return status;
  }
  {
    const sim::Hold hold(made->lock_);
    out.ring_at = made->windows_[0]->address();
    out.second_at = made->windows_[1] ? made->windows_[1]->address() : nullptr;
    out.status = made->status_->address();
  }
  trace::event("doorbell", "created", {{"handle", out.doorbell}, {"queue", queue.handle()}});
  return status;
}

// Maps all windows, or none.
bool Doorbell::map_windows(const DXGKARG_CONNECTDOORBELL& connected) {
  if (!is_connection(connected.Status) || !windows_[0]->map(connected.KernelCpuVirtualAddress))
    return false;
  if (windows_[1] == nullptr || windows_[1]->map(connected.SecondaryKernelCpuVirtualAddress)) {
    status_->set(connected.Status);
    return true;
  }
  windows_[0]->unmap();
  return false;
}

void Doorbell::unmap_windows(D3DDDI_DOORBELLSTATUS why) {
  if (status_ == nullptr || status_->get() == why) return;
  for (const auto& window : windows_) {
    if (window != nullptr) window->unmap();
  }
  status_->set(why);
}

NTSTATUS Doorbell::connect() {
  if (!device().is_working()) {
    disconnect(device().seat());
    return STATUS_DEVICE_REMOVED;
  }
  {
    const sim::Hold hold(lock_);
    if (is_ending_) return STATUS_INVALID_PARAMETER;
    if (is_connected_) return STATUS_SUCCESS;
    was_taken_away_ = false;
  }
  DXGKARG_CONNECTDOORBELL arguments{};
  arguments.hDoorbell = driver_;
  {
    const sim::Hold hold(lock_);
    arguments.Flags.RequireSecondaryAddress = windows_[1] != nullptr ? 1 : 0;
  }
  Passed<DXGKARG_CONNECTDOORBELL> passed(arguments);
  const NTSTATUS status = adapter().call(ddi::kConnectDoorbell, device().seat(), [&] {
    return adapter().table().DxgkDdiConnectDoorbell(passed.data());
  });
  passed.copy_back();
  if (!NT_SUCCESS(status)) return status;
  bool is_mapped = false;
  {
    const sim::Hold hold(lock_);
    // Another doorbell may use the place already.
    if (was_taken_away_) return STATUS_SUCCESS;
    is_mapped = map_windows(arguments);
    is_connected_ = is_mapped;
  }
  if (!is_mapped) {
    disconnect_in_driver(device().seat());
    return STATUS_UNSUCCESSFUL;
  }
  trace::event("doorbell", "connected", {{"handle", handle()}});
  if (!device().is_working()) disconnect(device().seat());
  return STATUS_SUCCESS;
}

D3DDDI_DOORBELLSTATUS Doorbell::why_disconnected() const {
  return device().is_working() ? D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY
                               : D3DDDI_DOORBELLSTATUS_DISCONNECTED_ABORT;
}

void Doorbell::disconnect_in_driver(Seat& seat) {
  DXGKARG_DISCONNECTDOORBELL arguments{};
  arguments.hDoorbell = driver_;
  Passed<DXGKARG_DISCONNECTDOORBELL> passed(arguments);
  adapter().call(ddi::kDisconnectDoorbell, seat,
                 [&] { return adapter().table().DxgkDdiDisconnectDoorbell(passed.data()); });
}

void Doorbell::disconnect(Seat& seat) {
  bool was_connected = false;
  {
    const sim::Hold hold(lock_);
    was_connected = std::exchange(is_connected_, false);
  }
  // The client can ring the driver's doorbell until the driver knows of the disconnection.
  if (was_connected) {
    disconnect_in_driver(seat);
    trace::event("doorbell", "disconnected", {{"handle", handle()}});
  }
  const sim::Hold hold(lock_);
  unmap_windows(why_disconnected());
}

void Doorbell::end_connections(Seat& seat) {
  {
    const sim::Hold hold(lock_);
    is_ending_ = true;
  }
  disconnect(seat);
}

void Doorbell::take_away(D3DDDI_DOORBELLSTATUS why) {
  const sim::Hold hold(lock_);
  was_taken_away_ = true;
  is_connected_ = false;
  unmap_windows(why);
}

void Doorbell::destroy_in_driver() {
  if (!ends_.begin_driver_end()) return;
  disconnect(device().seat());
  DXGKARG_DESTROYDOORBELL arguments{};
  arguments.hDoorbell = driver_;
  Passed<DXGKARG_DESTROYDOORBELL> passed(arguments);
  adapter().call(ddi::kDestroyDoorbell, device().seat(),
                 [&] { return adapter().table().DxgkDdiDestroyDoorbell(passed.data()); });
  ring_ = nullptr;
  control_ = nullptr;
}

bool Doorbell::destroy() {
  if (!ends_.begin_destroy()) return false;
  device().process().handles().remove(handle(), *this);
  destroy_in_driver();
  queue_->remove_doorbell(*this);
  trace::event("doorbell", "destroyed", {{"handle", handle()}});
  const sim::Hold hold(lock_);
  status_ = nullptr;
  windows_ = {};
  return true;
}

}  // namespace drydock::dxgk
