/* A small render-only miniport that can be told by its registry key to make one mistake. */
#include <dispmprt.h>
#include <ntddk.h>

#include "../shared/service_value.h"

#define TAG 'yrdD'

typedef struct _ADAPTER {
  PDEVICE_OBJECT PhysicalDevice;
  DXGKRNL_INTERFACE Dxgk;
  DXGK_START_INFO StartInfo;
  DXGK_DEVICE_INFO Info;
  PVOID Scratch;
  PVOID Answer;
  PULONG Registers;
  ULONG Ticks;
  BOOLEAN Gone;
  BOOLEAN Active;
  BOOLEAN Claim;
  KTIMER Timer;
  HANDLE Memory;
} ADAPTER;

static SERVICE_TEXT Fault;
static PVOID EntryBlock;
static ADAPTER* Last;
static LONG Adding;
static LONG Removed;
static BOOLEAN AddedTogether;
static KEVENT WorkerEnd;
static PVOID Worker;

static BOOLEAN Is(const char* Name) { return IsServiceText(Fault, Name); }

/* What a debugger on the other end of a port would see. */
static void Say(const char* Text) {
  for (; *Text; Text++) WRITE_PORT_UCHAR((PUCHAR)0xE9, (UCHAR)*Text);
  WRITE_PORT_UCHAR((PUCHAR)0xE9, '\n');
}

static void SayStatus(const char* Text, NTSTATUS Status) {
  ULONG i;
  for (; *Text; Text++) WRITE_PORT_UCHAR((PUCHAR)0xE9, (UCHAR)*Text);
  WRITE_PORT_UCHAR((PUCHAR)0xE9, ' ');
  for (i = 0; i < 8; i++)
    WRITE_PORT_UCHAR((PUCHAR)0xE9,
                     (UCHAR) "0123456789abcdef"[((ULONG)Status >> (28 - 4 * i)) & 15]);
  WRITE_PORT_UCHAR((PUCHAR)0xE9, '\n');
}

static void Paged(void) { PAGED_CODE(); }

NTSTATUS TestAddDevice(IN_CONST_PDEVICE_OBJECT PhysicalDeviceObject,
                       OUT_PPVOID MiniportDeviceContext) {
  ADAPTER* Adapter;
  LARGE_INTEGER Moment;
  PAGED_CODE();
  Say("AddDevice");
  if (Is("SlowAdd")) {
    if (InterlockedIncrement(&Adding) != 1) AddedTogether = TRUE;
    Moment.QuadPart = -100000;
    KeDelayExecutionThread(KernelMode, FALSE, &Moment);
    InterlockedDecrement(&Adding);
  }
  if (Is("Decline")) {
    *MiniportDeviceContext = NULL;
    return STATUS_SUCCESS;
  }
  if (Is("FailAdd")) return STATUS_NO_MEMORY;
  Adapter = (ADAPTER*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Adapter), TAG);
  if (Adapter == NULL) return STATUS_NO_MEMORY;
  RtlZeroMemory(Adapter, sizeof(*Adapter));
  Adapter->PhysicalDevice = PhysicalDeviceObject;
  KeInitializeTimer(&Adapter->Timer);
  Last = Adapter;
  *MiniportDeviceContext = Adapter;
  return STATUS_SUCCESS;
}

static VOID Protected(IN_CONST_PVOID Context, IN_PVOID Argument, NTSTATUS Status) {
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(Argument);
  SayStatus("Protected", Status);
}

static BOOLEAN Synchronized(PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  if (KeGetCurrentIrql() > DISPATCH_LEVEL) Say("Synchronized");
  Adapter->Ticks++;
  if (Is("CrashSynchronized")) *(volatile ULONG*)0 = 1;
  return TRUE;
}

static BOOLEAN NotifySynchronized(PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  DXGKARGCB_NOTIFY_INTERRUPT_DATA Data = {0};
  Data.InterruptType = Is("VsyncWhileStarting") ? DXGK_INTERRUPT_CRTC_VSYNC : DXGK_INTERRUPT_DMA_COMPLETED;
  Adapter->Dxgk.DxgkCbNotifyInterrupt(Adapter->Dxgk.DeviceHandle, &Data);
  return TRUE;
}

static void TryMemory(ADAPTER* Adapter) {
  DXGKARGCB_ALLOCATECONTIGUOUSMEMORY Block = {0};
  DXGKARGCB_FREECONTIGUOUSMEMORY Free = {0};
  Block.NumberOfBytes = 8192;
  Block.HighestAcceptableAddress.QuadPart = -1;
  SayStatus("AllocateContiguousMemory",
            Adapter->Dxgk.DxgkCbAllocateContiguousMemory(Adapter->Dxgk.DeviceHandle, &Block));
  RtlFillMemory(Block.pMemory, 8192, 0x5a);
  Adapter->Memory = Block.hMemoryHandle;
  if (Is("LeakContiguous")) return;
  Free.hMemoryHandle = Block.hMemoryHandle;
  SayStatus("FreeContiguousMemory",
            Adapter->Dxgk.DxgkCbFreeContiguousMemory(Adapter->Dxgk.DeviceHandle, &Free));
  SayStatus("FreeContiguousMemory again",
            Adapter->Dxgk.DxgkCbFreeContiguousMemory(Adapter->Dxgk.DeviceHandle, &Free));
}

