// What the runtime asks the graphics kernel for on its own, and what it keeps with shared
// resources.
#pragma once

#include <cstdint>
#include <span>
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

// What the kernel's side of a device has of WDDM 2.0; drivers of others are told E_NOTIMPL.
bool has_paging_queues(Device& device);
bool has_addresses(Device& device);

// How large an allocation is, and whether the GPU may be at work on it; nothing of one that is
// gone.
std::uint64_t bytes_of(Device& device, const Allocation& allocation);
bool is_used_by_gpu(Device& device, const Allocation& allocation);

// For whom an address of the GPU leads somewhere in the device's process, to compare; null: nobody.
const void* owner_of_address(Device& device, std::uint64_t address);
// U-283: what is changed lies in one reservation, and what is copied too.
bool are_in_one_reservation(Device& device,
                            std::span<const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations);

// The number of what was submitted by address last, and whether the GPU is done with it.
std::uint64_t last_work_by_address(Device& device);
bool is_work_by_address_over(Device& device, std::uint64_t number);

// The runtime's own data of a resource, for those who open it.
std::vector<std::byte> describe(const Resource& resource);
// The same, and who made it.
std::vector<std::byte> describe(const Resource& resource, const dxgk::Process& creator);
// Data that is none of ours is a resource without surfaces.
void read_description(const std::vector<std::byte>& data, Resource& out);
// U-122: false for a resource that is restricted to the process that made it.
bool may_open(const std::vector<std::byte>& data, const dxgk::Process& process);

}  // namespace drydock::d3d
