// Query, share, open.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelSharing[] = {
    {.id = "K-193",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "QueryResourceInfo or OpenResource is given a local handle",
     .text = "QueryResourceInfo and OpenResource need a global share handle; a local resource "
             "handle is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2646-2656",
     .lesson = {.why = "A local handle is known in one process only. The calls that cross "
                       "processes look in the table of shares, where it does not occur.",
                .check =
                    "D3DKMTQueryResourceInfo and D3DKMTOpenResource look hGlobalShare up among the "
                    "global handles and return STATUS_INVALID_PARAMETER for a local one.",
                .wrong = R"(query.hDevice = device;
query.hGlobalShare = create.hResource;
D3DKMTQueryResourceInfo(&query);)",
                .right = R"(query.hDevice = device;
query.hGlobalShare = create.hGlobalShare;
D3DKMTQueryResourceInfo(&query);)"},
     .tests = {provokes("Share.K193LocalHandleIsRefused"),
               stays_silent("Share.K193K194K195QueryReturnsSizesOnly")}},
    {.id = "K-194",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "QueryResourceInfo returns the sizes and count of the shared resource",
     .text = "QueryResourceInfo returns runtime-data size, total per-allocation driver-data size, "
             "resource driver-data size and allocation count.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2673-2686; d3dkmthk/ns-d3dkmthk-_d3dkmt_queryresourceinfo.md",
     .tests = {proves("Share.K193K194K195QueryReturnsSizesOnly")}},
    {.id = "K-195",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "QueryResourceInfo leaves the runtime-data buffer unwritten",
     .text = "Query reports sizes only: the runtime-data buffer is left unwritten even when "
             "supplied (contrary to the page).",
     .outcome = "HOST should match Windows (observed)",
     .source = "Wine d3dkmt.c:2687-2688, 3141-3148, 473-485",
     .tests = {proves("Share.K193K194K195QueryReturnsSizesOnly")}},
    {.id = "K-196",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Private data too large to describe gives STATUS_INTEGER_OVERFLOW",
     .text = "Private data too large to describe gives STATUS_INTEGER_OVERFLOW.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtqueryresourceinfo.md",
     .tests = {proves("Share.K196PrivateDataTooLargeForTheFieldIsRefused")}},
    {.id = "K-197",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTOpenResource passes the wrong NumAllocations",
     .text = "OpenResource: NumAllocations must be the resource's count (0 refused).",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2730-2733, 3192-3194",
     .lesson = {.why = "A resource is opened whole. An array of another length would leave handles "
                       "that the opener cannot name, or entries that nobody fills.",
                .check = "D3DKMTOpenResource compares NumAllocations with the number of members at "
                         "that moment; 0 or another number is STATUS_INVALID_PARAMETER.",
                .wrong = R"(open.hGlobalShare = share;
open.NumAllocations = 1;
open.pOpenAllocationInfo2 = &info;
D3DKMTOpenResource2(&open);)",
                .right = R"(D3DKMTQueryResourceInfo(&query);
open.hGlobalShare = share;
open.NumAllocations = query.NumAllocations;
open.pOpenAllocationInfo2 = infos;
D3DKMTOpenResource2(&open);)"},
     .tests = {provokes("Share.K197K198K199K200WrongRoomIsRefused"),
               stays_silent("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-198",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTOpenResource passes a private data size that is not the stored one",
     .text = "OpenResource: PrivateRuntimeDataSize and ResourcePrivateDriverDataSize must equal "
             "the stored sizes exactly; larger is refused too.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2736-2743, 3202-3204",
     .lesson = {.why = "The two buffers are copied back whole. A caller with another size expects "
                       "another structure, which means that its halves do not fit together.",
                .check = "PrivateRuntimeDataSize and ResourcePrivateDriverDataSize must equal what "
                         "the creator stored; D3DKMTOpenResource returns STATUS_INVALID_PARAMETER "
                         "for less and for more.",
                .wrong = R"(open.pPrivateRuntimeData = buffer;
open.PrivateRuntimeDataSize = sizeof buffer;)",
                .right = R"(open.pPrivateRuntimeData = buffer;
open.PrivateRuntimeDataSize = query.PrivateRuntimeDataSize;
open.pResourcePrivateDriverData = driverBuffer;
open.ResourcePrivateDriverDataSize = query.ResourcePrivateDriverDataSize;)"},
     .tests = {provokes("Share.K197K198K199K200WrongRoomIsRefused"),
               stays_silent("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-199",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTOpenResource passes too small a total private data buffer",
     .text = "OpenResource: TotalPrivateDriverDataBufferSize must be at least the needed size; "
             "larger is fine and the written size is returned; too small fails.",
     .outcome = "STATUS_NO_MEMORY (observed)",
     .source = "Wine d3dkmt.c:2699-2715, 3212-3214",
     .lesson =
         {.why = "The data of all allocations are laid out one behind the other in this buffer. "
                 "Too small a one would end in the middle of somebody's structure.",
          .check = "D3DKMTOpenResource adds the stored sizes up and returns STATUS_NO_MEMORY when "
                   "TotalPrivateDriverDataBufferSize is less.",
          .wrong = R"(open.pTotalPrivateDriverDataBuffer = &onePrivate;
open.TotalPrivateDriverDataBufferSize = sizeof onePrivate;)",
          .right = R"(open.pTotalPrivateDriverDataBuffer = malloc(query.TotalPrivateDriverDataSize);
open.TotalPrivateDriverDataBufferSize = query.TotalPrivateDriverDataSize;)"},
     .tests = {provokes("Share.K197K198K199K200WrongRoomIsRefused"),
               stays_silent("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-200",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTOpenResource passes a NULL buffer with a non-zero size",
     .text = "NULL runtime-data or total-driver-data pointer with a non-zero size, or a NULL "
             "open-info array, is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (32-bit Windows may raise STATUS_ACCESS_VIOLATION for "
                "the array) (observed)",
     .source = "Wine d3dkmt.c:3187-3209",
     .lesson = {.why = "A size without a buffer asks the kernel to write to address zero. It "
                       "refuses before anything is opened.",
                .check = "Each buffer of D3DKMTOpenResource with a size must be writable, and so "
                         "must the array of allocations; this is tried before the share is looked "
                         "up and gives STATUS_INVALID_PARAMETER.",
                .wrong = R"(open.PrivateRuntimeDataSize = query.PrivateRuntimeDataSize;
open.pPrivateRuntimeData = NULL;)",
                .right = R"(open.PrivateRuntimeDataSize = query.PrivateRuntimeDataSize;
open.pPrivateRuntimeData = malloc(query.PrivateRuntimeDataSize);)"},
     .tests = {provokes("Share.K197K198K199K200WrongRoomIsRefused"),
               stays_silent("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-201",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Opened allocations get fresh handles and data in the total buffer",
     .text = "On open each element gets a fresh local allocation handle and its private-data "
             "pointer/size; the data itself is placed in the total-data buffer, not in the pointer "
             "the caller pre-set.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2716-2722",
     .tests = {proves("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-202",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Client interprets the opaque private data buffer of an open",
     .text = "The total private-data buffer filled at open is opaque to the caller.",
     .outcome = "lint",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_openresource.md",
     .tests = {proves("OpenedData.K202PartsLieAnywhereWhileArgumentsAreHostile"),
               proves("OpenedData.K202PartsLieInOrderOtherwise")}},
    {.id = "K-203",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A resource can be opened again on the device that created it",
     .text =
         "A resource can be opened again on the very device and process that created it; each open "
         "yields a new resource handle plus new allocation handles needing their own destroy.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2705-2728, 2746-2768",
     .tests = {proves("Share.K197K198K199K200K201K203OpenedOnTheSameDevice")}},
    {.id = "K-204",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTShareObjects names an object created without NtSecuritySharing",
     .text = "ShareObjects: every object must have been created with NtSecuritySharing.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2858-2890, 3040-3087; d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md",
     .lesson = {.why = "An object that was not created for NT sharing has no security of its own, "
                       "so a handle to it would be open to anybody.",
                .check = "D3DKMTShareObjects asks every object whether NtSecuritySharing was set "
                         "at its creation and returns STATUS_INVALID_PARAMETER when not.",
                .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);
D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)",
                .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);
D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)"},
     .tests = {provokes("NtShare.K204WhatWasNotMadeForItIsRefused"),
               stays_silent("NtShare.K204WhatWasMadeForItIsShared")}},
    {.id = "K-205",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTShareObjects is given a combination of objects it does not accept",
     .text = "ShareObjects accepts exactly: one resource; resource + keyed mutex + sync object in "
             "that order; one sync object. At most 3 objects.",
     .outcome = "STATUS_INVALID_PARAMETER (observed for seven other combinations)",
     .source = "Wine d3dkmt.c:3019-3034, 3220-3273; d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md; "
               "libdxg/d3dkmthk.h:4585",
     .lesson = {.why = "The opening side reads the bundle by position: resource, keyed mutex, "
                       "synchronisation object. Another set could not be taken apart again.",
                .check = "D3DKMTShareObjects accepts one or three handles and looks at the kind of "
                         "each by its place; all else is STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMT_HANDLE objects[] = {resource, sync};
D3DKMTShareObjects(2, objects, &attributes, GENERIC_ALL, &ntHandle);)",
                .right = R"(D3DKMT_HANDLE objects[] = {resource, keyedMutex, sync};
D3DKMTShareObjects(3, objects, &attributes, GENERIC_ALL, &ntHandle);)"},
     .tests = {provokes("NtShare.K205OtherCombinationsAreRefused"),
               stays_silent("NtShare.K205TheThreeCombinationsAreShared")}},
    {.id = "K-206",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTShareObjects is given an allocation handle instead of a resource",
     .text = "Only resource handles can be shared, never allocation handles (the page says "
             "'allocation').",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:3103-3107",
     .lesson =
         {.why = "An allocation has no share of its own; it is reached through its resource. The "
                 "page's wording invites the mistake.",
          .check = "The first handle given to D3DKMTShareObjects is looked up as a resource or a "
                   "synchronisation object; an allocation is neither and gives "
                   "STATUS_INVALID_PARAMETER.",
          .wrong =
              R"(D3DKMTShareObjects(1, &info.hAllocation, &attributes, GENERIC_ALL, &ntHandle);)",
          .right =
              R"(D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)"},
     .tests = {provokes("NtShare.K206AllocationIsNotShared"),
               stays_silent("NtShare.K205TheThreeCombinationsAreShared")}},
    {.id = "K-207",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Shared NT objects have the type of their content and the requested name",
     .text = "NT object types: DxgkSharedResource for anything containing a resource, "
             "DxgkSharedSyncObject for a lone sync object; name from OBJECT_ATTRIBUTES.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2907-2908, 3109-3110, 3275-3276",
     .tests = {proves("NtShare.K207TypesAndNamesAreThoseOfWindows")}},
    {.id = "K-208",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Shared object lacks the access right its use requires",
     .text = "Access: STANDARD_RIGHTS_READ is required to be usable; SHARED_ALLOCATION_WRITE for "
             "writing, else the open is read-only.",
     .outcome = "object unusable / read-only",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md",
     .lesson =
         {.why = "The handle carries the rights of whoever receives it. Without the read right it "
                 "opens nothing; without the write right rendering into the resource is refused.",
          .check = "Opening by an NT handle without STANDARD_RIGHTS_READ gives "
                   "STATUS_ACCESS_DENIED; without SHARED_ALLOCATION_WRITE a later D3DKMTRender "
                   "that writes is refused with STATUS_INVALID_PARAMETER.",
          .wrong =
              R"(D3DKMTShareObjects(1, &resource, &attributes, STANDARD_RIGHTS_READ, &ntHandle);
// the opener renders into it)",
          .right = R"(D3DKMTShareObjects(1, &resource, &attributes,
                   STANDARD_RIGHTS_READ | SHARED_ALLOCATION_WRITE, &ntHandle);
// the opener renders into it)"},
     .tests = {provokes("ClientRules.K208OpenedReadOnlyCannotBeWritten"),
               provokes("NtShare.K208HandleWithoutReadRightOpensNothing"),
               stays_silent("ClientRules.K208OpenedForWritingIsWritten"),
               stays_silent("NtShare.K208HandleWithReadRightOpens")}},
    {.id = "K-209",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Open by name lacks attributes, a known name or an access mask",
     .text = "Open-by-name: NULL attributes STATUS_INVALID_PARAMETER; unknown name "
             "STATUS_OBJECT_NAME_NOT_FOUND; zero desired access STATUS_ACCESS_DENIED; lookup "
             "ignores case.",
     .outcome = "as listed (observed)",
     .source = "Wine d3dkmt.c:2964-2977, 3113-3126",
     .lesson =
         {.why = "A name is looked up on behalf of a caller who must say which name and what it "
                 "wants to do. A zero mask would give a handle without any right.",
          .check =
              "D3DKMTOpenNtHandleFromName answers by what is missing: STATUS_INVALID_PARAMETER, "
              "STATUS_OBJECT_NAME_NOT_FOUND or STATUS_ACCESS_DENIED. A name that nobody has given "
              "yet is no finding: a program may ask whether it is there.",
          .wrong = R"(open.pObjAttrib = &attributes;
open.dwDesiredAccess = 0;
D3DKMTOpenNtHandleFromName(&open);)",
          .right = R"(open.pObjAttrib = &attributes;
open.dwDesiredAccess = STANDARD_RIGHTS_READ | SHARED_ALLOCATION_WRITE;
D3DKMTOpenNtHandleFromName(&open);)"},
     .tests = {provokes("NtShare.K209BadNameOrAccessIsRefused"),
               stays_silent("NtShare.K209NameOpensWhateverItsCase")}},
    {.id = "K-210",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An NT handle alone keeps its shared object alive",
     .text = "An NT handle keeps the shared object alive on its own: after the creator destroyed "
             "its local resource, mutex and sync handles, query and open through the NT handle "
             "still succeed.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:3278-3347",
     .tests = {proves("NtShare.K210HandleKeepsWhatItStandsFor")}},
    {.id = "K-211",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The name of a shared object dies with its last NT handle",
     .text = "The name lives only as long as an NT handle is open; once all are closed the name is "
             "gone even though opened objects live on.",
     .outcome = "STATUS_OBJECT_NAME_NOT_FOUND (observed)",
     .source = "Wine d3dkmt.c:2993-2997, 5828-5848",
     .tests = {proves("NtShare.K211NameGoesWithTheLastHandle")}},
    {.id = "K-212",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A live opened object can be shared again under a name",
     .text = "A live opened object can be shared again under a name after its previous NT handles "
             "were closed.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2999-3009",
     .tests = {proves("NtShare.K212WhatWasOpenedIsSharedAgain")}},
    {.id = "K-213",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Opening through a wrong or closed NT handle gives its own status",
     .text = "Opening through a handle of the wrong NT type fails with "
             "STATUS_OBJECT_TYPE_MISMATCH; a zero or closed handle with STATUS_INVALID_HANDLE.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:3360-3366, 2921-2922, 2980-2983",
     .tests = {proves("NtShare.K213HandleOfAnotherTypeOrNoneIsRefused")}},
    {.id = "K-214",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Mutex and sync handles are zero when the shared bundle has none",
     .text = "OpenResourceFromNtHandle returns hKeyedMutex and hSyncObject as zero when the bundle "
             "has none.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:3172-3175",
     .tests = {proves("NtShare.K214NothingElseComesWithAResourceAlone")}},
    {.id = "K-215",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Part of an opened share bundle is never destroyed",
     .text = "Each of resource, keyed mutex and sync object obtained from a bundle must be "
             "destroyed separately.",
     .outcome = "leak until process exit (observed)",
     .source = "Wine d3dkmt.c:3345-3357",
     .lesson =
         {.why =
              "Opening a bundle gives three handles with a life of their own. Destroying the "
              "resource leaves the mutex and the synchronisation object to the end of the process.",
          .check =
              "When a process ends by itself, keyed mutexes and synchronisation objects that came "
              "from D3DKMTOpenResourceFromNtHandle and are still open are counted in one finding.",
          .wrong = R"(destroy.hResource = open.hResource;
D3DKMTDestroyAllocation2(&destroy);)",
          .right = R"(destroy.hResource = open.hResource;
D3DKMTDestroyAllocation2(&destroy);
D3DKMT_DESTROYKEYEDMUTEX mutex = {open.hKeyedMutex};
D3DKMTDestroyKeyedMutex(&mutex);
D3DKMT_DESTROYSYNCHRONIZATIONOBJECT sync = {open.hSyncObject};
D3DKMTDestroySynchronizationObject(&sync);)"},
     .tests = {provokes("NtShare.K215WhatABundleBroughtIsLeft"),
               stays_silent("NtShare.K215WhatABundleBroughtIsDestroyed")}},
    {.id = "K-216",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Resource is shared by a guessable global handle",
     .text = "Global-handle sharing is legacy: any process can guess the value; new code must use "
             "NT handles.",
     .outcome = "security lint",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobjectinfo2.md",
     .lesson = {.why = "A global handle is a small number without any access check. A program that "
                       "tries numbers reads the window of another.",
                .check = "Each resource or synchronisation object that a program creates with a "
                         "global handle is a finding, once for each place that creates one; "
                         "what the Direct3D runtime must share so is left out.",
                .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);
SendToPeer(create.hGlobalShare);)",
                .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);
