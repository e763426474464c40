// What a device and its doorbells ask of the memory room, which lies above this one and implements
// it (memory/device_memory.cpp). Reached by Adapter::device_memory().
#pragma once

#include <memory>

#include "src/dxgk/object/handle_table.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Device;

// An allocation that a doorbell has as its ring buffer, or as the control of one. It is not
// destroyed while this lives (K-233).
class DoorbellMemory {
 public:
  DoorbellMemory() = default;
  virtual ~DoorbellMemory() = default;
  DoorbellMemory(const DoorbellMemory&) = delete;
  DoorbellMemory& operator=(const DoorbellMemory&) = delete;

  // As the driver names it.
  virtual HANDLE driver() const = 0;
};

struct DeviceMemory {
  // Null when the handle is no allocation of the device.
  std::unique_ptr<DoorbellMemory> (*claim_for_doorbell)(Device& device, Handle allocation);

  // The three steps of a device's end. No operation is under way, and no lock is held.
  // Trim callbacks of the device are over and will not come again.
  void (*end_trims)(Device& device);
  // Every handle of an allocation or resource stops resolving, and what it named is on its way out.
  void (*detach_all)(Device& device);
  // The driver's objects are on their way out; the client's handles stay.
  void (*stop_all)(Device& device);

  // K-423: what the driver acquired and did not release is released for it.
  void (*end_driver_holds)(Device& device);
};

}  // namespace drydock::dxgk
