#include "src/d3d/kernel.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include "src/d3d/result.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/gpu_addresses.h"
#include "src/dxgk/object/read_section.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/process.h"

namespace drydock::d3d {
namespace {

struct Description {
  UINT magic;
  UINT flags;
  UINT pool;
  UINT surfaces;
  UINT bind, format, levels, is_buffer;  // of Traits10
};
struct Extent {
  UINT width, height, depth;
};
constexpr UINT kMagic = 0x52443344;

// Tells processes apart, and means nothing else.
using Creator = std::uint64_t;
Creator mark_of(const dxgk::Process& process) { return reinterpret_cast<std::uintptr_t>(&process); }

NTSTATUS query(D3DKMT_HANDLE device, D3DKMT_HANDLE global, D3DKMT_QUERYRESOURCEINFO& out) {
  out = {};
  out.hDevice = device;
  out.hGlobalShare = global;
  return D3DKMTQueryResourceInfo(&out);
}

const dxgk::Adapter* kernel_adapter(Device& device) {
  return device.adapter().process().adapter_of(device.adapter().kernel().value);
}

template <typename Ask>
auto ask_binding(Device& device, const Allocation& allocation, Ask&& ask) {
  const dxgk::ReadSection reading;
  const auto* const found = dxgk::as<dxgk::Binding>(
      device.adapter().process().handles().look_up(allocation.handle.value));
  return found != nullptr ? ask(*found) : decltype(ask(*found))();
}

// The addresses of the device's process, asked while the device does not go; a default when there
// are none.
template <typename Ask>
auto ask_addresses(Device& device, Ask&& ask) {
  const dxgk::Operation operation(device.adapter().process(), device.kernel().value);
  dxgk::AddressSpace* const addresses = operation ? operation->seat().addresses() : nullptr;
  return addresses != nullptr ? ask(*addresses) : decltype(ask(*addresses))();
}

// Where an operation changes addresses, and what it copies.
dxgk::AddressSpace::Change change_of(const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION& operation) {
  const auto at = [](std::uint64_t base, std::uint64_t bytes) {
    return dxgk::AddressSpace::Change{.to = {base, base + bytes}};
  };
  switch (operation.OperationType) {
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP:
      return at(operation.Map.BaseAddress, operation.Map.SizeInBytes);
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP_PROTECT:
      return at(operation.MapProtect.BaseAddress, operation.MapProtect.SizeInBytes);
    case D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY: {
      dxgk::AddressSpace::Change out = at(operation.Copy.DestAddress, operation.Copy.SizeInBytes);
      out.copied_from = operation.Copy.SourceAddress;
      return out;
    }
    default:
      return at(operation.Unmap.BaseAddress, operation.Unmap.SizeInBytes);
  }
}

}  // namespace

bool has_paging_queues(Device& device) {
  const dxgk::Adapter* const kernel = kernel_adapter(device);
  return kernel != nullptr && kernel->has_paging_queues();
}

bool has_addresses(Device& device) {
  const dxgk::Adapter* const kernel = kernel_adapter(device);
  return kernel != nullptr && kernel->caps().gpu_mmu;
}

std::uint64_t bytes_of(Device& device, const Allocation& allocation) {
  return ask_binding(device, allocation, [](const dxgk::Binding& binding) -> std::uint64_t {
    return binding.allocation().tenant.size();
  });
}

bool is_used_by_gpu(Device& device, const Allocation& allocation) {
  return ask_binding(device, allocation,
                     [](const dxgk::Binding& binding) { return binding.claims.is_used_by_gpu(); });
}

const void* owner_of_address(Device& device, std::uint64_t address) {
  return ask_addresses(device, [&](dxgk::AddressSpace& addresses) {
    const auto found = addresses.mapping_at(address);
    return found ? found->target.owner : nullptr;
  });
}

bool are_in_one_reservation(Device& device,
                            std::span<const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations) {
  return ask_addresses(device, [&](dxgk::AddressSpace& addresses) {
    std::vector<dxgk::AddressSpace::Change> changes;
    std::ranges::transform(operations, std::back_inserter(changes), change_of);
    dxgk::AddressSpace::Reservations found;
    return addresses.check(changes, found) != dxgk::AddressSpace::Outcome::kNotReserved;
  });
}

std::uint64_t last_work_by_address(Device& device) {
  const dxgk::Operation operation(device.adapter().process(), device.kernel().value);
  return operation ? dxgk::last_work_by_address(*operation) : 0;
}

bool is_work_by_address_over(Device& device, std::uint64_t number) {
  const dxgk::Operation operation(device.adapter().process(), device.kernel().value);
  return !operation || dxgk::is_work_by_address_over(*operation, number);
}

HRESULT open_in_kernel(Device& device, D3DKMT_HANDLE global, OpenedResource& out) {
  const dxgk::ProcessScope scope(&device.adapter().process());
  D3DKMT_QUERYRESOURCEINFO info;
  if (const NTSTATUS status = query(device.kernel().value, global, info); !NT_SUCCESS(status))
    return to_result(status);
  out.allocations.resize(info.NumAllocations);
  out.runtime_data.resize(info.PrivateRuntimeDataSize);
  out.resource_data.resize(info.ResourcePrivateDriverDataSize);
  out.allocation_data.resize(info.TotalPrivateDriverDataSize);
  D3DKMT_OPENRESOURCE open{};
  open.hDevice = device.kernel().value;
  open.hGlobalShare = global;
  open.NumAllocations = info.NumAllocations;
  open.pOpenAllocationInfo2 = out.allocations.data();
  open.pPrivateRuntimeData = out.runtime_data.data();
  open.PrivateRuntimeDataSize = info.PrivateRuntimeDataSize;
  open.pResourcePrivateDriverData = out.resource_data.data();
  open.ResourcePrivateDriverDataSize = info.ResourcePrivateDriverDataSize;
  open.pTotalPrivateDriverDataBuffer = out.allocation_data.data();
  open.TotalPrivateDriverDataBufferSize = info.TotalPrivateDriverDataSize;
  const NTSTATUS status = D3DKMTOpenResource2(&open);
  if (NT_SUCCESS(status)) out.resource = {open.hResource};
  return to_result(status);
}

D3DDDIARG_OPENRESOURCE OpenedResource::arguments(const Device& device, RuntimeHandle handle) {
  D3DDDIARG_OPENRESOURCE out{};
  out.NumAllocations = static_cast<UINT>(allocations.size());
  if (device.is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM2_0)) {
    out.pOpenAllocationInfo2 = allocations.data();
  } else {
    for (const D3DDDI_OPENALLOCATIONINFO2& each : allocations)
      allocations_first.push_back(
          {each.hAllocation, each.pPrivateDriverData, each.PrivateDriverDataSize});
    out.pOpenAllocationInfo = allocations_first.data();
  }
  out.hKMResource = told.value;
  out.pPrivateDriverData = resource_data.empty() ? nullptr : resource_data.data();
  out.PrivateDriverDataSize = static_cast<UINT>(resource_data.size());
  out.hResource = handle.as_given();
  out.Rotation = D3DDDI_ROTATION_IDENTITY;
  return out;
}

