#include "src/dxgk/work/cpu_event.h"

#include <fmt/format.h>

#include <cstdint>
#include <unordered_map>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/driver_block.h"
#include "src/dxgk/work/device.h"
#include "src/nt/base/thread.h"
#include "src/nt/ob/object.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// The events that drivers may signal, by their handles.
class SignalledEvents {
 public:
  static SignalledEvents& all() {
    static sim::NeverDestroyed<SignalledEvents> instance;
    return *instance;
  }

  HANDLE add(const nt::Driver& driver, PKEVENT event) {
    const sim::Hold hold(lock_);
    last_ += kStep;
    const auto handle = reinterpret_cast<HANDLE>(last_);
    events_[handle] = {&driver, event};
    return handle;
  }

  void remove(HANDLE handle) {
    const sim::Hold hold(lock_);
    events_.erase(handle);
  }

  // Pins the event; null when the driver has no event of this handle.
  PKEVENT pin(const nt::Driver& driver, HANDLE handle) {
    const sim::Hold hold(lock_);
    const auto found = events_.find(handle);
    if (found == events_.end() || found->second.driver != &driver) return nullptr;
    nt::pin_object(found->second.event);
    return found->second.event;
  }

 private:
  static constexpr std::uintptr_t kStep = 0x10;

  struct Known {
    const nt::Driver* driver;
    PKEVENT event;
  };

  sim::Lock lock_{sim::LockRank::kCpuEvents};
  std::unordered_map<HANDLE, Known> events_ DRYDOCK_GUARDED_BY(lock_);
  std::uintptr_t last_ DRYDOCK_GUARDED_BY(lock_) = 0xE000'0000;
};

}  // namespace

CpuEvent::CpuEvent(Device& device, PKEVENT event)
    : adapter_(device.adapter()),
      seat_(device.seat()),
      event_(event),
      handle_(SignalledEvents::all().add(adapter_.driver(), event)) {
  nt::pin_object(event_);
}

void CpuEvent::remove_event() {
  SignalledEvents::all().remove(handle_);
  nt::unpin_object(event_);
}

NTSTATUS CpuEvent::create(Device& device, PKEVENT event, std::shared_ptr<CpuEvent>& out) {
  Adapter& adapter = device.adapter();
  const auto entry = adapter.table().DxgkDdiCreateCpuEvent;
  if (entry == nullptr || adapter.table().DxgkDdiDestroyCpuEvent == nullptr)
    return STATUS_NOT_SUPPORTED;
  const std::shared_ptr<CpuEvent> made(new CpuEvent(device, event));
  DXGKARG_CREATECPUEVENT arguments{};
  arguments.hKmdDevice = device.driver();
  arguments.hDxgCpuEvent = made->handle_;
  spoil(arguments.hKmdCpuEvent);
  Passed<DXGKARG_CREATECPUEVENT> passed(arguments);
  const NTSTATUS status = adapter.call(ddi::kCreateCpuEvent, device.seat(),
                                       [&] { return entry(adapter.context(), passed.data()); });
  passed.copy_back();
  unspoil(arguments.hKmdCpuEvent);
  if (!NT_SUCCESS(status)) {
    made->remove_event();
    return status;
  }
  made->driver_ = arguments.hKmdCpuEvent;
  device.adapter().handle_offsets().note(HandleKind::kCpuEvent, made->driver_);
  made->begin();
  device.cpu_events.add(made);
  out = made;
  return STATUS_SUCCESS;
}

void CpuEvent::destroy_in_driver() {
  const DriverBlocks own(adapter_, HandleKind::kCpuEvent, driver_);
  const bool was_alive = adapter_.driver().alive();
  const NTSTATUS status = adapter_.call(ddi::kDestroyCpuEvent, seat_, [&] {
    return adapter_.table().DxgkDdiDestroyCpuEvent(adapter_.context(), driver_);
  });
  remove_event();
  if (!is_orphan_ || !adapter_.is_called()) return;
  check_orphan(status, was_alive);
  own.expect_freed(adapter_, "K-093",
                   "DxgkDdiDestroyCpuEvent, called after DxgkDdiDestroyDevice, kept the event:");
}

// K-093: the driver used its device, which was destroyed.
void CpuEvent::check_orphan(NTSTATUS status, bool was_alive) const {
  const char* const call = "DxgkDdiDestroyCpuEvent";
  rules::evaluated("K-093");
  if (adapter_.driver().alive()) {
    if (!NT_SUCCESS(status))
      nt::Breach("K-093", adapter_.offender())
          .message("{} returned {:#010x} after DxgkDdiDestroyDevice", call,
                   static_cast<ULONG>(status))
          .raise_later();
    return;
  }
  // An access to the device's own memory was raised when it happened.
  const auto* const touched = reinterpret_cast<const void*>(nt::self().fault_address);
  if (!was_alive || nt::pool_rule_broken_at(touched) == "K-093"_rule) return;
  nt::Breach("K-093", adapter_.driver())
      .message("{} did not survive that DxgkDdiDestroyDevice came before it", call)
      .raise_later();
}

void CpuEvents::retain_all() {
  for (std::shared_ptr<CpuEvent>& event : all_.take_all()) {
    if (event->retain()) retained_.push_back(std::move(event));
  }
}

void CpuEvents::end_some() {
  if (!sim::is_seeded()) return;
  std::vector<std::shared_ptr<CpuEvent>> rest;
  for (const std::shared_ptr<CpuEvent>& event : retained_) {
    if (sim::random() % 2 == 0) {
      event->end();
    } else {
      rest.push_back(event);
    }
  }
  retained_ = std::move(rest);
}

void CpuEvents::end_after_device(Adapter& adapter, HANDLE device,
                                 const std::function<void()>& destroy) {
  if (retained_.empty()) return destroy();
  std::vector<HANDLE> handles;
  for (const std::shared_ptr<CpuEvent>& event : retained_) handles.push_back(event->driver());
  const DriverBlocks events(adapter, HandleKind::kCpuEvent, handles),
      owner(adapter, HandleKind::kDevice, device);
  destroy();
  events.expect_there(adapter, "K-093",
                      "DxgkDdiDestroyDevice took along a CPU event that was not destroyed yet:");
  // An event may keep the memory of its device. If none does, an access to it breaks the rule.
  owner.govern_freed("K-093");
  for (const std::shared_ptr<CpuEvent>& event : retained_) {
    event->is_orphan_ = true;
    event->end();
  }
  retained_.clear();
}

NTSTATUS signal_cpu_event(const nt::Driver& driver, HANDLE handle) {
  PKEVENT const event = SignalledEvents::all().pin(driver, handle);
  if (event == nullptr) return STATUS_INVALID_HANDLE;
  KeSetEvent(event, IO_NO_INCREMENT, FALSE);
  nt::unpin_object(event);
  return STATUS_SUCCESS;
}

}  // namespace drydock::dxgk
