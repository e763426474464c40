#include "src/dxgk/work/device.h"

#include <fmt/format.h>

#include <cassert>

#include "src/display/ownership/source_owners.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/driver_block.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/context_allocation.h"
#include "src/dxgk/work/device_memory.h"
#include "src/dxgk/work/process.h"
#include "src/dxgk/work/sync_queue.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr sim::Time kPatience = 20'000'000;  // two seconds for a driver to end its holds

}  // namespace

Device::Device(Seat& seat)
    : Object(kType), seat_(seat), adapter_(seat.adapter()), process_(*seat.process()) {}

NTSTATUS Device::create(Seat& seat, Ref<Device>& out) {
  Adapter& adapter = seat.adapter();
  if (!adapter.is_working()) return STATUS_DEVICE_REMOVED;
  if (adapter.table().DxgkDdiCreateDevice == nullptr) return STATUS_NOT_SUPPORTED;
  Process& process = *seat.process();
  const sim::Passage passage(process.openings());
  if (process.has_ended()) return STATUS_DEVICE_REMOVED;
  if (const NTSTATUS status = seat.create_driver_process(); !NT_SUCCESS(status)) return status;
  Ref<Device> device = Ref<Device>::adopt(new Device(seat));
  const bool is_full = nt::fails_here(sim::FaultKind::kHandle);
  const Handle handle = is_full ? 0 : process.handles().issue(*device);
  if (handle == 0) return STATUS_NO_MEMORY;
  device->set_handle(handle);
  // Threads that stop devices find it before it exists in the driver; they wait at the gate.
  device->operations_.enter();
  process.take_seat(adapter);
  device->add_ref();  // the process's
  process.add(*device);
  NTSTATUS status = device->create_in_driver();
  if (NT_SUCCESS(status)) device->ends_.begin_in_driver();
  if (NT_SUCCESS(status)) status = device->create_stand_in();
  device->is_ready_.store(NT_SUCCESS(status), std::memory_order_release);
  if (!NT_SUCCESS(status)) process.handles().withdraw(handle, *device);
  device->operations_.leave();
  if (!NT_SUCCESS(status)) {
    device->destroy();
    return status;
  }
  trace::event("device", "created", {{"handle", handle}});
  out = std::move(device);
  return STATUS_SUCCESS;
}

NTSTATUS Device::create_in_driver() {
  if (!adapter_.is_working()) return STATUS_DEVICE_REMOVED;
  DXGKARG_CREATEDEVICE arguments{};
  // On input the graphics kernel's handle, for the driver's callbacks.
  const HANDLE given = adapter_.context_allocations().introduce(*this);
  arguments.hDevice = given;
  arguments.hKmdProcess = seat_.driver_process();
  if (!adapter_.has_contexts()) arguments.pInfo = &info_;
  Passed<DXGKARG_CREATEDEVICE> passed(arguments);
  const NTSTATUS status = adapter_.call(ddi::kCreateDevice, seat_, [&] {
    return adapter_.table().DxgkDdiCreateDevice(adapter_.context(), passed.data());
  });
  passed.copy_back();
  if (!NT_SUCCESS(status)) {
    adapter_.context_allocations().remove(*this);
    return status;
  }
  driver_ = arguments.hDevice;
  adapter_.handle_offsets().note(HandleKind::kDevice, driver_);
  if (!rules::breaks("K-085", driver_ == nullptr || driver_ == given)) return status;
  // The driver returned no handle of its own: the host cannot ask it to destroy the device.
  nt::Breach("K-085", adapter_.offender())
      .message("DxgkDdiCreateDevice returned hDevice {}, which is not its own",
               driver_ == nullptr ? "NULL" : "as it was given")
      .raise_later();
  adapter_.context_allocations().remove(*this);
  return STATUS_INVALID_PARAMETER;
}

// A client of a driver without contexts submits by its device.
NTSTATUS Device::create_stand_in() {
  if (adapter_.has_contexts()) return STATUS_SUCCESS;
  ContextRequest request;
  request.has_name = false;
  return Context::create(*this, request, stand_in_);
}

void Device::retirement_ends() {
  const std::uint32_t before = retiring_.fetch_sub(1, std::memory_order_acq_rel);
  assert(before != 0);
  if (before == 1) retired_.complete();
}

