#include "src/d3d/core/adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "src/d3d/core/call.h"
#include "src/d3d/core/known.h"
#include "src/d3d/driver/result.h"
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
  if (!NT_SUCCESS(D3DKMTOpenAdapterFromLuid(&request))) {
    refuse_open("the kernel has no such adapter");
    return false;
  }
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

namespace {

// "OpenAdapter(Interface 0x9, Version 0x0) returned E_INVALIDARG, which pfnQueryAdapterInfoCb had
// returned to it"
std::string failure_of(const std::string& call, const Call& record, HRESULT result) {
  std::string out = fmt::format("{} returned {}", call, name_of(result));
  const auto same = std::ranges::find(record.received(), result, &Received::result);
  if (same != record.received().end())
    out += fmt::format(", which {} had returned to it", same->callback);
  return out;
}

}  // namespace

bool Adapter::accept_opened(const Entry& entry, bool is_table_whole, HANDLE given) {
  if (!is_table_whole)
    refuse_open(fmt::format("{} left an entry of its table without a function", entry.name));
  if (rules::breaks("U-040", !is_table_whole))
    nt::Breach("U-040", nt::Offender::running()).message("{}", why_not_open_).raise_later();
  if (given == nullptr)
    refuse_open(fmt::format("{} left hAdapter without a handle of the driver's own", entry.name));
  if (rules::breaks("U-030", given == nullptr))
    nt::Breach("U-030", nt::Offender::running()).message("{}", why_not_open_).raise_later();
  set_driver_handle(given);
  return is_table_whole && given != nullptr;
}

void Adapter::finish_opening(HRESULT returned, bool is_usable) {
  is_open_ = SUCCEEDED(returned) && is_usable;
  if (is_open_) return;
  known_adapters().remove(handle_);
  if (FAILED(returned)) refuse_open(failed_calls_.back());
  if (FAILED(returned))
    win32::raise_heap_leaks(driver(), heap_, "U-228", "after OpenAdapter that failed");
}

HRESULT Adapter::call(const Entry& entry, const std::string& arguments,
                      const std::function<HRESULT()>& body, const Check& check) {
  const win32::UnderHeapAccount under(heap_);
  Call record(entry, nullptr);
  const dxgk::RuntimeView::Scope scope(view_);
  const HRESULT result = enter(driver(), record, body, check);
  if (FAILED(result)) failed_calls_.push_back(failure_of(entry.name + arguments, record, result));
  return result;
}

HRESULT Adapter::close() {
  if (!is_open_ || devices() != 0) return E_INVALIDARG;
  is_open_ = false;
  const HRESULT result = call(entry::kCloseAdapter, {}, [&] { return close_in_driver(); });
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
    return call(entry::kGetSupportedVersions,
                fmt::format("(room for {} versions)", into == nullptr ? 0 : count),
                [&] { return get(&count, into); });
  };
  HRESULT result = read(nullptr);
  if (SUCCEEDED(result) && count <= kMostVersions) {
    out.resize(count);
    result = read(out.data());
  }
  if (SUCCEEDED(result) && count > out.size())
    refuse_open(fmt::format("GetSupportedVersions says that there are {} versions", count));
  if (FAILED(result)) refuse_open(failed_calls_.back());
  if (FAILED(result) || count > out.size()) return false;
  out.resize(count);
  return true;
}

}  // namespace drydock::d3d
