// Creates and opens allocations: the driver's objects, their bindings and their names. A creation
// that fails half-way is undone in reverse order and leaves nothing, not even a gap in the handles.
//
// Cost: one call of the driver to create all allocations, and one to open them. Owner: the device
// has the new bindings; the caller has the specification. Threads: any, inside an operation on the
// device; no lock is held.
#pragma once

#include <cstddef>
#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// One allocation as a client asks for it, in host memory.
struct AllocationSpec {
  std::span<std::byte> private_data;  // in and out: the driver may edit it
  void* system_memory = nullptr;      // existing memory to use
  void* section_view = nullptr;       // a view of a section to use; the creation takes it over
  SIZE_T system_size = 0;
  Ref<Object> memory_owner;  // the allocation that owns the memory; null when the client does
  UINT priority = 0;         // 0: the driver's choice
  bool is_primary = false;
  bool is_stereo = false;
  UINT source = 0;
  Handle handle = 0;  // out
};

struct CreateSpec {
  Handle add_to = 0;  // an existing resource
  bool resource = false;
  bool shared = false;
  bool nt_shared = false;
  bool restricted = false;  // only its creator's process may open it (K-124)
  bool standard = false;    // described by the driver: GetStandardAllocationDriverData
  bool cross_adapter = false;
  bool hidden = false;  // existing memory, without an object of the driver's (K-121)
  std::span<const std::byte> runtime_data;
  std::span<const std::byte> driver_data;
  std::span<AllocationSpec> allocations;
  Handle new_resource = 0;  // out
  Handle global = 0;        // out
};

NTSTATUS create_allocations(Device& device, CreateSpec& spec);

// The sizes and counts that an opener gets of a shared resource.
struct ShareInfo {
  UINT runtime_size = 0;
  UINT resource_size = 0;
  UINT total_size = 0;  // private data of all allocations
  UINT allocations = 0;
};
NTSTATUS query_share(Device& device, Handle global, ShareInfo& out);
// Describes a resource that is opened already. Closes the opening.
NTSTATUS query_share(Device& device, AdapterResource& opened, ShareInfo& out);

// One allocation, as an opener gets it.
struct OpenedAllocation {
  Handle handle = 0;
  Bytes private_data;
};
struct Opened {
  Handle resource = 0;
  Bytes runtime_data;
  Bytes driver_data;
  std::vector<OpenedAllocation> allocations;
};

// Opens the resource on the device. `fits` checks the sizes before the driver is called, and
// returns the status to fail with.
using Fits = std::function<NTSTATUS(const ShareInfo&)>;
NTSTATUS open_share(Device& device, Handle global, const Fits& fits, Opened& out);
// Opens on the device a resource that is opened already. Takes over the opening in every case.
NTSTATUS open_share(Device& device, AdapterResource& opened, bool read_only, const Fits& fits,
                    Opened& out);

}  // namespace drydock::dxgk
