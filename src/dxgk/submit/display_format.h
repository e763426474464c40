// The private format in which a driver scans out a source, as its exclusive owner asks for it.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Device;

// DxgkDdiSetDisplayPrivateDriverFormat. The device works and owns the source exclusively.
// STATUS_NOT_SUPPORTED when the driver has no such entry point, STATUS_UNSUCCESSFUL when it fails.
NTSTATUS set_private_format(Device& device, D3DDDI_VIDEO_PRESENT_SOURCE_ID source, UINT format);

}  // namespace drydock::dxgk
