// D3DKMTEscape.
#include "src/dxgk/submit/escape.h"

#include <optional>

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/device.h"
#include "src/sched/scheduler.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/context_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// Forces a time-out, so that developers can see one without a GPU that hangs.
NTSTATUS control_timeouts(const D3DKMT_ESCAPE& data) {
  D3DKMT_TDRDBGCTRLTYPE wanted;
  if (data.PrivateDriverDataSize != sizeof wanted ||
      !read(static_cast<const D3DKMT_TDRDBGCTRLTYPE*>(data.pPrivateDriverData), wanted))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Adapter* const adapter = caller().adapter_of(data.hAdapter);
  if (adapter == nullptr) return STATUS_INVALID_PARAMETER;
  if (!adapter->is_working()) return STATUS_DEVICE_REMOVED;
  const bool is_known =
      wanted == D3DKMT_TDRDBGCTRLTYPE_FORCETDR || wanted == D3DKMT_TDRDBGCTRLTYPE_ENGINETDR;
  if (adapter->scheduler() == nullptr || !is_known) return STATUS_NOT_SUPPORTED;
  adapter->scheduler()->force_timeout(wanted == D3DKMT_TDRDBGCTRLTYPE_FORCETDR
                                          ? sched::Scheduler::Reset::kAdapter
                                          : sched::Scheduler::Reset::kEngines);
  return STATUS_SUCCESS;
}

NTSTATUS escape(const D3DKMT_ESCAPE* from) {
  D3DKMT_ESCAPE data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  if (data.Type == D3DKMT_ESCAPE_TDRDBGCTRL) return control_timeouts(data);
  dxgk::Process& process = caller();
  dxgk::Adapter* const adapter = process.adapter_of(data.hAdapter);
  if (names_nothing(adapter == nullptr, {"hAdapter", data.hAdapter}))
    return STATUS_INVALID_PARAMETER;
  if (data.Type != D3DKMT_ESCAPE_DRIVERPRIVATE) return STATUS_NOT_SUPPORTED;
  if (client_breaks("K-043", data.Flags.Reserved != 0 || data.Flags.Reserved2 != 0,
                    {"Flags.Value", data.Flags.Value}, kReserved))
    return STATUS_INVALID_PARAMETER;
  if (data.hContext != 0 && client_breaks("K-468", data.hDevice == 0, {"hDevice", data.hDevice},
                                          "hContext comes with the device that owns it"))
    return STATUS_INVALID_PARAMETER;
  std::optional<dxgk::Operation> device;
  dxgk::Ref<dxgk::Context> context;
  if (data.hDevice != 0) {
    device.emplace(process, data.hDevice);
    if (names_nothing(!*device || &(*device)->adapter() != adapter, {"hDevice", data.hDevice}))
      return STATUS_INVALID_PARAMETER;
    if (!(*device)->is_working()) return STATUS_DEVICE_REMOVED;
  }
  if (data.hContext != 0) {
    context = context_on(**device, data.hContext);
    if (names_nothing(!context, {"hContext", data.hContext}, {.otherwise = "K-468"_rule}))
      return STATUS_INVALID_PARAMETER;
  }
  std::vector<std::byte> buffer;
  NTSTATUS status = read_private_data(data.pPrivateDriverData, data.PrivateDriverDataSize, buffer);
  if (!NT_SUCCESS(status)) return status;
  dxgk::Seat& seat = process.take_seat(*adapter);
  status = dxgk::escape(*adapter, seat,
                        {.flags = data.Flags,
                         .device = data.hDevice != 0 ? &**device : nullptr,
                         .context = context.get(),
                         .data = buffer});
  process.release_seat(seat);
  if (!NT_SUCCESS(status)) return status;
  return write_bytes(data.pPrivateDriverData, buffer) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTEscape(CONST D3DKMT_ESCAPE* pData) {
  return thunk([&] { return escape(pData); });
}

}  // extern "C"
