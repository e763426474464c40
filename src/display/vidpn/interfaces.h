// The interface tables that drivers get, and how they ask for them.
//
// The tables lie on pages that drivers can only read: a write breaks D-047. They live as long as
// the process. Cost: the first use makes them. Threads: any.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::display {

// Each is defined in the file of its functions.
DXGK_VIDPN_INTERFACE vidpn_functions(DXGK_VIDPN_INTERFACE_VERSION version);
DXGK_VIDPNTOPOLOGY_INTERFACE topology_functions();
DXGK_VIDPNSOURCEMODESET_INTERFACE source_mode_functions();
DXGK_VIDPNTARGETMODESET_INTERFACE target_mode_functions();
DXGK_MONITORSOURCEMODESET_INTERFACE monitor_mode_functions();
DXGK_MONITORFREQUENCYRANGESET_INTERFACE range_functions();
DXGK_MONITORDESCRIPTORSET_INTERFACE descriptor_functions();
DXGK_MONITOR_INTERFACE_V2 monitor_functions(DXGK_MONITOR_INTERFACE_VERSION version);

struct Interfaces {
  DXGK_VIDPN_INTERFACE vidpn1, vidpn2;
  DXGK_VIDPNTOPOLOGY_INTERFACE topology;
  DXGK_VIDPNSOURCEMODESET_INTERFACE source_modes;
  DXGK_VIDPNTARGETMODESET_INTERFACE target_modes;
  DXGK_MONITORSOURCEMODESET_INTERFACE monitor_modes;
  DXGK_MONITORFREQUENCYRANGESET_INTERFACE ranges;
  DXGK_MONITORDESCRIPTORSET_INTERFACE descriptors;
  // A driver that asks for the first version sees the beginning only.
  DXGK_MONITOR_INTERFACE_V2 monitor1, monitor2;
};

const Interfaces& interfaces();

// DxgkCbQueryVidPnInterface, and DxgkCbQueryMonitorInterface of an adapter that the caller knows.
// Both raise D-044 or D-045 for arguments that no driver may pass.
NTSTATUS query_vidpn_interface(D3DKMDT_HVIDPN vidpn, DXGK_VIDPN_INTERFACE_VERSION version,
                               const DXGK_VIDPN_INTERFACE** out);
NTSTATUS query_monitor_interface(DXGK_MONITOR_INTERFACE_VERSION version,
                                 const DXGK_MONITOR_INTERFACE** out);

}  // namespace drydock::display
