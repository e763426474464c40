#include "adapter.h"

extern "C" DRIVER_INITIALIZE DriverEntry;

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path) {
  KMDDOD_INITIALIZATION_DATA table = {};
  table.Version = DXGKDDI_INTERFACE_VERSION;

  table.DxgkDdiAddDevice = PanelAddDevice;
  table.DxgkDdiStartDevice = PanelStartDevice;
  table.DxgkDdiStopDevice = PanelStopDevice;
  table.DxgkDdiRemoveDevice = PanelRemoveDevice;
  table.DxgkDdiResetDevice = PanelResetDevice;
  table.DxgkDdiUnload = PanelUnload;
  table.DxgkDdiDispatchIoRequest = PanelDispatchIoRequest;
  table.DxgkDdiSetPowerState = PanelSetPowerState;
  table.DxgkDdiQueryAdapterInfo = PanelQueryAdapterInfo;
  table.DxgkDdiInterruptRoutine = PanelInterruptRoutine;
  table.DxgkDdiDpcRoutine = PanelDpcRoutine;
  table.DxgkDdiStopDeviceAndReleasePostDisplayOwnership =
      PanelStopDeviceAndReleasePostDisplayOwnership;

  table.DxgkDdiQueryChildRelations = PanelQueryChildRelations;
  table.DxgkDdiQueryChildStatus = PanelQueryChildStatus;
  table.DxgkDdiQueryDeviceDescriptor = PanelQueryDeviceDescriptor;
  table.DxgkDdiGetChildContainerId = PanelGetChildContainerId;
  table.DxgkDdiRecommendMonitorModes = PanelRecommendMonitorModes;

  table.DxgkDdiIsSupportedVidPn = PanelIsSupportedVidPn;
  table.DxgkDdiRecommendFunctionalVidPn = PanelRecommendFunctionalVidPn;
  table.DxgkDdiEnumVidPnCofuncModality = PanelEnumVidPnCofuncModality;
  table.DxgkDdiCommitVidPn = PanelCommitVidPn;
  table.DxgkDdiUpdateActiveVidPnPresentPath = PanelUpdateActiveVidPnPresentPath;
  table.DxgkDdiSetVidPnSourceVisibility = PanelSetVidPnSourceVisibility;
  table.DxgkDdiQueryVidPnHWCapability = PanelQueryVidPnHWCapability;

  table.DxgkDdiPresentDisplayOnly = PanelPresentDisplayOnly;
  table.DxgkDdiSetPointerPosition = PanelSetPointerPosition;
  table.DxgkDdiSetPointerShape = PanelSetPointerShape;
  table.DxgkDdiSystemDisplayEnable = PanelSystemDisplayEnable;
  table.DxgkDdiSystemDisplayWrite = PanelSystemDisplayWrite;

  return DxgkInitializeDisplayOnlyDriver(driver, registry_path, &table);
}
