// What the runtime asks the graphics kernel for on its own, and what it keeps with shared
// resources.
#pragma once

#include <vector>

#include "src/d3d/device.h"

namespace drydock::d3d {

// A shared resource as this device has it, and the memory that OpenResource shows to the driver.
struct OpenedResource {
  KernelHandle resource;
  std::vector<D3DDDI_OPENALLOCATIONINFO2> allocations;
  std::vector<D3DDDI_OPENALLOCATIONINFO> allocations_first;  // the same for older drivers
  std::vector<std::byte> runtime_data, resource_data, allocation_data;
  KernelHandle told;  // what the driver learns as hKMResource

  // From WDDM 2.0 on drivers read the longer form of allocations.
  D3DDDIARG_OPENRESOURCE arguments(const Device& device, RuntimeHandle handle);
};

HRESULT open_in_kernel(Device& device, D3DKMT_HANDLE global, OpenedResource& out);
// The driver did not take it: closes what was opened.
void close_unopened(Device& device, Resource& resource);

// The runtime's own data of a resource, for those who open it.
std::vector<std::byte> describe(const Resource& resource);
// The same, and who made it.
std::vector<std::byte> describe(const Resource& resource, const dxgk::Process& creator);
// Data that is none of ours is a resource without surfaces.
void read_description(const std::vector<std::byte>& data, Resource& out);
// U-122: false for a resource that is restricted to the process that made it.
bool may_open(const std::vector<std::byte>& data, const dxgk::Process& process);

}  // namespace drydock::d3d
