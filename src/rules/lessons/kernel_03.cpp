// Miniport load, adapter add/start/stop/remove.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel03Lessons[] = {
    {.rule = "K-045",
     .why = "The table tells the graphics kernel which version of the interface the driver speaks "
            "and where it begins. A member that was not zeroed is a jump to nowhere, and a status "
            "that was not passed on makes Windows keep a driver that is not registered.",
     .check = "DxgkInitialize looks at Version and at the entry points that every driver has; "
              "after DriverEntry the host compares its status with what DxgkInitialize gave, and "
              "whether it was called at all.",
     .wrong = R"(DRIVER_INITIALIZATION_DATA data;
data.DxgkDdiAddDevice = AddDevice;
…
DxgkInitialize(DriverObject, RegistryPath, &data);
return STATUS_SUCCESS;)",
     .right = R"(DRIVER_INITIALIZATION_DATA data = {0};
data.Version = DXGKDDI_INTERFACE_VERSION;
data.DxgkDdiAddDevice = AddDevice;
…
return DxgkInitialize(DriverObject, RegistryPath, &data);)"},
    {.rule = "K-047",
     .why = "A capability is a promise that the kernel will use the entry points behind it. One "
            "that is missing is found out only when the first client needs it.",
     .check = "Once DRIVERCAPS and the segments are known, the entry points for physical or "
              "virtual addressing, the CPU host aperture and per-engine reset must be there; else "
              "the adapter does not start.",
     .wrong = R"(caps->SupportPerEngineTDR = TRUE;
…
data.DxgkDdiResetEngine = ResetEngine;)",
     .right = R"(caps->SupportPerEngineTDR = TRUE;
…
data.DxgkDdiQueryDependentEngineGroup = QueryDependentEngineGroup;
data.DxgkDdiQueryEngineStatus = QueryEngineStatus;
data.DxgkDdiResetEngine = ResetEngine;)"},
    {.rule = "K-049",
     .why = "A NULL context with success means that the driver does not want this device. Returned "
            "by mistake, the adapter silently never starts.",
     .check = "DxgkDdiAddDevice that returns success and leaves MiniportDeviceContext NULL is told "
              "at once, and the device is not started.",
     .wrong = R"(NTSTATUS AddDevice(PDEVICE_OBJECT Pdo, PVOID* MiniportDeviceContext) {
    KmAdapter* adapter = AllocateAdapter(Pdo);
    return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS AddDevice(PDEVICE_OBJECT Pdo, PVOID* MiniportDeviceContext) {
    KmAdapter* adapter = AllocateAdapter(Pdo);
    if (adapter == NULL) return STATUS_NO_MEMORY;
    *MiniportDeviceContext = adapter;
    return STATUS_SUCCESS;
})"},
    {.rule = "K-051",
     .why = "Callbacks know a device by the DeviceHandle alone. The driver's context, its PDO or "
            "the handle of another adapter leads the kernel into memory that is no device.",
     .check = "Every callback that takes a device handle looks it up among the devices that the "
              "calling driver serves, reports a stranger and refuses.",
     .wrong = R"(adapter->Dxgk.DxgkCbGetDeviceInformation(adapter->PhysicalDevice, &info);)",
     .right = R"(adapter->Dxgk = *DxgkInterface;  // in DxgkDdiStartDevice
…
adapter->Dxgk.DxgkCbGetDeviceInformation(adapter->Dxgk.DeviceHandle, &info);)"},
    {.rule = "K-052",
     .why = "As soon as DxgkDdiStartDevice succeeds the kernel asks for capabilities and children "
            "and may submit work. What is not set up by then is used uninitialised.",
     .check = "After a successful DxgkDdiStartDevice the host asks whether "
              "DxgkCbGetDeviceInformation was called, both counts were set, some of the "
              "memory that the device decodes is mapped, and, where the device model tells, "
              "interrupts are enabled.",
     .wrong = R"(NTSTATUS StartDevice(…) {
    adapter->Dxgk = *DxgkInterface;
    return STATUS_SUCCESS;
})",
     .right = R"(adapter->Dxgk = *DxgkInterface;
status = adapter->Dxgk.DxgkCbGetDeviceInformation(adapter->Dxgk.DeviceHandle, &info);
if (NT_SUCCESS(status)) status = MapRegisters(adapter, &info);
if (!NT_SUCCESS(status)) return status;
*NumberOfVideoPresentSources = 1;
*NumberOfChildren = 1;
EnableInterrupts(adapter);
return STATUS_SUCCESS;)"},
    {.rule = "K-054",
     .why = "DxgkDdiSubmitCommand runs at DISPATCH_LEVEL and may not fail. A driver that allocates "
            "a queue entry there has no way out when memory is short.",
     .check = "DxgkDdiSubmitCommand that returns STATUS_NO_MEMORY or STATUS_INSUFFICIENT_RESOURCES "
              "raises it together with K-386; what DxgkDdiStartDevice reserved is not counted.",
     .wrong = R"(QueueEntry* entry = ExAllocatePool2(POOL_FLAG_NON_PAGED, sizeof *entry, TAG);
if (entry == NULL) return STATUS_NO_MEMORY;)",
     .right = R"(// DxgkDdiStartDevice
