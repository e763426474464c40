// An adapter of Direct3D 12: OpenAdapter12, and what both sides agree on.
#include "src/d3d/adapter12.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/d3d/call.h"
#include "src/d3d/callbacks.h"
#include "src/d3d/known.h"
#include "src/d3d/table12.h"

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

HRESULT Adapter::open12() {
  const auto opener = reinterpret_cast<PFND3D12DDI_OPENADAPTER>(driver_->open_adapter12());
  if (opener == nullptr) return E_NOTIMPL;
  if (!open_in_kernel()) return E_INVALIDARG;
  known_adapters().add(handle_, shared_from_this());
  agreement12_ = std::make_unique<Agreement12>();
  D3D12DDIARG_OPENADAPTER open{};
  open.hRTAdapter.handle = handle_.as_given();
  open.pAdapterCallbacks = &adapter_callbacks();
  open.pAdapterFuncs = &agreement12_->functions;
  bool is_good = false;
  const HRESULT result = ask(
      entry::kOpenAdapter12, [&] { return opener(&open); },
      [&](HRESULT returned, Breaches& breaches) {
        if (FAILED(returned)) return;
        if (!is_whole(agreement12_->functions))
          breaches.add("U-040", "OpenAdapter12 left an entry of its table without a function");
        if (open.hAdapter.pDrvPrivate == nullptr)
          breaches.add("U-030", "OpenAdapter12 left hAdapter without a handle of the driver's own");
        driver_handle_ = {open.hAdapter.pDrvPrivate};
        is_good = is_whole(agreement12_->functions) && open.hAdapter.pDrvPrivate != nullptr;
      });
  if (FAILED(result) || !is_good) {
    known_adapters().remove(handle_);
    return FAILED(result) ? result : E_FAIL;
  }
  is_open_ = true;
  if (agree12()) return S_OK;
  close();
  return E_NOTIMPL;
}

// The newest version of which this runtime has the table, or the one that is wanted.
bool Adapter::agree12() {
  const D3D12DDI_HADAPTER handle{driver_handle_.value};
  std::vector<UINT64> versions;
  const bool was_told = read_versions(
      [&](UINT32* count, UINT64* out) {
        return agreement12_->functions.pfnGetSupportedVersions(handle, count, out);
      },
      versions);
  if (!was_told) return false;
  for (const UINT64 each : versions) {
    const bool is_wanted = options_.version12 == 0 || each == options_.version12;
    if (is_wanted && DeviceTable12::knows(each))
      agreement12_->version = std::max(agreement12_->version, each);
  }
  if (agreement12_->version == 0) {
    nt::report_about(
        driver().name(), "U-037",
        fmt::format("'{}' supports no interface of Direct3D 12 that this runtime knows",
                    driver().name()));
    return false;
  }
  // The structures of pKTCallbacks are those of the WDDM that these interfaces came with.
  driver_version_ = D3D_UMD_INTERFACE_VERSION_WDDM2_2;
  read_capabilities12();
  return true;
}

// What a driver does not answer stays as it is: the lowest level, and no table besides.
void Adapter::read_capabilities12() {
  const D3D12DDI_HADAPTER handle{driver_handle_.value};
  D3D12DDI_3DPIPELINELEVEL level = agreement12_->level;
  const D3D12DDIARG_GETCAPS request{D3D12DDICAPS_TYPE_3DPIPELINESUPPORT, nullptr, &level,
                                    sizeof level};
  if (SUCCEEDED(ask(entry::kGetCaps12,
                    [&] { return agreement12_->functions.pfnGetCaps(handle, &request); })))
    agreement12_->level = level;
  UINT32 count = 0;
  const auto tables = [&](D3D12DDI_TABLE_REQUEST* out) {
    return ask(entry::kGetTables12, [&] {
      return agreement12_->functions.pfnGetOptionalDDITables(handle, &count, out);
    });
  };
  if (FAILED(tables(nullptr)) || count == 0 || count > kMostTables) return;
  std::vector<D3D12DDI_TABLE_REQUEST> wanted(count);
  if (FAILED(tables(wanted.data()))) return;
  wanted.resize(std::min<std::size_t>(count, wanted.size()));
  agreement12_->optional_tables = std::move(wanted);
}

HRESULT Adapter::close12() {
  return agreement12_->functions.pfnCloseAdapter(D3D12DDI_HADAPTER{driver_handle_.value});
}

}  // namespace drydock::d3d
