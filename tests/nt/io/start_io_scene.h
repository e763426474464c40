// A device with a StartIo routine, and a scope at DISPATCH_LEVEL.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "src/nt/base/wdk.h"

namespace drydock::testing {

class AtDispatch {
 public:
  AtDispatch() { KeRaiseIrql(DISPATCH_LEVEL, &old_); }
  ~AtDispatch() noexcept(false) { KeLowerIrql(old_); }
  AtDispatch(const AtDispatch&) = delete;
  AtDispatch& operator=(const AtDispatch&) = delete;

 private:
  KIRQL old_ = PASSIVE_LEVEL;
};

// A device of the test itself, whose StartIo notes the requests by their size.
struct Device {
  Device() {
    driver.DriverStartIo = start_io;
    UNICODE_STRING none{};
    EXPECT_EQ(IoCreateDevice(&driver, 0, &none, FILE_DEVICE_UNKNOWN, 0, FALSE, &object),
              STATUS_SUCCESS);
    current = this;
  }
  ~Device() { IoDeleteDevice(object); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  static VOID start_io(PDEVICE_OBJECT device, PIRP irp) {
    current->irqls.push_back(KeGetCurrentIrql());
    current->started.push_back(static_cast<int>(irp->IoStatus.Information));
    EXPECT_EQ(device->CurrentIrp, irp);
    if (!current->eager) return;
    ++current->depth;
    current->deepest = std::max(current->deepest, current->depth);
    IoStartNextPacket(device, TRUE);
    --current->depth;
  }
  static VOID cancel(PDEVICE_OBJECT device, PIRP irp) {
    current->cancelled.push_back(static_cast<int>(irp->IoStatus.Information));
    KeRemoveEntryDeviceQueue(&device->DeviceQueue, &irp->Tail.Overlay.DeviceQueueEntry);
    IoReleaseCancelSpinLock(irp->CancelIrql);
  }

  static inline Device* current = nullptr;
  DRIVER_OBJECT driver{};
  PDEVICE_OBJECT object = nullptr;
  bool eager = false;  // StartIo asks for the next at once
  int depth = 0;
  int deepest = 0;
  std::vector<int> started;
  std::vector<int> cancelled;
  std::vector<KIRQL> irqls;
};

}  // namespace drydock::testing
