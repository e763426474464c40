// A render-only GPU in software: the kernel-mode half, for WDDM 2.0 with physical addresses.
//
//   driver.cpp       DriverEntry and the table of entry points
//   adapter.cpp      the device of the bus: add, start, stop, remove; what it can do
//   device.cpp       devices and contexts of clients
//   allocation.cpp   allocations, resources and their openings
//   surface.cpp      what private data means, and standard allocations
//   render.cpp       from a client's commands to a DMA buffer
//   render_km.cpp    from GDI's commands to a DMA buffer
//   dma_writer.cpp   a DMA buffer with its patch-location list
//   paging.cpp       memory content in and out of the segments
//   submission.cpp   packets to the engines; preemption, time-outs and resets
//   save_area.cpp    the state of a context, as memory that the graphics kernel keeps in place
//   engine.cpp       an engine: a thread that runs DMA buffers
//   gpu_memory.cpp   what the engines can reach, and whose it is
//   interrupt.cpp    what the engines tell the graphics kernel
//   escape.cpp       books and steering, for tests
//   memory.cpp       operator new
#pragma once

#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WDDM2_0

extern "C" {
#include <dispmprt.h>
#include <ntddk.h>
}
#include "../include/softgpu.h"

#define SOFTGPU_TAG 'upGS'

// Allocates from pool; null when there is no memory.
void* operator new(size_t size, POOL_TYPE type) noexcept;
void operator delete(void* object) noexcept;
void operator delete(void* object, size_t size) noexcept;

// A live object of one kind counts itself. Objects that are left when the adapter stops have
// leaked.
class Counted {
 public:
  explicit Counted(volatile LONG& count) : count_(count) { InterlockedIncrement(&count_); }
  ~Counted() { InterlockedDecrement(&count_); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  volatile LONG& count_;
};
