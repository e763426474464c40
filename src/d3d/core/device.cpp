#include "src/d3d/core/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "src/d3d/core/known.h"
#include "src/d3d/core/leftovers.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/sim/faults.h"

namespace drydock::d3d {
namespace {

[[maybe_unused]] bool may_follow(Device::State now, Device::State next) {
  using State = Device::State;
  switch (now) {
    case State::kNew:
      return next == State::kCreating;
    case State::kCreating:
      return next == State::kCreated || next == State::kFailed;
    case State::kCreated:
      return next == State::kDestroying;
    case State::kDestroying:
      return next == State::kDestroyed;
    case State::kDestroyed:
    case State::kFailed:
      return false;
  }
  return false;
}

}  // namespace

Device::Device(std::shared_ptr<Adapter> adapter, D3DDDI_CREATEDEVICEFLAGS flags)
    : adapter_(std::move(adapter)),
      flags_(flags),
      handle_(RuntimeHandle::next(HandleKind::kDevice)) {}

Device::~Device() { destroy_in_kernel(); }

void Device::become(State next) {
  assert(may_follow(state(), next));
  state_.store(next, std::memory_order_release);
}

bool Device::begin_creation(HRESULT& result) {
  become(State::kCreating);
  const dxgk::RuntimeView::Scope scope(view());
  D3DKMT_CREATEDEVICE request{};
  request.hAdapter = adapter_->kernel().value;
  result = to_result(D3DKMTCreateDevice(&request));
  kernel_ = {FAILED(result) ? 0 : request.hDevice};
  if (!kernel_) {
    become(State::kFailed);
    return false;
  }
  known_devices().add(handle_, shared_from_this());
  return true;
}

void Device::finish_creation() {
  become(State::kCreated);
  if (adapter_->devices() > 0) rules::evaluated("U-045");
  adapter_->count_device(+1);
}

void Device::destroy_in_kernel() {
  if (!kernel_) return;
  const dxgk::RuntimeView::Scope scope(view());
  const D3DKMT_DESTROYDEVICE request{kernel_.value};
  D3DKMTDestroyDevice(&request);
  kernel_ = {};
}

bool Device::is_lost() const {
  D3DKMT_GETDEVICESTATE request{};
  request.hDevice = kernel_.value;
  request.StateType = D3DKMT_DEVICESTATE_EXECUTION;
  return NT_SUCCESS(D3DKMTGetDeviceState(&request)) &&
         request.ExecutionState != D3DKMT_DEVICEEXECUTION_ACTIVE;
}

HRESULT Device::undo_creation(HRESULT result) {
  become(State::kFailed);
  known_devices().remove(handle_);
  win32::raise_heap_leaks(driver(), heap_, "U-220", "after CreateDevice that failed");
  destroy_in_kernel();
  return SUCCEEDED(result) ? E_FAIL : result;
}

void Device::check_failed_device(HRESULT result) {
  raise_leftovers(*this, "CreateDevice that failed");
  // Memory was not short: no fault was injected, and no callback failed.
  if (adapter_->devices() > 0 && sim::faults_failed() == 0 && Call::current()->received().empty() &&
      rules::breaks("U-045", result == E_OUTOFMEMORY))
    nt::Breach("U-045", nt::Offender::running())
        .message("CreateDevice returned E_OUTOFMEMORY with {} devices and memory left",
                 adapter_->devices())
        .raise_later();
}

void Device::finish_destruction() {
  assert(kernel_);
  become(State::kDestroyed);
  known_devices().remove(handle_);
  win32::raise_heap_leaks(driver(), heap_, "U-220", "after DestroyDevice");
  destroy_in_kernel();
  adapter_->count_device(-1);
}

HRESULT Device::call_beside(const Entry& entry, Subject subject,
                            const std::function<HRESULT()>& body, const Check& check) {
  if (is_removed() && !entry.is_cleanup) return D3DDDIERR_DEVICEREMOVED;
  const dxgk::RuntimeView::Scope scope(view());
  const win32::UnderHeapAccount under(heap_);
  Call record(entry, this, subject);
  const HRESULT result = enter(driver(), record, body, check);
  if (result == D3DDDIERR_DEVICEREMOVED) note_removed();
  return result;
}

HRESULT Device::call_result(const Entry& entry, Subject subject,
                            const std::function<HRESULT()>& body, const Check& check) {
  const sim::Alone alone(entrance_);
  return call_beside(entry, subject, body, check);
}

HRESULT Device::call_void(const Entry& entry, Subject subject, std::function<void()> body,
                          const Check& check) {
  assert(entry.reports_by_callback);
  return call_result(entry, subject, reported_by_callback(std::move(body)), check);
}

// The defaults of functions that a family does not have.
HRESULT Device::create_resource(const ResourceSpec&, Resource*& out) {
  out = nullptr;
  return kNoEntryPoint;
}
HRESULT Device::lock(Resource&, UINT, D3DDDI_LOCKFLAGS, LockedSurface&) { return kNoEntryPoint; }
HRESULT Device::unlock(Resource&, UINT) { return kNoEntryPoint; }
HRESULT Device::flush() { return kNoEntryPoint; }
HRESULT Device::present(Resource&) { return kNoEntryPoint; }
HRESULT Device::color_fill(Resource&, UINT, D3DCOLOR) { return kNoEntryPoint; }
HRESULT Device::blt(Resource&, Resource&) { return kNoEntryPoint; }
HRESULT Device::resolve(Resource&) { return kNoEntryPoint; }
HRESULT Device::set_priority(Resource&, UINT) { return kNoEntryPoint; }
HRESULT Device::query_residency(std::span<Resource* const>) { return kNoEntryPoint; }
HRESULT Device::offer(std::span<Resource* const>, D3DDDI_OFFER_PRIORITY) { return kNoEntryPoint; }
HRESULT Device::reclaim(std::span<Resource* const>, std::span<BOOL>) { return kNoEntryPoint; }

}  // namespace drydock::d3d
