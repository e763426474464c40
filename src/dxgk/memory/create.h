// Creating and opening allocations: the driver's objects, their bindings, their names. What fails
// half-way is undone in reverse order and leaves nothing, not even a gap in the handles.
#pragma once

#include <cstddef>
#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// One allocation as a client asks for it, in host memory.
struct AllocationSpec {
  std::span<std::byte> private_data;  // in and out: the driver may edit it
  void* system_memory = nullptr;      // existing memory that it is to lie over
  void* section_view = nullptr;  // the same: a view of a section, which the creation takes over
  SIZE_T system_size = 0;
  Ref<Object> lender;  // the allocation that the memory belongs to; null when it is the client's
  UINT priority = 0;   // 0: the driver's
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
  bool restricted = false;  // only its creator's process opens it (K-124)
  bool standard = false;    // described by the driver: GetStandardAllocationDriverData
  bool cross_adapter = false;
  bool hidden = false;  // existing memory that the driver never learns of (K-121)
  std::span<const std::byte> runtime_data;
  std::span<const std::byte> driver_data;
  std::span<AllocationSpec> allocations;
  Handle new_resource = 0;  // out
  Handle global = 0;        // out
};

NTSTATUS create_allocations(Device& device, CreateSpec& spec);

// What an opener learns of a shared resource.
struct ShareInfo {
  UINT runtime_size = 0;
  UINT resource_size = 0;
  UINT total_size = 0;  // private data of all allocations
  UINT allocations = 0;
};
NTSTATUS query_share(Device& device, Handle global, ShareInfo& out);
// The same for a resource that is opened already; the opening is closed.
NTSTATUS query_share(Device& device, AdapterResource& opened, ShareInfo& out);

// One allocation as an opener gets it.
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

// Opens on the device; `fits` looks at the sizes before the driver is asked and gives the status to
// fail with.
using Fits = std::function<NTSTATUS(const ShareInfo&)>;
NTSTATUS open_share(Device& device, Handle global, const Fits& fits, Opened& out);
// The same for a resource that is opened already; the opening is taken over in every case.
NTSTATUS open_share(Device& device, AdapterResource& opened, bool read_only, const Fits& fits,
                    Opened& out);

}  // namespace drydock::dxgk
