#include "adapter.h"
#include "allocation.h"
#include "device.h"
#include "interrupt.h"
#include "render.h"
#include "submission.h"
#include "surface.h"

extern "C" DRIVER_INITIALIZE DriverEntry;

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path) {
  DRIVER_INITIALIZATION_DATA table = {};
  table.Version = DXGKDDI_INTERFACE_VERSION;

  table.DxgkDdiAddDevice = SoftGpuAddDevice;
  table.DxgkDdiStartDevice = SoftGpuStartDevice;
  table.DxgkDdiStopDevice = SoftGpuStopDevice;
  table.DxgkDdiRemoveDevice = SoftGpuRemoveDevice;
  table.DxgkDdiResetDevice = SoftGpuResetDevice;
  table.DxgkDdiUnload = SoftGpuUnload;
  table.DxgkDdiDispatchIoRequest = SoftGpuDispatchIoRequest;
  table.DxgkDdiSetPowerState = SoftGpuSetPowerState;
  table.DxgkDdiNotifySurpriseRemoval = SoftGpuNotifySurpriseRemoval;
  table.DxgkDdiQueryAdapterInfo = SoftGpuQueryAdapterInfo;
  table.DxgkDdiGetNodeMetadata = SoftGpuGetNodeMetadata;
  table.DxgkDdiEscape = SoftGpuEscape;

  table.DxgkDdiCreateDevice = SoftGpuCreateDevice;
  table.DxgkDdiDestroyDevice = SoftGpuDestroyDevice;
  table.DxgkDdiCreateContext = SoftGpuCreateContext;
  table.DxgkDdiDestroyContext = SoftGpuDestroyContext;

  table.DxgkDdiCreateAllocation = SoftGpuCreateAllocation;
  table.DxgkDdiDestroyAllocation = SoftGpuDestroyAllocation;
  table.DxgkDdiDescribeAllocation = SoftGpuDescribeAllocation;
  table.DxgkDdiGetStandardAllocationDriverData = SoftGpuGetStandardAllocationDriverData;
  table.DxgkDdiOpenAllocation = SoftGpuOpenAllocation;
  table.DxgkDdiCloseAllocation = SoftGpuCloseAllocation;

  table.DxgkDdiInterruptRoutine = SoftGpuInterruptRoutine;
  table.DxgkDdiDpcRoutine = SoftGpuDpcRoutine;
  table.DxgkDdiControlInterrupt = SoftGpuControlInterrupt;
  table.DxgkDdiRender = SoftGpuRender;
  table.DxgkDdiRenderKm = SoftGpuRenderKm;
  table.DxgkDdiPatch = SoftGpuPatch;
  table.DxgkDdiBuildPagingBuffer = SoftGpuBuildPagingBuffer;
  table.DxgkDdiSubmitCommand = SoftGpuSubmitCommand;
  table.DxgkDdiPreemptCommand = SoftGpuPreemptCommand;
  table.DxgkDdiCancelCommand = SoftGpuCancelCommand;
  table.DxgkDdiQueryCurrentFence = SoftGpuQueryCurrentFence;

  table.DxgkDdiQueryDependentEngineGroup = SoftGpuQueryDependentEngineGroup;
  table.DxgkDdiQueryEngineStatus = SoftGpuQueryEngineStatus;
  table.DxgkDdiResetEngine = SoftGpuResetEngine;
  table.DxgkDdiResetFromTimeout = SoftGpuResetFromTimeout;
  table.DxgkDdiRestartFromTimeout = SoftGpuRestartFromTimeout;
  table.DxgkDdiCollectDbgInfo = SoftGpuCollectDbgInfo;

  return DxgkInitialize(driver, registry_path, &table);
}