static void TryObjects(ADAPTER* Adapter) {
  DXGKARGCB_CREATE_PHYSICAL_MEMORY_OBJECT Object = {0};
  DXGKARGCB_DESTROY_PHYSICAL_MEMORY_OBJECT Destroy = {0};
  DXGKARGCB_MAP_PHYSICAL_MEMORY Map = {0};
  DXGKARGCB_ALLOCATE_ADL Adl = {0};
  DXGKARGCB_FREE_ADL FreeAdl = {0};
  Object.hAdapter = Adapter->Dxgk.DeviceHandle;
  Object.Size = 4 * PAGE_SIZE;
  Object.Type = DXGK_PHYSICAL_MEMORY_TYPE_MDL;
  Object.Mdl.HighAddress.QuadPart = -1;
  SayStatus("CreatePhysicalMemoryObject", Adapter->Dxgk.DxgkCbCreatePhysicalMemoryObject(&Object));
  Map.hPhysicalMemoryObject = Object.hPhysicalMemoryObject;
  Map.Size = Object.Size;
  SayStatus("MapPhysicalMemory", Adapter->Dxgk.DxgkCbMapPhysicalMemory(&Map));
  RtlFillMemory(Map.pMappedAddress, Map.Size, 0x77);
  Adl.hAdapterMemoryObject = Object.hAdapterMemoryObject;
  Adl.Size = Object.Size;
  SayStatus("AllocateAdl", Adapter->Dxgk.DxgkCbAllocateAdl(&Adl));
  SayStatus("pages", (NTSTATUS)Adl.pAdl->PageCount);
  Map.hPhysicalMemoryObject = (HANDLE)Adl.pAdl;
  SayStatus("MapPhysicalMemory of a list", Adapter->Dxgk.DxgkCbMapPhysicalMemory(&Map));
  FreeAdl.hAdapterMemoryObject = Object.hAdapterMemoryObject;
  FreeAdl.pAdl = Adl.pAdl;
  Adapter->Dxgk.DxgkCbFreeAdl(&FreeAdl);
  Destroy.hPhysicalMemoryObject = Object.hPhysicalMemoryObject;
  Destroy.hAdapterMemoryObject = Object.hAdapterMemoryObject;
  Adapter->Dxgk.DxgkCbDestroyPhysicalMemoryObject(&Destroy);
}

static void TryIoMmu(ADAPTER* Adapter) {
  DXGKARGCB_MAPMDLTOIOMMU Map = {0};
  DXGKARGCB_UNMAPMDLFROMIOMMU Unmap = {0};
  Map.pMdl = IoAllocateMdl(Adapter, PAGE_SIZE, FALSE, FALSE, NULL);
  SayStatus("MapMdlToIoMmu", Adapter->Dxgk.DxgkCbMapMdlToIoMmu(Adapter->Dxgk.DeviceHandle, &Map));
  Unmap.hMemoryHandle = Map.hMemoryHandle;
  if (Is("MdlDiesEarly")) IoFreeMdl(Map.pMdl);
  Adapter->Dxgk.DxgkCbUnmapMdlFromIoMmu(Adapter->Dxgk.DeviceHandle, &Unmap);
  if (!Is("MdlDiesEarly")) IoFreeMdl(Map.pMdl);
}

static void TrySpaces(ADAPTER* Adapter) {
  HANDLE Device = Adapter->Dxgk.DeviceHandle;
  UCHAR Bytes[512];
  ULONG Count = 0;
  SayStatus("ReadDeviceSpace", Adapter->Dxgk.DxgkCbReadDeviceSpace(Device, DXGK_WHICHSPACE_CONFIG,
                                                                   Bytes, 0, 512, &Count));
  SayStatus("bytes", (NTSTATUS)Count);
  SayStatus("identity", *(NTSTATUS*)Bytes);
  SayStatus("behind", *(NTSTATUS*)(Bytes + 256));
  SayStatus("ReadDeviceSpace of a ROM",
            Adapter->Dxgk.DxgkCbReadDeviceSpace(Device, DXGK_WHICHSPACE_ROM, Bytes, 0, 4, &Count));
  SayStatus("ReadDeviceSpace of nothing",
            Adapter->Dxgk.DxgkCbReadDeviceSpace(Device, 77, Bytes, 0, 4, &Count));
  SayStatus("WriteDeviceSpace", Adapter->Dxgk.DxgkCbWriteDeviceSpace(Device, DXGK_WHICHSPACE_CONFIG,
                                                                     Bytes, 4, 2, &Count));
  SayStatus("written", (NTSTATUS)Count);
}

