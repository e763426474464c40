// Miniport load, adapter add/start/stop/remove.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel03[] = {
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
               "display/initializing-the-display-miniport-driver.md"},
    {.id = "K-046",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DRIVER_INITIALIZATION_DATA is copied before DxgkInitialize returns",
     .text =
         "DRIVER_INITIALIZATION_DATA is copied during DxgkInitialize; the driver may discard it "
         "as soon as DriverEntry returns.",
     .outcome = "a defect of Drydock",
     .source = "display/driverentry-of-display-miniport-driver.md"},
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
     .source = "display/mcdm-implementation-guidelines.md; display/tdr-changes-in-windows-8.md"},
    {.id = "K-048",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiAddDevice is called for one device at a time",
     .text = "DxgkDdiAddDevice is called for one device at a time, serially.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_add_device.md"},
    {.id = "K-049",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiAddDevice succeeds with a NULL context and so declines the device",
     .text = "AddDevice returns its adapter context in MiniportDeviceContext; returning NULL there "
             "means the PCI function is declined (not an error).",
     .outcome = "device not started",
     .source = "dispmprt/nc-dispmprt-dxgkddi_add_device.md"},
    {.id = "K-050",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every adapter DDI is given back the MiniportDeviceContext of AddDevice",
     .text = "The MiniportDeviceContext value is passed back as MiniportDeviceContext or hAdapter "
             "in every later adapter-level DDI; it is distinct from hDevice handles and from "
             "DXGKRNL_INTERFACE.DeviceHandle.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_add_device.md"},
    {.id = "K-051",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Callback is given a handle other than the one saved in DxgkDdiStartDevice",
     .text =
         "StartDevice must copy the DXGKRNL_INTERFACE and its DeviceHandle; every callback that "
         "takes an adapter/device handle must be given that DeviceHandle.",
     .outcome = "callback fails; driver fault",
     .source = "dispmprt/nc-dispmprt-dxgkddi_start_device.md"},
    {.id = "K-052",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiStartDevice succeeds before its device is fully set up",
     .text = "StartDevice must obtain device information, map its memory resources, set "
             "NumberOfVideoPresentSources and NumberOfChildren, and enable interrupts before "
             "returning success.",
     .outcome = "adapter start fails",
     .source = "dispmprt/nc-dispmprt-dxgkddi_start_device.md"},
    {.id = "K-053",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "NumberOfChildren leaves out children that may appear later",
     .text = "NumberOfChildren counts every child that could ever appear, not only those present "
             "now.",
     .outcome = "later child enumeration inconsistent",
     .source = "dispmprt/nc-dispmprt-dxgkddi_start_device.md",
     .reason =
         "children are monitors and connectors; the host drives a render-only adapter without "
         "outputs"},
    {.id = "K-054",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "StartDevice does not reserve room for RequiredDmaQueueEntry DMA buffers",
     .text = "Resources must be pre-allocated at start to hold "
             "DXGK_START_INFO.RequiredDmaQueueEntry queued DMA buffers.",
     .outcome = "cannot fail a later submit, so bugcheck-class",
     .source = "dispmprt/ns-dispmprt-_dxgk_start_info.md"},
    {.id = "K-055",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiStopDevice leaves allocations of DxgkDdiStartDevice behind",
     .text = "StopDevice resets the adapter and frees everything allocated in StartDevice.",
     .outcome = "leak ledger non-empty at stop",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device.md"},
    {.id = "K-056",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "StopDevice runs exactly when the stop with display ownership did not succeed",
     .text =
         "If StopDeviceAndReleasePostDisplayOwnership succeeds, StopDevice is not called; if it "
         "fails, StopDevice is called. StopDevice must exist in all cases.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md; "
               "display/plug-and-play--pnp--start-and-stop-cases.md"},
    {.id = "K-057",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GPU is idle and video memory evicted before any level-three call",
     .text = "Before any level-three call (start, stop, remove, set-power, unload, reset/restart "
             "from timeout) the GPU is idle, no DMA buffer is in the scheduler, and all video "
             "memory has been evicted to system memory.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-third-level.md"},
    {.id = "K-058",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiRemoveDevice leaves allocations of AddDevice behind",
     .text = "RemoveDevice frees the context block and everything AddDevice allocated.",
     .outcome = "leak",
     .source = "dispmprt/nc-dispmprt-dxgkddi_remove_device.md"},
    {.id = "K-059",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiUnload leaves allocations of DriverEntry behind",
     .text = "Unload frees what DriverEntry allocated (normally nothing).",
     .outcome = "leak",
     .source = "dispmprt/nc-dispmprt-dxgkddi_unload.md"},
    {.id = "K-060",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiSetPowerState fails or does not restore its state at D0",
     .text = "SetPowerState must not fail; it must save what it needs before D1-D3 and restore it "
             "on D0, and tolerate calls for children already unplugged.",
     .outcome = "no error path is defined",
     .source = "dispmprt/nc-dispmprt-dxgkddi_set_power_state.md"},
    {.id = "K-061",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only QueryAdapterInfo runs concurrently with SetPowerState or QueryChildRelations",
     .text = "QueryAdapterInfo is the one DDI that may run concurrently with SetPowerState or "
             "QueryChildRelations.",
     .outcome = "miniport must lock for it; race otherwise",
     .source = "display/threading-and-synchronization-third-level.md"},
    {.id = "K-062",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiResetDevice touches pageable code or data",
     .text = "ResetDevice may be called at any IRQL, so code and data must be non-pageable.",
     .outcome = "page fault at high IRQL, bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_reset_device.md"},
    {.id = "K-063",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiNotifySurpriseRemoval fails, or hardware is touched after it",
     .text =
         "NotifySurpriseRemoval is a level-zero call that can arrive while other DDIs run and "
         "GPU work is pending; on success the driver must mark the device gone and from then on "
         "release only software state, never touching hardware.",
     .outcome = "hang; failing the call while running = bugcheck-class",
     .source = "dispmprt/nc-dispmprt-dxgkddi_notify_surprise_removal.md"},
    {.id = "K-064",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Teardown DDIs follow a successful surprise-removal notice and none a failed one",
     .text =
         "After a successful surprise-removal notification the ordinary teardown DDIs are still "
         "called to release all software resources; after a failed one (or when unsupported) no "
         "further DDI is called.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_notify_surprise_removal.md"},
    {.id = "K-065",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "State shared by two adapters is not protected between their DPCs",
     .text = "All devices of one driver share the code but DPCs may run concurrently for different "
             "adapters.",
     .outcome = "race",
     .source = "dispmprt/nc-dispmprt-dxgkddi_dpc_routine.md"},
};

}  // namespace

Chapter kernel_03() { return kKernel03; }

}  // namespace drydock::rules::chapter
