#include "src/d3d/core/shared_resource.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <span>

#include "src/d3d/driver/result.h"

namespace drydock::d3d {
namespace {

struct Description {
  UINT magic;
  UINT flags;
  UINT pool;
  UINT surfaces;
  UINT bind, format, levels, is_buffer;  // members of Traits10
};
struct Extent {
  UINT width, height, depth;
};
constexpr UINT kMagic = 0x52443344;

// RuntimeView::process_mark() of the process that made it stands behind the surfaces.
using Creator = std::uint64_t;

NTSTATUS query(D3DKMT_HANDLE device, D3DKMT_HANDLE global, D3DKMT_QUERYRESOURCEINFO& out) {
  out = {};
  out.hDevice = device;
  out.hGlobalShare = global;
  return D3DKMTQueryResourceInfo(&out);
}

// Returns nothing when the data is not a description of this runtime's.
std::optional<Description> read_head(const std::vector<std::byte>& data) {
  Description head;
  if (data.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, data.data(), sizeof head);
  const std::size_t bytes = std::size_t{head.surfaces} * sizeof(Extent);
  if (head.magic != kMagic || data.size() != sizeof head + bytes + sizeof(Creator))
    return std::nullopt;
  return head;
}

}  // namespace

HRESULT open_in_kernel(Device& device, D3DKMT_HANDLE global, OpenedResource& out) {
  const dxgk::RuntimeView::Scope scope(device.view());
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

D3DDDIARG_OPENRESOURCE OpenedResource::arguments(const Device& device, const Resource& resource) {
  D3DDDIARG_OPENRESOURCE out{};
  out.NumAllocations = static_cast<UINT>(allocations.size());
  if (device.is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM2_0)) {
    out.pOpenAllocationInfo2 = allocations.data();
  } else {
    allocations_first.clear();
    for (const D3DDDI_OPENALLOCATIONINFO2& each : allocations)
      allocations_first.push_back(
          {each.hAllocation, each.pPrivateDriverData, each.PrivateDriverDataSize});
    out.pOpenAllocationInfo = allocations_first.data();
  }
  assert(resource.reported_kernel);
  out.hKMResource = resource.reported_kernel.value;
  out.pPrivateDriverData = resource_data.empty() ? nullptr : resource_data.data();
  out.PrivateDriverDataSize = static_cast<UINT>(resource_data.size());
  out.hResource = resource.handle.as_given();
  out.Rotation = D3DDDI_ROTATION_IDENTITY;
  return out;
}

void close_unopened(Device& device, Resource& resource) {
  const sim::Alone alone(device.turn);
  resource.life.become(ResourceLife::State::kFailed);
  if (!resource.kernel) return;
  const dxgk::RuntimeView::Scope scope(device.view());
  D3DKMT_DESTROYALLOCATION request{};
  request.hDevice = device.kernel().value;
  request.hResource = resource.kernel.value;
  D3DKMTDestroyAllocation(&request);
  for (Allocation* each : device.objects.living_of(resource)) each->is_alive = false;
  resource.kernel = {};
}

std::vector<std::byte> describe(const Resource& resource) {
  const Traits10 none, &traits = resource.as10() != nullptr ? *resource.as10() : none;
  const Description head{kMagic,
                         resource.flags.Value,
                         static_cast<UINT>(resource.pool),
                         static_cast<UINT>(resource.surfaces.size()),
                         traits.bind,
                         traits.format,
                         traits.levels,
                         traits.is_buffer ? 1U : 0U};
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

std::vector<std::byte> describe(const Resource& resource, const dxgk::RuntimeView& creator) {
  std::vector<std::byte> out = describe(resource);
  const Creator mark = creator.process_mark();
  const std::span bytes = std::as_bytes(std::span(&mark, 1));
  out.insert(out.end(), bytes.begin(), bytes.end());
  return out;
}

bool may_open(const std::vector<std::byte>& data, const dxgk::RuntimeView& opener) {
  const std::optional<Description> head = read_head(data);
  D3DDDI_RESOURCEFLAGS flags{};
  flags.Value = head ? head->flags : 0;
  if (flags.RestrictSharedAccess == 0) return true;
  Creator creator;
  std::memcpy(&creator, data.data() + data.size() - sizeof creator, sizeof creator);
  return creator == opener.process_mark();
}

void read_description(const std::vector<std::byte>& data, Resource& out) {
  const std::optional<Description> head = read_head(data);
  if (!head) return;
  out.flags.Value = head->flags;
  out.pool = static_cast<D3DDDI_POOL>(head->pool);
  if (Traits10* const traits = std::get_if<Traits10>(&out.traits)) {
    traits->bind = head->bind;
    traits->format = head->format;
    traits->levels = std::max(head->levels, 1U);
    traits->slices = head->surfaces / traits->levels;
    traits->is_buffer = head->is_buffer != 0;
  }
  for (std::size_t i = 0; i < head->surfaces; ++i) {
    Extent extent;
    std::memcpy(&extent, data.data() + sizeof *head + i * sizeof extent, sizeof extent);
    out.surfaces.push_back({extent.width, extent.height, extent.depth, nullptr, 0, 0});
  }
}

}  // namespace drydock::d3d
