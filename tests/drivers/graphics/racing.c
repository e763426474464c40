/* A render-only miniport whose routines share a count in the way that the value Way of its service key names. */
#include <dispmprt.h>
#include <ntddk.h>

#include "../shared/service_value.h"

#define TAG 'ecaR'

typedef struct _ADAPTER {
  DXGKRNL_INTERFACE Dxgk;
  PULONG Registers;
  LONG Interrupts; /* shared with the interrupt routine */
} ADAPTER;

static SERVICE_TEXT Way;
static LONG DpcCount;
static LONG EscapeCount;
static KSPIN_LOCK CountLock;

static BOOLEAN Is(const char* Name) { return IsServiceText(Way, Name); }

static NTSTATUS AddDevice(IN_CONST_PDEVICE_OBJECT PhysicalDeviceObject, OUT_PPVOID MiniportDeviceContext) {
  ADAPTER* Adapter = (ADAPTER*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Adapter), TAG);
  UNREFERENCED_PARAMETER(PhysicalDeviceObject);
  if (Adapter == NULL) return STATUS_NO_MEMORY;
  RtlZeroMemory(Adapter, sizeof(*Adapter));
  *MiniportDeviceContext = Adapter;
  return STATUS_SUCCESS;
}

static NTSTATUS StartDevice(IN_CONST_PVOID Context, IN_PDXGK_START_INFO StartInfo, IN_PDXGKRNL_INTERFACE Interface,
                            OUT_PULONG Sources, OUT_PULONG Children) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  DXGK_DEVICE_INFO Info;
  PCM_PARTIAL_RESOURCE_LIST List;
  ULONG i;
  UNREFERENCED_PARAMETER(StartInfo);
  Adapter->Dxgk = *Interface;
  if (!NT_SUCCESS(Interface->DxgkCbGetDeviceInformation(Interface->DeviceHandle, &Info))) return STATUS_UNSUCCESSFUL;
  List = &Info.TranslatedResourceList->List[0].PartialResourceList;
  for (i = 0; i < List->Count; i++) {
    PCM_PARTIAL_RESOURCE_DESCRIPTOR Part = &List->PartialDescriptors[i];
    if (Part->Type != CmResourceTypeMemory) continue;
    if (!NT_SUCCESS(Interface->DxgkCbMapMemory(Interface->DeviceHandle, Part->u.Memory.Start, Part->u.Memory.Length,
                                               FALSE, FALSE, MmNonCached, (PVOID*)&Adapter->Registers)))
      return STATUS_UNSUCCESSFUL;
    break;
  }
  if (Adapter->Registers == NULL) return STATUS_UNSUCCESSFUL;
  WRITE_REGISTER_ULONG(Adapter->Registers + 2, 1);
  *Sources = 0;
  *Children = 0;
  return STATUS_SUCCESS;
}

static NTSTATUS StopDevice(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Adapter->Dxgk.DxgkCbUnmapMemory(Adapter->Dxgk.DeviceHandle, Adapter->Registers);
  Adapter->Registers = NULL;
  /* Interrupts and DPCs are over. */
  Adapter->Interrupts = 0;
  return STATUS_SUCCESS;
}

static NTSTATUS RemoveDevice(IN_CONST_PVOID Context) {
  ExFreePoolWithTag((PVOID)Context, TAG);
  return STATUS_SUCCESS;
}

static VOID Unload(VOID) {
  DpcCount = 0;
  EscapeCount = 0;
}

static BOOLEAN InterruptRoutine(IN_CONST_PVOID Context, IN_ULONG MessageNumber) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  UNREFERENCED_PARAMETER(MessageNumber);
  if (READ_REGISTER_ULONG(Adapter->Registers) == 0) return FALSE;
  WRITE_REGISTER_ULONG(Adapter->Registers, 0);
  Adapter->Interrupts++;
  Adapter->Dxgk.DxgkCbQueueDpc(Adapter->Dxgk.DeviceHandle);
  return TRUE;
}

static VOID DpcRoutine(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  if (Is("LockedDpcs")) {
    KeAcquireSpinLockAtDpcLevel(&CountLock);
    DpcCount++;
    KeReleaseSpinLockFromDpcLevel(&CountLock);
  }
  if (Is("InterlockedDpcs")) InterlockedIncrement(&DpcCount);
  if (Is("OpenDpcs")) DpcCount++;
  Adapter->Dxgk.DxgkCbNotifyDpc(Adapter->Dxgk.DeviceHandle);
}

static BOOLEAN ReadInterrupts(PVOID Context) { return ((ADAPTER*)Context)->Interrupts >= 0; }

