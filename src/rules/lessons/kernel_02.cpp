// Handles and calling conventions.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel02Lessons[] = {
    {.rule = "K-037",
     .why = "Each process has its own handle table and the same numbers appear in all of them. A "
            "number carried across stands for nothing there, or for the wrong object.",
     .check = "Every thunk looks its handles up in the calling process's table and then compares "
              "the object's device; a miss gives STATUS_INVALID_PARAMETER.",
     .wrong = R"(// in the process that received the number by a pipe
destroy.hDevice = myDevice;
destroy.phAllocationList = &numberFromOtherProcess;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(open.hDevice = myDevice;
open.hGlobalShare = shareFromOtherProcess;
D3DKMTOpenResource(&open);
destroy.hResource = open.hResource;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-038",
     .why = "A global handle only leads others to the resource; nobody owns it. The resource lives "
            "until the last local handle is gone, whoever tries the global one.",
     .check = "Global and local handles are numbered apart, so a destroy that is given a global "
              "one fails with STATUS_INVALID_PARAMETER and changes nothing.",
     .wrong = R"(destroy.hResource = create.hGlobalShare;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(destroy.hResource = create.hResource;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-039",
     .why = "An NT handle belongs to the object manager. Cut to 32 bits and passed as a local "
            "handle it may hit an object of the graphics kernel by accident.",
     .check = "NT handles never have the bits of a local handle, so each D3DKMT call that expects "
              "a D3DKMT_HANDLE refuses one with STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTShareObjects(1, &resource, &attributes, GENERIC_ALL, &ntHandle);
destroy.hResource = (D3DKMT_HANDLE)(ULONG_PTR)ntHandle;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(D3DKMTShareObjects(1, &resource, &attributes, GENERIC_ALL, &ntHandle);
CloseHandle(ntHandle);
destroy.hResource = resource;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-043",
     .why = "A reserved bit gets a meaning in a later version, and then a client that left rubbish "
            "in it asks for something it never wanted.",
     .check = "The thunks compare the reserved members and bits of the requests they read with "
              "zero, each at its call, and answer STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMT_CREATEALLOCATION create;
create.hDevice = device;
create.Flags.CreateResource = 1;
D3DKMTCreateAllocation2(&create);)",
     .right = R"(D3DKMT_CREATEALLOCATION create = {};
create.hDevice = device;
create.Flags.CreateResource = 1;
D3DKMTCreateAllocation2(&create);)"},
    {.rule = "K-044",
     .why = "The thread goes back to a program that relies on its rounding mode and exception "
            "masks. A driver that leaves its own changes that program's results.",
     .check = "The SSE and x87 control words are noted before each entry point of a miniport and "
              "compared when it returns; a change is reported once per call and undone.",
     .wrong = R"(_controlfp_s(&control, _RC_DOWN, _MCW_RC);
ConvertPixels(source, target);
return STATUS_SUCCESS;)",
     .right = R"(_controlfp_s(&saved, 0, 0);
_controlfp_s(&control, _RC_DOWN, _MCW_RC);
ConvertPixels(source, target);
_controlfp_s(&control, saved, _MCW_RC);
return STATUS_SUCCESS;)"},
};

}  // namespace

Lessons kernel_02() { return kKernel02Lessons; }

}  // namespace drydock::rules::lessons
