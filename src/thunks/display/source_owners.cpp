// Thunks for the owners of video present sources.
#include "src/display/ownership/source_owners.h"

#include <optional>

#include "src/nt/ob/handle.h"
#include "src/thunks/display/source_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

using display::SourceOwners;

// More are never needed: each source is named once.
constexpr std::size_t kMostSources = 1U << 12;

// A request to own sources, in the form of any version.
struct OwnerRequest {
  D3DKMT_SETVIDPNSOURCEOWNER names{};
  UINT flags = 0;
  const D3DKMT_PTR_TYPE* handles = nullptr;
  bool has_handles = false;  // the version has them
};

constexpr UINT kKnownFlags = 0b111;
constexpr UINT kUseNtHandles = 0b100;

// D-203. NT handles are read where they are used, and name nothing that the host has.
NTSTATUS check_options(const OwnerRequest& request) {
  const bool uses_handles = (request.flags & kUseNtHandles) != 0;
  if (client_breaks("D-203", (request.flags & ~kKnownFlags) != 0, {"Flags.Value", request.flags},
                    kReserved) ||
      client_breaks("D-203",
                    uses_handles && request.names.VidPnSourceCount != 0 &&
                        (!request.has_handles || request.handles == nullptr),
                    {"pVidPnSourceNtHandles", request.handles},
                    "UseNtHandles comes with a handle for each source"))
    return STATUS_INVALID_PARAMETER;
  if (!uses_handles) return STATUS_SUCCESS;
  Scratch scratch;
  ScratchList<D3DKMT_PTR_TYPE> handles(scratch.memory());
  if (!read_list(request.handles, request.names.VidPnSourceCount, kMostSources, handles))
    return STATUS_INVALID_PARAMETER;
  return STATUS_SUCCESS;
}

using Wishes = ScratchList<SourceOwners::Wish>;

NTSTATUS read_wishes(const D3DKMT_SETVIDPNSOURCEOWNER& names, Wishes& out) {
  if (client_breaks("D-198", names.pType == nullptr, {"pType", names.pType},
                    "there is a type for each source") ||
      client_breaks("D-198", names.pVidPnSourceId == nullptr,
                    {"pVidPnSourceId", names.pVidPnSourceId}, "there are sources"))
    return STATUS_INVALID_PARAMETER;
  Scratch scratch;
  ScratchList<D3DKMT_VIDPNSOURCEOWNER_TYPE> types(scratch.memory());
  ScratchList<D3DDDI_VIDEO_PRESENT_SOURCE_ID> sources(scratch.memory());
  if (!read_list(names.pType, names.VidPnSourceCount, kMostSources, types) ||
      !read_list(names.pVidPnSourceId, names.VidPnSourceCount, kMostSources, sources))
    return STATUS_INVALID_PARAMETER;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (client_breaks("D-199", !SourceOwners::is_offered(types[i]), {"pType[]", types[i], i},
                      "it is no type that a device can be"))
      return STATUS_INVALID_PARAMETER;
    out.push_back({sources[i], types[i]});
  }
  return STATUS_SUCCESS;
}

NTSTATUS own(const OwnerRequest& request) {
  if (const NTSTATUS status = check_options(request); !NT_SUCCESS(status)) return status;
  const dxgk::Operation device(caller(), request.names.hDevice);
  if (names_nothing(!device, {"hDevice", request.names.hDevice}, {.otherwise = "D-198"_rule}))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Adapter& adapter = device->adapter();
  if (!adapter.is_working()) return STATUS_DEVICE_REMOVED;
  if (request.names.VidPnSourceCount == 0) {
    adapter.source_owners().release(&*device);
    return STATUS_SUCCESS;
  }
  Scratch scratch;
  Wishes wishes(scratch.memory());
  if (const NTSTATUS status = read_wishes(request.names, wishes); !NT_SUCCESS(status))
    return status;
  if (!device->is_working()) return STATUS_DEVICE_REMOVED;
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (client_breaks("D-199", wishes[i].source >= adapter.caps().sources,
                      {"pVidPnSourceId[]", wishes[i].source, i},
                      "the adapter has no such video present source"))
      return STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;
  }
  return adapter.source_owners().set(&*device, wishes);
}

