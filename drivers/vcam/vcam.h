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

#include "../avstream/object_bag.h"

#define VCAM_TAG 'macV'

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
