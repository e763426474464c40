// A miniport that calls the handle callbacks as its escapes tell it to.
#include <dispmprt.h>
#include <ntddk.h>

namespace {

struct Command {
  UINT operation;
  D3DKMT_HANDLE object;
  UINT type;
  UINT flags;
  UINT index;
  KIRQL irql;
  BOOLEAN careless;
  void* result;
  void* release;
};

struct Adapter {
  DXGKRNL_INTERFACE dxgk;
};

void* operate(const DXGKRNL_INTERFACE& dxgk, Command& command) {
  DXGKARGCB_GETHANDLEDATA data = {};
  data.hObject = command.object;
  data.Type = static_cast<DXGK_HANDLE_TYPE>(command.type);
  data.Flags.Value = command.flags;
  DXGKARGCB_ENUMHANDLECHILDREN children = {};
  children.hObject = command.object;
  children.Index = command.index;
  DXGKARGCB_RELEASEHANDLEDATA release = {};
  release.ReleaseHandle = command.release;
  release.Type = static_cast<DXGK_HANDLE_TYPE>(command.type);
  switch (command.operation) {
    case 0:
      return dxgk.DxgkCbGetHandleData(&data);
    case 1:
      return reinterpret_cast<void*>(
          static_cast<ULONG_PTR>(dxgk.DxgkCbGetHandleParent(command.object)));
    case 2:
      return reinterpret_cast<void*>(
          static_cast<ULONG_PTR>(dxgk.DxgkCbEnumHandleChildren(&children)));
    case 3:
      return dxgk.DxgkCbAcquireHandleData(&data, &command.release);
    default:
      dxgk.DxgkCbReleaseHandleData(release);
      return nullptr;
  }
}

NTSTATUS AddDevice(IN_CONST_PDEVICE_OBJECT, OUT_PPVOID context) {
  auto* adapter =
      static_cast<Adapter*>(ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(Adapter), 'ldnH'));
  *context = adapter;
  return adapter == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS StartDevice(IN_CONST_PVOID context, IN_PDXGK_START_INFO, IN_PDXGKRNL_INTERFACE dxgk,
                     OUT_PULONG sources, OUT_PULONG children) {
  auto* adapter = static_cast<Adapter*>(context);
  adapter->dxgk = *dxgk;
  DXGK_DEVICE_INFO info = {};
  *sources = 0;
  *children = 0;
  return dxgk->DxgkCbGetDeviceInformation(dxgk->DeviceHandle, &info);
}

NTSTATUS StopDevice(IN_CONST_PVOID) { return STATUS_SUCCESS; }

NTSTATUS RemoveDevice(IN_CONST_PVOID context) {
  ExFreePoolWithTag(context, 'ldnH');
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY QueryAdapterInfo(IN_CONST_HANDLE, IN_CONST_PDXGKARG_QUERYADAPTERINFO query) {
  if (query->Type == DXGKQAITYPE_DRIVERCAPS) {
    static_cast<DXGK_DRIVERCAPS*>(query->pOutputData)->WDDMVersion = DXGKDDI_WDDMv2;
    return STATUS_SUCCESS;
  }
  if (query->Type != DXGKQAITYPE_QUERYSEGMENT4) return STATUS_NOT_SUPPORTED;
  auto* out = static_cast<DXGK_QUERYSEGMENTOUT4*>(query->pOutputData);
  out->NbSegment = 1;
  if (out->pSegmentDescriptor == nullptr) return STATUS_SUCCESS;
  auto* segment = reinterpret_cast<DXGK_SEGMENTDESCRIPTOR4*>(out->pSegmentDescriptor);
  segment->Flags.Aperture = 1;
  segment->Size = 0x100000;
  out->PagingBufferSize = PAGE_SIZE;
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY Escape(IN_CONST_HANDLE context, IN_CONST_PDXGKARG_ESCAPE escape) {
  if (escape->PrivateDriverDataSize != sizeof(Command)) return STATUS_INVALID_PARAMETER;
  auto* command = static_cast<Command*>(escape->pPrivateDriverData);
  KIRQL old = PASSIVE_LEVEL;
  KeRaiseIrql(command->irql, &old);
  command->result = operate(static_cast<Adapter*>(context)->dxgk, *command);
  KeLowerIrql(old);
  const bool wants_data = command->operation == 0 || command->operation == 3;
  if (wants_data && command->result == nullptr && !command->careless) return STATUS_INVALID_HANDLE;
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY Patch(IN_CONST_HANDLE, IN_CONST_PDXGKARG_PATCH) { return STATUS_SUCCESS; }
NTSTATUS APIENTRY SubmitCommand(IN_CONST_HANDLE, IN_CONST_PDXGKARG_SUBMITCOMMAND) {
  return STATUS_SUCCESS;
}
NTSTATUS APIENTRY Render(IN_CONST_HANDLE, INOUT_PDXGKARG_RENDER) { return STATUS_SUCCESS; }

}  // namespace

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path) {
  DRIVER_INITIALIZATION_DATA data = {};
  data.Version = DXGKDDI_INTERFACE_VERSION;
  data.DxgkDdiAddDevice = AddDevice;
  data.DxgkDdiStartDevice = StartDevice;
  data.DxgkDdiStopDevice = StopDevice;
  data.DxgkDdiRemoveDevice = RemoveDevice;
  data.DxgkDdiQueryAdapterInfo = QueryAdapterInfo;
  data.DxgkDdiEscape = Escape;
  data.DxgkDdiPatch = Patch;
  data.DxgkDdiSubmitCommand = SubmitCommand;
  data.DxgkDdiRender = Render;
  return DxgkInitialize(object, path, &data);
}
