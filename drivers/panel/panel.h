// A panel that shows a frame buffer: a display-only miniport for WDDM 1.2, without a GPU.
//
//   driver.cpp    DriverEntry and the table of entry points
//   adapter.cpp   the device of the bus: add, start, stop, remove, power
//   board.cpp     the hardware: the frame buffer, and registers if the board has them
//   output.cpp    the one output: children, EDID, modes for the monitor
//   modes.cpp     the sizes that can be shown, and which of them go together
//   vidpn.cpp     a video present network as the graphics kernel lends it
//   modeset.cpp   which networks can be shown, what they can become, and the one that is shown
//   copy.cpp      rectangles of an image to the frame buffer, in each rotation
//   present.cpp   frames of the system, at once or by the worker
//   worker.cpp    a thread that copies frames and reports by the interrupt
//   bugcheck.cpp  the screen of a machine that has stopped
//   memory.cpp    operator new
//
// A board without registers shows the one mode that firmware set; smaller images are centred.
#pragma once

#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WIN8

extern "C" {
#include <dispmprt.h>
#include <ntddk.h>
}

#define PANEL_TAG 'lnaP'

constexpr D3DDDI_VIDEO_PRESENT_SOURCE_ID kSource = 0;
constexpr D3DDDI_VIDEO_PRESENT_TARGET_ID kTarget = 1;
constexpr UINT kPixelBytes = 4;

// Allocates from pool; null when there is no memory.
void* operator new(size_t size, POOL_TYPE type) noexcept;
// An object in memory that is there already.
inline void* operator new(size_t, void* room) noexcept { return room; }
void operator delete(void* object) noexcept;
void operator delete(void* object, size_t size) noexcept;
