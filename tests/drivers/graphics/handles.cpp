// A miniport with allocations that calls the handle callbacks as its escapes tell it to.
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
  UINT second_type;  // tried when the object is none of the first
};

struct Adapter {
  DXGKRNL_INTERFACE dxgk;
};

struct Device {
  Adapter* adapter;
};

// What the driver has for an allocation, a resource, and an allocation on a device.
struct Thing {
  ULONG serial;
  void* of;  // the allocation that a binding is of
};

template <typename T>
T* make() {
  auto* thing = static_cast<T*>(ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(T), 'ldnH'));
  if (thing != nullptr) RtlZeroMemory(thing, sizeof(T));
  return thing;
}

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
    case 4:
      dxgk.DxgkCbReleaseHandleData(release);
      return nullptr;
    case 5:  // reads by a pointer that it was given some time ago
      return reinterpret_cast<void*>(
          static_cast<ULONG_PTR>(*static_cast<volatile ULONG*>(command.release)));
    default:  // writes by it
      *static_cast<volatile ULONG*>(command.release) = command.index;
      return nullptr;
  }
}

NTSTATUS AddDevice(IN_CONST_PDEVICE_OBJECT, OUT_PPVOID context) {
  *context = make<Adapter>();
  return *context == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
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

NTSTATUS APIENTRY CreateDevice(IN_CONST_HANDLE context, INOUT_PDXGKARG_CREATEDEVICE args) {
  auto* device = make<Device>();
  if (device == nullptr) return STATUS_NO_MEMORY;
  device->adapter = static_cast<Adapter*>(context);
  args->hDevice = device;
  args->pInfo->DmaBufferSize = PAGE_SIZE;
  args->pInfo->AllocationListSize = args->pInfo->PatchLocationListSize = 16;
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY DestroyDevice(IN_CONST_HANDLE device) {
  ExFreePoolWithTag(device, 'ldnH');
  return STATUS_SUCCESS;
}

// A client may ask for a look-up while it creates. Unless it wants carelessness, a handle of nothing
// is the end of the creation.
NTSTATUS look_up(const DXGKRNL_INTERFACE& dxgk, const DXGK_ALLOCATIONINFO& info) {
  if (info.PrivateDriverDataSize != sizeof(Command)) return STATUS_SUCCESS;
  Command command = *static_cast<const Command*>(info.pPrivateDriverData);
  void* result = operate(dxgk, command);
  if (result == nullptr && command.second_type != 0) {
    command.operation = 0;
    command.type = command.second_type;
    result = operate(dxgk, command);
  }
  return result == nullptr && !command.careless ? STATUS_INVALID_PARAMETER : STATUS_SUCCESS;
}

NTSTATUS APIENTRY CreateAllocation(IN_CONST_HANDLE context, INOUT_PDXGKARG_CREATEALLOCATION args) {
  for (UINT i = 0; i < args->NumAllocations; ++i) {
    DXGK_ALLOCATIONINFO& info = args->pAllocationInfo[i];
    if (i == 0) {
      const NTSTATUS status = look_up(static_cast<Adapter*>(context)->dxgk, info);
      if (!NT_SUCCESS(status)) return status;
    }
    auto* thing = make<Thing>();
    if (thing == nullptr) return STATUS_NO_MEMORY;
    thing->serial = i + 1;
    info.hAllocation = thing;
    info.Size = info.Alignment = PAGE_SIZE;
    info.SupportedWriteSegmentSet = 1;
    info.PreferredSegment.SegmentId0 = 1;
    info.AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
  }
  if (args->Flags.Resource && args->hResource == nullptr) args->hResource = make<Thing>();
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY DestroyAllocation(IN_CONST_HANDLE, IN_CONST_PDXGKARG_DESTROYALLOCATION args) {
  for (UINT i = 0; i < args->NumAllocations; ++i)
    ExFreePoolWithTag(args->pAllocationList[i], 'ldnH');
  if (args->Flags.DestroyResource) ExFreePoolWithTag(args->hResource, 'ldnH');
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY OpenAllocation(IN_CONST_HANDLE context, IN_CONST_PDXGKARG_OPENALLOCATION args) {
  for (UINT i = 0; i < args->NumAllocations; ++i) {
    DXGKARGCB_GETHANDLEDATA data = {};
    data.hObject = args->pOpenAllocation[i].hAllocation;
    data.Type = DXGK_HANDLE_ALLOCATION;
    auto* thing = make<Thing>();
    if (thing == nullptr) return STATUS_NO_MEMORY;
    thing->of = static_cast<Device*>(context)->adapter->dxgk.DxgkCbGetHandleData(&data);
    args->pOpenAllocation[i].hDeviceSpecificAllocation = thing;
    if (thing->of == nullptr) return STATUS_INVALID_HANDLE;
  }
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY CloseAllocation(IN_CONST_HANDLE, IN_CONST_PDXGKARG_CLOSEALLOCATION args) {
  for (UINT i = 0; i < args->NumAllocations; ++i)
    ExFreePoolWithTag(args->pOpenHandleList[i], 'ldnH');
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
  data.DxgkDdiCreateDevice = CreateDevice;
  data.DxgkDdiDestroyDevice = DestroyDevice;
  data.DxgkDdiCreateAllocation = CreateAllocation;
  data.DxgkDdiDestroyAllocation = DestroyAllocation;
  data.DxgkDdiOpenAllocation = OpenAllocation;
  data.DxgkDdiCloseAllocation = CloseAllocation;
  data.DxgkDdiEscape = Escape;
  data.DxgkDdiPatch = Patch;
  data.DxgkDdiSubmitCommand = SubmitCommand;
  data.DxgkDdiRender = Render;
  return DxgkInitialize(object, path, &data);
}
