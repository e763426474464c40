#pragma once

#include "softgpu_kmd.h"

// Segments, as the driver numbers them.
constexpr UINT kVideoMemory = 1;  // linear, out of the CPU's reach
constexpr UINT kAperture = 2;     // system memory that the GPU sees
constexpr UINT kSegments = 2;
constexpr UINT segment_bit(UINT segment) { return 1u << (segment - 1); }

// The context of every adapter-level entry point.
class Adapter {
 public:
  explicit Adapter(PDEVICE_OBJECT physical_device) : physical_device_(physical_device) {}
  ~Adapter();

  static Adapter* from(const VOID* context) {
    return static_cast<Adapter*>(const_cast<VOID*>(context));
  }

  NTSTATUS start(const DXGKRNL_INTERFACE& kernel);
  void stop();
  void set_removed() { InterlockedExchange(&removed_, TRUE); }

  NTSTATUS query(const DXGKARG_QUERYADAPTERINFO& query) const;
  SOFTGPU_BOOKS read_books() const;

  // The kernel's callbacks; valid from start to stop.
  const DXGKRNL_INTERFACE& kernel() const { return kernel_; }

  // The driver's data behind a handle of the graphics kernel; null when there is none.
  VOID* allocation_data(D3DKMT_HANDLE handle) const;

  SOFTGPU_BOOKS books{};

 private:
  void describe(DXGK_DRIVERCAPS& caps) const;
  NTSTATUS describe(DXGK_QUERYSEGMENTOUT3& out) const;
  void expect_nothing_left() const;

  PDEVICE_OBJECT physical_device_;
  DXGKRNL_INTERFACE kernel_{};
  DXGK_DEVICE_INFO info_{};
  volatile LONG removed_ = FALSE;
};

DXGKDDI_ADD_DEVICE SoftGpuAddDevice;
DXGKDDI_START_DEVICE SoftGpuStartDevice;
DXGKDDI_STOP_DEVICE SoftGpuStopDevice;
DXGKDDI_REMOVE_DEVICE SoftGpuRemoveDevice;
DXGKDDI_RESET_DEVICE SoftGpuResetDevice;
DXGKDDI_UNLOAD SoftGpuUnload;
DXGKDDI_DISPATCH_IO_REQUEST SoftGpuDispatchIoRequest;
DXGKDDI_SET_POWER_STATE SoftGpuSetPowerState;
DXGKDDI_NOTIFY_SURPRISE_REMOVAL SoftGpuNotifySurpriseRemoval;
DXGKDDI_QUERYADAPTERINFO SoftGpuQueryAdapterInfo;
DXGKDDI_ESCAPE SoftGpuEscape;
DXGKDDI_COLLECTDBGINFO SoftGpuCollectDbgInfo;
