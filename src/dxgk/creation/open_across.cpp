#include "src/dxgk/creation/open_across.h"

#include <algorithm>

#include "src/dxgk/creation/standard.h"
#include "src/dxgk/work/process.h"

namespace drydock::dxgk {
namespace {

// The allocation of the resource, and its description for the other adapter's driver.
struct Across {
  Ref<Binding> memory_owner;
  StandardData data;
};

NTSTATUS describe(Device& device, const AdapterResource& body, Across& out) {
  const std::vector<Ref<Binding>> members = body.members();
  // The resource's allocation is being destroyed.
  if (members.size() != 1) return STATUS_INVALID_PARAMETER;
  out.memory_owner = members[0];
  return describe_existing_heap(device, out.memory_owner->allocation().tenant.size(), out.data);
}

ShareInfo info_of(const AdapterResource& body, const Across& across) {
  return {.runtime_size = static_cast<UINT>(body.runtime_data.size()),
          .resource_size = static_cast<UINT>(across.data.resource.size()),
          .total_size = static_cast<UINT>(across.data.allocation.size()),
          .allocations = 1};
}

}  // namespace

bool can_open_across(const Device& device, const AdapterResource& body) {
  return body.cross_adapter && device.process().kernel().has(body.adapter());
}

NTSTATUS query_across(Device& device, const AdapterResource& body, ShareInfo& out) {
  Across across;
  const NTSTATUS status = describe(device, body, across);
  if (NT_SUCCESS(status)) out = info_of(body, across);
  return status;
}

NTSTATUS open_across(Device& device, const AdapterResource& body,
                     const std::function<NTSTATUS(const ShareInfo&)>& fits, Opened& out) {
  Across across;
  NTSTATUS status = describe(device, body, across);
  if (NT_SUCCESS(status)) status = fits(info_of(body, across));
  if (!NT_SUCCESS(status)) return status;
  Allocation& source = across.memory_owner->allocation();
  AllocationSpec allocation;
  allocation.private_data = across.data.allocation;
  allocation.system_memory = source.tenant.backing.map(source.tenant.size());
  allocation.system_size = source.tenant.size();
  allocation.memory_owner = Ref<Object>(*across.memory_owner);
  if (allocation.system_memory == nullptr) return STATUS_NO_MEMORY;
  CreateSpec spec;
  spec.resource = spec.standard = spec.cross_adapter = true;
  spec.runtime_data = body.runtime_data;
  spec.driver_data = across.data.resource;
  spec.allocations = {&allocation, 1};
  status = create_allocations(device, spec);
  if (!NT_SUCCESS(status)) return status;
  out.resource = spec.new_resource;
  out.runtime_data = body.runtime_data;
  out.driver_data = std::move(across.data.resource);
  out.allocations.push_back({allocation.handle, std::move(across.data.allocation)});
  return STATUS_SUCCESS;
}

}  // namespace drydock::dxgk
