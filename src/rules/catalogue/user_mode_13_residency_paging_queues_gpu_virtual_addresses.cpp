// Residency, paging queues, GPU virtual addresses (WDDM 2).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode13[] = {
    {.id = "U-269",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnMakeResidentCb and pfnEvictCb count references per allocation",
     .text = "MakeResident/Evict keep a per-allocation reference count on the device residency "
             "list; n calls of one need n of the other.",
     .outcome = "decided: Evict below zero = finding",
     .source = "display/residency-overview.md; d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_evictcb.md"},
    {.id = "U-270",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnMakeResidentCb answers with its documented codes",
     .text = "pfnMakeResidentCb: S_OK (usable now), E_PENDING (success, fence pending), "
             "E_OUTOFMEMORY.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md"},
    {.id = "U-271",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Work submitted before the pfnMakeResidentCb paging fence is reached",
     .text = "On E_PENDING wait (CPU or GPU) for PagingFenceValue on the paging queue fence before "
             "submitting work that uses the allocations. E_PENDING is a success here: pre-D3D12 "
             "functions do not report it as failure (D3D12 passes it on, U-307).",
     .outcome = "documented: GPU page fault possible",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md"},
    {.id = "U-272",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A failed pfnMakeResidentCb changes nothing and says how much to trim",
     .text = "E_OUTOFMEMORY is all-or-nothing: no count changed; NumBytesToTrim says how much to "
             "evict.",
     .outcome = "decided: kernel-side bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md"},
    {.id = "U-273",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnMakeResidentCb not retried with trimming before giving up",
     .text = "Pre-D3D12: retry in a loop with trimming until success or nothing is left to trim; "
             "then a last attempt with CantTrimFurther.",
     .outcome = "documented: final failure puts the device in error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident_flags.md"},
    {.id = "U-274",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MustSucceed given to pfnMakeResidentCb without CantTrimFurther",
     .text = "MustSucceed only together with CantTrimFurther; failure puts the device in error.",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident_flags.md"},
    {.id = "U-275",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Failed D3D12 MakeResident leaves part of the request resident",
     .text = "D3D12 MakeResident: no trimming by the UMD; on E_OUTOFMEMORY everything is as before "
             "and the fence value is to be ignored; a request split in several callbacks must be "
             "undone with matching pfnEvictCb calls and the error propagated.",
     .outcome = "decided: partial residency = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_makeresidentcb.md"},
    {.id = "U-276",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnMakeResidentCb or pfnEvictCb mixes devices",
     .text = "All allocations and the paging queue belong to the same device.",
     .outcome = "decided: E_INVALIDARG",
     .source =
         "d3dukmdt/ns-d3dukmdt-d3dddi_makeresident.md; d3dumddi/ns-d3dumddi-d3dddicb_evict.md"},
    {.id = "U-277",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation used after pfnEvictCb queued its eviction",
     .text = "From the moment an eviction is queued the allocation may not be accessed.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_evictcb.md"},
    {.id = "U-278",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnEvictCb promises NotWrittenTo for an allocation the GPU wrote",
     .text = "Evict flag NotWrittenTo promises that the GPU has not written since MakeResident; "
             "contents may be dropped.",
     .outcome = "decided: false promise = finding",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_evict_flags.md"},
    {.id = "U-279",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnTrimResidencySet missing or does not trim as asked",
     .text = "pfnTrimResidencySet is mandatory for the residency model; PeriodicTrim and "
             "RestartPeriodicTrim exclude each other; TrimToBudget carries NumBytesToTrim.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_trimresidencyset.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_trimresidencyset_flags.md"},
    {.id = "U-280",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Driver writes to the read-only paging fence mapping",
     .text = "Several paging queues per device; the fence mapping is read-only for the CPU and "
             "64-bit.",
     .outcome = "decided: write = fault",
     .source = "d3dumddi/ns-d3dumddi-d3dddicb_createpagingqueue.md"},
    {.id = "U-281",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnMapGpuVirtualAddressCb with bad arguments or used before its fence",
     .text = "pfnMapGpuVirtualAddressCb: S_OK or E_PENDING (wait for the fence; zero value = "
             "already done). hAllocation must be NULL with NoAccess/Zero protection; BaseAddress "
             "range free or previously mapped/reserved; alignments 4 KB / CPU page.",
     .outcome = "documented: unrecoverable fault if used early",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_mapgpuvirtualaddresscb.md; "
               "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md"},
    {.id = "U-282",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnFreeGpuVirtualAddressCb on a range still in use or already freed",
     .text = "pfnFreeGpuVirtualAddressCb is synchronous; no allocation used by current rendering "
             "may be mapped there; must be ordered against allocation destruction (double free "
             "otherwise).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_freegpuvirtualaddresscb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_mapgpuvirtualaddresscb.md"},
    {.id = "U-283",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnUpdateGpuVirtualAddressCb spans several reserved ranges",
     .text = "pfnUpdateGpuVirtualAddressCb: all destination ranges in one reserved range, all copy "
             "sources in one reserved range; more than 128 queued updates block the caller.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_updategpuvirtualaddresscb.md"},
    {.id = "U-284",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A tile pool stays resident while queued page-table updates need it",
     .text = "A tile pool referenced by queued page-table updates stays resident whatever the UMD "
             "says.",
     .outcome = "",
     .source = "display/tile-resources.md"},
    {.id = "U-285",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Result of pfnUpdateAllocationPropertyCb used before its fence",
     .text = "pfnUpdateAllocationPropertyCb: pending result means wait for the fence; an invalid "
             "request may fail later and put the device in error.",
     .outcome = "documented: device in error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_updateallocationpropertycb.md"},
};

}  // namespace

Chapter user_mode_13() { return kUserMode13; }

}  // namespace drydock::rules::chapter
