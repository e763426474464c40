// Query, share, open.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel12Lessons[] = {
    {.rule = "K-193",
     .why = "A local handle is known in one process only. The calls that cross processes look in "
            "the table of shares, where it does not occur.",
     .check = "D3DKMTQueryResourceInfo and D3DKMTOpenResource look hGlobalShare up among the "
              "global handles and return STATUS_INVALID_PARAMETER for a local one.",
     .wrong = R"(query.hDevice = device;
query.hGlobalShare = create.hResource;
D3DKMTQueryResourceInfo(&query);)",
     .right = R"(query.hDevice = device;
query.hGlobalShare = create.hGlobalShare;
D3DKMTQueryResourceInfo(&query);)"},
    {.rule = "K-197",
     .why = "A resource is opened whole. An array of another length would leave handles that the "
            "opener cannot name, or entries that nobody fills.",
     .check = "D3DKMTOpenResource compares NumAllocations with the number of members at that "
              "moment; 0 or another number is STATUS_INVALID_PARAMETER.",
     .wrong = R"(open.hGlobalShare = share;
open.NumAllocations = 1;
open.pOpenAllocationInfo2 = &info;
D3DKMTOpenResource2(&open);)",
     .right = R"(D3DKMTQueryResourceInfo(&query);
open.hGlobalShare = share;
open.NumAllocations = query.NumAllocations;
open.pOpenAllocationInfo2 = infos;
D3DKMTOpenResource2(&open);)"},
    {.rule = "K-198",
     .why = "The two buffers are copied back whole. A caller with another size expects another "
            "structure, which means that its halves do not fit together.",
     .check = "PrivateRuntimeDataSize and ResourcePrivateDriverDataSize must equal what the "
              "creator stored; D3DKMTOpenResource returns STATUS_INVALID_PARAMETER for less and "
              "for more.",
     .wrong = R"(open.pPrivateRuntimeData = buffer;
open.PrivateRuntimeDataSize = sizeof buffer;)",
     .right = R"(open.pPrivateRuntimeData = buffer;
open.PrivateRuntimeDataSize = query.PrivateRuntimeDataSize;
open.pResourcePrivateDriverData = driverBuffer;
open.ResourcePrivateDriverDataSize = query.ResourcePrivateDriverDataSize;)"},
    {.rule = "K-199",
     .why = "The data of all allocations are laid out one behind the other in this buffer. Too "
            "small a one would end in the middle of somebody's structure.",
     .check = "D3DKMTOpenResource adds the stored sizes up and returns STATUS_NO_MEMORY when "
              "TotalPrivateDriverDataBufferSize is less.",
     .wrong = R"(open.pTotalPrivateDriverDataBuffer = &onePrivate;
open.TotalPrivateDriverDataBufferSize = sizeof onePrivate;)",
     .right = R"(open.pTotalPrivateDriverDataBuffer = malloc(query.TotalPrivateDriverDataSize);
open.TotalPrivateDriverDataBufferSize = query.TotalPrivateDriverDataSize;)"},
    {.rule = "K-200",
     .why = "A size without a buffer asks the kernel to write to address zero. It refuses before "
            "anything is opened.",
     .check = "Each buffer of D3DKMTOpenResource with a size must be writable, and so must the "
              "array of allocations; this is tried before the share is looked up and gives "
              "STATUS_INVALID_PARAMETER.",
     .wrong = R"(open.PrivateRuntimeDataSize = query.PrivateRuntimeDataSize;
open.pPrivateRuntimeData = NULL;)",
     .right = R"(open.PrivateRuntimeDataSize = query.PrivateRuntimeDataSize;
open.pPrivateRuntimeData = malloc(query.PrivateRuntimeDataSize);)"},
    {.rule = "K-204",
     .why = "An object that was not created for NT sharing has no security of its own, so a handle "
            "to it would be open to anybody.",
     .check = "D3DKMTShareObjects asks every object whether NtSecuritySharing was set at its "
              "creation and returns STATUS_INVALID_PARAMETER when not.",
     .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);
D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)",
     .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);
D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)"},
    {.rule = "K-205",
     .why = "The opening side reads the bundle by position: resource, keyed mutex, synchronisation "
            "object. Another set could not be taken apart again.",
     .check = "D3DKMTShareObjects accepts one or three handles and looks at the kind of each by "
              "its place; all else is STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMT_HANDLE objects[] = {resource, sync};
D3DKMTShareObjects(2, objects, &attributes, GENERIC_ALL, &ntHandle);)",
     .right = R"(D3DKMT_HANDLE objects[] = {resource, keyedMutex, sync};
