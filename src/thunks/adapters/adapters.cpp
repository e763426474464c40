// Finding, opening and closing adapters.
#include <algorithm>
#include <string>

#include "src/dxgk/dock/adapter_name.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// The number of adapters that Windows 11 returns when a client asks how many there may be.
constexpr ULONG kMostAdapters = 34;

// The adapters that a client gets only if it asks for them.
struct Filter {
  bool compute_only = false;
  bool display_only = false;
};

std::vector<dxgk::Adapter*> working_adapters(dxgk::Process& process, Filter filter) {
  std::vector<dxgk::Adapter*> out;
  for (dxgk::Adapter* adapter : dxgk::dock_of(process).adapters()) {
    if (!adapter->is_working()) continue;
    if (adapter->miniport().display_only && !filter.display_only) continue;
    if (adapter->caps().driver.MiscCaps.ComputeOnly != 0 && !filter.compute_only) continue;
    out.push_back(adapter);
  }
  return out;
}

void close_all(dxgk::Process& process, std::span<const D3DKMT_ADAPTERINFO> opened) {
  for (const D3DKMT_ADAPTERINFO& each : opened) process.close_adapter(each.hAdapter);
}

// Opens each adapter once more. If one fails, those opened here are closed again.
NTSTATUS open_each(dxgk::Process& process, std::span<dxgk::Adapter* const> adapters,
                   std::vector<D3DKMT_ADAPTERINFO>& out) {
  for (dxgk::Adapter* adapter : adapters) {
    D3DKMT_ADAPTERINFO info{};
    info.hAdapter = process.open(*adapter);
    info.AdapterLuid = adapter->luid();
    info.NumOfSources = adapter->caps().sources;
    if (info.hAdapter == 0) {
      close_all(process, out);
      return STATUS_NO_MEMORY;
    }
    out.push_back(info);
  }
  return STATUS_SUCCESS;
}

// `room` is the number of entries in `list`; `count` takes the number used.
NTSTATUS enumerate(const ULONG* count, ULONG room, D3DKMT_ADAPTERINFO* list, Filter filter) {
  if (!can_write(count)) return STATUS_INVALID_PARAMETER;
  if (list == nullptr)
    return write(count, kMostAdapters) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
  if (!is_aligned(list)) return STATUS_INVALID_PARAMETER;
  dxgk::Process& process = caller();
  const std::vector<dxgk::Adapter*> adapters = working_adapters(process, filter);
  if (room < adapters.size()) return STATUS_BUFFER_TOO_SMALL;
  if (!can_write_bytes(list, adapters.size() * sizeof *list)) return STATUS_INVALID_PARAMETER;
  std::vector<D3DKMT_ADAPTERINFO> opened;
  if (const NTSTATUS status = open_each(process, adapters, opened); !NT_SUCCESS(status))
    return status;
  if (write_bytes(list, std::as_bytes(std::span(opened))) &&
      write(count, static_cast<ULONG>(opened.size())))
    return STATUS_SUCCESS;
  close_all(process, opened);
  return STATUS_INVALID_PARAMETER;
}

// Opens an adapter that was found by a name.
template <typename Request>
NTSTATUS open_found(Request* to, dxgk::Adapter& adapter) {
  dxgk::Process& process = caller();
  const dxgk::Handle handle = process.open(adapter);
  if (handle == 0) return STATUS_NO_MEMORY;
  if (write(&to->hAdapter, handle) && write(&to->AdapterLuid, adapter.luid()))
    return STATUS_SUCCESS;
  process.close_adapter(handle);
  return STATUS_INVALID_PARAMETER;
}

// K-042, K-071: every failure returns the same status, as on Windows.
NTSTATUS open_display(D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME* to) {
  D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME data;
  if (!read(to, data) || !can_write(to)) return STATUS_UNSUCCESSFUL;
  const std::span<const WCHAR> name(data.DeviceName);
  const auto end = std::ranges::find(name, WCHAR{0});
  const std::u16string text(name.begin(), end);
  const auto display = dxgk::find_display(dxgk::dock_of(caller()), text);
  if (client_breaks("K-071", !display, {"DeviceName[]", name[0]},
                    "no display of the desktop has that name") ||
      !write(&to->VidPnSourceId, display->source))
    return STATUS_UNSUCCESSFUL;
  return open_found(to, *display->adapter);
}

constexpr std::size_t kLongestName = 1024;

