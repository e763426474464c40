// Residency, budget, trim.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel16[] = {
    {.id = "K-276",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MakeResident names an allocation of another device",
     .text = "MakeResident: all allocations must belong to the device of hPagingQueue.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident.md"},
    {.id = "K-277",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Residency is counted per device, and Evict takes away one count",
     .text = "MakeResident counts: each call adds one to the allocation's residency count on the "
             "device; Evict subtracts one; only at zero does it leave the residency list.",
     .outcome = "a defect of Drydock",
     .source = "display/residency-overview.md; d3dkmthk/nf-d3dkmthk-d3dkmtevict.md"},
    {.id = "K-278",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "MakeResident makes all of its list resident or changes nothing",
     .text =
         "MakeResident is all-or-nothing: over budget it fails (STATUS_NO_MEMORY; E_OUTOFMEMORY "
         "at the runtime), no residency count changes and NumBytesToTrim is set.",
     .outcome = "a defect of Drydock",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; "
               "display/process-residency-budgets.md"},
    {.id = "K-279",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU uses an allocation before the fence of its MakeResident",
     .text = "STATUS_PENDING-class return: wait for PagingFenceValue on the queue's fence before "
             "GPU use.",
     .outcome = "GPU page fault, device removed",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident.md"},
    {.id = "K-280",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MustSucceed is set without CantTrimFurther",
     .text = "MustSucceed only together with CantTrimFurther; if it then cannot be satisfied the "
             "device is put in error.",
     .outcome = "STATUS_INVALID_PARAMETER / device error",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident_flags.md"},
    {.id = "K-281",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "CantTrimFurther may exceed the current budget but not the maximum",
     .text = "CantTrimFurther lets the request exceed the current budget but not the maximum "
             "budget.",
     .outcome = "a defect of Drydock [H]",
     .source = "libdxg/d3dukmdt.h (D3DDDI_MAKERESIDENT_FLAGS)"},
    {.id = "K-282",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Evict names another device's allocation or one the GPU still uses",
     .text =
         "Evict: all allocations must have been created on hDevice; after the request is queued "
         "the GPU must not touch them.",
     .outcome = "STATUS_INVALID_PARAMETER / GPU page fault",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_evict.md; d3dkmthk/nf-d3dkmthk-d3dkmtevict.md"},
    {.id = "K-283",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "EvictOnlyIfNecessary waits for count zero, NotWrittenTo acts at once",
     .text = "EvictOnlyIfNecessary is ignored while the count stays above zero; NotWrittenTo takes "
             "effect at once on any evict of the series.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_evict_flags.md"},
    {.id = "K-284",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A device's residency list is resident before any of its contexts runs",
     .text = "Before any context of a device runs, everything on that device's residency list is "
             "resident.",
     .outcome = "a defect of Drydock",
     .source = "display/residency-overview.md"},
    {.id = "K-285",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU accesses an allocation that is not resident",
     .text =
         "GPU access to a non-resident allocation is illegal. Physical engines: allocation-list "
         "reference -> submission rejected, device in error. GPU-VA engines: page fault -> "
         "engine reset, device in error.",
     .outcome = "device removed (STATUS_DEVICE_REMOVED afterwards)",
     .source = "display/access-to-non-resident-allocation.md; display/residency-overview.md"},
    {.id = "K-286",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocation lists never control residency in WDDM 2",
     .text = "In WDDM 2.x allocation/patch lists never control residency; with NoPatchingRequired "
             "only a 16-entry list for written primaries exists, and those must already be "
             "resident.",
     .outcome = "reference rejected",
     .source = "display/residency-overview.md"},
    {.id = "K-287",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Evict, MakeResident and TrimToBudget report the bytes to trim",
     .text = "Budgets: Evict, failed MakeResident and TrimToBudget all report the current "
             "NumBytesToTrim; trimming that amount does not guarantee the next attempt (budget may "
             "shrink).",
     .outcome = "a defect of Drydock",
     .source = "display/process-residency-budgets.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md"},
    {.id = "K-288",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Trim callback keeps allocations unused since the last periodic trim",
     .text = "Trim callback: PeriodicTrim and RestartPeriodicTrim are never both set; PeriodicTrim "
             "obliges evicting everything unused since the last periodic trim.",
     .outcome = "budget overrun; lint",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_trimresidencyset_flags.md"},
    {.id = "K-289",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Budgeted segment lacks the ApplicationTarget flag",
     .text = "Segments that count for budgets must carry the ApplicationTarget flag.",
     .outcome = "budget wrong",
     .source = "display/process-residency-budgets.md"},
    {.id = "K-290",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Priority or residency query passes a list along with hResource",
     .text = "SetAllocationPriority / QueryAllocationResidency: hResource non-zero requires NULL "
             "list and count 0; a resource is 'not resident' if any member is not.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_setallocationpriority.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_queryallocationresidency.md"},
    {.id = "K-291",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "UpdateAllocationProperty changes only what the miniport agreed to",
     .text =
         "UpdateAllocationProperty changes supported/preferred segments or physical access of a "
         "live allocation asynchronously (paging fence) after the miniport's "
         "ValidateUpdateAllocationProperty agreed; only properties whose Set bit is on change.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_updateallocproperty.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_validateupdateallocproperty.md"},
    {.id = "K-292",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Caches are not invalidated between CPU and GPU access",
     .text =
         "On platforms without I/O coherency the client must invalidate caches "
         "(InvalidateCache) between CPU write and GPU read, and between GPU write and CPU read.",
     .outcome = "stale data",
     .source = "display/allocation-usage-tracking.md",
     .reason =
         "caches of the host machine are coherent and the software GPU runs on its processor"},
    {.id = "K-293",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Tile pools stay resident while page-table updates are queued",
     .text = "Tile pools with queued page-table updates stay in the residency set whatever the "
             "client says.",
     .outcome = "a defect of Drydock",
     .source = "display/tile-resources.md"},
};

}  // namespace

Chapter kernel_16() { return kKernel16; }

}  // namespace drydock::rules::chapter