void close_unopened(Device& device, Resource& resource) {
  const sim::Passage alone(device.turn, sim::Passage::Kind::kAlone);
  resource.state = Resource::State::kFailed;
  if (!resource.kernel) return;
  const dxgk::ProcessScope scope(&device.adapter().process());
  D3DKMT_DESTROYALLOCATION request{};
  request.hDevice = device.kernel().value;
  request.hResource = resource.kernel.value;
  D3DKMTDestroyAllocation(&request);
  for (Allocation* each : device.objects.living_of(resource)) each->is_alive = false;
  resource.kernel = {};
}

std::vector<std::byte> describe(const Resource& resource) {
  const Description head{kMagic,
                         resource.flags.Value,
                         static_cast<UINT>(resource.pool),
                         static_cast<UINT>(resource.surfaces.size()),
                         resource.traits.bind,
                         resource.traits.format,
                         resource.traits.levels,
                         resource.traits.is_buffer ? 1U : 0U};
  // Member by member: what lies between them differs from one resource to the next, and memory of
  // one process is nothing to another.
  std::vector<std::byte> out(sizeof head + head.surfaces * sizeof(Extent));
  std::memcpy(out.data(), &head, sizeof head);
  for (std::size_t i = 0; i < resource.surfaces.size(); ++i) {
    const D3DDDI_SURFACEINFO& surface = resource.surfaces[i];
    const Extent extent{surface.Width, surface.Height, surface.Depth};
    std::memcpy(out.data() + sizeof head + i * sizeof extent, &extent, sizeof extent);
  }
  return out;
}

std::vector<std::byte> describe(const Resource& resource, const dxgk::Process& creator) {
  std::vector<std::byte> out = describe(resource);
  const Creator mark = mark_of(creator);
  const std::span bytes = std::as_bytes(std::span(&mark, 1));
  out.insert(out.end(), bytes.begin(), bytes.end());
  return out;
}

bool may_open(const std::vector<std::byte>& data, const dxgk::Process& process) {
  Resource resource;
  read_description(data, resource);
  if (resource.flags.RestrictSharedAccess == 0) return true;
  Creator creator;
  std::memcpy(&creator, data.data() + data.size() - sizeof creator, sizeof creator);
  return creator == mark_of(process);
}

void read_description(const std::vector<std::byte>& data, Resource& out) {
  Description head;
  if (data.size() < sizeof head) return;
  std::memcpy(&head, data.data(), sizeof head);
  const std::size_t bytes = std::size_t{head.surfaces} * sizeof(Extent);
  if (head.magic != kMagic || data.size() != sizeof head + bytes + sizeof(Creator)) return;
  out.flags.Value = head.flags;
  out.pool = static_cast<D3DDDI_POOL>(head.pool);
  out.traits.bind = head.bind;
  out.traits.format = head.format;
  out.traits.levels = std::max(head.levels, 1U);
  out.traits.slices = head.surfaces / out.traits.levels;
  out.traits.is_buffer = head.is_buffer != 0;
  for (std::size_t i = 0; i < head.surfaces; ++i) {
    Extent extent;
    std::memcpy(&extent, data.data() + sizeof head + i * sizeof extent, sizeof extent);
    out.surfaces.push_back({extent.width, extent.height, extent.depth, nullptr, 0, 0});
  }
}

}  // namespace drydock::d3d
