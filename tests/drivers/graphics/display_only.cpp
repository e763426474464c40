// A display-only driver on the frame buffer that firmware left.
#include <dispmprt.h>
#include <ntddk.h>

#include "../shared/display_only.h"
#include "../shared/service_value.h"

namespace {

SERVICE_TEXT stop;

struct Adapter {
  DXGKRNL_INTERFACE dxgk;
  DXGK_DISPLAY_INFORMATION display;
};

void say(const char* text) {
  for (; *text; ++text) WRITE_PORT_UCHAR(reinterpret_cast<PUCHAR>(0xE9), static_cast<UCHAR>(*text));
  WRITE_PORT_UCHAR(reinterpret_cast<PUCHAR>(0xE9), '\n');
}

NTSTATUS AddDevice(IN_CONST_PDEVICE_OBJECT, OUT_PPVOID context) {
  auto* adapter =
      static_cast<Adapter*>(ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(Adapter), 'ylnO'));
  *context = adapter;
  return adapter == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS StartDevice(IN_CONST_PVOID context, IN_PDXGK_START_INFO, IN_PDXGKRNL_INTERFACE dxgk,
                     OUT_PULONG sources, OUT_PULONG children) {
  auto* adapter = static_cast<Adapter*>(context);
  adapter->dxgk = *dxgk;
  DXGK_DEVICE_INFO info = {};
  dxgk->DxgkCbGetDeviceInformation(dxgk->DeviceHandle, &info);
  dxgk->DxgkCbAcquirePostDisplayOwnership(dxgk->DeviceHandle, &adapter->display);
  say(adapter->display.Width == 0 ? "no post display" : "post display");
  *sources = 1;
  *children = 1;
  return STATUS_SUCCESS;
}

NTSTATUS StopDevice(IN_CONST_PVOID) {
  say("StopDevice");
  return STATUS_SUCCESS;
}

NTSTATUS StopAndRelease(PVOID context, D3DDDI_VIDEO_PRESENT_TARGET_ID target,
                        PDXGK_DISPLAY_INFORMATION display) {
  say(target == 7 ? "StopAndRelease 7" : "StopAndRelease");
  *display = static_cast<Adapter*>(context)->display;
  return stop[0] == 'f' ? STATUS_NOT_SUPPORTED : STATUS_SUCCESS;
}

NTSTATUS RemoveDevice(IN_CONST_PVOID context) {
  say("RemoveDevice");
  ExFreePoolWithTag(context, 'ylnO');
  return STATUS_SUCCESS;
}

NTSTATUS QueryChildRelations(IN_CONST_PVOID, INOUT_PDXGK_CHILD_DESCRIPTOR children, IN_ULONG size) {
  say(size == 2 * sizeof *children ? "QueryChildRelations" : "QueryChildRelations of another size");
  children[0].ChildDeviceType = TypeVideoOutput;
  children[0].ChildCapabilities.HpdAwareness = HpdAwarenessInterruptible;
  children[0].ChildCapabilities.Type.VideoOutput.InterfaceTechnology = D3DKMDT_VOT_OTHER;
  children[0].ChildUid = 7;
  return STATUS_SUCCESS;
}

NTSTATUS QueryChildStatus(IN_CONST_PVOID, INOUT_PDXGK_CHILD_STATUS status, IN_BOOLEAN) {
  say("QueryChildStatus");
  status->HotPlug.Connected = status->Type == StatusConnection && status->ChildUid == 7;
  return STATUS_SUCCESS;
}

NTSTATUS QueryDeviceDescriptor(IN_CONST_PVOID, IN_ULONG, INOUT_PDXGK_DEVICE_DESCRIPTOR descriptor) {
  say(descriptor->DescriptorLength == 128 ? "QueryDeviceDescriptor"
                                          : "QueryDeviceDescriptor of another size");
  return STATUS_MONITOR_NO_DESCRIPTOR;
}

}  // namespace

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path) {
  ReadServiceText(path, L"Stop", stop);
  KMDDOD_INITIALIZATION_DATA data = table_of(AddDevice, StartDevice, StopDevice, RemoveDevice);
  data.DxgkDdiQueryChildRelations = QueryChildRelations;
  data.DxgkDdiQueryChildStatus = QueryChildStatus;
  data.DxgkDdiQueryDeviceDescriptor = QueryDeviceDescriptor;
  data.DxgkDdiStopDeviceAndReleasePostDisplayOwnership = StopAndRelease;
  return DxgkInitializeDisplayOnlyDriver(object, path, &data);
}
