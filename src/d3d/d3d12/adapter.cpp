#include "src/d3d/d3d12/adapter.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/call.h"
#include "src/d3d/d3d12/device_table.h"
#include "src/d3d/driver/played_interfaces.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

constexpr UINT32 kMostTables = 64;

bool is_whole(const D3D12DDI_ADAPTERFUNCS& functions) {
  return functions.pfnCalcPrivateDeviceSize != nullptr && functions.pfnCreateDevice != nullptr &&
         functions.pfnCloseAdapter != nullptr && functions.pfnGetSupportedVersions != nullptr &&
         functions.pfnGetCaps != nullptr && functions.pfnGetOptionalDDITables != nullptr &&
         functions.pfnFillDDITable != nullptr && functions.pfnDestroyDevice != nullptr;
}

}  // namespace

HRESULT Adapter12::open() {
  const auto opener = reinterpret_cast<PFND3D12DDI_OPENADAPTER>(user().open_adapter12());
  if (!has_direct3d12())
    refuse_open("the Windows that is played has no Direct3D 12; --windows chooses another");
  if (opener == nullptr || !has_direct3d12()) return E_NOTIMPL;
  if (!open_in_kernel()) return E_INVALIDARG;
  D3D12DDIARG_OPENADAPTER open{};
  open.hRTAdapter.handle = handle().as_given();
  open.pAdapterCallbacks = &adapter_callbacks();
  open.pAdapterFuncs = &agreement_.functions;
  bool is_good = false;
  const HRESULT result = call(
      entry::kOpenAdapter12, {},
      [&] {
        return trace::recorded_call(entry::kOpenAdapter12.name, opener,
                                    "PFND3D12DDI_OPENADAPTER")(&open);
      },
      [&](HRESULT returned) {
        if (FAILED(returned)) return;
        is_good = accept_opened(entry::kOpenAdapter12, is_whole(agreement_.functions),
                                open.hAdapter.pDrvPrivate);
        trace::record_table(agreement_.functions);
      });
  finish_opening(result, is_good);
  if (!is_open()) return FAILED(result) ? result : E_FAIL;
  if (agree()) return S_OK;
  close();
  return E_NOTIMPL;
}

// The newest version of which this runtime has the table, or the one that is wanted.
bool Adapter12::agree() {
  const D3D12DDI_HADAPTER handle{driver_handle().value};
  std::vector<UINT64> versions;
  const bool is_answered = read_versions(
      [&](UINT32* count, UINT64* out) {
        return agreement_.functions.pfnGetSupportedVersions(handle, count, out);
      },
      versions);
  if (!is_answered) return false;
  for (const UINT64 each : versions) {
    const bool is_wanted = options().version12 == 0 || each == options().version12;
    if (is_wanted && DeviceTable12::knows(each))
      agreement_.version = std::max(agreement_.version, each);
  }
  if (rules::breaks("U-037", agreement_.version == 0)) {
    refuse_open(fmt::format("'{}' supports no interface of Direct3D 12 that this runtime knows",
                            driver().name()));
    nt::Breach("U-037", driver()).message("{}", why_not_open()).raise_later();
    return false;
  }
  // The structures of pKTCallbacks are those of the WDDM that these interfaces came with.
  set_driver_version(D3D_UMD_INTERFACE_VERSION_WDDM2_2);
  read_capabilities();
  return true;
}

// A capability that the driver does not report keeps its default: the lowest level, and no
// additional table.
void Adapter12::read_capabilities() {
  const D3D12DDI_HADAPTER handle{driver_handle().value};
  D3D12DDI_3DPIPELINELEVEL level = agreement_.level;
  const D3D12DDIARG_GETCAPS request{D3D12DDICAPS_TYPE_3DPIPELINESUPPORT, nullptr, &level,
                                    sizeof level};
  if (SUCCEEDED(call(entry::kGetCaps12,
                     fmt::format("(D3D12DDICAPS_TYPE_3DPIPELINESUPPORT, {} bytes)", sizeof level),
                     [&] { return agreement_.functions.pfnGetCaps(handle, &request); })))
    agreement_.level = level;
  UINT32 count = 0;
  const auto tables = [&](D3D12DDI_TABLE_REQUEST* out) {
    return call(entry::kGetTables12, {},
                [&] { return agreement_.functions.pfnGetOptionalDDITables(handle, &count, out); });
  };
  if (FAILED(tables(nullptr)) || count == 0 || count > kMostTables) return;
  std::vector<D3D12DDI_TABLE_REQUEST> wanted(count);
  if (FAILED(tables(wanted.data()))) return;
  wanted.resize(std::min<std::size_t>(count, wanted.size()));
  agreement_.optional_tables = std::move(wanted);
}

HRESULT Adapter12::close_in_driver() {
  return agreement_.functions.pfnCloseAdapter(D3D12DDI_HADAPTER{driver_handle().value});
}

}  // namespace drydock::d3d
