// CPU events: the driver's half of a notification that the driver signals by itself.
//
// The driver gets a device with it, only to know its owner. The event may outlive the device
// (K-093).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "src/dxgk/miniport/driver_part.h"
#include "src/nt/driver/driver.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Device;
class Seat;

class CpuEvent final : public DriverPart {
 public:
  // DxgkDdiCreateCpuEvent. Pins the event while the driver may set it.
  static NTSTATUS create(Device& device, PKEVENT event, std::shared_ptr<CpuEvent>& out);

  HANDLE driver() const { return driver_; }

 private:
  friend class CpuEvents;
  CpuEvent(Device& device, PKEVENT event);
  void destroy_in_driver() override;
  void remove_event();
  void check_orphan(NTSTATUS status, bool was_alive) const;

  Adapter& adapter_;
  Seat& seat_;
  const PKEVENT event_;
  const HANDLE handle_;  // the driver signals by it; never reused
  HANDLE driver_ = nullptr;
  // The driver's device was destroyed; for the thread that ends the device.
  bool is_orphan_ = false;
};

// The CPU events of a device.
class CpuEvents {
 public:
  void add(const std::shared_ptr<CpuEvent>& event) { all_.add(event); }

  // The device ends, and its events end with it: when a client releases one meanwhile, the device
  // ends it. No thread adds more.
  void retain_all();
  // Ends those that the schedule chooses before the driver's device; without a schedule none.
  void end_some();
  // Has the driver destroy its device, and then ends the rest.
  void end_after_device(Adapter& adapter, HANDLE device, const std::function<void()>& destroy);

 private:
  DriverParts<CpuEvent> all_;
  std::vector<std::shared_ptr<CpuEvent>> retained_;  // only for the thread that ends the device
};

// DxgkCbSignalEvent for one of the driver's. At DISPATCH_LEVEL at most.
NTSTATUS signal_cpu_event(const nt::Driver& driver, HANDLE handle);

}  // namespace drydock::dxgk