D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)"},
     .tests = {provokes("NtShare.K216GlobalHandlesAreALint"),
               stays_silent("NtShare.K216NtHandlesAreSilent")}},
    {.id = "K-217",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Monitored fence is shared by something other than an NT handle",
     .text = "Monitored fences can be shared by NT handle only.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_synchronizationobjectinfo2.md",
     .lesson = {.why = "A monitored fence shows a page of memory to the CPU of whoever opens it, "
                       "so it is only given to holders of a handle with rights.",
                .check = "D3DKMTCreateSynchronizationObject2 wants Shared and NtSecuritySharing "
                         "both or neither for a monitored fence; else STATUS_INVALID_PARAMETER.",
                .wrong = R"(create.Info.Type = D3DDDI_MONITORED_FENCE;
create.Info.Flags.Shared = 1;
D3DKMTCreateSynchronizationObject2(&create);)",
                .right = R"(create.Info.Type = D3DDDI_MONITORED_FENCE;
create.Info.Flags.Shared = 1;
create.Info.Flags.NtSecuritySharing = 1;
D3DKMTCreateSynchronizationObject2(&create);)"},
     .tests = {provokes("Fence.K217GlobalHandleIsRefused"),
               stays_silent("Fence.K217NtHandleIsGiven")}},
    {.id = "K-218",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Keyed-mutex private data pointer and size do not match",
     .text = "Keyed-mutex private data: pointer NULL requires size 0; a buffer smaller than the "
             "stored data is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2158-2210; d3dkmthk/ns-d3dkmthk-_d3dkmt_openresourcefromnthandle.md",
     .lesson = {.why = "The data stored with a keyed mutex are copied back whole. A size without a "
                       "buffer, or too small a buffer, leaves no room for them.",
                .check = "Opening a keyed mutex, alone or in a bundle, compares pointer and size "
                         "with the stored data and returns STATUS_INVALID_PARAMETER.",
                .wrong = R"(open.pKeyedMutexPrivateRuntimeData = NULL;
open.KeyedMutexPrivateRuntimeDataSize = 64;
D3DKMTOpenResourceFromNtHandle(&open);)",
                .right = R"(open.pKeyedMutexPrivateRuntimeData = buffer;
open.KeyedMutexPrivateRuntimeDataSize = sizeof buffer;
D3DKMTOpenResourceFromNtHandle(&open);)"},
     .tests = {provokes("NtShare.K218BufferForPrivateDataThatDoesNotFitIsRefused"),
               stays_silent("NtShare.K218NoBufferOrALargeOneIsTaken")}},
};

}  // namespace

Chapter sharing() { return kKernelSharing; }

}  // namespace drydock::rules::kernel
