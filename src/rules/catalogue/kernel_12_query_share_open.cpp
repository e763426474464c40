// Query, share, open.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-193",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "QueryResourceInfo or OpenResource is given a local handle",
     .text =
         "QueryResourceInfo and OpenResource need a global share handle; a local resource "
         "handle is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2646-2656"},
    {.id = "K-194",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "QueryResourceInfo returns the sizes and count of the shared resource",
     .text =
         "QueryResourceInfo returns runtime-data size, total per-allocation driver-data size, "
         "resource driver-data size and allocation count.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2673-2686; d3dkmthk/ns-d3dkmthk-_d3dkmt_queryresourceinfo.md"},
    {.id = "K-195",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "QueryResourceInfo leaves the runtime-data buffer unwritten",
     .text =
         "Query reports sizes only: the runtime-data buffer is left unwritten even when "
         "supplied (contrary to the page).",
     .outcome = "HOST should match Windows (observed)",
     .source = "Wine d3dkmt.c:2687-2688, 3141-3148, 473-485"},
    {.id = "K-196",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Private data too large to describe gives STATUS_INTEGER_OVERFLOW",
     .text = "Private data too large to describe gives STATUS_INTEGER_OVERFLOW.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtqueryresourceinfo.md"},
    {.id = "K-197",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTOpenResource passes the wrong NumAllocations",
     .text = "OpenResource: NumAllocations must be the resource's count (0 refused).",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2730-2733, 3192-3194"},
    {.id = "K-198",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTOpenResource passes a private data size that is not the stored one",
     .text =
         "OpenResource: PrivateRuntimeDataSize and ResourcePrivateDriverDataSize must equal the "
         "stored sizes exactly; larger is refused too.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2736-2743, 3202-3204"},
    {.id = "K-199",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTOpenResource passes too small a total private data buffer",
     .text =
         "OpenResource: TotalPrivateDriverDataBufferSize must be at least the needed size; "
         "larger is fine and the written size is returned; too small fails.",
     .outcome = "STATUS_NO_MEMORY (observed)",
     .source = "Wine d3dkmt.c:2699-2715, 3212-3214"},
    {.id = "K-200",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTOpenResource passes a NULL buffer with a non-zero size",
     .text =
         "NULL runtime-data or total-driver-data pointer with a non-zero size, or a NULL "
         "open-info array, is refused.",
     .outcome =
         "STATUS_INVALID_PARAMETER (32-bit Windows may raise STATUS_ACCESS_VIOLATION for the "
         "array) (observed)",
     .source = "Wine d3dkmt.c:3187-3209"},
    {.id = "K-201",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Opened allocations get fresh handles and data in the total buffer",
     .text =
         "On open each element gets a fresh local allocation handle and its private-data "
         "pointer/size; the data itself is placed in the total-data buffer, not in the pointer "
         "the caller pre-set.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2716-2722"},
    {.id = "K-202",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Client interprets the opaque private data buffer of an open",
     .text = "The total private-data buffer filled at open is opaque to the caller.",
     .outcome = "lint",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_openresource.md"},
    {.id = "K-203",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A resource can be opened again on the device that created it",
     .text =
         "A resource can be opened again on the very device and process that created it; each "
         "open yields a new resource handle plus new allocation handles needing their own "
         "destroy.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2705-2728, 2746-2768"},
    {.id = "K-204",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTShareObjects names an object created without NtSecuritySharing",
     .text = "ShareObjects: every object must have been created with NtSecuritySharing.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2858-2890, 3040-3087; d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md"},
    {.id = "K-205",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTShareObjects is given a combination of objects it does not accept",
     .text =
         "ShareObjects accepts exactly: one resource; resource + keyed mutex + sync object in "
         "that order; one sync object. At most 3 objects.",
     .outcome = "STATUS_INVALID_PARAMETER [W for seven other combinations]",
     .source =
         "Wine d3dkmt.c:3019-3034, 3220-3273; d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md; "
         "libdxg/d3dkmthk.h:4585"},
    {.id = "K-206",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTShareObjects is given an allocation handle instead of a resource",
     .text =
         "Only resource handles can be shared, never allocation handles (the page says "
         "'allocation').",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:3103-3107"},
    {.id = "K-207",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Shared NT objects have the type of their content and the requested name",
     .text =
         "NT object types: DxgkSharedResource for anything containing a resource, "
         "DxgkSharedSyncObject for a lone sync object; name from OBJECT_ATTRIBUTES.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2907-2908, 3109-3110, 3275-3276"},
    {.id = "K-208",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Shared object lacks the access right its use requires",
     .text =
         "Access: STANDARD_RIGHTS_READ is required to be usable; SHARED_ALLOCATION_WRITE for "
         "writing, else the open is read-only.",
     .outcome = "object unusable / read-only",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md"},
    {.id = "K-209",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Open by name lacks attributes, a known name or an access mask",
     .text =
         "Open-by-name: NULL attributes STATUS_INVALID_PARAMETER; unknown name "
         "STATUS_OBJECT_NAME_NOT_FOUND; zero desired access STATUS_ACCESS_DENIED; lookup "
         "ignores case.",
     .outcome = "as listed (observed)",
     .source = "Wine d3dkmt.c:2964-2977, 3113-3126"},
    {.id = "K-210",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "An NT handle alone keeps its shared object alive",
     .text =
         "An NT handle keeps the shared object alive on its own: after the creator destroyed "
         "its local resource, mutex and sync handles, query and open through the NT handle "
         "still succeed.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:3278-3347"},
    {.id = "K-211",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The name of a shared object dies with its last NT handle",
     .text =
         "The name lives only as long as an NT handle is open; once all are closed the name is "
         "gone even though opened objects live on.",
     .outcome = "STATUS_OBJECT_NAME_NOT_FOUND (observed)",
     .source = "Wine d3dkmt.c:2993-2997, 5828-5848"},
    {.id = "K-212",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A live opened object can be shared again under a name",
     .text =
         "A live opened object can be shared again under a name after its previous NT handles "
         "were closed.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2999-3009"},
    {.id = "K-213",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Opening through a wrong or closed NT handle gives its own status",
     .text =
         "Opening through a handle of the wrong NT type fails with STATUS_OBJECT_TYPE_MISMATCH; "
         "a zero or closed handle with STATUS_INVALID_HANDLE.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:3360-3366, 2921-2922, 2980-2983"},
    {.id = "K-214",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Mutex and sync handles are zero when the shared bundle has none",
     .text =
         "OpenResourceFromNtHandle returns hKeyedMutex and hSyncObject as zero when the bundle "
         "has none.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:3172-3175"},
    {.id = "K-215",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Part of an opened share bundle is never destroyed",
     .text =
         "Each of resource, keyed mutex and sync object obtained from a bundle must be "
         "destroyed separately.",
     .outcome = "leak until process exit (observed)",
     .source = "Wine d3dkmt.c:3345-3357"},
    {.id = "K-216",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Resource is shared by a guessable global handle",
     .text =
         "Global-handle sharing is legacy: any process can guess the value; new code must use "
         "NT handles.",
     .outcome = "security lint",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; "
         "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobjectinfo2.md"},
    {.id = "K-217",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Monitored fence is shared by something other than an NT handle",
     .text = "Monitored fences can be shared by NT handle only.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobjectinfo2.md"},
    {.id = "K-218",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Keyed-mutex private data pointer and size do not match",
     .text =
         "Keyed-mutex private data: pointer NULL requires size 0; a buffer smaller than the "
         "stored data is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2158-2210; d3dkmthk/ns-d3dkmthk-_d3dkmt_openresourcefromnthandle.md"},
};

}  // namespace

Chapter kernel_12() { return kRules; }

}  // namespace drydock::rules::chapter
