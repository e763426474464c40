// Thunks that return the position of the beam, and wait for the vertical blank.
#include "src/dxgk/frames/blanks.h"
#include "src/thunks/client/seat_hold.h"
#include "src/thunks/display/source_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

NTSTATUS get_scan_line(D3DKMT_GETSCANLINE* to) {
  D3DKMT_GETSCANLINE data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  dxgk::Adapter* adapter = nullptr;
  if (const NTSTATUS status = find_source(data, adapter); !NT_SUCCESS(status)) return status;
  const SeatHold seat(caller(), *adapter);
  display::ScanLine line;
  const NTSTATUS status = dxgk::scan_line(*adapter, *seat, data.VidPnSourceId, line);
  if (!NT_SUCCESS(status)) return status;
  const BOOLEAN is_in_blank = line.is_in_blank ? TRUE : FALSE;
  return write(&to->InVerticalBlank, is_in_blank) && write(&to->ScanLine, line.line)
             ? STATUS_SUCCESS
             : STATUS_INVALID_PARAMETER;
}

// hDevice may be 0.
template <typename Request>
NTSTATUS wait_for_blank(const Request& data) {
  dxgk::Adapter* adapter = nullptr;
  if (const NTSTATUS status = find_source(data, adapter); !NT_SUCCESS(status)) return status;
  if (data.hDevice != 0) {
    const dxgk::Operation device(caller(), data.hDevice);
    if (names_nothing(!device || &device->adapter() != adapter, {"hDevice", data.hDevice}))
      return STATUS_INVALID_PARAMETER;
  }
  const SeatHold seat(caller(), *adapter);  // the adapter stays open meanwhile
  return dxgk::wait_for_blank(*adapter, data.VidPnSourceId);
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTGetScanLine(D3DKMT_GETSCANLINE* pData) {
  return thunk([&] { return get_scan_line(pData); });
}

NTSTATUS APIENTRY D3DKMTWaitForVerticalBlankEvent(CONST D3DKMT_WAITFORVERTICALBLANKEVENT* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_WAITFORVERTICALBLANKEVENT data;
    return read(pData, data) ? wait_for_blank(data) : STATUS_INVALID_PARAMETER;
  });
}

}  // extern "C"
