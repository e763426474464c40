#include "src/dxgk/escape.h"

#include "src/dxgk/context.h"
#include "src/dxgk/device.h"
#include "src/dxgk/seat.h"

namespace drydock::dxgk {
namespace {

// An escape that touches the hardware has the driver for itself.
const Ddi kEscapeAlone{"DxgkDdiEscape", Level::kAlone, PASSIVE_LEVEL};

}  // namespace

NTSTATUS escape(Adapter& adapter, Seat& seat, const EscapeRequest& request) {
  if (!adapter.is_working()) return STATUS_DEVICE_REMOVED;
  if (adapter.table().DxgkDdiEscape == nullptr) return STATUS_NOT_SUPPORTED;
  DXGKARG_ESCAPE arguments{};
  arguments.hDevice = request.device != nullptr ? request.device->driver() : nullptr;
  arguments.Flags = request.flags;
  arguments.pPrivateDriverData = request.data.empty() ? nullptr : request.data.data();
  arguments.PrivateDriverDataSize = static_cast<UINT>(request.data.size());
  arguments.hContext = request.context != nullptr ? request.context->driver() : nullptr;
  arguments.hKmdProcessHandle = seat.driver_process();
  const Ddi& ddi = request.flags.HardwareAccess != 0 ? kEscapeAlone : ddi::kEscape;
  return adapter.call(ddi, seat,
                      [&] { return adapter.table().DxgkDdiEscape(adapter.context(), &arguments); });
}

}  // namespace drydock::dxgk