static void TryDevice(ADAPTER* Adapter) {
  HANDLE Device = Adapter->Dxgk.DeviceHandle;
  PCI_DEVICE_PRESENCE_PARAMETERS Asked = {0};
  ACPI_EVAL_INPUT_BUFFER_COMPLEX Acpi = {0};
  DXGK_DISPLAY_INFORMATION Display = {0};
  DXGK_CHILD_STATUS Child = {0};
  DXGKARGCB_ISFEATUREENABLED Feature = {0};
  INTERFACE Interface = {0};
  PHYSICAL_ADDRESS Foreign;
  PVOID Address = NULL;
  BOOLEAN Present = FALSE;
  Asked.Size = sizeof(Asked);
  Asked.Flags = PCI_USE_VENDEV_IDS;
  Asked.VendorID = 0x1af4;
  Asked.DeviceID = 0x1050;
  SayStatus("IsDevicePresent", Adapter->Dxgk.DxgkCbIsDevicePresent(Device, &Asked, &Present));
  SayStatus("present", Present);
  Asked.DeviceID = 1;
  Adapter->Dxgk.DxgkCbIsDevicePresent(Device, &Asked, &Present);
  SayStatus("present", Present);
  Acpi.MethodNameAsUlong = ACPI_METHOD_HARDWARE_ID;
  SayStatus("EvalAcpiMethod", Adapter->Dxgk.DxgkCbEvalAcpiMethod(Device, DISPLAY_ADAPTER_HW_ID,
                                                                 &Acpi, sizeof(Acpi), NULL, 0));
  SayStatus("QueryServices",
            Adapter->Dxgk.DxgkCbQueryServices(Device, DxgkServicesAgp, &Interface));
  Foreign.QuadPart = 0xC1000000;
  SayStatus("MapMemory of another", Adapter->Dxgk.DxgkCbMapMemory(Device, Foreign, 4096, FALSE,
                                                                  FALSE, MmNonCached, &Address));
  SayStatus("UnmapMemory of nothing", Adapter->Dxgk.DxgkCbUnmapMemory(Device, &Asked));
  Display.Width = 1;
  SayStatus("AcquirePostDisplayOwnership",
            Adapter->Dxgk.DxgkCbAcquirePostDisplayOwnership(Device, &Display));
  SayStatus("width", (NTSTATUS)Display.Width);
  SayStatus("IndicateChildStatus", Adapter->Dxgk.DxgkCbIndicateChildStatus(Device, &Child));
  Feature.DeviceHandle = Device;
  Feature.Enabled = TRUE;
  SayStatus("IsFeatureEnabled", Adapter->Dxgk.DxgkCbIsFeatureEnabled(&Feature));
  SayStatus("enabled", Feature.Enabled);
}

