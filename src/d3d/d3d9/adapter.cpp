#include "src/d3d/d3d9/adapter.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/call.h"
#include "src/d3d/driver/played_interfaces.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {

namespace {

constexpr const char* kLeftNoHandle =
    "OpenAdapter left D3DDDIARG_OPENADAPTER.hAdapter without a handle of the driver's own";
constexpr const char* kLeftNoFunction =
    "OpenAdapter left an entry of D3DDDI_ADAPTERFUNCS without a function";

}  // namespace

HRESULT Adapter9::open() {
  const PFND3DDDI_OPENADAPTER opener = user().open_adapter();
  if (opener == nullptr) return E_NOTIMPL;
  if (!open_in_kernel()) return E_INVALIDARG;
  D3DDDIARG_OPENADAPTER open{};
  open.hAdapter = handle().as_given();
  open.Interface = options().interface_version;
  open.Version = options().runtime_version;
  open.pAdapterCallbacks = &adapter_callbacks();
  open.pAdapterFuncs = &functions_;
  bool is_good = false;
  const HRESULT result = call(
      entry::kOpenAdapter,
      fmt::format("(Interface {:#x}, Version {:#x})", open.Interface, open.Version),
      [&] {
        return trace::recorded_call(entry::kOpenAdapter.name, opener,
                                    "PFND3DDDI_OPENADAPTER")(&open);
      },
      [&](HRESULT returned) {
        check_opened(open, returned);
        const bool has_handle = open.hAdapter != nullptr && open.hAdapter != handle().as_given();
        is_good = SUCCEEDED(returned) && has_handle && functions_.pfnCreateDevice != nullptr &&
                  functions_.pfnCloseAdapter != nullptr;
        trace::record_table(functions_);
        if (SUCCEEDED(returned) && !is_good)
          refuse_open(has_handle ? kLeftNoFunction : kLeftNoHandle);
      });
  set_driver_handle(open.hAdapter);
  set_driver_version(std::min(open.DriverVersion, newest_umd_version()));
  finish_opening(result, is_good);
  return SUCCEEDED(result) && !is_good ? E_FAIL : result;
}

void Adapter9::check_opened(const D3DDDIARG_OPENADAPTER& opened, HRESULT result) {
  if (options().runtime_version > 0) rules::evaluated("U-039");
  if (FAILED(result)) {
    if (options().runtime_version > 0 && result != E_OUTOFMEMORY &&
        !Call::current()->was_received(result))
      nt::Breach("U-039", nt::Offender::running())
          .message("OpenAdapter returned {} to a runtime of build {}", name_of(result),
                   options().runtime_version)
          .raise_later();
    return;
  }
  if (rules::breaks("U-030", opened.hAdapter == nullptr || opened.hAdapter == handle().as_given()))
    nt::Breach("U-030", nt::Offender::running()).message(kLeftNoHandle).raise_later();
  if (rules::breaks("U-040", functions_.pfnGetCaps == nullptr ||
                                 functions_.pfnCreateDevice == nullptr ||
                                 functions_.pfnCloseAdapter == nullptr))
    nt::Breach("U-040", nt::Offender::running()).message(kLeftNoFunction).raise_later();
  if (rules::breaks("U-040", opened.DriverVersion < D3D_UMD_INTERFACE_VERSION_VISTA))
    nt::Breach("U-040", nt::Offender::running())
        .message(
            "OpenAdapter gave {:#x} as DriverVersion, which is no "
            "version of the interface",
            opened.DriverVersion)
        .raise_later();
}

HRESULT Adapter9::close_in_driver() { return functions_.pfnCloseAdapter(driver_handle().value); }

HRESULT Adapter9::get_caps(D3DDDIARG_GETCAPS& request) {
  if (functions_.pfnGetCaps == nullptr) return E_NOTIMPL;
  return call(entry::kGetCaps,
              fmt::format("(Type {}, {} bytes)", static_cast<int>(request.Type), request.DataSize),
              [&] { return functions_.pfnGetCaps(driver_handle().value, &request); });
}

}  // namespace drydock::d3d
