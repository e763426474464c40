#include "src/dxgk/seat.h"

#include "src/dxgk/adapter.h"

namespace drydock::dxgk {

NTSTATUS Seat::create_driver_process() {
  const auto entry = adapter_.table().DxgkDdiCreateProcess;
  if (entry == nullptr || driver_process() != nullptr) return STATUS_SUCCESS;
  const sim::Passage alone(making_, sim::Passage::Kind::kAlone);
  if (driver_process() != nullptr) return STATUS_SUCCESS;
  // A stop refuses work before it destroys what is there: nothing may come behind it.
  if (process_ != nullptr && !adapter_.is_working()) return STATUS_DEVICE_REMOVED;
  DXGKARG_CREATEPROCESS process{};
  process.hDxgkProcess = this;
  process.Flags.SystemProcess = process_ == nullptr;
  const NTSTATUS status = adapter_.call(ddi::kCreateProcess, *this,
                                        [&] { return entry(adapter_.context(), &process); });
  if (NT_SUCCESS(status)) driver_process_.store(process.hKmdProcess, std::memory_order_release);
  return status;
}

void Seat::destroy_driver_process() {
  const auto entry = adapter_.table().DxgkDdiDestroyProcess;
  const sim::Passage alone(making_, sim::Passage::Kind::kAlone);
  const HANDLE process = driver_process_.exchange(nullptr, std::memory_order_acq_rel);
  if (entry == nullptr || process == nullptr) return;
  adapter_.call(ddi::kDestroyProcess, *this, [&] { return entry(adapter_.context(), process); });
}

}  // namespace drydock::dxgk