static void TryCallbacks(ADAPTER* Adapter) {
  KIRQL Irql;
  BOOLEAN Value;
  HANDLE Device = Adapter->Dxgk.DeviceHandle;
  if (Is("WrongHandle"))
    SayStatus("GetDeviceInformation",
              Adapter->Dxgk.DxgkCbGetDeviceInformation(Adapter, &Adapter->Info));
  if (Is("Spaces")) TrySpaces(Adapter);
  if (Is("Device")) TryDevice(Adapter);
  if (Is("Memory") || Is("LeakContiguous")) TryMemory(Adapter);
  if (Is("Objects")) TryObjects(Adapter);
  if (Is("IoMmu") || Is("MdlDiesEarly")) TryIoMmu(Adapter);
  if (Is("MemoryAtDispatch")) {
    KeRaiseIrql(DISPATCH_LEVEL, &Irql);
    TryMemory(Adapter);
    KeLowerIrql(Irql);
  }
  if (Is("ExcludeBoth"))
    SayStatus("Exclude",
              Adapter->Dxgk.DxgkCbExcludeAdapterAccess(
                  Device, DXGK_EXCLUDE_EVICT_ALL | DXGK_EXCLUDE_CALL_SYNCHRONOUS, Protected, NULL));
  if (Is("ExcludeNow"))
    SayStatus("Exclude", Adapter->Dxgk.DxgkCbExcludeAdapterAccess(
                             Device, DXGK_EXCLUDE_CALL_SYNCHRONOUS, Protected, NULL));
  if (Is("ExcludeLater"))
    SayStatus("Exclude", Adapter->Dxgk.DxgkCbExcludeAdapterAccess(Device, DXGK_EXCLUDE_EVICT_ALL,
                                                                  Protected, NULL));
  if (Is("ExcludeAtDispatch")) {
    KeRaiseIrql(DISPATCH_LEVEL, &Irql);
    Adapter->Dxgk.DxgkCbExcludeAdapterAccess(Device, 0, Protected, NULL);
    KeLowerIrql(Irql);
  }
  if (Is("Synchronize") || Is("CrashSynchronized"))
    SayStatus("Synchronize",
              Adapter->Dxgk.DxgkCbSynchronizeExecution(Device, Synchronized, Adapter, 0, &Value));
  if (Is("SynchronizeMessage"))
    SayStatus("Synchronize",
              Adapter->Dxgk.DxgkCbSynchronizeExecution(Device, Synchronized, Adapter, 1, &Value));
  if (Is("SynchronizeHigh")) {
    KeRaiseIrql(DISPATCH_LEVEL + 1, &Irql);
    Adapter->Dxgk.DxgkCbSynchronizeExecution(Device, Synchronized, Adapter, 0, &Value);
    KeLowerIrql(Irql);
  }
  if (Is("NotifyAtPassive")) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA Data = {0};
    Data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    Adapter->Dxgk.DxgkCbNotifyInterrupt(Device, &Data);
  }
  if (Is("ReserveInStart")) {
    DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE Range = {0};
    SayStatus("Reserve", Adapter->Dxgk.DxgkCbReserveGpuVirtualAddressRange(Device, &Range));
  }
  if (Is("TwoDpcs")) {
    // Another processor may run the first one at once: until one is met that is still pending.
    ULONG Tries = 0;
    SayStatus("QueueDpc", Adapter->Dxgk.DxgkCbQueueDpc(Device));
    while (Adapter->Dxgk.DxgkCbQueueDpc(Device) && Tries < 100000) Tries++;
    SayStatus("QueueDpc", Tries == 100000);
  }
}

static VOID Work(PVOID Context) {
  UNREFERENCED_PARAMETER(Context);
  KeWaitForSingleObject(&WorkerEnd, Executive, KernelMode, FALSE, NULL);
  PsTerminateSystemThread(STATUS_SUCCESS);
}

static NTSTATUS StartWorker(void) {
  HANDLE Thread;
  NTSTATUS Status;
  KeInitializeEvent(&WorkerEnd, NotificationEvent, FALSE);
  Status = PsCreateSystemThread(&Thread, THREAD_ALL_ACCESS, NULL, NULL, NULL, Work, NULL);
  if (!NT_SUCCESS(Status)) return Status;
  ObReferenceObjectByHandle(Thread, THREAD_ALL_ACCESS, *PsThreadType, KernelMode, &Worker, NULL);
  ZwClose(Thread);
  return STATUS_SUCCESS;
}

static void StopWorker(void) {
  if (Worker == NULL) return;
  KeSetEvent(&WorkerEnd, 0, FALSE);
  KeWaitForSingleObject(Worker, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(Worker);
  Worker = NULL;
}

NTSTATUS TestStartDevice(IN_CONST_PVOID Context, IN_PDXGK_START_INFO StartInfo,
                         IN_PDXGKRNL_INTERFACE Dxgk, OUT_PULONG Sources, OUT_PULONG Children) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  LARGE_INTEGER Due;
  NTSTATUS Status;
  BOOLEAN Value;
  PCM_PARTIAL_RESOURCE_LIST List;
  PAGED_CODE();
  Say("StartDevice");
  Adapter->Dxgk = *Dxgk;
  Adapter->StartInfo = *StartInfo;
  if (Is("FailStart")) return STATUS_UNSUCCESSFUL;
  if ((Is("WorkerForgotten") || Is("WorkerStopped")) && !NT_SUCCESS(StartWorker())) return STATUS_UNSUCCESSFUL;
  Status = Is("NoDeviceInfo") ? STATUS_SUCCESS
                              : Dxgk->DxgkCbGetDeviceInformation(Dxgk->DeviceHandle, &Adapter->Info);
  if (!NT_SUCCESS(Status) && !Is("Spaces") && !Is("Device")) {
    if (Is("WorkerStopped")) StopWorker();
    return STATUS_UNSUCCESSFUL;
  }
  if (Adapter->Info.TranslatedResourceList != NULL) {
    ULONG i;
    List = &Adapter->Info.TranslatedResourceList->List[0].PartialResourceList;
    for (i = 0; i < List->Count; i++) {
      PCM_PARTIAL_RESOURCE_DESCRIPTOR Part = &List->PartialDescriptors[i];
      if (Part->Type != CmResourceTypeMemory || Adapter->Registers != NULL || Is("NoMap")) continue;
      if (!NT_SUCCESS(Dxgk->DxgkCbMapMemory(Dxgk->DeviceHandle, Part->u.Memory.Start,
                                            Part->u.Memory.Length, FALSE, FALSE, MmNonCached,
                                            (PVOID*)&Adapter->Registers)))
        return STATUS_UNSUCCESSFUL;
    }
  }
  if (!Is("LeakInStart"))
    Adapter->Scratch = ExAllocatePoolWithTag(NonPagedPoolNx, 64, TAG);
  else
    ExAllocatePoolWithTag(NonPagedPoolNx, 64, TAG);
  if (Adapter->Registers != NULL && !Is("NoEnable")) WRITE_REGISTER_ULONG(Adapter->Registers + 2, 1);
  Due.QuadPart = -10000000LL * 3600;
  if (Is("TimerLeft")) KeSetTimer(&Adapter->Timer, Due, NULL);
  TryCallbacks(Adapter);
  if (Is("VsyncWhileStarting"))
    SayStatus("Synchronize", Dxgk->DxgkCbSynchronizeExecution(Dxgk->DeviceHandle, NotifySynchronized, Adapter, 0,
                                                              &Value));
  if (Is("VsyncWhileStarting")) {
    Dxgk->DxgkCbQueueDpc(Dxgk->DeviceHandle);
    KeFlushQueuedDpcs();
  }
  if (Is("NoCounts")) return STATUS_SUCCESS;
  if (Is("OldVersionCall")) Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, Adapter);
  Adapter->Active = TRUE;
  *Sources = 0;
  *Children = Is("ChildTooMany") || Is("ChildUnplugged") ? 1 : 0;
  return STATUS_SUCCESS;
}

