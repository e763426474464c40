// Miniport load, adapter add/start/stop/remove.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelMiniportStart[] = {
    {.id = "K-045",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DriverEntry does not hand on a complete DRIVER_INITIALIZATION_DATA or its status",
     .text = "DriverEntry zeroes DRIVER_INITIALIZATION_DATA, sets Version to "
             "DXGKDDI_INTERFACE_VERSION, fills its entry points, calls DxgkInitialize and returns "
             "exactly what it returned.",
     .outcome = "load fails / undefined interface level",
     .source = "display/driverentry-of-display-miniport-driver.md; "
               "dispmprt/nf-dispmprt-dxgkinitialize.md; "
               "display/initializing-the-display-miniport-driver.md",
     .lesson =
         {.why =
              "The table tells the graphics kernel which version of the interface the driver "
              "speaks and where it begins. A member that was not zeroed is a jump to nowhere, and "
              "a status that was not passed on makes Windows keep a driver that is not registered.",
          .check = "DxgkInitialize looks at Version and at the entry points that every driver has; "
                   "after DriverEntry the host compares its status with what DxgkInitialize gave, "
                   "and whether it was called at all.",
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
     .tests = {provokes("AdapterRules.K045MissingEntryPointIsFound"),
               provokes("AdapterRules.K045NoCallOfDxgkInitializeIsFound"),
               provokes("AdapterRules.K045OtherStatusIsFound"),
               provokes("AdapterRules.K045UnknownVersionIsFound"),
               stays_silent("AdapterRules.K045CompleteTableIsSilent")}},
    {.id = "K-046",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DRIVER_INITIALIZATION_DATA is copied before DxgkInitialize returns",
     .text = "DRIVER_INITIALIZATION_DATA is copied during DxgkInitialize; the driver may discard "
             "it as soon as DriverEntry returns.",
     .outcome = "a defect of Drydock",
     .source = "display/driverentry-of-display-miniport-driver.md",
     .tests = {proves("AdapterPromises.K046TheTableIsCopied")}},
    {.id = "K-047",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Miniport lacks an entry point that its declared features require",
     .text = "Entry points required by the declared feature set must be non-NULL (e.g. physical "
             "addressing: Patch, Render, SubmitCommand; GPU VA: CreateProcess, DestroyProcess, "
             "GetRootPageTableSize, SetRootPageTable, SubmitCommandVirtual; CPU host aperture: "
             "Map/UnmapCpuHostAperture; per-engine TDR: QueryDependentEngineGroup, "
             "QueryEngineStatus, ResetEngine all three).",
     .outcome = "adapter start fails",
     .source = "display/mcdm-implementation-guidelines.md; display/tdr-changes-in-windows-8.md",
     .lesson = {.why = "A capability is a promise that the kernel will use the entry points behind "
                       "it. One that is missing is found out only when the first client needs it.",
                .check = "Once DRIVERCAPS and the segments are known, the entry points for "
                         "physical or virtual addressing, the CPU host aperture and per-engine "
                         "reset must be there; else the adapter does not start.",
                .wrong = R"(caps->SupportPerEngineTDR = TRUE;
…
data.DxgkDdiResetEngine = ResetEngine;)",
                .right = R"(caps->SupportPerEngineTDR = TRUE;
…
data.DxgkDdiQueryDependentEngineGroup = QueryDependentEngineGroup;
data.DxgkDdiQueryEngineStatus = QueryEngineStatus;
data.DxgkDdiResetEngine = ResetEngine;)"},
     .tests = {provokes("CapsRules.K047NoEntryPointsForEngineResetIsFound"),
               provokes("CapsRules.K047NoEntryPointsForVirtualAddressingIsFound"),
               provokes("CapsRules.K047NoPatchForPhysicalAddressingIsFound"),
               stays_silent("CapsRules.K047CompleteEntryPointsAreSilent")}},
    {.id = "K-048",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiAddDevice is called for one device at a time",
     .text = "DxgkDdiAddDevice is called for one device at a time, serially.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_add_device.md",
     .tests = {proves("ThreadingPromises.K048DevicesAreAddedOneAtATime")}},
    {.id = "K-049",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiAddDevice succeeds with a NULL context and so declines the device",
     .text = "AddDevice returns its adapter context in MiniportDeviceContext; returning NULL there "
             "means the PCI function is declined (not an error).",
     .outcome = "device not started",
     .source = "dispmprt/nc-dispmprt-dxgkddi_add_device.md",
     .lesson = {.why = "A NULL context with success means that the driver does not want this "
                       "device. Returned by mistake, the adapter silently never starts.",
                .check = "DxgkDdiAddDevice that returns success and leaves MiniportDeviceContext "
                         "NULL is told at once, and the device is not started.",
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
     .tests = {provokes("AdapterRules.K049DeclinedDeviceIsFound"),
               stays_silent("AdapterRules.K049ContextIsSilent")}},
    {.id = "K-050",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every adapter DDI is given back the MiniportDeviceContext of AddDevice",
     .text = "The MiniportDeviceContext value is passed back as MiniportDeviceContext or hAdapter "
             "in every later adapter-level DDI; it is distinct from hDevice handles and from "
             "DXGKRNL_INTERFACE.DeviceHandle.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_add_device.md",
     .tests = {proves("AdapterPromises.K050TheContextComesBack")}},
    {.id = "K-051",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Callback is given a handle other than the one saved in DxgkDdiStartDevice",
     .text = "StartDevice must copy the DXGKRNL_INTERFACE and its DeviceHandle; every callback "
             "that takes an adapter/device handle must be given that DeviceHandle.",
     .outcome = "callback fails; driver fault",
     .source = "dispmprt/nc-dispmprt-dxgkddi_start_device.md",
     .lesson =
         {.why = "Callbacks know a device by the DeviceHandle alone. The driver's context, its PDO "
                 "or the handle of another adapter leads the kernel into memory that is no device.",
          .check = "Every callback that takes a device handle looks it up among the devices that "
                   "the calling driver serves, reports a stranger and refuses.",
          .wrong = R"(adapter->Dxgk.DxgkCbGetDeviceInformation(adapter->PhysicalDevice, &info);)",
          .right = R"(adapter->Dxgk = *DxgkInterface;  // in DxgkDdiStartDevice
…
adapter->Dxgk.DxgkCbGetDeviceInformation(adapter->Dxgk.DeviceHandle, &info);)"},
     .tests = {provokes("AdapterRules.K051ForeignHandleIsFound"),
               stays_silent("AdapterRules.K051DeviceHandleIsSilent")}},
    {.id = "K-052",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiStartDevice succeeds before its device is fully set up",
     .text = "StartDevice must obtain device information, set NumberOfVideoPresentSources and "
             "NumberOfChildren, and enable interrupts before returning success; what it needs of "
             "the device's memory it maps there.",
     .outcome = "counts that are not set are taken for none",
     .source = "dispmprt/nc-dispmprt-dxgkddi_start_device.md",
     .lesson =
         {.why = "As soon as DxgkDdiStartDevice succeeds the kernel asks for capabilities and "
                 "children and may submit work. What is not set up by then is used uninitialised.",
          .check = "After a successful DxgkDdiStartDevice the host asks whether both counts were "
                   "set and, where the device model tells, interrupts are enabled. A start without "
                   "DxgkCbGetDeviceInformation is a lint: a driver without hardware has nothing to "
                   "ask for. What a driver maps is its own affair.",
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
     .tests = {provokes("AdapterRules.K052CountsNotSetAreFound"),
               provokes("AdapterRules.K052InterruptsNotEnabledAreFound"),
               provokes("AdapterRules.K052NoDeviceInformationIsALint"),
               stays_silent("AdapterRules.K052CompleteStartIsSilent"),
               stays_silent("AdapterRules.K052UnmappedMemoryIsSilent")}},
    {.id = "K-053",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "NumberOfChildren leaves out children that may appear later",
     .text =
         "NumberOfChildren counts every child that could ever appear, not only those present now.",
     .outcome = "later child enumeration inconsistent",
     .source = "dispmprt/nc-dispmprt-dxgkddi_start_device.md",
     .lesson =
         {.why = "The array for DxgkDdiQueryChildRelations has room for as many children as were "
                 "counted. One that was left out can never be reported.",
          .check = "DxgkDdiQueryChildRelations that fills more than it counted is reported. A "
                   "later DxgkCbIndicateChildStatus of a child that it did not name is D-022.",
          .wrong = R"(*NumberOfChildren = adapter->ConnectedMonitors;)",
          .right = R"(*NumberOfChildren = adapter->Connectors;)"},
     .tests = {provokes("AdapterRules.K053ChildThatWasNotCountedIsFound"),
               stays_silent("AdapterRules.K053CountedChildIsSilent")}},
    {.id = "K-054",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "StartDevice does not reserve room for RequiredDmaQueueEntry DMA buffers",
     .text = "DxgkDdiSubmitCommand never lacks room: resources for "
             "DXGK_START_INFO.RequiredDmaQueueEntry queued DMA buffers are allocated at start.",
     .outcome = "cannot fail a later submit, so bugcheck-class",
     .source = "dispmprt/ns-dispmprt-_dxgk_start_info.md",
     .lesson =
         {.why = "DxgkDdiSubmitCommand runs at DISPATCH_LEVEL and may not fail. A driver that "
                 "allocates a queue entry there has no way out when memory is short.",
          .check =
              "DxgkDdiSubmitCommand that returns STATUS_NO_MEMORY or STATUS_INSUFFICIENT_RESOURCES "
              "raises it together with K-386; what DxgkDdiStartDevice reserved is not counted.",
          .wrong = R"(QueueEntry* entry = ExAllocatePool2(POOL_FLAG_NON_PAGED, sizeof *entry, TAG);
if (entry == NULL) return STATUS_NO_MEMORY;)",
          .right = R"(// DxgkDdiStartDevice
adapter->EntryCount = DxgkStartInfo->RequiredDmaQueueEntry;
adapter->Entries = AllocateEntries(adapter->EntryCount);
// DxgkDdiSubmitCommand
QueueEntry* entry = TakeFreeEntry(adapter);)"},
     .tests = {provokes("ClientRules.K054SubmitWithoutRoomIsFound"),
               stays_silent("ClientRules.K054RoomForAllThatIsQueuedIsSilent")}},
    {.id = "K-055",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiStopDevice leaves allocations of DxgkDdiStartDevice behind",
     .text = "StopDevice resets the adapter and frees everything allocated in StartDevice.",
     .outcome = "leak ledger non-empty at stop",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device.md",
     .lesson = {.why = "A device may be stopped and started again many times while the driver "
                       "stays loaded. Everything left behind is lost once for each time.",
                .check =
                    "Pool and ledger entries taken during DxgkDdiStartDevice, and mappings and "
                    "DxgkCb memory taken since, must be gone after DxgkDdiStopDevice, with no "
                    "DPC queued; pool is compared only while the driver serves one device.",
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
     .tests = {provokes("AdapterRules.K055ContiguousMemoryLeftAtStopIsFound"),
               provokes("AdapterRules.K055MappingLeftAtStopIsFound"),
               provokes("AdapterRules.K055PoolLeftAtStopIsFound"),
               provokes("AdapterRules.K055TimerLeftAtStopIsFound"),
               provokes("InterruptRules.K055DpcQueuedAtStopIsFound"),
               stays_silent("AdapterRules.K055CleanStopIsSilent"),
               stays_silent("AdapterRules.K055WhatIsTakenAfterTheStartIsSilent")}},
    {.id = "K-056",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "StopDevice runs exactly when the stop with display ownership did not succeed",
     .text = "If StopDeviceAndReleasePostDisplayOwnership succeeds, StopDevice is not called; if "
             "it fails, StopDevice is called. StopDevice must exist in all cases.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md; "
               "display/plug-and-play--pnp--start-and-stop-cases.md",
     .tests = {proves("DisplayOnlyPromises.K056StopDeviceDoesNotFollowASuccess"),
               proves("DisplayOnlyPromises.K056StopDeviceFollowsAFailure")}},
    {.id = "K-057",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GPU is idle and video memory evicted before any level-three call",
     .text = "Before any level-three call (start, stop, remove, set-power, unload, reset/restart "
             "from timeout) the GPU is idle, no DMA buffer is in the scheduler, and all video "
             "memory has been evicted to system memory.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-third-level.md",
     .tests = {proves("IdleCalls.K057K472LevelThreeFindsVideoMemoryEmpty")}},
    {.id = "K-058",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiRemoveDevice leaves allocations of AddDevice behind",
     .text = "RemoveDevice frees the context block and everything AddDevice allocated.",
     .outcome = "leak",
     .source = "dispmprt/nc-dispmprt-dxgkddi_remove_device.md",
     .lesson = {.why = "After DxgkDdiRemoveDevice nobody has the context any more, so whatever "
                       "hung from it can never be found again.",
                .check = "What the driver has after DxgkDdiRemoveDevice is compared with what it "
                         "had before DxgkDdiAddDevice, when this was its only device; each thing "
                         "left is a finding with the stack that took it. What devices left of "
                         "which others were there is found when the driver is unloaded.",
                .wrong = R"(NTSTATUS RemoveDevice(PVOID MiniportDeviceContext) {
    return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS RemoveDevice(PVOID MiniportDeviceContext) {
    ExFreePoolWithTag(MiniportDeviceContext, TAG);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("AdapterRules.K058PoolLeftAtRemoveIsFound"),
               stays_silent("AdapterRules.K058CleanRemoveIsSilent")}},
    {.id = "K-059",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiUnload leaves allocations of DriverEntry behind",
     .text = "Unload frees what DriverEntry allocated (normally nothing).",
     .outcome = "leak",
     .source = "dispmprt/nc-dispmprt-dxgkddi_unload.md",
     .lesson =
         {.why = "The image is unmapped next. Memory that only its globals pointed to stays "
                 "allocated until the machine is restarted.",
          .check =
              "When DxgkDdiUnload has returned, everything that the driver had when DriverEntry "
              "returned, still has, and was not told of before, is reported. A driver that was "
              "never stopped, because its device vanished and it cannot be told, is not asked.",
          .wrong = R"(VOID Unload(VOID) {
    DbgPrint("unloading\n");
})",
          .right = R"(VOID Unload(VOID) {
    ExFreePoolWithTag(g_RegistryPath.Buffer, TAG);
})"},
     .tests = {provokes("AdapterRules.K059PoolLeftAtUnloadIsFound"),
               stays_silent("AdapterRules.K059DriverThatWasNeverStoppedIsSilent"),
               stays_silent("AdapterRules.K059FreedAtUnloadIsSilent")}},
    {.id = "K-060",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiSetPowerState fails or does not restore its state at D0",
     .text = "SetPowerState must not fail; interrupts that were enabled before D1-D3 are enabled "
             "again on D0, and calls for children already unplugged are tolerated. What else of "
             "its state the driver saves and restores is its own affair.",
     .outcome = "no error path is defined",
     .source = "dispmprt/nc-dispmprt-dxgkddi_set_power_state.md",
     .lesson =
         {.why = "Windows does not ask whether the power may change; it has changed. A failure has "
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
     .tests = {provokes("AdapterRules.K060ChildThatIsNotToleratedIsFound"),
               provokes("AdapterRules.K060FailedPowerStateIsFound"),
               provokes("AdapterRules.K060StateThatIsNotRestoredIsFound"),
               stays_silent("AdapterRules.K060PowerStateIsSilent")}},
    {.id = "K-061",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only QueryAdapterInfo runs concurrently with SetPowerState or QueryChildRelations",
     .text = "QueryAdapterInfo is the one DDI that may run concurrently with SetPowerState or "
             "QueryChildRelations.",
     .outcome = "miniport must lock for it; race otherwise",
     .source = "display/threading-and-synchronization-third-level.md",
     .tests = {proves("ThreadingPromises.K061OnlyQueryAdapterInfoMeetsSetPowerState")}},
    {.id = "K-062",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiResetDevice touches pageable code or data",
     .text = "ResetDevice may be called at any IRQL, so code and data must be non-pageable.",
     .outcome = "page fault at high IRQL, bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_reset_device.md",
     .lesson =
         {.why = "Windows calls it from the bug check, at whatever IRQL that was. Touching a page "
                 "that is not there stops the machine a second time, and the picture is lost.",
          .check = "PAGED_CODE(), or a function in a pageable section, that runs inside "
                   "DxgkDdiResetDevice while it is called above APC_LEVEL raises it; data are not "
                   "looked at.",
          .wrong = R"(VOID ResetDevice(PVOID MiniportDeviceContext) {
    PAGED_CODE();
    WriteRegister(MiniportDeviceContext, MODE, TEXT_MODE);
})",
          .right = R"(// not in a PAGE section
VOID ResetDevice(PVOID MiniportDeviceContext) {
    WriteRegister(MiniportDeviceContext, MODE, TEXT_MODE);
})"},
     .tests = {provokes("AdapterRules.K062PagedResetIsFound"),
               stays_silent("AdapterRules.K062ResetAtHighLevelIsSilent")}},
    {.id = "K-063",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiNotifySurpriseRemoval fails, or hardware is touched after it",
     .text = "NotifySurpriseRemoval is a level-zero call that can arrive while other DDIs run and "
             "GPU work is pending; on success the driver must mark the device gone and from then "
             "on release only software state, never touching hardware.",
     .outcome = "hang; failing the call while running = bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_notify_surprise_removal.md",
     .lesson =
         {.why = "The device is physically gone: reads give all ones, and a loop that waits for a "
                 "bit never ends. Failing the call leaves Windows with a driver for hardware that "
                 "is not there.",
          .check = "A status other than STATUS_SUCCESS from DxgkDdiNotifySurpriseRemoval, and each "
                   "place of the driver that accesses a register after it returned, is reported at "
                   "once. Reads give all ones, and the driver's life goes on.",
          .wrong =
              R"(NTSTATUS NotifySurpriseRemoval(PVOID Context, DXGK_SURPRISE_REMOVAL_TYPE Type) {
    return STATUS_SUCCESS;
}
…
WriteRegister(adapter, IRQ_MASK, 0);)",
          .right =
              R"(NTSTATUS NotifySurpriseRemoval(PVOID Context, DXGK_SURPRISE_REMOVAL_TYPE Type) {
    ((KmAdapter*)Context)->IsGone = TRUE;
    return STATUS_SUCCESS;
}
…
if (!adapter->IsGone) WriteRegister(adapter, IRQ_MASK, 0);)"},
     .tests = {provokes("AdapterRules.K063FailedRemovalNoticeIsFound"),
               provokes("AdapterRules.K063TouchedAfterRemovalIsFound"),
               stays_silent("AdapterRules.K063UntouchedAfterRemovalIsSilent")}},
    {.id = "K-064",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Teardown DDIs follow a successful surprise-removal notice and none a failed one",
     .text = "After a successful surprise-removal notification the ordinary teardown DDIs are "
             "still called to release all software resources; after a failed one (or when "
             "unsupported) no further DDI is called.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_notify_surprise_removal.md",
     .tests = {proves("AdapterPromises.K064NothingFollowsARefusedRemoval"),
               proves("AdapterPromises.K064NothingFollowsARemovalThatIsNotSupported"),
               proves("AdapterPromises.K064TeardownFollowsAnAcceptedRemoval")}},
    {.id = "K-065",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "State shared by two adapters is not protected between their DPCs",
     .text = "All devices of one driver share the code but DPCs may run concurrently for different "
             "adapters.",
     .outcome = "race",
     .source = "dispmprt/nc-dispmprt-dxgkddi_dpc_routine.md",
     .lesson =
         {.why = "Each adapter's DPC runs on a processor of its own choice. Two that count in the "
                 "same global lose updates, or walk a list that the other is changing.",
          .check =
              "A driver that was built with --races tells its accesses to globals and pool. Two in "
              "the DPC routines of different adapters that no lock, interlocked operation or queue "
              "orders, one of them a write, are found even when they did not meet in this run.",
          .wrong = R"(static ULONG g_Completed;  // of all adapters
VOID DpcRoutine(PVOID Context) {
    g_Completed++;)",
          .right = R"(static LONG g_Completed;  // of all adapters
VOID DpcRoutine(PVOID Context) {
    InterlockedIncrement(&g_Completed);)"},
     .tests = {provokes("MiniportRaces.K065CountOfTwoAdaptersDpcsIsFound"),
               stays_silent("MiniportRaces.K065ProtectedCountIsSilent")}},
};

}  // namespace

Chapter miniport_start() { return kKernelMiniportStart; }

}  // namespace drydock::rules::kernel
