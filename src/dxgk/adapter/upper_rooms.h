// The parts of an adapter that belong to the rooms above it, whose types it does not know.
//
// The adapter owns one table of each kind for its whole life: it makes them in its constructor and
// destroys them, in the reverse order, in its destructor. dock/add_adapter.cpp says how.
//
// Cost: one indirect call when an adapter is made or started, when a device ends and when a
// doorbell is made; none on the way of an allocation or of a submission.
#pragma once

#include <memory>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class ContextAllocations;
class HwQueues;
class RetainedResources;
class NativeFences;
struct DeviceMemory;

struct AdapterTables {
  template <typename T>
  using Owned = std::unique_ptr<T, void (*)(T*)>;

  Owned<ContextAllocations> context_allocations;
  Owned<HwQueues> hw_queues;
  Owned<RetainedResources> retained_resources;
  Owned<NativeFences> native_fences;
};

struct UpperRooms {
  AdapterTables (*make_tables)(Adapter& adapter);
  // The callbacks that a miniport of this version can call.
  DXGKRNL_INTERFACE (*kernel_interface)(ULONG version, HANDLE device_handle);
  // What a device and its doorbells need from memory (work/device_memory.h).
  const DeviceMemory& device_memory;
};

}  // namespace drydock::dxgk