NTSTATUS check_exclusive_ownership(const D3DKMT_CHECKVIDPNEXCLUSIVEOWNERSHIP* from) {
  D3DKMT_CHECKVIDPNEXCLUSIVEOWNERSHIP data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  dxgk::Adapter* adapter = nullptr;
  if (const NTSTATUS status = find_source(data, adapter); !NT_SUCCESS(status)) return status;
  return adapter->source_owners().has_exclusive_owner(data.VidPnSourceId)
             ? STATUS_GRAPHICS_PRESENT_OCCLUDED
             : STATUS_SUCCESS;
}

// A client can name no process but its own.
NTSTATUS check_own_process(HANDLE process) {
  if (process == ZwCurrentProcess()) return STATUS_SUCCESS;
  if (process == nullptr) return STATUS_INVALID_PARAMETER;
  nt::HandleEntry entry;
  if (!NT_SUCCESS(nt::pin_by_handle(process, &nt::process_type, entry)))
    return STATUS_INVALID_HANDLE;
  nt::unpin_object(entry.object);
  return STATUS_SUCCESS;
}

NTSTATUS query_exclusive_ownership(D3DKMT_QUERYVIDPNEXCLUSIVEOWNERSHIP* to) {
  D3DKMT_QUERYVIDPNEXCLUSIVEOWNERSHIP data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  if (const NTSTATUS status = check_own_process(data.hProcess); !NT_SUCCESS(status)) return status;
  data.VidPnSourceId = D3DDDI_ID_UNINITIALIZED;
  data.AdapterLuid = {};
  data.OwnerType = D3DKMT_VIDPNSOURCEOWNER_UNOWNED;
  for (const dxgk::Ref<dxgk::Device>& device : caller().devices()) {
    const auto source = device->adapter().source_owners().exclusive_source_of(device.get());
    if (!source) continue;
    data.VidPnSourceId = *source;
    data.AdapterLuid = device->adapter().luid();
    data.OwnerType = D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
    break;
  }
  return write(to, data) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

NTSTATUS release_all_of(HANDLE process) {
  if (const NTSTATUS status = check_own_process(process); !NT_SUCCESS(status)) return status;
  for (const dxgk::Ref<dxgk::Device>& device : caller().devices())
    device->adapter().source_owners().release(device.get());
  return STATUS_SUCCESS;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTSetVidPnSourceOwner(CONST D3DKMT_SETVIDPNSOURCEOWNER* pData) {
  return thunk([&]() -> NTSTATUS {
    OwnerRequest request;
    return read(pData, request.names) ? own(request) : STATUS_INVALID_PARAMETER;
  });
}

NTSTATUS APIENTRY D3DKMTSetVidPnSourceOwner1(CONST D3DKMT_SETVIDPNSOURCEOWNER1* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_SETVIDPNSOURCEOWNER1 data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return own({.names = data.Version0, .flags = data.Flags.Value});
  });
}

NTSTATUS APIENTRY D3DKMTSetVidPnSourceOwner2(CONST D3DKMT_SETVIDPNSOURCEOWNER2* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_SETVIDPNSOURCEOWNER2 data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return own({.names = data.Version1.Version0,
                .flags = data.Version1.Flags.Value,
                .handles = data.pVidPnSourceNtHandles,
                .has_handles = true});
  });
}

NTSTATUS APIENTRY
D3DKMTCheckVidPnExclusiveOwnership(CONST D3DKMT_CHECKVIDPNEXCLUSIVEOWNERSHIP* pData) {
  return thunk([&] { return check_exclusive_ownership(pData); });
}

NTSTATUS APIENTRY D3DKMTQueryVidPnExclusiveOwnership(D3DKMT_QUERYVIDPNEXCLUSIVEOWNERSHIP* pData) {
  return thunk([&] { return query_exclusive_ownership(pData); });
}

NTSTATUS APIENTRY D3DKMTReleaseProcessVidPnSourceOwners(HANDLE hProcess) {
  return thunk([&] { return release_all_of(hProcess); });
}

}  // extern "C"