/* Level zero: threads of other processes may be in it. */
static NTSTATUS APIENTRY Escape(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_ESCAPE Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  BOOLEAN Answer;
  KIRQL Irql;
  UNREFERENCED_PARAMETER(Args);
  if (Is("OpenEscapes")) EscapeCount++;
  if (Is("LockedEscapes")) {
    KeAcquireSpinLock(&CountLock, &Irql);
    EscapeCount++;
    KeReleaseSpinLock(&CountLock, Irql);
  }
  if (Is("OpenInterrupts") && Adapter->Interrupts < 0) return STATUS_UNSUCCESSFUL;
  if (Is("SynchronizedInterrupts"))
    Adapter->Dxgk.DxgkCbSynchronizeExecution(Adapter->Dxgk.DeviceHandle, ReadInterrupts, Adapter, 0, &Answer);
  return STATUS_SUCCESS;
}

/* Level two: nobody else is in the driver. */
static NTSTATUS APIENTRY ControlInterrupt(IN_CONST_HANDLE hAdapter, IN_CONST_DXGK_INTERRUPT_TYPE Type,
                                          IN_BOOLEAN Enable) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Type);
  UNREFERENCED_PARAMETER(Enable);
  if (Is("AloneControls")) EscapeCount++;
  return STATUS_NOT_IMPLEMENTED;
}

static NTSTATUS APIENTRY QueryAdapterInfo(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  DXGK_DRIVERCAPS* Caps;
  DXGK_QUERYSEGMENTOUT4* Segments;
  DXGK_SEGMENTDESCRIPTOR4* Aperture;
  UNREFERENCED_PARAMETER(hAdapter);
  switch (Query->Type) {
    case DXGKQAITYPE_DRIVERCAPS:
      Caps = (DXGK_DRIVERCAPS*)Query->pOutputData;
      Caps->WDDMVersion = DXGKDDI_WDDMv2_9;
      Caps->HighestAcceptableAddress.QuadPart = -1;
      Caps->GpuEngineTopology.NbAsymetricProcessingNodes = 1;
      Caps->SchedulingCaps.MultiEngineAware = 1;
      Caps->SchedulingCaps.PreemptionAware = 1;
      return STATUS_SUCCESS;
    case DXGKQAITYPE_QUERYSEGMENT4:
      Segments = (DXGK_QUERYSEGMENTOUT4*)Query->pOutputData;
      if (Segments->pSegmentDescriptor == NULL) {
        Segments->NbSegment = 1;
        return STATUS_SUCCESS;
      }
      Aperture = (DXGK_SEGMENTDESCRIPTOR4*)Segments->pSegmentDescriptor;
      Aperture->Flags.Aperture = 1;
      Aperture->BaseAddress.QuadPart = 0x100000000;
      Aperture->Size = Aperture->CommitLimit = 0x10000000;
      Segments->PagingBufferSize = PAGE_SIZE;
      return STATUS_SUCCESS;
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

static NTSTATUS APIENTRY GetNodeMetadata(IN_CONST_HANDLE hAdapter, UINT Node, OUT_PDXGKARG_GETNODEMETADATA Metadata) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Node);
  Metadata->EngineType = DXGK_ENGINE_TYPE_3D;
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY Patch(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PATCH Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY SubmitCommand(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SUBMITCOMMAND Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY Render(IN_CONST_HANDLE hContext, INOUT_PDXGKARG_RENDER Args) {
  UNREFERENCED_PARAMETER(hContext);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  DRIVER_INITIALIZATION_DATA Data;
  ReadServiceText(RegistryPath, L"Way", Way);
  KeInitializeSpinLock(&CountLock);
  RtlZeroMemory(&Data, sizeof(Data));
  Data.Version = DXGKDDI_INTERFACE_VERSION;
  Data.DxgkDdiAddDevice = AddDevice;
  Data.DxgkDdiStartDevice = StartDevice;
  Data.DxgkDdiStopDevice = StopDevice;
  Data.DxgkDdiRemoveDevice = RemoveDevice;
  Data.DxgkDdiUnload = Unload;
  Data.DxgkDdiInterruptRoutine = InterruptRoutine;
  Data.DxgkDdiDpcRoutine = DpcRoutine;
  Data.DxgkDdiControlInterrupt = ControlInterrupt;
  Data.DxgkDdiQueryAdapterInfo = QueryAdapterInfo;
  Data.DxgkDdiGetNodeMetadata = GetNodeMetadata;
  Data.DxgkDdiEscape = Escape;
  Data.DxgkDdiPatch = Patch;
  Data.DxgkDdiSubmitCommand = SubmitCommand;
  Data.DxgkDdiRender = Render;
  return DxgkInitialize(DriverObject, RegistryPath, &Data);
}