/* It counted one child. */
NTSTATUS TestQueryChildRelations(IN_CONST_PVOID Context, INOUT_PDXGK_CHILD_DESCRIPTOR Relations, IN_ULONG Size) {
  ULONG i;
  UNREFERENCED_PARAMETER(Context);
  for (i = 0; i < (Is("ChildTooMany") ? 2 : 1) && (i + 1) * sizeof(*Relations) <= Size; i++) {
    Relations[i].ChildDeviceType = TypeOther;
    Relations[i].ChildCapabilities.HpdAwareness = HpdAwarenessAlwaysConnected;
    Relations[i].ChildUid = 16 + i;
  }
  return STATUS_SUCCESS;
}

NTSTATUS TestStopDevice(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  KIRQL Irql;
  PAGED_CODE();
  Say("StopDevice");
  StopWorker();
  Adapter->Active = FALSE;
  for (Irql = 0; Is("TouchAfterRemoval") && Adapter->Gone && Irql < 3; Irql++)
    WRITE_REGISTER_ULONG(Adapter->Registers + 1, 0);
  if (Adapter->Scratch != NULL) ExFreePoolWithTag(Adapter->Scratch, TAG);
  Adapter->Scratch = NULL;
  if (Adapter->Registers != NULL && !Is("MapAndForget"))
    Adapter->Dxgk.DxgkCbUnmapMemory(Adapter->Dxgk.DeviceHandle, Adapter->Registers);
  Adapter->Registers = NULL;
  if (Is("DpcAtStop")) {
    KeRaiseIrql(DISPATCH_LEVEL, &Irql);
    Adapter->Dxgk.DxgkCbQueueDpc(Adapter->Dxgk.DeviceHandle);
    KeLowerIrql(Irql);
  }
  return STATUS_SUCCESS;
}

NTSTATUS TestRemoveDevice(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  Say("RemoveDevice");
  InterlockedIncrement(&Removed);
  if (Is("TimerLeft")) KeCancelTimer(&Adapter->Timer);
  if (Adapter->Answer != NULL) ExFreePoolWithTag(Adapter->Answer, TAG);
  if (!Is("LeakInAdd")) ExFreePoolWithTag(Adapter, TAG);
  return STATUS_SUCCESS;
}

VOID TestUnload(VOID) {
  Say("Unload");
  if (Is("SlowAdd")) SayStatus("Removed", Removed);
  if (AddedTogether) Say("AddDevice beside another");
  if (EntryBlock != NULL && !Is("LeakInEntry")) ExFreePoolWithTag(EntryBlock, TAG);
}

