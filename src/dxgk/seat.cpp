#include "src/dxgk/seat.h"

#include "src/dxgk/adapter.h"

namespace drydock::dxgk {

NTSTATUS Seat::create_driver_process() {
  const auto entry = adapter_.table().DxgkDdiCreateProcess;
  if (entry == nullptr || driver_process_ != nullptr) return STATUS_SUCCESS;
  DXGKARG_CREATEPROCESS process{};
  process.hDxgkProcess = this;
  process.Flags.SystemProcess = process_ == nullptr;
  const NTSTATUS status = adapter_.call(ddi::kCreateProcess, *this,
                                        [&] { return entry(adapter_.context(), &process); });
  if (NT_SUCCESS(status)) driver_process_ = process.hKmdProcess;
  return status;
}

void Seat::destroy_driver_process() {
  const auto entry = adapter_.table().DxgkDdiDestroyProcess;
  const HANDLE process = std::exchange(driver_process_, nullptr);
  if (entry == nullptr || process == nullptr) return;
  adapter_.call(ddi::kDestroyProcess, *this, [&] { return entry(adapter_.context(), process); });
}

}  // namespace drydock::dxgk
