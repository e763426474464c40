#include "src/d3d/core/adapter.h"

#include <cassert>

#include "src/d3d/core/call.h"
#include "src/d3d/core/known.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

constexpr UINT32 kMostVersions = 1024;

}  // namespace

Adapter::Adapter(std::shared_ptr<UserDriver> driver, const dxgk::RuntimeView& view, LUID luid,
                 const Options& options, Style style)
    : driver_(std::move(driver)),
      view_(view),
      luid_(luid),
      options_(options),
      handle_(RuntimeHandle::next(HandleKind::kAdapter)),
      style_(style) {
  assert(style != Style::kAsExported);
}

Adapter::~Adapter() { close_in_kernel(); }

bool Adapter::open_in_kernel() {
  const dxgk::RuntimeView::Scope scope(view_);
  D3DKMT_OPENADAPTERFROMLUID request{};
  request.AdapterLuid = luid_;
  if (!NT_SUCCESS(D3DKMTOpenAdapterFromLuid(&request))) return false;
  kernel_ = {request.hAdapter};
  known_adapters().add(handle_, shared_from_this());
  return true;
}

void Adapter::close_in_kernel() {
  if (!kernel_) return;
  const dxgk::RuntimeView::Scope scope(view_);
  const D3DKMT_CLOSEADAPTER request{kernel_.value};
  D3DKMTCloseAdapter(&request);
  kernel_ = {};
}

bool Adapter::accept_opened(const Entry& entry, bool is_table_whole, HANDLE given) {
  if (rules::breaks("U-040", !is_table_whole))
    nt::Breach("U-040", nt::Offender::running())
        .message("{} left an entry of its table without a function", entry.name)
        .raise_later();
  if (rules::breaks("U-030", given == nullptr))
    nt::Breach("U-030", nt::Offender::running())
        .message("{} left hAdapter without a handle of the driver's own", entry.name)
        .raise_later();
  set_driver_handle(given);
  return is_table_whole && given != nullptr;
}

void Adapter::finish_opening(HRESULT returned, bool is_usable) {
  is_open_ = SUCCEEDED(returned) && is_usable;
  if (is_open_) return;
  known_adapters().remove(handle_);
  if (FAILED(returned))
    win32::raise_heap_leaks(driver(), heap_, "U-228", "after OpenAdapter that failed");
}

HRESULT Adapter::call(const Entry& entry, const std::function<HRESULT()>& body,
                      const Check& check) {
  const win32::UnderHeapAccount under(heap_);
  Call record(entry, nullptr);
  const dxgk::RuntimeView::Scope scope(view_);
  return enter(driver(), record, body, check);
}

HRESULT Adapter::close() {
  if (!is_open_ || devices() != 0) return E_INVALIDARG;
  is_open_ = false;
  const HRESULT result = call(entry::kCloseAdapter, [&] { return close_in_driver(); });
  known_adapters().remove(handle_);
  win32::raise_heap_leaks(driver(), heap_, "U-228", "after CloseAdapter");
  return result;
}

HRESULT Adapter::get_caps(D3DDDIARG_GETCAPS&) { return E_NOTIMPL; }

void Adapter::count_device(int change) {
  [[maybe_unused]] const int before = devices_.fetch_add(change, std::memory_order_acq_rel);
  assert(before + change >= 0);
}

bool Adapter::read_versions(const std::function<HRESULT(UINT32*, UINT64*)>& get,
                            std::vector<UINT64>& out) {
  UINT32 count = 0;
  const auto read = [&](UINT64* into) {
    return call(entry::kGetSupportedVersions, [&] { return get(&count, into); });
  };
  if (FAILED(read(nullptr)) || count > kMostVersions) return false;
  out.resize(count);
  if (FAILED(read(out.data())) || count > out.size()) return false;
  out.resize(count);
  return true;
}

}  // namespace drydock::d3d