BOOLEAN TestInterruptRoutine(IN_CONST_PVOID Context, IN_ULONG MessageNumber) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  DXGKARGCB_NOTIFY_INTERRUPT_DATA Data = {0};
  BOOLEAN Mine = Adapter->Registers != NULL && READ_REGISTER_ULONG(Adapter->Registers) != 0;
  UNREFERENCED_PARAMETER(MessageNumber);
  if (Is("PagedInterrupt")) Paged();
  if (Is("ClaimForeign")) return TRUE;
  if (!Mine) return FALSE;
  if (!Is("LeaveAsserted")) WRITE_REGISTER_ULONG(Adapter->Registers, 0);
  if (Is("ServicesInInterrupt"))
    Adapter->Dxgk.DxgkCbGetDeviceInformation(Adapter->Dxgk.DeviceHandle, &Adapter->Info);
  Data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  if (Is("ReservedType")) Data.InterruptType = DXGK_INTERRUPT_DMA_FAULTED;
  if (Is("VsyncWithoutDisplay")) Data.InterruptType = DXGK_INTERRUPT_CRTC_VSYNC;
  if (Is("BadPageFault") || Is("GoodPageFault")) {
    Data.InterruptType = DXGK_INTERRUPT_DMA_PAGE_FAULTED;
    Data.DmaPageFaulted.FaultedFenceId = Is("GoodPageFault") ? 7 : 0;
  }
  Adapter->Dxgk.DxgkCbNotifyInterrupt(Adapter->Dxgk.DeviceHandle, &Data);
  if (!Is("NoDpc")) Adapter->Dxgk.DxgkCbQueueDpc(Adapter->Dxgk.DeviceHandle);
  return TRUE;
}

VOID TestDpcRoutine(IN_CONST_PVOID Context) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  BOOLEAN Value;
  if (Is("PagedDpc")) Paged();
  Say("Dpc");
  if (Is("NotifyByMessage0") || Is("NotifyByMessage1"))
    Adapter->Dxgk.DxgkCbSynchronizeExecution(Adapter->Dxgk.DeviceHandle, NotifySynchronized, Adapter,
                                             Is("NotifyByMessage1"), &Value);
  if (Is("SilentDpc") || (Is("VsyncWhileStarting") && !Adapter->Active)) return;
  Adapter->Dxgk.DxgkCbNotifyDpc(Adapter->Dxgk.DeviceHandle);
}

VOID TestResetDevice(IN_CONST_PVOID Context) {
  UNREFERENCED_PARAMETER(Context);
  if (Is("PagedReset")) Paged();
  Say("ResetDevice");
}

NTSTATUS TestSetPowerState(IN_CONST_PVOID Context, IN_ULONG Uid, IN_DEVICE_POWER_STATE State,
                           IN_POWER_ACTION Action) {
  ADAPTER* Adapter = (ADAPTER*)Context;
  UNREFERENCED_PARAMETER(Action);
  if (Uid != DISPLAY_ADAPTER_HW_ID && Is("ChildPower")) *(volatile ULONG*)8 = Uid;
  if (Uid == DISPLAY_ADAPTER_HW_ID && State == PowerDeviceD0 && Adapter->Registers != NULL && !Is("NoRestore"))
    WRITE_REGISTER_ULONG(Adapter->Registers + 2, 1);
  return Is("FailPower") ? STATUS_UNSUCCESSFUL : STATUS_SUCCESS;
}

NTSTATUS APIENTRY TestCollectDbgInfo(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_COLLECTDBGINFO Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  if (Args->Reason == VIDEO_TDR_TIMEOUT_DETECTED || Is("PagedCollect")) PAGED_CODE();
  Say("CollectDbgInfo");
  return STATUS_SUCCESS;
}

