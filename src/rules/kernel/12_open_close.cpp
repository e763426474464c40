// DxgkDdiOpenAllocation / CloseAllocation.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelOpenClose[] = {
    {.id = "K-179",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiOpenAllocation is called once per binding, with Create for the creator",
     .text = "OpenAllocation binds an adapter-level allocation to one device; it is called for the "
             "creating device (Flags.Create = 1) and again for every other device, in any process "
             "on the adapter, that opens the resource (Create = 0).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationflags.md",
     .tests = {proves("Create.K107K184PrivateDataGoesBothWays"),
               proves("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-180",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiOpenAllocation is given graphics-kernel handles to resolve",
     .text = "DXGK_OPENALLOCATIONINFO.hAllocation is a graphics-kernel D3DKMT handle (to be "
             "resolved with the handle callbacks), not the driver's handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationinfo.md",
     .tests = {proves("Destroy.K013K014K018MiniportGetsItsOwnHandlesAndTheirNumber")}},
    {.id = "K-181",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation succeeds with a NULL device-specific handle",
     .text = "On success hDeviceSpecificAllocation is non-NULL for every element.",
     .outcome = "later DDIs get NULL, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md",
     .lesson =
         {.why = "Render and close name the binding by this handle. NULL makes the driver follow a "
                 "null pointer in the middle of a submission.",
          .check =
              "After a successful DxgkDdiOpenAllocation each element's hDeviceSpecificAllocation "
              "is looked at; a NULL is reported with its index, and the opening fails.",
          .wrong = R"(for (UINT i = 0; i < args->NumAllocations; ++i)
    NewOpened(hDevice, args->pOpenAllocation[i].hAllocation);
return STATUS_SUCCESS;)",
          .right = R"(for (UINT i = 0; i < args->NumAllocations; ++i) {
    KmOpened* opened = NewOpened(hDevice, args->pOpenAllocation[i].hAllocation);
    if (opened == NULL) { CloseFirst(args, i); return STATUS_NO_MEMORY; }
    args->pOpenAllocation[i].hDeviceSpecificAllocation = opened;
}
return STATUS_SUCCESS;)"},
     .tests = {provokes("OpenAnswer.K181NoHandleIsFound"),
               stays_silent("OpenAnswer.K182OwnDataChangedIsSilent")}},
    {.id = "K-182",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation changes private data without Create",
     .text = "Per-allocation private data may be modified only when Create is set; otherwise it is "
             "read-only.",
     .outcome = "corrupts other openers' data; driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationinfo.md",
     .lesson = {.why = "The stored data are what every further opener is given. An opener that "
                       "edits them changes what the next process reads.",
                .check =
                    "Without Flags.Create the driver is shown a copy of each allocation's private "
                    "data, which is compared with the original when DxgkDdiOpenAllocation returns.",
                .wrong = R"(Private* data = (Private*)args->pOpenAllocation[i].pPrivateDriverData;
data->OpenCount++;)",
                .right = R"(Private* data = (Private*)args->pOpenAllocation[i].pPrivateDriverData;
if (args->Flags.Create)
    data->Pitch = allocation->Pitch;)"},
     .tests = {provokes("CarelessDriver.K182DriverThatWritesReadOnlyDataIsFound"),
               provokes("OpenAnswer.K182DataOfAnotherOpenerChangedIsFound"),
               stays_silent("OpenAnswer.K182OwnDataChangedIsSilent")}},
    {.id = "K-183",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation changes the resource's private data",
     .text = "Resource-level private data in DXGKARG_OPENALLOCATION may never be modified.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_openallocation.md",
     .lesson =
         {.why = "The resource's data belong to the resource and not to one opening; the creator "
                 "and all openers rely on the same bytes.",
          .check = "The driver gets a copy of the resource's private data with every "
                   "DxgkDdiOpenAllocation, and a copy that has changed is reported, also with "
                   "Flags.Create.",
          .wrong = R"(ResourcePrivate* data = (ResourcePrivate*)args->pPrivateDriverData;
data->OpenedBy = hDevice;)",
          .right =
              R"(const ResourcePrivate* data = (const ResourcePrivate*)args->pPrivateDriverData;
opened->Layout = data->Layout;)"},
     .tests = {provokes("OpenAnswer.K183DataOfTheGroupChangedIsFound"),
               stays_silent("OpenAnswer.K183DataOfTheGroupUnchangedIsSilent")}},
    {.id = "K-184",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiOpenAllocation sees the private data given at creation",
     .text = "Resource-level and per-allocation private data shown at open are the ones given at "
             "CreateAllocation; edits made under Create become visible to the UMD.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_openallocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationinfo.md",
     .tests = {proves("Create.K107K184PrivateDataGoesBothWays"),
               proves("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-185",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ReadOnly is set when an opener holds no write access",
     .text =
         "ReadOnly (Win8+) is set when the opener has no write right (no SHARED_ALLOCATION_WRITE).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationflags.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md",
     .tests = {proves("NtShare.K185ReadOnlyHandlesAreOpenedReadOnly")}},
    {.id = "K-186",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "DxgkDdiOpenAllocation accepts a SubresourceIndex beyond the count",
     .text = "SubresourceIndex beyond the subresource count: fail the call (GDI devices only).",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_openallocation.md",
     .reason = "only GDI devices name subresources, and the host creates none: the processor draws "
               "its desktop"},
    {.id = "K-187",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation returns an undocumented status",
     .text =
         "Returns STATUS_SUCCESS, INVALID_PARAMETER, NO_MEMORY or GRAPHICS_DRIVER_MISMATCH only.",
     .outcome = "driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md",
     .lesson = {.why = "Opening a share happens in somebody else's program, which can react to a "
                       "lack of memory or to a wrong driver but to no invented status.",
                .check = "The status of DxgkDdiOpenAllocation is compared with the four of its "
                         "page at every return, for creators and openers alike.",
                .wrong = R"(if (opened == NULL)
    return STATUS_INSUFFICIENT_RESOURCES;)",
                .right = R"(if (opened == NULL)
    return STATUS_NO_MEMORY;)"},
     .tests = {provokes("WrongStatus.K187OfOpenAllocationIsFound"),
               stays_silent("WrongStatus.ListedOnesAreSilent")}},
    {.id = "K-188",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every binding is closed before DestroyAllocation of its allocation",
     .text = "Every open binding is closed (CloseAllocation on its device) before "
             "DestroyAllocation is called for that allocation.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_closeallocation.md",
     .tests = {proves("Destroy.K002ResourceTakesItsAllocations")}},
    {.id = "K-189",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "All allocations of a resource are closed in one CloseAllocation call",
     .text =
         "All allocations of a multi-allocation resource are closed in one CloseAllocation call.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_closeallocation.md",
     .tests = {proves("Destroy.K028GroupIsDestroyedAsAGroup")}},
    {.id = "K-190",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiCloseAllocation receives that device's own open handles",
     .text = "pOpenHandleList holds the driver's hDeviceSpecificAllocation values of that device.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_closeallocation.md",
     .tests = {proves("Destroy.K013K014K018MiniportGetsItsOwnHandlesAndTheirNumber")}},
    {.id = "K-191",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiCloseAllocation frees adapter-level data or what another opening has",
     .text = "CloseAllocation frees the device-specific structure only; adapter-level data stays "
             "until DestroyAllocation.",
     .outcome = "double free / leak",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_closeallocation.md",
     .lesson = {.why =
                    "Other devices may still have the allocation open. Freed with the first close "
                    "it is used after free; a binding that is not freed leaks with every opening.",
                .check = "Around DxgkDdiCloseAllocation the pool blocks behind the allocation must "
                         "stay, and so must one that another opening of the device shares. A block "
                         "of the binding's own that stays is a lint: the driver may keep a list of "
                         "them, and what it never frees is found when the device stops (K-055).",
                .wrong = R"(KmOpened* opened = (KmOpened*)args->pOpenHandleList[i];
ExFreePoolWithTag(opened->Allocation, TAG);
ExFreePoolWithTag(opened, TAG);)",
                .right = R"(KmOpened* opened = (KmOpened*)args->pOpenHandleList[i];
ExFreePoolWithTag(opened, TAG);)"},
     .tests = {provokes("DriverMemory.K191AllocationThatIsFreedWithABindingIsFound"),
               provokes("DriverMemory.K191BindingThatIsNotFreedIsALint"),
               provokes("DriverMemory.K191CountedOpeningThatIsFreedTooEarlyIsFound"),
               stays_silent("DriverMemory.K191CountedOpeningsAreSilent"),
               stays_silent("DriverMemory.K191OneStructureForBothIsSilent"),
               stays_silent("DriverMemory.ProperDriverIsSilent")}},
    {.id = "K-192",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A device-level allocation is closed only from its owning process",
     .text = "A device-level allocation object is closed only from its owning process.",
     .outcome = "a defect of Drydock (0x10E/0x26)",
     .source = "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .tests = {proves("ClientEnds.K192AnotherProcessCannotCloseABinding")}},
};

}  // namespace

Chapter open_close() { return kKernelOpenClose; }

}  // namespace drydock::rules::kernel
