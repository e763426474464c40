#include "src/dxgk/submit/escape.h"

#include <fmt/format.h>

#include "src/dxgk/adapter/idle_call.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/device.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// For an escape that touches the hardware, the driver is alone and the GPU is idle.
const Ddi kEscapeAlone{"DxgkDdiEscape",
                       Level::kAlone,
                       PASSIVE_LEVEL,
                       {},
                       {},
                       false,
                       /*paged_rule=*/"K-474"_rule,
                       /*answers_in_band=*/true};

}  // namespace

NTSTATUS escape(Adapter& adapter, Seat& seat, const EscapeRequest& request) {
  if (!adapter.is_working()) return STATUS_DEVICE_REMOVED;
  if (adapter.table().DxgkDdiEscape == nullptr) return STATUS_NOT_SUPPORTED;
  DXGKARG_ESCAPE arguments{};
  arguments.hDevice = request.device != nullptr ? request.device->driver() : nullptr;
  arguments.Flags = request.flags;
  Passed<std::byte> data(request.data);
  arguments.pPrivateDriverData = request.data.empty() ? nullptr : data.data();
  arguments.PrivateDriverDataSize = static_cast<UINT>(request.data.size());
  arguments.hContext = request.context != nullptr ? request.context->driver() : nullptr;
  arguments.hKmdProcessHandle = seat.driver_process();
  const bool was_alive = adapter.driver().alive();
  const auto body = [&] { return adapter.table().DxgkDdiEscape(adapter.context(), &arguments); };
  const NTSTATUS status =
      request.flags.HardwareAccess != 0
          ? call_idle(adapter, kEscapeAlone, seat, sched::Scheduler::Idle::kHardware, body)
          : adapter.call(ddi::kEscape, seat, body);
  data.copy_back();
  if (was_alive) check_null_process(adapter, seat, "DxgkDdiEscape");
  return status;
}

void check_null_process(const Adapter& adapter, const Seat& seat, std::string_view call) {
  const bool had_process = !adapter.has_processes() || seat.driver_process() != nullptr;
  if (had_process || !rules::breaks("K-076", !adapter.driver().alive())) return;
  nt::Breach("K-076", adapter.driver())
      .message(
          "{} did not survive hKmdProcessHandle NULL, of a process without a "
          "device",
          call)
      .raise_later();
}

}  // namespace drydock::dxgk
