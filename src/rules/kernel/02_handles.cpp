// Handles and calling conventions.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelHandles[] = {
    {.id = "K-033",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Local D3DKMT handles have a top bit set and the low six bits zero",
     .text = "A local D3DKMT_HANDLE has at least one of its top two bits set and its low six bits "
             "zero.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:143-150",
     .tests = {proves("Handles.K033K034LocalAndGlobalAreDistinguished")}},
    {.id = "K-034",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Global share handles are told from local ones by their low six bits",
     .text = "A global (share) handle has a top-two-bits value set and its low six bits equal to "
             "2, so local and global handles are distinguishable by value.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:136-141",
     .tests = {proves("Handles.K033K034LocalAndGlobalAreDistinguished")}},
    {.id = "K-035",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Local handles of a process rise in steps of 0x40 over all object kinds",
     .text = "Local handles of one process are handed out strictly increasing in steps of 0x40, "
             "across all object kinds (adapter, device, allocation, resource, sync, mutex) in one "
             "shared numbering.",
     .outcome =
         "a defect of Drydock if a client depends on it; observed, not contractual (observed)",
     .source = "Wine d3dkmt.c:148-149, 1705-1709",
     .tests = {proves("Handles.K035K036NumbersGoUpWhateverTheyStandFor")}},
    {.id = "K-036",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A destroyed handle value is not issued again at once",
     .text = "A handle value is not re-used immediately: after a destroy the next creation "
             "continues the increasing sequence.",
     .outcome = "stale handle must fail, not alias (observed)",
     .source = "Wine d3dkmt.c:1705-1719",
     .tests = {proves("Handles.K035K036NumbersGoUpWhateverTheyStandFor")}},
    {.id = "K-037",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Local handle is used outside its process or with a foreign device",
     .text = "Local handles are valid only in the process that got them; a resource handle from "
             "creation is further valid only with the device it was created on.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md",
     .lesson =
         {.why = "Each process has its own handle table and the same numbers appear in all of "
                 "them. A number carried across stands for nothing there, or for the wrong object.",
          .check = "Every thunk looks its handles up in the calling process's table and then "
                   "compares the object's device; a miss gives STATUS_INVALID_PARAMETER.",
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
     .tests = {provokes("Share.K037HandlesOfAnotherProcessMeanNothing"),
               stays_silent("Destroy.K001OwnDeviceIsAccepted")}},
    {.id = "K-038",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Global share handle is passed to a destroy call",
     .text = "Global handles cannot be destroyed; only the local handle can. Object and global "
             "handle go away with the last local reference.",
     .outcome = "STATUS_INVALID_PARAMETER (observed) (older Windows 10 accepted it for keyed "
                "mutexes and then misbehaved)",
     .source = "Wine d3dkmt.c:1819-1822, 1861-1863, 2098-2104, 2117-2119",
     .lesson =
         {.why = "A global handle only leads others to the resource; nobody owns it. The resource "
                 "lives until the last local handle is gone, whoever tries the global one.",
          .check = "Global and local handles are numbered apart, so a destroy that is given a "
                   "global one fails with STATUS_INVALID_PARAMETER and changes nothing.",
          .wrong = R"(destroy.hResource = create.hGlobalShare;
D3DKMTDestroyAllocation(&destroy);)",
          .right = R"(destroy.hResource = create.hResource;
D3DKMTDestroyAllocation(&destroy);)"},
     .tests = {provokes("Share.K038GlobalHandleCannotBeDestroyed"),
               stays_silent("Share.K038LocalHandleTakesTheGlobalWithIt")}},
    {.id = "K-039",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "NT handle is passed where a local D3DKMT handle is expected",
     .text = "NT handles from D3DKMTShareObjects are ordinary kernel handles (closed with "
             "CloseHandle); they are never valid where a D3DKMT_HANDLE is expected.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2904-2913",
     .lesson = {.why = "An NT handle belongs to the object manager. Cut to 32 bits and passed as a "
                       "local handle it may hit an object of the graphics kernel by accident.",
                .check = "NT handles never have the bits of a local handle, so each D3DKMT call "
                         "that expects a D3DKMT_HANDLE refuses one with STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMTShareObjects(1, &resource, &attributes, GENERIC_ALL, &ntHandle);
destroy.hResource = (D3DKMT_HANDLE)(ULONG_PTR)ntHandle;
D3DKMTDestroyAllocation(&destroy);)",
                .right = R"(D3DKMTShareObjects(1, &resource, &attributes, GENERIC_ALL, &ntHandle);
CloseHandle(ntHandle);
destroy.hResource = resource;
D3DKMTDestroyAllocation(&destroy);)"},
     .tests = {provokes("ClientHandles.K039NtHandleIsRefusedEverywhere"),
               stays_silent("ClientHandles.K039LocalHandleIsAccepted")}},
    {.id = "K-040",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A NULL parameter block is refused with STATUS_INVALID_PARAMETER",
     .text = "A NULL parameter block is rejected with STATUS_INVALID_PARAMETER by CreateDevice, "
             "DestroyDevice, CloseAdapter, EnumAdapters2, OpenAdapterFromDeviceName, sync-object "
             "and keyed-mutex creation.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:757, 775, 815, 712, 1400, 1686, 2076",
     .tests = {proves("ClientHandles.K040NoParametersAreInvalid")}},
    {.id = "K-041",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A NULL block to D3DKMTCreateAllocation is refused instead of faulting",
     .text = "A NULL parameter block is not survivable for D3DKMTCreateAllocation and (Windows 10 "
             "2004+) OpenAdapterFromHdc on real Windows: the caller faults.",
     .outcome = "host may return STATUS_INVALID_PARAMETER instead (deviation is safe) (observed)",
     .source = "Wine d3dkmt.c:2396-2397, 658",
     .tests = {proves("BadInput.K040StructuresThatAreNotThere")}},
    {.id = "K-042",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "OpenAdapterFromGdiDisplayName reports bad input as STATUS_UNSUCCESSFUL",
     .text = "OpenAdapterFromGdiDisplayName reports bad or NULL input as STATUS_UNSUCCESSFUL, "
             "unlike the INVALID_PARAMETER its page lists.",
     .outcome = "a defect of Drydock if different (observed)",
     .source = "Wine d3dkmt.c:616-623, 632",
     .tests = {proves("ThunkAdapters.StatusesOfOpening")}},
    {.id = "K-043",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Reserved member or flag bit of a D3DKMT request is not zero",
     .text = "All reserved members and flag bits are passed as zero.",
     .outcome = "STATUS_INVALID_PARAMETER expected; not verified per field",
     .source = "d3dkmthk/ and d3dukmdt/ structure pages",
     .lesson = {.why = "A reserved bit gets a meaning in a later version, and then a client that "
                       "left rubbish in it asks for something it never wanted.",
                .check = "The thunks compare the reserved members and bits of the requests they "
                         "read with zero, each at its call, and answer STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMT_CREATEALLOCATION create;
create.hDevice = device;
create.Flags.CreateResource = 1;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(D3DKMT_CREATEALLOCATION create = {};
create.hDevice = device;
create.Flags.CreateResource = 1;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Create.K116KernelFlagsAreRefused"),
               provokes("Device.ReservedFlagsAreRefused"), provokes("Lock.ReservedFlagsAreRefused"),
               stays_silent("Create.K116OrdinaryFlagsAreAccepted")}},
    {.id = "K-044",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver entry returns with changed floating-point control state",
     .text = "(miniport too) Floating-point control state changed inside a driver entry must be "
             "restored before return.",
     .outcome = "corrupts the caller; lint",
     .source = "display/changing-floating-point-control-state.md",
     .lesson = {.why =
                    "The thread goes back to a program that relies on its rounding mode and "
                    "exception masks. A driver that leaves its own changes that program's results.",
                .check =
                    "The SSE and x87 control words are noted before each entry point of a miniport "
                    "and compared when it returns; a change is reported once per call and undone.",
                .wrong = R"(_controlfp_s(&control, _RC_DOWN, _MCW_RC);
ConvertPixels(source, target);
return STATUS_SUCCESS;)",
                .right = R"(_controlfp_s(&saved, 0, 0);
_controlfp_s(&control, _RC_DOWN, _MCW_RC);
ConvertPixels(source, target);
_controlfp_s(&control, saved, _MCW_RC);
return STATUS_SUCCESS;)"},
     .tests = {provokes("DriverState.K044ChangedRoundingIsFoundAndUndone"),
               stays_silent("DriverState.K044RestoredRoundingIsSilent")}},
};

}  // namespace

Chapter handles() { return kKernelHandles; }

}  // namespace drydock::rules::kernel
