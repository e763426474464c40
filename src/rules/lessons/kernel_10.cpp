// Standard allocations and DescribeAllocation.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel10Lessons[] = {
    {.rule = "K-170",
     .why = "The caller asks twice and builds its surface from what it passed in. A driver that "
            "already writes in the first round changes the question of the second.",
     .check = "The surface description is copied before the call with NULL data pointers and "
              "compared afterwards; a change is reported and undone.",
     .wrong =
         R"(args->pCreateGdiSurfaceData->Pitch = AlignPitch(args->pCreateGdiSurfaceData->Width);
args->AllocationPrivateDriverDataSize = sizeof(Private);
if (args->pAllocationPrivateDriverData == NULL) return STATUS_SUCCESS;)",
     .right = R"(args->AllocationPrivateDriverDataSize = sizeof(Private);
if (args->pAllocationPrivateDriverData == NULL) return STATUS_SUCCESS;
args->pCreateGdiSurfaceData->Pitch = AlignPitch(args->pCreateGdiSurfaceData->Width);)"},
    {.rule = "K-171",
     .why = "The private data are all that DxgkDdiCreateAllocation will know of the surface. With "
            "none it gets a request it cannot recognise.",
     .check = "Both sizes 0 after the first call of DxgkDdiGetStandardAllocationDriverData are "
              "reported, and the client's allocation is refused.",
     .wrong = R"(args->AllocationPrivateDriverDataSize = 0;
args->ResourcePrivateDriverDataSize = 0;
return STATUS_SUCCESS;)",
     .right = R"(args->AllocationPrivateDriverDataSize = sizeof(Private);
args->ResourcePrivateDriverDataSize = 0;
return STATUS_SUCCESS;)"},
    {.rule = "K-172",
     .why = "Standard surfaces are what the desktop itself is made of, so the caller has no plan "
            "for a driver that cannot describe one.",
     .check = "DxgkDdiGetStandardAllocationDriverData may return STATUS_SUCCESS or "
              "STATUS_NO_MEMORY; anything else is reported at its return.",
     .wrong = R"(default:
    return STATUS_NOT_SUPPORTED;)",
     .right = R"(case D3DKMDT_STANDARDALLOCATION_GDISURFACE:
    return DescribeGdiSurface(args);)"},
    {.rule = "K-173",
     .why = "A CPU walks such a surface row by row. Without the pitch it steps by a width of its "
            "own and draws slanted rows.",
     .check = "After the second call for a surface that needs one, Pitch must not be 0 nor "
              "less than a row has bytes.",
     .wrong = R"(FillPrivateData(args->pAllocationPrivateDriverData, args->pCreateGdiSurfaceData);
return STATUS_SUCCESS;)",
     .right = R"(FillPrivateData(args->pAllocationPrivateDriverData, args->pCreateGdiSurfaceData);
args->pCreateGdiSurfaceData->Pitch = AlignPitch(args->pCreateGdiSurfaceData->Width);
return STATUS_SUCCESS;)"},
    {.rule = "K-176",
     .why = "Before it shows or copies a surface the kernel asks for its size and format. A driver "
            "that does not know them leaves the screen as it was.",
     .check = "DxgkDdiDescribeAllocation is asked for each primary when it is created or opened: "
              "absent, failed, without size or format, or with another hAllocation is reported. "
              "Other present sources are not asked for.",
     .wrong = R"(pDescribeAllocation->Width = allocation->Width;
pDescribeAllocation->Height = allocation->Height;
return STATUS_SUCCESS;)",
     .right = R"(pDescribeAllocation->Width = allocation->Width;
pDescribeAllocation->Height = allocation->Height;
pDescribeAllocation->Format = D3DDDIFMT_A8R8G8B8;
return STATUS_SUCCESS;)"},
};

}  // namespace

Lessons kernel_10() { return kKernel10Lessons; }

}  // namespace drydock::rules::lessons
