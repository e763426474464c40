// A camera in software: a capture minidriver for AVStream.
//
//   driver.cpp       DriverEntry and the device's callbacks
//   camera.cpp       the device: whether it may work, its DMA adapter, its capture pins
//   format.cpp       formats and ranges: YUY2 and NV12
//   picture.cpp      the synthesised moving picture
//   capture.cpp      the capture pin: frames of the queue become pictures, one each tick
//   capture_filter.cpp   the tables of the capture filter
//   frame_pool.cpp   the allocator of the capture pin, over one contiguous DMA buffer
//   monitor.cpp      a filter that looks at the frames it gets, for connections in the kernel
//   memory.cpp       operator new
//
// Locks, in this order: the control mutex of a filter, Camera::mutex_, Capture::lock_.
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

#define VCAM_TAG 'macV'

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

// Holds a spin lock while it lives.
class SpinHold {
 public:
  explicit SpinHold(KSPIN_LOCK& lock) : lock_(lock) { KeAcquireSpinLock(&lock_, &irql_); }
  ~SpinHold() { KeReleaseSpinLock(&lock_, irql_); }
  SpinHold(const SpinHold&) = delete;
  SpinHold& operator=(const SpinHold&) = delete;

 private:
  KSPIN_LOCK& lock_;
  KIRQL irql_;
};
