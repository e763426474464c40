// A render-only GPU in software: the user-mode half, for WDDM 1.3 runtimes.
//
// The core knows no Direct3D version:
//   adapter.cpp        what the kernel-mode half tells of the adapter
//   kernel_device.cpp  the runtime's callbacks, each as a function that returns their result
//   batch.cpp          commands that wait for their submission
//   format.cpp         bytes of pixels, and what the kernel-mode half calls them
//   resource.cpp       a resource and its surfaces
//   device.cpp         the life of resources: create, open, lock, destroy, wait for a flush
//   transfer.cpp       fills and copies, by the GPU where it can, else by the processor
//
// Two entries stand on it:
//   d3d9_*.cpp         OpenAdapter: the runtimes of Direct3D 9 and before
//   d3d11_*.cpp        OpenAdapter10_2: the runtimes of Direct3D 10 and 11
// A third has the adapter alone in common with them, as its memory is the application's to manage:
//   d3d12_*.cpp        OpenAdapter12: the runtimes of Direct3D 12, for WDDM 2.2
#pragma once

#ifndef D3D_UMD_INTERFACE_VERSION
#define D3D_UMD_INTERFACE_VERSION D3D_UMD_INTERFACE_VERSION_WDDM1_3
#define D3D11DDI_MINOR_HEADER_VERSION 4
#endif

// clang-format off: each of these needs the one before it
#include <windows.h>
#include <d3d9.h>
#include <d3dumddi.h>
#include <d3d10umddi.h>
// clang-format on

#include <new>

#include "../include/softgpu.h"

// Runs the body of an entry point, and turns a lack of memory into its result.
template <typename Body>
HRESULT guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return E_OUTOFMEMORY;
  }
}

// The first failure of several steps that are all done.
inline void keep_first(HRESULT& result, HRESULT next) {
  if (SUCCEEDED(result) && FAILED(next)) result = next;
}