bool Device::is_working() const {
  return execution() == D3DKMT_DEVICEEXECUTION_ACTIVE && adapter_.is_working();
}

void Device::set_error(D3DKMT_DEVICEEXECUTION_STATE why) {
  D3DKMT_DEVICEEXECUTION_STATE active = D3DKMT_DEVICEEXECUTION_ACTIVE;
  execution_.compare_exchange_strong(active, why, std::memory_order_acq_rel);
  if (adapter_.scheduler() != nullptr) adapter_.scheduler()->look_again();
}

void Device::end_fences() { dxgk::end_fences(*this); }

const vidmm::AddressSpace* Device::addresses() const { return seat_.addresses(); }
vidmm::PageTables* Device::tables() const { return seat_.tables(); }

// Destroys everything on the device, and then the driver's device. No operation is under way.
void Device::destroy_in_driver() {
  if (!ends_.begin_driver_end()) return;
  adapter_.source_owners().release(this);
  std::vector<Ref<Context>> all;
  {
    const DeviceHold hold(*this);
    for (Context* each = contexts.first(); each != nullptr; each = contexts.after(*each))
      all.emplace_back(*each);
  }
  for (const Ref<Context>& context : all) context->destroy_in_driver();
  paging_queues.wait_idle();
  const DeviceMemory& memory = adapter_.device_memory();
  memory.stop_all(*this);
  retirement_ends();
  if (!retired_.wait(sim::now() + kPatience)) {
    memory.end_driver_holds(*this);
    retired_.wait();
  }
  local_fences.end_all();
  cpu_events.retain_all();
  cpu_events.end_some();
  const DriverBlocks own(adapter_, HandleKind::kDevice, driver_);
  cpu_events.end_after_device(adapter_, driver_, [&] { call_destroy(); });
  const HANDLE stays[] = {adapter_.context()};
  if (adapter_.table().DxgkDdiDestroyDevice != nullptr)
    own.expect_freed(adapter_, "K-090", "DxgkDdiDestroyDevice kept the device:", stays);
  adapter_.context_allocations().remove(*this);
}

void Device::call_destroy() {
  if (adapter_.table().DxgkDdiDestroyDevice == nullptr) return;
  adapter_.call(ddi::kDestroyDevice, seat_,
                [&] { return adapter_.table().DxgkDdiDestroyDevice(driver_); });
}

void Device::stop(D3DKMT_DEVICEEXECUTION_STATE why) {
  set_error(why);
  const sim::Alone alone(operations_);
  destroy_in_driver();
}

void Device::destroy_contexts() {
  for (;;) {
    Ref<Context> context;
    {
      const DeviceHold hold(*this);
      if (contexts.empty()) return;
      context = Ref<Context>(*contexts.first());
    }
    context->destroy();
  }
}

bool Device::destroy() {
  if (!ends_.begin_destroy()) return false;
  if (adapter_.scheduler() != nullptr) adapter_.scheduler()->look_again();
  process_.handles().remove(handle(), *this);
  {
    const sim::Alone alone(operations_);
    destroy_contexts();
    stand_in_ = {};
    paging_queues.destroy_all();
    adapter_.device_memory().end_trims(*this);
    adapter_.device_memory().detach_all(*this);
    cpu_events.retain_all();
    destroy_syncs(process_, syncs);
    destroy_in_driver();
  }
  if (is_ready_.load(std::memory_order_acquire))
    trace::event("device", "destroyed", {{"handle", handle()}});
  process_.remove(*this);
  process_.release_seat(seat_);
  release();  // the process's
  return true;
}

Operation::Operation(Process& process, Handle handle) {
  {
    const ReadSection reading;
    auto* const device = as<Device>(process.handles().look_up(handle));
    if (device == nullptr) return;
    if (device->operations_.try_enter()) {
      // A thread that ends the device comes to the gate first, and waits there.
      if (device->may_be_used()) {
        device_ = device;
      } else {
        device->operations_.leave();
      }
      return;
    }
    if (!device->try_add_ref()) return;
    awaited_ = Ref<Device>::adopt(device);
  }
  awaited_->operations_.enter();
  if (awaited_->may_be_used()) {
    device_ = awaited_.get();
  } else {
    awaited_->operations_.leave();
  }
}

Operation::~Operation() {
  if (device_ != nullptr) device_->operations_.leave();
}

}  // namespace drydock::dxgk