NTSTATUS TestNotifySurpriseRemoval(PVOID Context, DXGK_SURPRISE_REMOVAL_TYPE Type) {
  UNREFERENCED_PARAMETER(Type);
  Say("NotifySurpriseRemoval");
  if (Is("FailRemoval")) return STATUS_UNSUCCESSFUL;
  ((ADAPTER*)Context)->Gone = TRUE;
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY TestControlInterrupt(IN_CONST_HANDLE Adapter, IN_CONST_DXGK_INTERRUPT_TYPE Type,
                                       IN_BOOLEAN Enable) {
  UNREFERENCED_PARAMETER(Adapter);
  UNREFERENCED_PARAMETER(Enable);
  if (Type == DXGK_INTERRUPT_CRTC_VSYNC || Is("AcceptAnyInterrupt")) return STATUS_SUCCESS;
  return STATUS_NOT_IMPLEMENTED;
}

static void FillCaps(DXGK_DRIVERCAPS* Caps) {
  Caps->WDDMVersion =
      Is("OldModel") || Is("BadBanks") || Is("GoodBanks") ? DXGKDDI_WDDMv1_2 : DXGKDDI_WDDMv2_9;
  Caps->HighestAcceptableAddress.QuadPart = -1;
  Caps->GpuEngineTopology.NbAsymetricProcessingNodes = 2;
  Caps->SchedulingCaps.MultiEngineAware = !Is("PreemptionAlone");
  Caps->SchedulingCaps.PreemptionAware = 1;
  Caps->SupportSurpriseRemoval = !Is("NoRemovalSupport");
  if (Is("BothMmus")) {
    Caps->MemoryManagementCaps.VirtualAddressingSupported = 1;
    Caps->MemoryManagementCaps.GpuMmuSupported = 1;
    Caps->MemoryManagementCaps.IoMmuSupported = 1;
  }
  if (Is("NoVirtualEntryPoints")) Caps->MemoryManagementCaps.VirtualAddressingSupported = 1;
  if (Is("NoEngineEntryPoints")) Caps->SupportPerEngineTDR = TRUE;
}

static void FillSegments(DXGK_SEGMENTDESCRIPTOR4* Aperture, DXGK_SEGMENTDESCRIPTOR4* Local) {
  Aperture->Flags.Aperture = !Is("NoAperture");
  Aperture->BaseAddress.QuadPart = 0x100000000;
  Aperture->Size = Aperture->CommitLimit = 0x10000000;
  Local->Flags.CpuVisible = 1;
  Local->BaseAddress.QuadPart = Is("Overlap") ? 0x100001000 : 0;
  Local->Size = Is("OddSize") ? 0x1000001 : 0x1000000;
  Local->CommitLimit = Is("CommitLimit") ? 0x800000 : Local->Size;
  if (Is("AgpAndMore")) Local->Flags.Agp = 1;
  if (Is("CoherentMemory")) Local->Flags.CacheCoherent = 1;
  if (Is("HibernateOnly")) Local->Flags.PreservedDuringHibernate = 1;
}

static void QuerySegments(DXGK_QUERYSEGMENTOUT4* Out) {
  DXGK_SEGMENTDESCRIPTOR4* Local;
  Say("QuerySegment4");
  if (Out->pSegmentDescriptor == NULL) {
    Out->NbSegment = Is("NoSegments") ? 0 : 2;
    return;
  }
  Local = (DXGK_SEGMENTDESCRIPTOR4*)(Out->pSegmentDescriptor + Out->SegmentDescriptorStride);
  FillSegments((DXGK_SEGMENTDESCRIPTOR4*)Out->pSegmentDescriptor, Local);
  if (Is("SegmentsChange")) Out->NbSegment = 1;
  Out->PagingBufferSize = Is("NoPagingBuffer") ? 0 : PAGE_SIZE;
}

static void QueryOldSegments(DXGK_QUERYSEGMENTOUT3* Out) {
  static SIZE_T Banks[2];
  Say("QuerySegment3");
  if (Out->pSegmentDescriptor == NULL) {
    Out->NbSegment = 1;
    return;
  }
  Out->pSegmentDescriptor[0].Size = Out->pSegmentDescriptor[0].CommitLimit = 0x1000000;
  Out->pSegmentDescriptor[0].Flags.UseBanking = 1;
  Out->pSegmentDescriptor[0].NbOfBanks = 2;
  Banks[0] = Is("BadBanks") ? 0x2000000 : 0x800000;
  Out->pSegmentDescriptor[0].pBankRangeTable = Banks;
  Out->PagingBufferSize = PAGE_SIZE;
}

NTSTATUS APIENTRY TestQueryAdapterInfo(IN_CONST_HANDLE Adapter,
                                       IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  DXGK_DRIVERCAPS Caps;
  PAGED_CODE();
  if (Is("BlockInQuery") && ((ADAPTER*)Adapter)->Answer == NULL)
    ((ADAPTER*)Adapter)->Answer = ExAllocatePoolWithTag(PagedPool, 32, TAG);
  switch (Query->Type) {
    case DXGKQAITYPE_DRIVERCAPS:
      /* An older structure is the beginning of this one. */
      if (Query->OutputDataSize > sizeof(Caps) || (!Is("OldVersion") && Query->OutputDataSize != sizeof(Caps)))
        return STATUS_INVALID_PARAMETER;
      RtlZeroMemory(&Caps, sizeof(Caps));
      FillCaps(&Caps);
      RtlCopyMemory(Query->pOutputData, &Caps, Query->OutputDataSize);
      return STATUS_SUCCESS;
    case DXGKQAITYPE_QUERYSEGMENT4:
      QuerySegments((DXGK_QUERYSEGMENTOUT4*)Query->pOutputData);
      return STATUS_SUCCESS;
    case DXGKQAITYPE_QUERYSEGMENT3:
      QueryOldSegments((DXGK_QUERYSEGMENTOUT3*)Query->pOutputData);
      return STATUS_SUCCESS;
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

NTSTATUS APIENTRY TestGetNodeMetadata(IN_CONST_HANDLE Adapter, UINT Node,
                                      OUT_PDXGKARG_GETNODEMETADATA Metadata) {
  UNREFERENCED_PARAMETER(Adapter);
  Metadata->EngineType = Node == 0 ? DXGK_ENGINE_TYPE_3D : DXGK_ENGINE_TYPE_COPY;
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY TestCreateProcess(IN_CONST_HANDLE Adapter, INOUT_PDXGKARG_CREATEPROCESS Args) {
  DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE Range = {0};
  ADAPTER* Self = (ADAPTER*)Adapter;
  SayStatus("CreateProcess", (NTSTATUS)Args->Flags.Value);
  if (Is("ReserveInProcess"))
    SayStatus("Reserve",
              Self->Dxgk.DxgkCbReserveGpuVirtualAddressRange(Self->Dxgk.DeviceHandle, &Range));
  Args->hKmdProcess = Adapter;
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY TestDestroyProcess(IN_CONST_HANDLE Adapter, IN_CONST_HANDLE Process) {
  Say(Process == Adapter ? "DestroyProcess" : "DestroyProcess of another");
  return STATUS_SUCCESS;
}

/* A client's own words reach the driver here; what they ask for is tried at this level. */
NTSTATUS APIENTRY TestEscape(IN_CONST_HANDLE Adapter, IN_CONST_PDXGKARG_ESCAPE Escape) {
  UNREFERENCED_PARAMETER(Escape);
  TryCallbacks((ADAPTER*)Adapter);
  return STATUS_SUCCESS;
}

NTSTATUS APIENTRY TestPatch(IN_CONST_HANDLE A, IN_CONST_PDXGKARG_PATCH P) {
  UNREFERENCED_PARAMETER(A);
  UNREFERENCED_PARAMETER(P);
  return STATUS_SUCCESS;
}
NTSTATUS APIENTRY TestSubmit(IN_CONST_HANDLE A, IN_CONST_PDXGKARG_SUBMITCOMMAND S) {
  UNREFERENCED_PARAMETER(A);
  UNREFERENCED_PARAMETER(S);
  return STATUS_SUCCESS;
}
NTSTATUS APIENTRY TestRender(IN_CONST_HANDLE C, INOUT_PDXGKARG_RENDER R) {
  UNREFERENCED_PARAMETER(C);
  UNREFERENCED_PARAMETER(R);
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  DRIVER_INITIALIZATION_DATA Data;
  NTSTATUS Status;
  ReadServiceText(RegistryPath, L"Fault", Fault);
  if (Is("LeakInEntry") || Is("BlockInEntry"))
    EntryBlock = ExAllocatePoolWithTag(PagedPool, 32, TAG);
  RtlZeroMemory(&Data, sizeof(Data));
  Data.Version = Is("BadVersion") ? 0x1234 : DXGKDDI_INTERFACE_VERSION;
  if (Is("OldVersion") || Is("OldVersionCall")) Data.Version = DXGKDDI_INTERFACE_VERSION_WIN7;
  if (Is("ChildTooMany") || Is("ChildUnplugged")) Data.DxgkDdiQueryChildRelations = TestQueryChildRelations;
  Data.DxgkDdiAddDevice = TestAddDevice;
  Data.DxgkDdiStartDevice = TestStartDevice;
  if (!Is("NoStop")) Data.DxgkDdiStopDevice = TestStopDevice;
  Data.DxgkDdiRemoveDevice = TestRemoveDevice;
  Data.DxgkDdiUnload = TestUnload;
  Data.DxgkDdiInterruptRoutine = TestInterruptRoutine;
  Data.DxgkDdiDpcRoutine = TestDpcRoutine;
  Data.DxgkDdiResetDevice = TestResetDevice;
  Data.DxgkDdiSetPowerState = TestSetPowerState;
  Data.DxgkDdiCollectDbgInfo = TestCollectDbgInfo;
  Data.DxgkDdiQueryAdapterInfo = TestQueryAdapterInfo;
  Data.DxgkDdiControlInterrupt = TestControlInterrupt;
  Data.DxgkDdiNotifySurpriseRemoval = TestNotifySurpriseRemoval;
  Data.DxgkDdiGetNodeMetadata = TestGetNodeMetadata;
  Data.DxgkDdiCreateProcess = TestCreateProcess;
  Data.DxgkDdiDestroyProcess = TestDestroyProcess;
  Data.DxgkDdiEscape = TestEscape;
  if (!Is("NoPatch")) Data.DxgkDdiPatch = TestPatch;
  Data.DxgkDdiSubmitCommand = TestSubmit;
  Data.DxgkDdiRender = TestRender;
  if (Is("NoInitialize")) {
    DriverObject->DriverUnload = NULL;
    return STATUS_SUCCESS;
  }
  Status = DxgkInitialize(DriverObject, RegistryPath, &Data);
  /* It was copied. */
  RtlFillMemory(&Data, sizeof(Data), 0xCC);
  if (Is("OtherStatus")) return STATUS_UNSUCCESSFUL;
  if (Is("BadVersion") && Status != STATUS_REVISION_MISMATCH) return STATUS_SUCCESS;
  return Status;
}