// Reads a client's text up to its zero. Returns false when it is unreadable or too long.
bool read_text(const WCHAR* from, std::u16string& out) {
  if (from == nullptr || !is_aligned(from)) return false;
  for (std::size_t i = 0; i < kLongestName; ++i) {
    WCHAR letter = 0;
    if (!nt::copy_from_user(&letter, from + i, sizeof letter)) return false;
    if (letter == 0) return true;
    out.push_back(static_cast<char16_t>(letter));
  }
  return false;
}

NTSTATUS open_device(D3DKMT_OPENADAPTERFROMDEVICENAME* to) {
  D3DKMT_OPENADAPTERFROMDEVICENAME data;
  std::u16string name;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const bool is_name = read_text(data.pDeviceName, name) && !name.empty();
  if (client_breaks("K-072", !is_name, {"pDeviceName", data.pDeviceName}, "it is no text"))
    return STATUS_INVALID_PARAMETER;
  // To ask for an adapter that is not there breaks no rule.
  dxgk::Adapter* const adapter = dxgk::find_by_device_name(dxgk::dock_of(caller()), name);
  return adapter == nullptr ? STATUS_INVALID_PARAMETER : open_found(to, *adapter);
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTEnumAdapters(CONST D3DKMT_ENUMADAPTERS* pData) {
  return thunk([&]() -> NTSTATUS {
    if (!can_write(pData)) return STATUS_INVALID_PARAMETER;
    return enumerate(&pData->NumAdapters, MAX_ENUM_ADAPTERS,
                     const_cast<D3DKMT_ADAPTERINFO*>(pData->Adapters), {.display_only = true});
  });
}

NTSTATUS APIENTRY D3DKMTEnumAdapters2(CONST D3DKMT_ENUMADAPTERS2* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_ENUMADAPTERS2 data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return enumerate(&pData->NumAdapters, data.NumAdapters, data.pAdapters, {.display_only = true});
  });
}

NTSTATUS APIENTRY D3DKMTEnumAdapters3(D3DKMT_ENUMADAPTERS3* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_ENUMADAPTERS3 data;
    if (!read(pData, data) || client_breaks("K-043", data.Filter.Reserved != 0,
                                            {"Filter.Reserved", data.Filter.Reserved}, kReserved))
      return STATUS_INVALID_PARAMETER;
    return enumerate(&pData->NumAdapters, data.NumAdapters, data.pAdapters,
                     {.compute_only = data.Filter.IncludeComputeOnly != 0,
                      .display_only = data.Filter.IncludeDisplayOnly != 0});
  });
}

NTSTATUS APIENTRY D3DKMTOpenAdapterFromLuid(CONST D3DKMT_OPENADAPTERFROMLUID* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_OPENADAPTERFROMLUID data;
    if (!read(pData, data) || !can_write(&pData->hAdapter)) return STATUS_INVALID_PARAMETER;
    dxgk::Process& process = caller();
    dxgk::Adapter* const adapter = dxgk::dock_of(process).find(data.AdapterLuid);
    if (adapter == nullptr || !adapter->is_working()) return STATUS_INVALID_PARAMETER;
    const dxgk::Handle handle = process.open(*adapter);
    if (handle == 0) return STATUS_NO_MEMORY;
    if (write(&pData->hAdapter, handle)) return STATUS_SUCCESS;
    process.close_adapter(handle);
    return STATUS_INVALID_PARAMETER;
  });
}

// The host has no device contexts.
NTSTATUS APIENTRY D3DKMTOpenAdapterFromHdc(D3DKMT_OPENADAPTERFROMHDC*) {
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS APIENTRY D3DKMTOpenAdapterFromGdiDisplayName(D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME* pData) {
  return thunk([&] { return open_display(pData); });
}

NTSTATUS APIENTRY D3DKMTOpenAdapterFromDeviceName(D3DKMT_OPENADAPTERFROMDEVICENAME* pData) {
  return thunk([&] { return open_device(pData); });
}

NTSTATUS APIENTRY D3DKMTCloseAdapter(CONST D3DKMT_CLOSEADAPTER* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_CLOSEADAPTER data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    return names_nothing(!caller().close_adapter(data.hAdapter), {"hAdapter", data.hAdapter},
                         {.otherwise = "K-067"_rule})
               ? STATUS_INVALID_PARAMETER
               : STATUS_SUCCESS;
  });
}

}  // extern "C"
