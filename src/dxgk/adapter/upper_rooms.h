// The parts of an adapter that belong to the rooms above it, whose types it does not know.
//
// The adapter owns one table of each kind for its whole life: it makes them in its constructor and
// destroys them, in the reverse order, in its destructor. dock/add_adapter.cpp says how.
//
// Cost: one indirect call when an adapter is made or started, when a device ends and when a
// doorbell is made; none on the way of an allocation or of a submission.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::display {
class ModeManager;
}  // namespace drydock::display

namespace drydock::dxgk {

class Adapter;
class ContextAllocations;
class Frames;
class HwQueues;
class RetainedResources;
class NativeFences;
struct DeviceMemory;

// The display half of an adapter, which the adapter starts and stops.
class DisplayHalf {
 public:
  DisplayHalf() = default;
  virtual ~DisplayHalf() = default;
  DisplayHalf(const DisplayHalf&) = delete;
  DisplayHalf& operator=(const DisplayHalf&) = delete;

  // Asks what is connected to the children. Returns the ChildUids of those that have something, or
  // are taken to have.
  virtual std::vector<ULONG> ask_children(std::span<const DXGK_CHILD_DESCRIPTOR> children) = 0;
  // The driver has said everything about itself.
  virtual void start() = 0;
  // The device is about to stop; `keeps_picture` when the next driver takes the picture over.
  virtual void stop(bool keeps_picture) = 0;
  // The device has stopped.
  virtual void end() = 0;
  // The target whose picture stays; D3DDDI_ID_UNINITIALIZED when there is no child.
  virtual UINT displayed_target() = 0;
  // The driver has left this picture on the target, for the next driver.
  virtual void check_left_picture(UINT target, const DXGK_DISPLAY_INFORMATION& picture) = 0;
  // Exists from start() to end(); null when the driver sets no modes.
  virtual std::shared_ptr<display::ModeManager> modes() = 0;
};

struct AdapterTables {
  template <typename T>
  using Owned = std::unique_ptr<T, void (*)(T*)>;

  Owned<ContextAllocations> context_allocations;
  Owned<HwQueues> hw_queues;
  Owned<RetainedResources> retained_resources;
  Owned<NativeFences> native_fences;
  Owned<Frames> frames;
  Owned<DisplayHalf> display;
};

struct UpperRooms {
  AdapterTables (*make_tables)(Adapter& adapter);
  // The callbacks that a miniport of this version can call.
  DXGKRNL_INTERFACE (*kernel_interface)(ULONG version, HANDLE device_handle);
  // The services of the memory room for a device and its doorbells (work/device_memory.h).
  const DeviceMemory& device_memory;
};

}  // namespace drydock::dxgk
