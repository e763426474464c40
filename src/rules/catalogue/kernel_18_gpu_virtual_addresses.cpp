// GPU virtual addresses.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel18[] = {
    {.id = "K-299",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MapGpuVirtualAddress asks for a taken or misaligned base",
     .text = "MapGpuVirtualAddress: fixed base must be free or inside a range from a previous "
             "map/reserve; base page aligned; min/max 4 KB aligned and ignored when a base is "
             "given.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md"},
    {.id = "K-300",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Zero or NoAccess mapping names an allocation or an already mapped range",
     .text = "Protection Zero or NoAccess requires hAllocation zero and a range that did not come "
             "from a map call.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddigpuvirtualaddress_protection_type.md"},
    {.id = "K-301",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Mapped pages lie outside the allocation",
     .text = "OffsetInPages + SizeInPages are 4 KB pages and must lie in the allocation.",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md"},
    {.id = "K-302",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU uses a mapping before its paging fence",
     .text = "Mapping is asynchronous: wait for PagingFenceValue (0 = done) before GPU access.",
     .outcome = "unrecoverable GPU fault",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_mapgpuvirtualaddress.md"},
    {.id = "K-303",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every GPU mapping can be read, Write and Execute come on top",
     .text = "Read access always exists; Write and Execute are additive.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtmapgpuvirtualaddress.md"},
    {.id = "K-304",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU mapping sets the SystemUseOnly protection bit",
     .text = "SystemUseOnly protection bit must be zero.",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddigpuvirtualaddress_protection_type.md"},
    {.id = "K-305",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ReserveGpuVirtualAddress is not in multiples of 64 KB or hits a taken base",
     .text = "Reserve: base, min, max and size are multiples of 64 KB; an occupied fixed base "
             "fails.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-d3dddi_reservegpuvirtualaddress.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtreservegpuvirtualaddress.md"},
    {.id = "K-306",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Range with unique driver protection is mapped with another value",
     .text = "Unique driver protection (top bit): a range of an allocation mapped so cannot be "
             "mapped with another value until mapped NoAccess.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "display/driver-protection.md"},
    {.id = "K-307",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Driver protection applies to level-0 page-table entries only",
     .text = "Driver protection applies to level-0 entries only (0 elsewhere) and is 0 in paging "
             "mappings unless unique.",
     .outcome = "a defect of Drydock",
     .source = "display/driver-protection.md"},
    {.id = "K-308",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "FreeGpuVirtualAddress frees a misaligned range or one in use",
     .text = "FreeGpuVirtualAddress: base and size 4 KB aligned; the range must not be in use by "
             "running work.",
     .outcome = "STATUS_INVALID_PARAMETER / GPU fault",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_freegpuvirtualaddress.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_freegpuvirtualaddresscb.md"},
    {.id = "K-309",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FreeGpuVirtualAddress is synchronous and drops pending operations",
     .text = "Free is synchronous; pending map/update operations on the range are dropped; the "
             "range may be re-allocated at once.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtfreegpuvirtualaddress.md"},
    {.id = "K-310",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "UpdateGpuVirtualAddress spans several reserved ranges or is misaligned",
     .text = "UpdateGpuVirtualAddress: all destinations in one reserved range, all copy sources in "
             "one (possibly other) reserved range; 4 KB aligned; AllocationSizeInBytes divides "
             "SizeInBytes.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtupdategpuvirtualaddress.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_updategpuvirtualaddress_operation.md"},
    {.id = "K-311",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GPU address updates run in order between two fence values",
     .text = "Updates run on the context's paging companion after hFenceObject reaches FenceValue, "
             "in order, then signal FenceValue + 1; over 128 queued updates the caller blocks.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtupdategpuvirtualaddress.md"},
    {.id = "K-312",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A GPU address stays constant for the life of its allocation",
     .text = "Allocations need not be resident when mapped; a GPU VA stays constant for the "
             "allocation's life in that process.",
     .outcome = "a defect of Drydock",
     .source = "d3dukmdt/ne-d3dukmdt-_d3dddi_updategpuvirtualaddress_operation_type.md; "
               "display/gpu-virtual-memory-in-wddm-2-0.md"},
    {.id = "K-313",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Page tables are implicit allocations whose new entries are invalid",
     .text =
         "Page-table allocations are implicit: no UMD or KMD handle; new entries start invalid.",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-virtual-address.md"},
    {.id = "K-314",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SetRootPageTable is called with the context idle and after every move",
     .text =
         "SetRootPageTable is called with the context idle (level one) before it first runs and "
         "whenever its root table moves or is resized.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setrootpagetable.md; display/gpu-virtual-address.md"},
    {.id = "K-315",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GetRootPageTableSize returns a size that is not whole pages",
     .text = "GetRootPageTableSize returns a multiple of the segment page size (two-level tables "
             "only).",
     .outcome = "driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getrootpagetablesize.md"},
};

}  // namespace

Chapter kernel_18() { return kKernel18; }

}  // namespace drydock::rules::chapter
