// A mixer in software: a minidriver for AVStream whose filter processes, instead of its pins.
//
//   driver.cpp   DriverEntry and the device's callbacks
//   mixer.cpp    the filter that mixes two pictures into one
//   tape.cpp     a filter that reads what it gets in pieces; it comes with the first start
//   memory.cpp   operator new
//
// Where the camera (../vcam) leaves the class driver's defaults, this one has its own: a factory, a
// pin type and gates that are made at run time, a clock, events, a topology, callbacks of power.
//
// Locks, in this order: the control mutex of a filter, its processing mutex.
#pragma once

#include "../avstream/object_bag.h"

#define VMIX_TAG 'ximV'

// The one format of all pins: 4096 bytes that mean nothing to anybody else.
inline constexpr ULONG kFrameBytes = 4096;
inline constexpr ULONG kRanges = 1;
extern const PKSDATARANGE kRange[kRanges];

// Answers with the one format.
NTSTATUS intersect(PVOID context, PIRP irp, PKSP_PIN pin, PKSDATARANGE caller, PKSDATARANGE own,
                   ULONG room, PVOID data, PULONG needed);

// The second tape is there when a client has asked for it. The device mutex is not held.
NTSTATUS add_second_tape(PKSDEVICE device);

extern const KSFILTER_DESCRIPTOR kMixerFilter;
extern const KSFILTER_DESCRIPTOR kTapeFilter;
