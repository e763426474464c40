// Standard allocations and DescribeAllocation.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelStandardAllocations[] = {
    {.id = "K-169",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Standard allocations are described by GetStandardAllocationDriverData first",
     .text = "GetStandardAllocationDriverData is called to describe a kernel-created surface; its "
             "output private data is then fed to DxgkDdiCreateAllocation.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getstandardallocationdriverdata.md",
     .tests = {proves("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-170",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GetStandardAllocationDriverData alters the surface in a size query",
     .text = "With NULL private-data pointers the call is a size query: return the sizes and leave "
             "the surface description untouched.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_getstandardallocationdriverdata.md",
     .lesson =
         {.why = "The caller asks twice and builds its surface from what it passed in. A driver "
                 "that already writes in the first round changes the question of the second.",
          .check = "The surface description is copied before the call with NULL data pointers and "
                   "compared afterwards; a change is reported and undone.",
          .wrong =
              R"(args->pCreateGdiSurfaceData->Pitch = AlignPitch(args->pCreateGdiSurfaceData->Width);
args->AllocationPrivateDriverDataSize = sizeof(Private);
if (args->pAllocationPrivateDriverData == NULL) return STATUS_SUCCESS;)",
          .right = R"(args->AllocationPrivateDriverDataSize = sizeof(Private);
if (args->pAllocationPrivateDriverData == NULL) return STATUS_SUCCESS;
args->pCreateGdiSurfaceData->Pitch = AlignPitch(args->pCreateGdiSurfaceData->Width);)"},
     .tests = {provokes("Standard.K170TouchedSurfaceIsFound"),
               stays_silent("Standard.K170K171K173ProperDriverIsSilent")}},
    {.id = "K-171",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GetStandardAllocationDriverData returns both private data sizes as zero",
     .text = "Allocation and resource private data sizes must not both be zero.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_getstandardallocationdriverdata.md",
     .lesson = {.why = "The private data are all that DxgkDdiCreateAllocation will know of the "
                       "surface. With none it gets a request it cannot recognise.",
                .check =
                    "Both sizes 0 after the first call of DxgkDdiGetStandardAllocationDriverData "
                    "are reported, and the client's allocation is refused.",
                .wrong = R"(args->AllocationPrivateDriverDataSize = 0;
args->ResourcePrivateDriverDataSize = 0;
return STATUS_SUCCESS;)",
                .right = R"(args->AllocationPrivateDriverDataSize = sizeof(Private);
args->ResourcePrivateDriverDataSize = 0;
return STATUS_SUCCESS;)"},
     .tests = {provokes("Standard.K171NoSizesAreFound"),
               stays_silent("Standard.K170K171K173ProperDriverIsSilent")}},
    {.id = "K-172",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "GetStandardAllocationDriverData returns an undocumented status",
     .text = "Only STATUS_SUCCESS or STATUS_NO_MEMORY.",
     .outcome = "driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getstandardallocationdriverdata.md",
     .lesson = {.why = "Standard surfaces are what the desktop itself is made of, so the caller "
                       "has no plan for a driver that cannot describe one.",
                .check = "DxgkDdiGetStandardAllocationDriverData may return STATUS_SUCCESS or "
                         "STATUS_NO_MEMORY; anything else is reported at its return.",
                .wrong = R"(default:
    return STATUS_NOT_SUPPORTED;)",
                .right = R"(case D3DKMDT_STANDARDALLOCATION_GDISURFACE:
    return DescribeGdiSurface(args);)"},
     .tests = {provokes("Standard.K172OtherStatusIsFound"),
               stays_silent("Standard.K172NoMemoryIsSilent")}},
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
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_stagingsurfacedata.md",
     .lesson =
         {.why = "A CPU walks such a surface row by row. Without the pitch it steps by a width of "
                 "its own and draws slanted rows.",
          .check = "After the second call for a surface that needs one, Pitch must not be 0 nor "
                   "less than a row has bytes.",
          .wrong =
              R"(FillPrivateData(args->pAllocationPrivateDriverData, args->pCreateGdiSurfaceData);
return STATUS_SUCCESS;)",
          .right =
              R"(FillPrivateData(args->pAllocationPrivateDriverData, args->pCreateGdiSurfaceData);
args->pCreateGdiSurfaceData->Pitch = AlignPitch(args->pCreateGdiSurfaceData->Width);
return STATUS_SUCCESS;)"},
     .tests = {provokes("Standard.K173K123ShortPitchIsFound"),
               provokes("Standard.K173NoPitchIsFound"),
               stays_silent("Standard.K170K171K173ProperDriverIsSilent")}},
    {.id = "K-174",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An existing heap is described to the driver as a one-row GDI surface",
     .text = "A user-mode existing-heap standard allocation is described to the driver as a GDI "
             "surface: width = byte size, height 1, unknown format, cross-adapter texture type.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md",
     .tests = {proves("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-175",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "The shared primary is pinned and lockable by several processes",
     .text = "The shared primary is pinned in video memory; several processes may lock it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmdt/ns-d3dkmdt-_d3dkmdt_sharedprimarysurfacedata.md",
     .reason = "the display book makes the same promise as D-183; that the kernel makes the shared "
               "primary is D-182"},
    {.id = "K-176",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDescribeAllocation cannot describe a primary",
     .text = "DescribeAllocation must answer for primaries; handle is the driver's hAllocation.",
     .outcome = "present fails",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_describeallocation.md",
     .lesson =
         {.why = "Before it shows or copies a surface the kernel asks for its size and "
                 "format. A driver that does not know them leaves the screen as it was.",
          .check =
              "DxgkDdiDescribeAllocation is asked for each primary when it is created or opened: "
              "absent, failed, without size or format, or with another hAllocation is reported.",
          .wrong = R"(pDescribeAllocation->Width = allocation->Width;
pDescribeAllocation->Height = allocation->Height;
return STATUS_SUCCESS;)",
          .right = R"(pDescribeAllocation->Width = allocation->Width;
pDescribeAllocation->Height = allocation->Height;
pDescribeAllocation->Format = D3DDDIFMT_A8R8G8B8;
return STATUS_SUCCESS;)"},
     .tests = {provokes("DescribeAllocation.K176PrimaryWithoutADescriptionIsFound"),
               stays_silent("DescribeAllocation.K176PrimaryIsDescribedWhenItIsMadeAndOpened")}},
    {.id = "K-177",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "PrivateDriverFormatAttribute is equal for layouts that cannot be swapped",
     .text = "PrivateDriverFormatAttribute must be equal for two surfaces exactly when their "
             "layouts are interchangeable.",
     .outcome = "wrong flips",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_describeallocation.md",
     .reason = "the display book makes the same demand as D-165"},
    {.id = "K-178",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Opening a cross-adapter resource elsewhere creates a second allocation there",
     .text = "Opening a cross-adapter resource on another adapter creates a second driver-level "
             "allocation there (via GetStandardAllocationDriverData) over the same backing store.",
     .outcome = "a defect of Drydock",
     .source = "display/rendering-on-a-discrete-gpu-using-cross-adapter-resources.md",
     .tests = {proves("ClientCreates.K178CrossAdapterResourceIsASecondAllocationElsewhere")}},
};

}  // namespace

Chapter standard_allocations() { return kKernelStandardAllocations; }

}  // namespace drydock::rules::kernel
