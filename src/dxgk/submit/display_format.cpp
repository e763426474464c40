#include "src/dxgk/submit/display_format.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

NTSTATUS set_private_format(Device& device, D3DDDI_VIDEO_PRESENT_SOURCE_ID source, UINT format) {
  Adapter& adapter = device.adapter();
  const auto entry = adapter.table().DxgkDdiSetDisplayPrivateDriverFormat;
  if (entry == nullptr) return STATUS_NOT_SUPPORTED;
  // The source shows no primary of a client.
  DXGKARG_SETDISPLAYPRIVATEDRIVERFORMAT arguments{};
  arguments.VidPnSourceId = source;
  arguments.PrivateDriverFormatAttribute = format;
  const NTSTATUS status = adapter.call(ddi::kSetDisplayPrivateDriverFormat, device.seat(),
                                       [&] { return entry(adapter.context(), &arguments); });
  return NT_SUCCESS(status) || status == STATUS_DEVICE_REMOVED ? status : STATUS_UNSUCCESSFUL;
}

}  // namespace drydock::dxgk