adapter->EntryCount = DxgkStartInfo->RequiredDmaQueueEntry;
adapter->Entries = AllocateEntries(adapter->EntryCount);
// DxgkDdiSubmitCommand
QueueEntry* entry = TakeFreeEntry(adapter);)"},
    {.rule = "K-055",
     .why = "A device may be stopped and started again many times while the driver stays loaded. "
            "Everything left behind is lost once for each time.",
     .check = "Pool, ledger entries, mappings and DxgkCb memory taken since DxgkDdiStartDevice "
              "must be gone after DxgkDdiStopDevice, with no DPC queued; pool is compared only "
              "while the driver serves one device.",
     .wrong = R"(NTSTATUS StopDevice(PVOID MiniportDeviceContext) {
    DisableInterrupts(adapter);
    return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS StopDevice(PVOID MiniportDeviceContext) {
    DisableInterrupts(adapter);
    adapter->Dxgk.DxgkCbUnmapMemory(adapter->Dxgk.DeviceHandle, adapter->Registers);
    ExFreePoolWithTag(adapter->Entries, TAG);
    return STATUS_SUCCESS;
})"},
    {.rule = "K-058",
     .why = "After DxgkDdiRemoveDevice nobody has the context any more, so whatever hung from it "
            "can never be found again.",
     .check = "What the driver has after DxgkDdiRemoveDevice is compared with what it had before "
              "DxgkDdiAddDevice, when this was its only device; each thing left is a finding with "
              "the stack that took it.",
     .wrong = R"(NTSTATUS RemoveDevice(PVOID MiniportDeviceContext) {
    return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS RemoveDevice(PVOID MiniportDeviceContext) {
    ExFreePoolWithTag(MiniportDeviceContext, TAG);
    return STATUS_SUCCESS;
})"},
    {.rule = "K-059",
     .why = "The image is unmapped next. Memory that only its globals pointed to stays allocated "
            "until the machine is restarted.",
     .check = "When DxgkDdiUnload has returned, everything that the driver still has, and was not "
              "told of before, is reported.",
     .wrong = R"(VOID Unload(VOID) {
    DbgPrint("unloading\n");
})",
     .right = R"(VOID Unload(VOID) {
    ExFreePoolWithTag(g_RegistryPath.Buffer, TAG);
})"},
    {.rule = "K-060",
     .why = "Windows does not ask whether the power may change; it has changed. A failure has "
            "nowhere to go, and a GPU that lost its state renders garbage after resume.",
     .check = "A status from DxgkDdiSetPowerState that NT_SUCCESS rejects is reported at the "
              "return, and so is a driver that dies in a call for a child. A device model "
              "that tells says whether interrupts that were enabled before D1 to D3 are "
              "enabled again at D0.",
     .wrong = R"(if (DevicePowerState == PowerDeviceD0)
    return ReloadFirmware(adapter);
return STATUS_NOT_SUPPORTED;)",
     .right = R"(if (DevicePowerState == PowerDeviceD0)
    RestoreRegisters(adapter);
else
    SaveRegisters(adapter);
return STATUS_SUCCESS;)"},
    {.rule = "K-062",
     .why = "Windows calls it from the bug check, at whatever IRQL that was. Touching a page that "
            "is not there stops the machine a second time, and the picture is lost.",
     .check =
         "PAGED_CODE(), or a function in a pageable section, that runs inside "
         "DxgkDdiResetDevice while it is called above APC_LEVEL raises it; data are not looked "
         "at.",
     .wrong = R"(VOID ResetDevice(PVOID MiniportDeviceContext) {
    PAGED_CODE();
    WriteRegister(MiniportDeviceContext, MODE, TEXT_MODE);
})",
     .right = R"(// not in a PAGE section
VOID ResetDevice(PVOID MiniportDeviceContext) {
    WriteRegister(MiniportDeviceContext, MODE, TEXT_MODE);
})"},
    {.rule = "K-063",
     .why = "The device is physically gone: reads give all ones, and a loop that waits for a bit "
            "never ends. Failing the call leaves Windows with a driver for hardware that is not "
            "there.",
     .check = "A status other than STATUS_SUCCESS from DxgkDdiNotifySurpriseRemoval, and each "
              "register access of the driver after it returned, is reported at once.",
     .wrong = R"(NTSTATUS NotifySurpriseRemoval(PVOID Context, DXGK_SURPRISE_REMOVAL_TYPE Type) {
    return STATUS_SUCCESS;
}
…
WriteRegister(adapter, IRQ_MASK, 0);)",
     .right = R"(NTSTATUS NotifySurpriseRemoval(PVOID Context, DXGK_SURPRISE_REMOVAL_TYPE Type) {
    ((KmAdapter*)Context)->IsGone = TRUE;
    return STATUS_SUCCESS;
}
…
if (!adapter->IsGone) WriteRegister(adapter, IRQ_MASK, 0);)"},
    {.rule = "K-065",
     .why = "Each adapter's DPC runs on a processor of its own choice. Two that count in the same "
            "global lose updates, or walk a list that the other is changing.",
     .check = "A driver that was built with --races tells its accesses to globals and pool. Two in "
              "the DPC routines of different adapters that no lock, interlocked operation or queue "
              "orders, one of them a write, are found even when they did not meet in this run.",
     .wrong = R"(static ULONG g_Completed;  // of all adapters
VOID DpcRoutine(PVOID Context) {
    g_Completed++;)",
     .right = R"(static LONG g_Completed;  // of all adapters
VOID DpcRoutine(PVOID Context) {
    InterlockedIncrement(&g_Completed);)"},
};

}  // namespace

Lessons kernel_03() { return kKernel03Lessons; }

}  // namespace drydock::rules::lessons
