// Vertical blanks and scan lines of a source: the driver's where it says them, else made up from
// the mode in force and virtual time.
//
// Threads: any. Cost: a copy of the network in force.
#pragma once

#include "src/display/scanout/vertical_blank.h"

namespace drydock::dxgk {

class Adapter;
class Seat;

// Waits until the next vertical blank of the source begins. STATUS_DEVICE_REMOVED when the adapter
// stops meanwhile, STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY when nothing shows the source.
NTSTATUS wait_for_blank(Adapter& adapter, UINT source);

// Returns the position of the beam of a target of the source.
NTSTATUS scan_line(Adapter& adapter, Seat& seat, UINT source, display::ScanLine& out);

}  // namespace drydock::dxgk
