#include "src/d3d/adapter.h"

#include <fmt/format.h>

#include <map>

#include "src/d3d/adapter12.h"
#include "src/d3d/call.h"
#include "src/d3d/callbacks.h"
#include "src/d3d/known.h"
#include "src/d3d/result.h"

namespace drydock::d3d {
namespace {

Style style_of(UserDriver& driver, Style wanted) {
  if (wanted != Style::kAsExported) return wanted;
  if (driver.is_of_style9()) return Style::kDirect3D9;
  if (driver.is_of_style10()) return Style::kDirect3D10;
  return driver.is_of_style12() ? Style::kDirect3D12 : Style::kDirect3D9;
}

}  // namespace

Adapter::Adapter(std::shared_ptr<UserDriver> driver, dxgk::Process& process, LUID luid,
                 Options options)
    : driver_(std::move(driver)),
      process_(process),
      luid_(luid),
      options_(options),
      handle_(RuntimeHandle::next(HandleKind::kAdapter)),
      style_(style_of(*driver_, options.style)) {}

Adapter::~Adapter() { close_in_kernel(); }

bool Adapter::open_in_kernel() {
  const dxgk::ProcessScope scope(&process_);
  D3DKMT_OPENADAPTERFROMLUID request{};
  request.AdapterLuid = luid_;
  if (!NT_SUCCESS(D3DKMTOpenAdapterFromLuid(&request))) return false;
  kernel_ = {request.hAdapter};
  return true;
}

void Adapter::close_in_kernel() {
  if (!kernel_) return;
  const dxgk::ProcessScope scope(&process_);
  const D3DKMT_CLOSEADAPTER request{kernel_.value};
  D3DKMTCloseAdapter(&request);
  kernel_ = {};
}

HRESULT Adapter::ask(const Entry& entry, const std::function<HRESULT()>& body,
                     const std::function<void(HRESULT, Breaches&)>& check) {
  const win32::UnderHeapAccount under(heap_);
  Call call(entry, nullptr);
  const dxgk::ProcessScope scope(&process_);
  return enter(driver(), call, body, check);
}

HRESULT Adapter::open() {
  if (is_of_10()) return open10();
  if (is_of_12()) return open12();
  const PFND3DDDI_OPENADAPTER entry = driver_->open_adapter();
  if (entry == nullptr) return E_NOTIMPL;
  if (!open_in_kernel()) return E_INVALIDARG;
  known_adapters().add(handle_, shared_from_this());
  D3DDDIARG_OPENADAPTER open{};
  open.hAdapter = handle_.as_given();
  open.Interface = options_.interface_version;
  open.Version = options_.runtime_version;
  open.pAdapterCallbacks = &adapter_callbacks();
  open.pAdapterFuncs = &functions_;
  bool is_good = false;
  const HRESULT result = ask(
      entry::kOpenAdapter, [&] { return entry(&open); },
      [&](HRESULT returned, Breaches& breaches) {
        check_opened(open, returned, breaches);
        is_good = SUCCEEDED(returned) && open.hAdapter != nullptr &&
                  open.hAdapter != handle_.as_given() && functions_.pfnCreateDevice != nullptr &&
                  functions_.pfnCloseAdapter != nullptr;
      });
  is_open_ = SUCCEEDED(result) && is_good;
  driver_handle_ = {open.hAdapter};
  driver_version_ = open.DriverVersion;
  if (!is_open_) known_adapters().remove(handle_);
  return SUCCEEDED(result) && !is_good ? E_FAIL : result;
}

void Adapter::check_opened(const D3DDDIARG_OPENADAPTER& opened, HRESULT result,
                           Breaches& breaches) {
  if (FAILED(result)) {
    if (options_.runtime_version > 0 && result != E_OUTOFMEMORY)
      breaches.add("U-039", fmt::format("OpenAdapter returned {} to a runtime of build {}",
                                        name_of(result), options_.runtime_version));
    return;
  }
  if (opened.hAdapter == nullptr || opened.hAdapter == handle_.as_given())
    breaches.add("U-030",
                 "OpenAdapter left D3DDDIARG_OPENADAPTER.hAdapter without a handle of "
                 "the driver's own");
  if (functions_.pfnGetCaps == nullptr || functions_.pfnCreateDevice == nullptr ||
      functions_.pfnCloseAdapter == nullptr)
    breaches.add("U-040", "OpenAdapter left an entry of D3DDDI_ADAPTERFUNCS without a function");
  if (opened.DriverVersion < D3D_UMD_INTERFACE_VERSION_VISTA)
    breaches.add("U-040", fmt::format("OpenAdapter gave {:#x} as DriverVersion, which is no "
                                      "version of the interface",
                                      opened.DriverVersion));
}

HRESULT Adapter::close() {
  if (!is_open_ || devices() != 0) return E_INVALIDARG;
  is_open_ = false;
  const HRESULT result = ask(entry::kCloseAdapter, [&] {
    if (is_of_12()) return close12();
    return is_of_10()
               ? agreement_.functions.pfnCloseAdapter(D3D10DDI_HADAPTER{driver_handle_.value})
               : functions_.pfnCloseAdapter(driver_handle_.value);
  });
  known_adapters().remove(handle_);
  win32::raise_heap_leaks(driver(), heap_, "U-228", "after CloseAdapter");
  return result;
}

HRESULT Adapter::get_caps(D3DDDIARG_GETCAPS& request) {
  if (functions_.pfnGetCaps == nullptr) return E_NOTIMPL;
  return ask(entry::kGetCaps,
             [&] { return functions_.pfnGetCaps(driver_handle_.value, &request); });
}

}  // namespace drydock::d3d
