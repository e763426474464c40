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

extern "C" {
#include <wdm.h>
}
// clang-format off: ks.h declares the clock's interface only to those who know IUnknown
#include <windef.h>
#include <unknwn.h>
#include <ks.h>
#include <ksmedia.h>
// clang-format on

#define VMIX_TAG 'ximV'

// From pool; null when there is none.
void* operator new(size_t size, POOL_TYPE type) noexcept;
void operator delete(void* object) noexcept;
void operator delete(void* object, size_t size) noexcept;

// Frees what an object bag holds.
template <class T>
VOID delete_from_bag(PVOID object) {
  delete static_cast<T*>(object);
}

// Puts a new object into a bag, which owns it then; deletes it when that fails.
template <class T>
NTSTATUS keep_in_bag(KSOBJECT_BAG bag, T* object) {
  if (object == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  const NTSTATUS status = KsAddItemToObjectBag(bag, object, delete_from_bag<T>);
  if (!NT_SUCCESS(status)) delete object;
  return status;
}

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
