#pragma once

#include "engine.h"
#include "gpu_memory.h"
#include "softgpu_kmd.h"

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
  // The hardware was removed. When this returns, no engine accesses anything that was submitted.
  void lose_hardware();
  bool is_removed() const { return ReadAcquire(&removed_) != FALSE; }

  NTSTATUS query(const DXGKARG_QUERYADAPTERINFO& query) const;
  SOFTGPU_BOOKS read_books() const;

  // The kernel's callbacks; valid from start to stop.
  const DXGKRNL_INTERFACE& kernel() const { return kernel_; }

  // The driver's data behind a handle of the graphics kernel; null when there is none.
  VOID* allocation_data(D3DKMT_HANDLE handle) const;

  // A number that no other allocation has.
  Owner next_owner();

  GpuMemory& memory() { return memory_; }
  // Null when there is no such node.
  Engine* engine(UINT node) { return node < SOFTGPU_NODES ? &engines_[node] : nullptr; }
  const Engine* engine(UINT node) const { return node < SOFTGPU_NODES ? &engines_[node] : nullptr; }

  // Engines record what happened. Below DISPATCH_LEVEL.
  void record_completed(Engine& engine, UINT fence);
  void record_preempted(Engine& engine, UINT fence, UINT behind);
  void record_faulted(Engine& engine, UINT fence, UINT64 address, bool is_write);
  // Drops the reports up to the fence, because after a reset all that work has ended and is not
  // reported.
  void drop_reports(Engine& engine, UINT fence);
  // Reports to the graphics kernel what was not reported yet. notify_all() runs in the interrupt
  // only.
  void notify_pending();
  void notify_all();

  // The engines run nothing between the two.
  void freeze();
  void thaw();
  bool is_frozen() const { return is_frozen_; }

  SOFTGPU_BOOKS books{};

 private:
  NTSTATUS find_device();
  NTSTATUS map(const CM_PARTIAL_RESOURCE_DESCRIPTOR& range, PVOID& out);
  NTSTATUS start_engines();
  void let_go();
  void raise_interrupt();
  void describe(DXGK_DRIVERCAPS& caps) const;
  NTSTATUS describe(DXGK_QUERYSEGMENTOUT4& out) const;
  NTSTATUS describe(DXGK_QUERYSEGMENTOUT3& out) const;
  template <typename Descriptor>
  void describe(Descriptor& memory, Descriptor& aperture) const;
  void expect_nothing_left() const;

  PDEVICE_OBJECT physical_device_;
  DXGKRNL_INTERFACE kernel_{};
  DXGK_DEVICE_INFO info_{};
  volatile LONG removed_ = FALSE;
  volatile LONG last_owner_ = 0;
  volatile ULONG* interrupt_register_ = nullptr;
  bool is_wddm1_ = false;  // the older generation of the device
  PVOID video_memory_ = nullptr;
  SIZE_T video_memory_bytes_ = 0;
  bool is_frozen_ = false;  // changed only while no other thread runs in the driver
  GpuMemory memory_;
  Engine engines_[SOFTGPU_NODES];
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
DXGKDDI_GETNODEMETADATA SoftGpuGetNodeMetadata;
DXGKDDI_ESCAPE SoftGpuEscape;
