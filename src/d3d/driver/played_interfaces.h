// The interfaces that the Direct3D runtimes of the played Windows have.
#pragma once

#include "src/d3d/driver/wdk.h"

namespace drydock::d3d {

// The newest D3D_UMD_INTERFACE_VERSION: a driver of a newer one gets the structures of this one.
UINT newest_umd_version();

// The newest interface of Direct3D 10 and 11, as D3DDDI_INTERFACE32_FROM_VERSION64 has it.
UINT newest_interface10();
// The version of these that the runtime announces before the two sides have agreed on one.
UINT64 announced_version10();

// Direct3D 12 came with Windows 10.
bool has_direct3d12();

}  // namespace drydock::d3d
