// Versions of the driver interface. A driver that was built for an older version has shorter
// structures. The functions return their sizes, by the version that the driver gave DxgkInitialize.
#pragma once

#include <cstddef>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// True for the released versions, from Windows Vista on.
bool is_known_version(ULONG version);

// "DXGKDDI_INTERFACE_VERSION_WDDM1_3", of a known version.
const char* version_name(ULONG version);

// The newest version that the Windows that is played has.
ULONG newest_version();

// Sizes for a known version.
std::size_t initialization_data_bytes(ULONG version);  // DRIVER_INITIALIZATION_DATA
std::size_t display_only_data_bytes(ULONG version);    // KMDDOD_INITIALIZATION_DATA
std::size_t kernel_interface_bytes(ULONG version);     // DXGKRNL_INTERFACE
std::size_t driver_caps_bytes(ULONG version);          // DXGK_DRIVERCAPS
std::size_t segment_bytes(ULONG version);              // DXGK_SEGMENTDESCRIPTOR4
std::size_t query_bytes(ULONG version);                // DXGKARG_QUERYADAPTERINFO
std::size_t start_info_bytes(ULONG version);           // DXGK_START_INFO

}  // namespace drydock::dxgk
