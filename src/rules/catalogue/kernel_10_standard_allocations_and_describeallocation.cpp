// Standard allocations and DescribeAllocation.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel10[] = {
    {.id = "K-169",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Standard allocations are described by GetStandardAllocationDriverData first",
     .text = "GetStandardAllocationDriverData is called to describe a kernel-created surface; its "
             "output private data is then fed to DxgkDdiCreateAllocation.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getstandardallocationdriverdata.md"},
    {.id = "K-170",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GetStandardAllocationDriverData alters the surface in a size query",
     .text = "With NULL private-data pointers the call is a size query: return the sizes and leave "
             "the surface description untouched.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_getstandardallocationdriverdata.md"},
    {.id = "K-171",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GetStandardAllocationDriverData returns both private data sizes as zero",
     .text = "Allocation and resource private data sizes must not both be zero.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_getstandardallocationdriverdata.md"},
    {.id = "K-172",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "GetStandardAllocationDriverData returns an undocumented status",
     .text = "Only STATUS_SUCCESS or STATUS_NO_MEMORY.",
     .outcome = "driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getstandardallocationdriverdata.md"},
    {.id = "K-173",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GetStandardAllocationDriverData returns no pitch for a CPU surface",
     .text = "Pitch must be returned for shadow, staging, CPU-visible staging, existing-sysmem and "
             "cross-adapter surfaces.",
     .outcome = "wrong CPU access",
     .source = "d3dkmdt/ns-d3dkmdt-_d3dkmdt_gdisurfacedata.md; "
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_shadowsurfacedata.md; "
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_stagingsurfacedata.md"},
    {.id = "K-174",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An existing heap is described to the driver as a one-row GDI surface",
     .text = "A user-mode existing-heap standard allocation is described to the driver as a GDI "
             "surface: width = byte size, height 1, unknown format, cross-adapter texture type.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md"},
    {.id = "K-175",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "The shared primary is pinned and lockable by several processes",
     .text = "The shared primary is pinned in video memory; several processes may lock it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmdt/ns-d3dkmdt-_d3dkmdt_sharedprimarysurfacedata.md",
     .reason =
         "the shared primary is the desktop's scan-out surface, which the host does not have"},
    {.id = "K-176",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDescribeAllocation cannot describe a primary or present source",
     .text = "DescribeAllocation must answer for primaries and for anything that can be a present "
             "source; handle is the driver's hAllocation.",
     .outcome = "present fails",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_describeallocation.md"},
    {.id = "K-177",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "PrivateDriverFormatAttribute is equal for layouts that cannot be swapped",
     .text = "PrivateDriverFormatAttribute must be equal for two surfaces exactly when their "
             "layouts are interchangeable.",
     .outcome = "wrong flips",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_describeallocation.md",
     .reason = "it only decides about flips on a display, and the host has no scan-out"},
    {.id = "K-178",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Opening a cross-adapter resource elsewhere creates a second allocation there",
     .text = "Opening a cross-adapter resource on another adapter creates a second driver-level "
             "allocation there (via GetStandardAllocationDriverData) over the same backing store.",
     .outcome = "a defect of Drydock",
     .source = "display/rendering-on-a-discrete-gpu-using-cross-adapter-resources.md"},
};

}  // namespace

Chapter kernel_10() { return kKernel10; }

}  // namespace drydock::rules::chapter
