#pragma once

#include "adapter.h"

// A client's device.
class Device {
 public:
  Device(Adapter& adapter, HANDLE kernel_device)
      : adapter_(adapter), kernel_device_(kernel_device), counted_(adapter.books.Devices) {}

  static Device* from(const VOID* handle) {
    return static_cast<Device*>(const_cast<VOID*>(handle));
  }

  Adapter& adapter() const { return adapter_; }
  HANDLE kernel_device() const { return kernel_device_; }

 private:
  Adapter& adapter_;
  const HANDLE kernel_device_;  // for callbacks
  const Counted counted_;
};

// A stream of commands of a device.
class Context {
 public:
  Context(Device& device, HANDLE kernel_context)
      : device_(device),
        kernel_context_(kernel_context),
        counted_(device.adapter().books.Contexts) {}

  static Context* from(const VOID* handle) {
    return static_cast<Context*>(const_cast<VOID*>(handle));
  }

  Device& device() const { return device_; }
  HANDLE kernel_context() const { return kernel_context_; }

 private:
  Device& device_;
  const HANDLE kernel_context_;  // for callbacks
  const Counted counted_;
};

DXGKDDI_CREATEDEVICE SoftGpuCreateDevice;
DXGKDDI_DESTROYDEVICE SoftGpuDestroyDevice;
DXGKDDI_CREATECONTEXT SoftGpuCreateContext;
DXGKDDI_DESTROYCONTEXT SoftGpuDestroyContext;
