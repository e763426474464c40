// Trimming residency lists: the kernel notifies the runtime when a process has more than its
// budget, and the runtime calls the driver's TrimResidencySet.
#include <fmt/format.h>

#include "src/d3d/d3d9/device.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

// The calling thread may hold any lock, so the runtime calls the driver later.
void APIENTRY note_trim(D3DKMT_TRIMNOTIFICATION* notice) {
  static_cast<std::atomic<UINT64>*>(notice->Context)
      ->store(notice->NumBytesToTrim, std::memory_order_relaxed);
}

}  // namespace

void Device9::watch_budget() {
  if (functions_.pfnTrimResidencySet == nullptr) return;
  const dxgk::RuntimeView::Scope scope(view());
  D3DKMT_REGISTERTRIMNOTIFICATION request{};
  request.AdapterLuid = adapter_->luid();
  request.hDevice = kernel().value;
  request.Callback = note_trim;
  request.Context = &to_trim_;
  if (NT_SUCCESS(D3DKMTRegisterTrimNotification(&request))) trim_watch_ = request.Handle;
}

void Device9::end_watch() {
  if (trim_watch_ == nullptr) return;
  const dxgk::RuntimeView::Scope scope(view());
  D3DKMT_UNREGISTERTRIMNOTIFICATION request{trim_watch_, note_trim};
  D3DKMTUnregisterTrimNotification(&request);
  trim_watch_ = nullptr;
}

void Device9::pass_on_trim() {
  const UINT64 bytes = to_trim_.exchange(0, std::memory_order_relaxed);
  if (bytes == 0) return;
  D3DDDI_TRIMRESIDENCYSET_FLAGS flags{};
  flags.TrimToBudget = 1;
  trim_residency(flags, bytes);
}

HRESULT Device9::trim_residency(D3DDDI_TRIMRESIDENCYSET_FLAGS flags, UINT64 bytes) {
  const bool is_possible = flags.Reserved == 0 && (flags.TrimToBudget != 0) == (bytes != 0) &&
                           (flags.PeriodicTrim == 0 || flags.RestartPeriodicTrim == 0);
  if (!is_possible) return E_INVALIDARG;
  D3DDDIARG_TRIMRESIDENCYSET arguments{flags, bytes};
  return call(
      entry::kTrimResidencySet, functions_.pfnTrimResidencySet, nullptr,
      [&](auto function) { return function(driver_handle().value, &arguments); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        if (SUCCEEDED(returned)) check_trimmed_to_budget(bytes);
      });
}

// U-279: as much as was asked for, or all that no work uses.
void Device9::check_trimmed_to_budget(UINT64 bytes) {
  const std::uint64_t evicted = Call::current()->evicted();
  if (is_removed()) return;
  rules::evaluated("U-279");
  if (evicted >= bytes) return;
  for (const auto& [handle, allocation] : objects.allocations) {
    if (!allocation->is_alive || allocation->residency == 0 ||
        d3d::is_batched(objects, allocation->handle) ||
        view().is_used_by_gpu(allocation->handle.value))
      continue;
    nt::Breach("U-279", nt::Offender::running())
        .message(
            "TrimResidencySet was to trim {} bytes, trimmed {}, and leaves "
            "resident what no work uses",
            bytes, evicted)
        .about({.object = "allocation", .history = allocation->history})
        .raise_later();
    return;
  }
}

}  // namespace drydock::d3d
