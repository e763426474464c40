// Clients' questions about video present sources, besides their owners and their pictures.
#include "src/display/ownership/source_owners.h"
#include "src/dxgk/submit/display_format.h"
#include "src/thunks/display/source_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// D-215. There are no windows here, so that each handle that is not null stands for one. Where the
// desktop has a single source, its exclusive owner hides them all.
NTSTATUS check_occlusion(const D3DKMT_CHECKOCCLUSION* from) {
  D3DKMT_CHECKOCCLUSION data;
  if (!read(from, data) || data.hWindow == nullptr) return STATUS_INVALID_PARAMETER;
  std::size_t sources = 0;
  bool is_taken = false;
  for (const dxgk::Adapter* adapter : dxgk::dock_of(caller()).adapters()) {
    if (!adapter->is_working()) continue;
    sources += adapter->caps().sources;
    is_taken |= adapter->caps().sources != 0 && adapter->source_owners().has_exclusive_owner(0);
  }
  return sources == 1 && is_taken ? STATUS_GRAPHICS_PRESENT_OCCLUDED : STATUS_SUCCESS;
}

NTSTATUS check_monitor_power(const D3DKMT_CHECKMONITORPOWERSTATE* from) {
  D3DKMT_CHECKMONITORPOWERSTATE data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  dxgk::Adapter* adapter = nullptr;
  return find_source(data, adapter);
}

// No adapter has a shared primary, so that the answer is that there is none at the moment.
NTSTATUS shared_primary(D3DKMT_GETSHAREDPRIMARYHANDLE* to) {
  D3DKMT_GETSHAREDPRIMARYHANDLE data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  dxgk::Adapter* adapter = nullptr;
  if (const NTSTATUS status = find_source(data, adapter); !NT_SUCCESS(status)) return status;
  return write(&to->hSharedPrimary, D3DKMT_HANDLE{0}) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// Checks the request and does nothing else: there are no sprites over a shared primary to hide.
template <typename Request>
NTSTATUS note_lock_of_primary(const Request* from, Request& data) {
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const dxgk::Adapter* const adapter = dxgk::dock_of(caller()).find(data.AdapterLuid);
  return adapter == nullptr ? STATUS_INVALID_PARAMETER : check_source(*adapter, data.VidPnSourceId);
}

// D-220. For drivers of Windows Vista the call was replaced, too.
NTSTATUS invalidate_active_vidpn(const D3DKMT_INVALIDATEACTIVEVIDPN* from) {
  D3DKMT_INVALIDATEACTIVEVIDPN data;
  if (!read(from, data) ||
      names_nothing(caller().adapter_of(data.hAdapter) == nullptr, {"hAdapter", data.hAdapter}))
    return STATUS_INVALID_PARAMETER;
  return STATUS_NOT_SUPPORTED;
}

NTSTATUS set_private_format(const D3DKMT_SETDISPLAYPRIVATEDRIVERFORMAT* from) {
  D3DKMT_SETDISPLAYPRIVATEDRIVERFORMAT data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (const NTSTATUS status = find_source(data, device); !NT_SUCCESS(status)) return status;
  const auto type = device->adapter().source_owners().type_of(&*device, data.VidPnSourceId);
  if (client_breaks("D-216", type != D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE,
                    {"VidPnSourceId", data.VidPnSourceId},
                    "the device does not own the source exclusively"))
    return STATUS_GRAPHICS_NOT_EXCLUSIVE_MODE_OWNER;
  return dxgk::set_private_format(*device, data.VidPnSourceId, data.PrivateDriverFormatAttribute);
}

// The bytes of a gamma ramp; nothing for a type that clients cannot set.
std::optional<std::size_t> bytes_of(D3DDDI_GAMMARAMP_TYPE type) {
  switch (type) {
    case D3DDDI_GAMMARAMP_DEFAULT:
      return 0;
    case D3DDDI_GAMMARAMP_RGB256x3x16:
      return sizeof(D3DDDI_GAMMA_RAMP_RGB256x3x16);
    case D3DDDI_GAMMARAMP_DXGI_1:
      return sizeof(D3DDDI_GAMMA_RAMP_DXGI_1);
    default:
      return std::nullopt;
  }
}

NTSTATUS set_gamma_ramp(const D3DKMT_SETGAMMARAMP* from) {
  D3DKMT_SETGAMMARAMP data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const std::optional<std::size_t> bytes = bytes_of(data.Type);
  if (!bytes || data.Size != *bytes) return STATUS_INVALID_PARAMETER;
  std::vector<std::byte> ramp;
  if (const NTSTATUS status = read_bytes(data.pGammaRampRgb256x3x16, *bytes, ramp);
      !NT_SUCCESS(status))
    return status;
  const dxgk::Operation device(caller(), data.hDevice);
  if (const NTSTATUS status = find_source(data, device); !NT_SUCCESS(status)) return status;
  const dxgk::Adapter& adapter = device->adapter();
  if (adapter.source_owners().type_of(&*device, data.VidPnSourceId) ==
      D3DKMT_VIDPNSOURCEOWNER_UNOWNED)
    return STATUS_INVALID_PARAMETER;
  if (data.Type == D3DDDI_GAMMARAMP_RGB256x3x16 &&
      adapter.caps().driver.GammaRampCaps.Gamma_Rgb256x3x16 == 0)
    return STATUS_GRAPHICS_GAMMA_RAMP_NOT_SUPPORTED;
  return STATUS_NOT_SUPPORTED;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCheckOcclusion(CONST D3DKMT_CHECKOCCLUSION* pData) {
  return thunk([&] { return check_occlusion(pData); });
}

NTSTATUS APIENTRY D3DKMTCheckMonitorPowerState(CONST D3DKMT_CHECKMONITORPOWERSTATE* pData) {
  return thunk([&] { return check_monitor_power(pData); });
}

NTSTATUS APIENTRY D3DKMTGetSharedPrimaryHandle(D3DKMT_GETSHAREDPRIMARYHANDLE* pData) {
  return thunk([&] { return shared_primary(pData); });
}

NTSTATUS APIENTRY
D3DKMTSharedPrimaryLockNotification(CONST D3DKMT_SHAREDPRIMARYLOCKNOTIFICATION* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_SHAREDPRIMARYLOCKNOTIFICATION data;
    const NTSTATUS status = note_lock_of_primary(pData, data);
    if (!NT_SUCCESS(status)) return status;
    const RECTL& area = data.LockRect;
    return area.left <= area.right && area.top <= area.bottom ? STATUS_SUCCESS
                                                              : STATUS_INVALID_PARAMETER;
  });
}

NTSTATUS APIENTRY
D3DKMTSharedPrimaryUnLockNotification(CONST D3DKMT_SHAREDPRIMARYUNLOCKNOTIFICATION* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_SHAREDPRIMARYUNLOCKNOTIFICATION data;
    return note_lock_of_primary(pData, data);
  });
}

NTSTATUS APIENTRY D3DKMTInvalidateActiveVidPn(CONST D3DKMT_INVALIDATEACTIVEVIDPN* pData) {
  return thunk([&] { return invalidate_active_vidpn(pData); });
}

NTSTATUS APIENTRY
D3DKMTSetDisplayPrivateDriverFormat(CONST D3DKMT_SETDISPLAYPRIVATEDRIVERFORMAT* pData) {
  return thunk([&] { return set_private_format(pData); });
}

NTSTATUS APIENTRY D3DKMTSetGammaRamp(CONST D3DKMT_SETGAMMARAMP* pData) {
  return thunk([&] { return set_gamma_ramp(pData); });
}

}  // extern "C"
