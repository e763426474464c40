#pragma once

#include "adapter.h"
#include "save_area.h"

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
  Context(Device& device, SaveArea* save_area)
      : device_(device), save_area_(save_area), counted_(device.adapter().books.Contexts) {
    KeInitializeSpinLock(&lock_);
  }
  ~Context() { free_save_area(); }

  static Context* from(const VOID* handle) {
    return static_cast<Context*>(const_cast<VOID*>(handle));
  }

  Device& device() const { return device_; }

  // The address of its save area. False when it has none. The save area may be freed between this
  // call and an engine's access.
  bool find_save_area(GpuLocation& out);
  // Frees the save area at PASSIVE_LEVEL, also while packets of the context run.
  void free_save_area();

 private:
  Device& device_;
  KSPIN_LOCK lock_;
  SaveArea* save_area_;  // under the lock
  const Counted counted_;
};

DXGKDDI_CREATEDEVICE SoftGpuCreateDevice;
DXGKDDI_DESTROYDEVICE SoftGpuDestroyDevice;
DXGKDDI_CREATECONTEXT SoftGpuCreateContext;
DXGKDDI_DESTROYCONTEXT SoftGpuDestroyContext;
