// Shared resources: the data that the runtime stores with one for its openers, and the opening of
// one in the kernel.
//
// The runtime's own data of a resource travels through the kernel as private runtime data. It is a
// flat structure with a magic number; data that another runtime wrote is read as a resource without
// surfaces.
#pragma once

#include <cstdint>
#include <vector>

#include "src/d3d/core/device.h"

namespace drydock::d3d {

// A shared resource as this device has it, and the memory that OpenResource borrows to the driver.
struct OpenedResource {
  KernelHandle resource;
  std::vector<D3DDDI_OPENALLOCATIONINFO2> allocations;
  std::vector<D3DDDI_OPENALLOCATIONINFO> allocations_first;  // the same for older drivers
  std::vector<std::byte> runtime_data, resource_data, allocation_data;

  // The arguments that every family's OpenResource is made of; `reported` is hKMResource. From
  // WDDM 2.0 on drivers read the longer form of allocations. Valid while this lives.
  D3DDDIARG_OPENRESOURCE arguments(const Device& device, const Resource& resource);
};

HRESULT open_in_kernel(Device& device, D3DKMT_HANDLE global, OpenedResource& out);
// The driver did not open it: closes what was opened in the kernel.
void close_unopened(Device& device, Resource& resource);

// Returns the runtime's own data of a resource, for its openers.
std::vector<std::byte> describe(const Resource& resource);
// The same, and the process that made it.
std::vector<std::byte> describe(const Resource& resource, const dxgk::RuntimeView& creator);
void read_description(const std::vector<std::byte>& data, Resource& out);
// U-122: false for a resource that is restricted to the process that made it.
bool may_open(const std::vector<std::byte>& data, const dxgk::RuntimeView& opener);

}  // namespace drydock::d3d