D3DKMTShareObjects(3, objects, &attributes, GENERIC_ALL, &ntHandle);)"},
    {.rule = "K-206",
     .why = "An allocation has no share of its own; it is reached through its resource. The page's "
            "wording invites the mistake.",
     .check = "The first handle given to D3DKMTShareObjects is looked up as a resource or a "
              "synchronisation object; an allocation is neither and gives "
              "STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTShareObjects(1, &info.hAllocation, &attributes, GENERIC_ALL, &ntHandle);)",
     .right = R"(D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)"},
    {.rule = "K-208",
     .why = "The handle carries the rights of whoever receives it. Without the read right it opens "
            "nothing; without the write right rendering into the resource is refused.",
     .check = "Opening by an NT handle without STANDARD_RIGHTS_READ gives STATUS_ACCESS_DENIED; "
              "without SHARED_ALLOCATION_WRITE a later D3DKMTRender that writes is refused with "
              "STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTShareObjects(1, &resource, &attributes, STANDARD_RIGHTS_READ, &ntHandle);
// the opener renders into it)",
     .right = R"(D3DKMTShareObjects(1, &resource, &attributes,
                   STANDARD_RIGHTS_READ | SHARED_ALLOCATION_WRITE, &ntHandle);
// the opener renders into it)"},
    {.rule = "K-209",
     .why = "A name is looked up on behalf of a caller who must say which name and what it wants "
            "to do. A zero mask would give a handle without any right.",
     .check = "D3DKMTOpenNtHandleFromName answers by what is missing: STATUS_INVALID_PARAMETER, "
              "STATUS_OBJECT_NAME_NOT_FOUND or STATUS_ACCESS_DENIED.",
     .wrong = R"(open.pObjAttrib = &attributes;
open.dwDesiredAccess = 0;
D3DKMTOpenNtHandleFromName(&open);)",
     .right = R"(open.pObjAttrib = &attributes;
open.dwDesiredAccess = STANDARD_RIGHTS_READ | SHARED_ALLOCATION_WRITE;
D3DKMTOpenNtHandleFromName(&open);)"},
    {.rule = "K-215",
     .why = "Opening a bundle gives three handles with a life of their own. Destroying the "
            "resource leaves the mutex and the synchronisation object to the end of the process.",
     .check = "When a process ends by itself, keyed mutexes and synchronisation objects that came "
              "from D3DKMTOpenResourceFromNtHandle and are still open are counted in one finding.",
     .wrong = R"(destroy.hResource = open.hResource;
D3DKMTDestroyAllocation2(&destroy);)",
     .right = R"(destroy.hResource = open.hResource;
D3DKMTDestroyAllocation2(&destroy);
D3DKMT_DESTROYKEYEDMUTEX mutex = {open.hKeyedMutex};
D3DKMTDestroyKeyedMutex(&mutex);
D3DKMT_DESTROYSYNCHRONIZATIONOBJECT sync = {open.hSyncObject};
D3DKMTDestroySynchronizationObject(&sync);)"},
    {.rule = "K-216",
     .why = "A global handle is a small number without any access check. A program that tries "
            "numbers reads the window of another.",
     .check = "Each resource or synchronisation object that a program creates with a global handle "
              "is counted on its device and told when the device goes; what the Direct3D runtime "
              "must share so is left out.",
     .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);
SendToPeer(create.hGlobalShare);)",
     .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);
D3DKMTShareObjects(1, &create.hResource, &attributes, GENERIC_ALL, &ntHandle);)"},
    {.rule = "K-217",
     .why = "A monitored fence shows a page of memory to the CPU of whoever opens it, so it is "
            "only given to holders of a handle with rights.",
     .check = "D3DKMTCreateSynchronizationObject2 wants Shared and NtSecuritySharing both or "
              "neither for a monitored fence; else STATUS_INVALID_PARAMETER.",
     .wrong = R"(create.Info.Type = D3DDDI_MONITORED_FENCE;
create.Info.Flags.Shared = 1;
D3DKMTCreateSynchronizationObject2(&create);)",
     .right = R"(create.Info.Type = D3DDDI_MONITORED_FENCE;
create.Info.Flags.Shared = 1;
create.Info.Flags.NtSecuritySharing = 1;
D3DKMTCreateSynchronizationObject2(&create);)"},
    {.rule = "K-218",
     .why = "The data stored with a keyed mutex are copied back whole. A size without a buffer, or "
            "too small a buffer, leaves no room for them.",
     .check = "Opening a keyed mutex, alone or in a bundle, compares pointer and size with the "
              "stored data and returns STATUS_INVALID_PARAMETER.",
     .wrong = R"(open.pKeyedMutexPrivateRuntimeData = NULL;
open.KeyedMutexPrivateRuntimeDataSize = 64;
D3DKMTOpenResourceFromNtHandle(&open);)",
     .right = R"(open.pKeyedMutexPrivateRuntimeData = buffer;
open.KeyedMutexPrivateRuntimeDataSize = sizeof buffer;
D3DKMTOpenResourceFromNtHandle(&open);)"},
};

}  // namespace

Lessons kernel_12() { return kKernel12Lessons; }

}  // namespace drydock::rules::lessons
