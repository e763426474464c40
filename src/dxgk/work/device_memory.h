// The services of the memory room for a device and its doorbells. That room lies above this one and
// implements them (memory/device_memory.cpp). Adapter::device_memory() returns them.
#pragma once

#include <memory>

#include "src/dxgk/object/handle_table.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Device;

// An allocation that a doorbell uses as its ring buffer, or as the control of one. It is not
// destroyed while this lives (K-233).
class DoorbellMemory {
 public:
  DoorbellMemory() = default;
  virtual ~DoorbellMemory() = default;
  DoorbellMemory(const DoorbellMemory&) = delete;
  DoorbellMemory& operator=(const DoorbellMemory&) = delete;

  // The driver's handle.
  virtual HANDLE driver() const = 0;
};

struct DeviceMemory {
  // Null when the handle is no allocation of the device.
  std::unique_ptr<DoorbellMemory> (*claim_for_doorbell)(Device& device, Handle allocation);

  // The three steps of a device's end. No operation is under way, and no lock is held.
  // Ends the trim callbacks of the device: none runs, and none will.
  void (*end_trims)(Device& device);
  // Detaches every handle of an allocation or resource, and begins to destroy what it named.
  void (*detach_all)(Device& device);
  // Begins to destroy the driver's objects. The client's handles still resolve.
  void (*stop_all)(Device& device);

  // K-423: releases the holds that the driver acquired and did not release.
  void (*end_driver_holds)(Device& device);
};

}  // namespace drydock::dxgk
