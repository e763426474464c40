#include "src/d3d/d3d10/adapter.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/call.h"
#include "src/d3d/d3d10/device_table.h"
#include "src/d3d/driver/played_interfaces.h"
#include "src/nt/base/windows_version.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

// The runtime's own revision: its build. From this one on drivers fill in the longer table of DXGI
// functions.
constexpr UINT kRevision = 9600;

UINT own_revision() { return std::min<UINT>(nt::windows_version().build, kRevision); }

// The newest interface that a kernel of WDDM 1.x supports.
constexpr UINT kNewestByItself = D3DWDDM1_3_DDI_INTERFACE_VERSION;

// The callbacks and structures that drivers of the other family would have with this interface.
UINT umd_version_of(UINT interface) {
  if (interface >= D3DWDDM2_0_DDI_INTERFACE_VERSION) return D3D_UMD_INTERFACE_VERSION_WDDM2_0;
  if (interface >= D3DWDDM1_3_DDI_INTERFACE_VERSION) return D3D_UMD_INTERFACE_VERSION_WDDM1_3;
  if (interface >= D3D11_1_DDI_INTERFACE_VERSION) return D3D_UMD_INTERFACE_VERSION_WIN8;
  return D3D_UMD_INTERFACE_VERSION_WIN7;
}

}  // namespace

HRESULT Adapter10::open_in_driver(bool& is_good) {
  const UserDriver::Opener10 opener = user().open_adapter10();
  D3D10DDIARG_OPENADAPTER open{};
  open.hRTAdapter.handle = handle().as_given();
  const UINT64 own = announced_version10();
  open.Interface = D3DDDI_INTERFACE32_FROM_VERSION64(own);
  open.Version = D3DDDI_VERSION32_FROM_VERSION64(own) | own_revision();
  open.pAdapterCallbacks = &adapter_callbacks();
  open.pAdapterFuncs_2 = &agreement_.functions;
  const Entry& entry = opener.is_second ? entry::kOpenAdapter10Second : entry::kOpenAdapter10;
  return call(
      entry, fmt::format("(Interface {:#x}, Version {:#x})", open.Interface, open.Version),
      [&] {
        return trace::recorded_call(entry.name, opener.function, "PFND3D10DDI_OPENADAPTER")(&open);
      },
      [&](HRESULT returned) {
        if (FAILED(returned)) return;
        const D3D10_2DDI_ADAPTERFUNCS& functions = agreement_.functions;
        const bool is_whole =
            functions.pfnCalcPrivateDeviceSize != nullptr && functions.pfnCreateDevice != nullptr &&
            functions.pfnCloseAdapter != nullptr &&
            (!opener.is_second ||
             (functions.pfnGetSupportedVersions != nullptr && functions.pfnGetCaps != nullptr));
        is_good = accept_opened(entry, is_whole, open.hAdapter.pDrvPrivate);
        // The shorter table has no way to ask.
        if (!opener.is_second) agreement_.functions.pfnGetSupportedVersions = nullptr;
        trace::record_table(agreement_.functions);
      });
}

HRESULT Adapter10::open() {
  if (user().open_adapter10().function == nullptr) return E_NOTIMPL;
  if (!open_in_kernel()) return E_INVALIDARG;
  bool is_good = false;
  const HRESULT result = open_in_driver(is_good);
  finish_opening(result, is_good);
  if (!is_open()) return FAILED(result) ? result : E_FAIL;
  const bool is_agreed = agree();
  if (is_agreed) read_threading();
  if (is_agreed) return S_OK;
  close();
  return E_NOTIMPL;
}

HRESULT Adapter10::close_in_driver() {
  return agreement_.functions.pfnCloseAdapter(D3D10DDI_HADAPTER{driver_handle().value});
}

bool Adapter10::agree() {
  const bool is_of_wddm2 = options().follows_kernel10 && view().has_paging_queues(kernel().value);
  const UINT newest = is_of_wddm2 ? newest_interface10() : kNewestByItself;
  std::vector<UINT64> versions = {D3D10_0_DDI_SUPPORTED};
  const D3D10DDI_HADAPTER handle{driver_handle().value};
  const auto get = agreement_.functions.pfnGetSupportedVersions;
  if (get != nullptr &&
      !read_versions([&](UINT32* count, UINT64* out) { return get(handle, count, out); }, versions))
    return false;
  for (const UINT64 each : versions) {
    const UINT interface = D3DDDI_INTERFACE32_FROM_VERSION64(each);
    const bool is_wanted =
        options().interface10 != 0 ? interface == options().interface10 : interface <= newest;
    if (!is_wanted || interface > newest_interface10() || !DeviceTable::knows(interface) ||
        interface < agreement_.interface)
      continue;
    agreement_.interface = interface;
    agreement_.driver_build = D3DDDI_BUILD16_FROM_VERSION64(each);
  }
  if (rules::breaks("U-037", agreement_.interface == 0)) {
    refuse_open(fmt::format("'{}' supports no interface that this runtime knows", driver().name()));
    nt::Breach("U-037", driver()).message("{}", why_not_open()).raise_later();
    return false;
  }
  const UINT build = options().is_old_build && agreement_.driver_build > 0
                         ? agreement_.driver_build - 1
                         : agreement_.driver_build;
  agreement_.version = build << 16 | own_revision();
  set_driver_version(umd_version_of(agreement_.interface));
  return true;
}

// Free-threaded drivers are called by several threads at once; command lists need that.
void Adapter10::read_threading() {
  if (agreement_.functions.pfnGetSupportedVersions == nullptr ||
      agreement_.interface < D3D11_0_DDI_INTERFACE_VERSION)
    return;
  D3D11DDI_THREADING_CAPS caps{};
  const D3D10_2DDIARG_GETCAPS request{D3D11DDICAPS_THREADING, nullptr, &caps, sizeof caps};
  const HRESULT result =
      call(entry::kGetCaps10, fmt::format("(D3D11DDICAPS_THREADING, {} bytes)", sizeof caps), [&] {
        return agreement_.functions.pfnGetCaps(D3D10DDI_HADAPTER{driver_handle().value}, &request);
      });
  if (FAILED(result)) return;
  agreement_.is_free_threaded = (caps.Caps & D3D11DDICAPS_FREETHREADED) != 0;
  const UINT lists = D3D11DDICAPS_COMMANDLISTS | D3D11DDICAPS_COMMANDLISTS_BUILD_2;
  agreement_.has_command_lists = (caps.Caps & lists) != 0 && agreement_.is_free_threaded;
  if ((caps.Caps & lists) != 0 && rules::breaks("U-258", !agreement_.is_free_threaded))
    nt::Breach("U-258", driver())
        .message(
            "GetCaps says {:#x} of threading: command lists without "
            "D3D11DDICAPS_FREETHREADED",
            caps.Caps)
        .raise_later();
}

}  // namespace drydock::d3d
