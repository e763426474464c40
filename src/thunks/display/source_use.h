// A video present source as a client names it: by its adapter or its device, and a number.
#pragma once

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/device.h"
#include "src/thunks/client/client.h"

namespace drydock::thunks {

inline NTSTATUS check_source(const dxgk::Adapter& adapter, D3DDDI_VIDEO_PRESENT_SOURCE_ID source) {
  if (!adapter.is_working()) return STATUS_DEVICE_REMOVED;
  return source < adapter.caps().sources ? STATUS_SUCCESS
                                         : STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;
}

// Checks the source of a request with the members hAdapter and VidPnSourceId, and finds its
// adapter.
template <typename Request>
NTSTATUS find_source(const Request& data, dxgk::Adapter*& adapter) {
  adapter = caller().adapter_of(data.hAdapter);
  if (names_nothing(adapter == nullptr, {"hAdapter", data.hAdapter}))
    return STATUS_INVALID_PARAMETER;
  return check_source(*adapter, data.VidPnSourceId);
}

// Checks the source of a request with the members hDevice and VidPnSourceId.
template <typename Request>
NTSTATUS find_source(const Request& data, const dxgk::Operation& device) {
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  if (!device->is_working()) return STATUS_DEVICE_REMOVED;
  return check_source(device->adapter(), data.VidPnSourceId);
}

}  // namespace drydock::thunks
