// Exceptions, and how a driver ends.
#include "src/rules/chapters.h"

namespace drydock::rules::executive {
namespace {

constexpr Rule kExecutiveEnds[] = {
    {.id = "N-059",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Exception leaves a driver routine",
     .text = "Every exception that a driver raises or causes is handled by the driver.",
     .outcome = "bug check 0x1E KMODE_EXCEPTION_NOT_HANDLED",
     .source = "debugger/bug-check-0x1e--kmode-exception-not-handled.md",
     .lesson =
         {.why =
              "The caller is the system, which has no handler for a driver's exceptions and stops.",
          .check = "When an exception finds no handler inside the driver's call, it is reported "
                   "with the place that raised it and the driver ends; a breakpoint without a "
                   "debugger is the same.",
          .wrong = R"(if (count > MAX_COUNT) ExRaiseStatus(STATUS_INVALID_PARAMETER);
return STATUS_SUCCESS;)",
          .right = R"(if (count > MAX_COUNT) return STATUS_INVALID_PARAMETER;
return STATUS_SUCCESS;)"},
     .tests = {provokes("SehRules.N059ExceptionThatEveryFilterDeclinesIsFoundAtItsOrigin"),
               provokes("SehRules.N059UnhandledStatusIsFound"),
               stays_silent("SehRules.N059HandledStatusIsSilent")}},
    {.id = "N-060",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Stop by the driver",
     .text = "KeBugCheck and KeBugCheckEx end the driver.",
     .outcome = "the code and parameters are reported",
     .source = "wdm/nf-wdm-kebugcheckex.md",
     .lesson = {.why =
                    "The user loses all work in every program for a fault that was one driver's.",
                .check = "KeBugCheck, KeBugCheckEx and __fastfail report their code and parameters "
                         "and end the driver; the process goes on.",
                .wrong = R"(default:
  KeBugCheckEx(0xDEAD, request->Type, 0, 0, 0);)",
                .right = R"(default:
  status = STATUS_INVALID_DEVICE_REQUEST;
  break;)"},
     .tests = {provokes("BugCheckRules.N060BugCheckEndsTheDriver"),
               stays_silent("BugCheckRules.N060NoBugCheckIsSilent")}},
    {.id = "N-061",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Driver crashed",
     .text = "A fault outside any try block ends the driver. What a sanitizer that it was built "
             "with reports is a fault.",
     .outcome = "bug check 0x7E or 0xD1",
     .source = "debugger/bug-check-0x7e--system-thread-exception-not-handled.md",
     .lesson =
         {.why = "A fault in kernel mode that no handler takes stops the machine.",
          .check =
              "Signals inside a driver's call are caught: the faulting instruction, the address, "
              "what lies there and the driver's stack are reported, and the driver's life ends.",
          .wrong = R"(PALLOCATION allocation = FindAllocation(handle);
allocation->Uses++;)",
          .right = R"(PALLOCATION allocation = FindAllocation(handle);
if (allocation == NULL) return STATUS_INVALID_HANDLE;
allocation->Uses++;)"},
     .tests = {provokes("CrashRules.N061WriteThroughNullIsFound"),
               stays_silent("CrashRules.N061GuardedFaultIsSilent")}},
    {.id = "N-062",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Driver does not return",
     .text = "A driver routine comes back; one that loops or waits for ever ends the driver.",
     .outcome = "bug check 0x133 DPC_WATCHDOG_VIOLATION, or a hang",
     .source = "debugger/bug-check-0x133-dpc-watchdog-violation.md",
     .lesson =
         {.why = "A DPC that loops stops its processor and then the machine; a call that waits for "
                 "ever hangs its client, and often the desktop.",
          .check = "Without a seed a watchdog measures each call of the driver against a limit; "
                   "under one, time is virtual, and a wait that no thread can end any more is "
                   "reported at once.",
          .wrong = R"(while ((READ_REGISTER_ULONG(device->Status) & READY) == 0) {
})",
          .right =
              R"(for (ULONG tries = 0; (READ_REGISTER_ULONG(device->Status) & READY) == 0; ++tries) {
  if (tries == MAX_TRIES) return STATUS_IO_TIMEOUT;
  KeStallExecutionProcessor(10);
})"},
     .tests = {provokes("ResourceLockRules.N062WaitForOneselfIsFound"),
               provokes("WatchdogRules.N062EndlessLoopIsFound"),
               provokes("WatchdogRules.N062HangInUnloadIsFound"),
               provokes("WatchdogRules.N062LoopThatCallsTheExecutiveIsFound"),
               provokes("WatchdogRules.N062WaitForAnEventThatIsNeverSetIsFound"),
               stays_silent("WatchdogRules.N062DelayUnderASeedIsSilent"),
               stays_silent("WatchdogRules.N062LoopThatEndsIsSilent"),
               stays_silent("WatchdogRules.N062WithoutALimitCallsMayLast")}},
    {.id = "N-063",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "IRP completed twice",
     .text = "A request is completed once.",
     .outcome = "bug check 0x44 MULTIPLE_IRP_COMPLETE_REQUESTS",
     .source = "debugger/bug-check-0x44--multiple-irp-complete-requests.md",
     .lesson = {.why = "After completion the request belongs to whoever sent it and may be free; "
                       "the second completion walks a stack of somebody else's.",
                .check = "IoCompleteRequest looks at the request's record and type, and names "
                         "where it was completed first.",
                .wrong = R"(if (!NT_SUCCESS(status)) IoCompleteRequest(irp, IO_NO_INCREMENT);
irp->IoStatus.Status = status;
IoCompleteRequest(irp, IO_NO_INCREMENT);)",
                .right = R"(irp->IoStatus.Status = status;
IoCompleteRequest(irp, IO_NO_INCREMENT);
return status;)"},
     .tests = {provokes("IrpRules.N063CompletedTwiceAfterItWasFreedIsFound"),
               provokes("IrpRules.N063CompletedTwiceIsFound"),
               provokes("KsObjectRules.N063PendingRequestCompletedTwiceIsFound"),
               stays_silent("KsObjectRules.S106MarkedAndCompletedIsSilent"),
               stays_silent("IrpRules.N063CompletedOnceIsSilent")}},
    {.id = "N-064",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "List entry corrupt",
     .text = "A list entry is in one list at a time and is removed once.",
     .outcome = "bug check 0x139/3 KERNEL_SECURITY_CHECK_FAILURE",
     .source = "debugger/bug-check-0x139--kernel-security-check-failure.md",
     .lesson = {.why = "Unlinking an entry whose neighbours do not point to it writes to two "
                       "places that nobody knows, which is also how lists are attacked.",
                .check = "The inline list routines compare both neighbours before they link or "
                         "unlink, as those of Windows do, and end the driver when they disagree.",
                .wrong = R"(RemoveEntryList(&request->Link);
…
RemoveEntryList(&request->Link);)",
                .right = R"(RemoveEntryList(&request->Link);
InitializeListHead(&request->Link);
…
RemoveEntryList(&request->Link);)"},
     .tests = {provokes("ListRules.N064EntryRemovedTwiceIsFound"),
               stays_silent("ListRules.N064EntriesRemovedOnceAreSilent")}},
    {.id = "N-065",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stall longer than fifty microseconds",
     .text = "KeStallExecutionProcessor is asked for no more than fifty microseconds.",
     .outcome = "bug check 0xC4 under verification",
     .source = "wdm/nf-wdm-kestallexecutionprocessor.md",
     .lesson =
         {.why =
              "The processor does nothing else meanwhile: sound stutters, and the pointer stops.",
          .check =
              "KeStallExecutionProcessor compares the number it is given with fifty at each call.",
          .wrong = R"(WRITE_REGISTER_ULONG(device->Control, RESET);
KeStallExecutionProcessor(2000);)",
          .right = R"(LARGE_INTEGER wait = {.QuadPart = -2 * 10000};
WRITE_REGISTER_ULONG(device->Control, RESET);
KeDelayExecutionThread(KernelMode, FALSE, &wait);)"},
     .tests = {provokes("ClockRules.N065LongStallIsFound"),
               stays_silent("ClockRules.N065ShortStallIsSilent")}},
    {.id = "N-066",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kProved,
     .title = "A driver that imports what is not provided does not load",
     .text = "A driver calls only what its host exports.",
     .outcome = "the driver does not load; the names are listed",
     .source = "kernel/writing-a-driverentry-routine.md",
     .tests = {proves("LoaderRules.N066EveryUnresolvedImportIsListedAtOnce"),
               proves("LoaderRules.N066ImportsOfTheHostAndOfLibrariesAreSilent")}},
    {.id = "N-067",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Unload routine missing",
     .text = "A driver that can be unloaded sets DriverUnload or registers its unload routine.",
     .outcome = "the driver stays for ever",
     .source = "kernel/writing-an-unload-routine.md",
     .lesson = {.why = "Without it the driver cannot be stopped, updated or replaced before the "
                       "machine restarts.",
                .check = "When the host unloads a driver whose DriverEntry succeeded and left "
                         "DriverUnload empty, it reports that at the entry routine.",
                .wrong = R"(NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->MajorFunction[IRP_MJ_CREATE] = OnCreate;
  return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->MajorFunction[IRP_MJ_CREATE] = OnCreate;
  driver->DriverUnload = OnUnload;
  return STATUS_SUCCESS;
})"},
     .tests = {provokes("LoaderRules.N067MissingUnloadRoutineIsFound"),
               stays_silent("LoaderRules.N067UnloadRoutineIsSilent")}},
    {.id = "N-068",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Assertion of the driver failed",
     .text = "What a driver asserts by NT_ASSERT, ASSERT or RtlAssert holds.",
     .outcome =
         "STATUS_ASSERTION_FAILURE is raised; unhandled, bug check 0x1E or a debugger's stop",
     .source = "wdm/nf-wdm-assertmsg.md",
     .lesson = {.why = "The driver says itself that it is in a state its author thought "
                       "impossible; what it does next was never thought through.",
                .check =
                    "NT_ASSERT, ASSERT and RtlAssert come to the host, which raises the exception "
                    "inside a __try of the driver and otherwise reports expression, file and line.",
                .wrong = R"(NT_ASSERT(size <= device->Capacity);
RtlCopyMemory(device->Buffer, source, size);)",
                .right = R"(if (size > device->Capacity) return STATUS_INVALID_PARAMETER;
RtlCopyMemory(device->Buffer, source, size);)"},
     .tests = {provokes("DebugRules.N068FailedAssertionIsFound"),
               provokes("DebugRules.N068RtlAssertIsFound"),
               stays_silent("DebugRules.N068AssertionInsideATryBlockIsSilent"),
               stays_silent("DebugRules.N068AssertionThatHoldsIsSilent")}},
    {.id = "N-069",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver of no use after a failure",
     .text = "A call that fails undoes what it had done: the next client, or the next start, is "
             "served as if it had never been made. After a reset the GPU ends work again.",
     .outcome = "devices that work again only after a reboot",
     .source = "devtest/low-resources-simulation.md",
     .lesson =
         {.why = "What a failed call leaves behind stands in the way of the next one, and a "
                 "shortage of a moment becomes a device that is dead until the machine restarts.",
          .check = "After a run of a scenario in which a fault was injected, a further client or a "
                   "further start does the same without one; when that is refused, it is reported. "
                   "After a reset a new device gives each engine work, if those ended it before.",
          .wrong = R"(device->Busy = TRUE;
buffer = ExAllocatePool2(POOL_FLAG_NON_PAGED, size, TAG);
if (buffer == NULL) return STATUS_NO_MEMORY;
…
device->Busy = FALSE;)",
          .right = R"(buffer = ExAllocatePool2(POOL_FLAG_NON_PAGED, size, TAG);
if (buffer == NULL) return STATUS_NO_MEMORY;
device->Busy = TRUE;
…
device->Busy = FALSE;)"},
     .tests = {provokes("CarelessDriver.N069DriverThatDoesNotStartAgainIsFound"),
               provokes("CarelessDriver.N069DriverThatStaysBrokenAfterAFailureIsFound"),
               provokes("CarelessDriver.N069WhoseGpuIsDeadAfterAResetIsFound"),
               stays_silent("CarelessDriver.N069AResetThatGoesWellIsSilent"),
               stays_silent("CarelessDriver.IsSilentWithoutAMistake")}},
    {.id = "N-070",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "What an allocation holds is lost",
     .text = "What the CPU or the GPU put into an allocation is there until it is discarded, "
             "wherever it was moved meanwhile.",
     .outcome = "wrong pictures and results",
     .source = "display/paging-video-memory-resources.md",
     .lesson = {.why = "The system moves allocations when it likes, and a client relies on their "
                       "bytes as it relies on its own memory.",
                .check = "A scenario writes a pattern that belongs to the allocation, lets it be "
                         "evicted, moved or waited for, and compares what a lock shows then.",
                .wrong = R"(case DXGK_OPERATION_TRANSFER:
  CopyToVram(args->Transfer.Destination.SegmentAddress, source, PAGE_SIZE);
  break;)",
                .right = R"(case DXGK_OPERATION_TRANSFER:
  CopyToVram(args->Transfer.Destination.SegmentAddress, source,
             args->Transfer.TransferSize);
  break;)"},
     .tests = {provokes("CarelessDriver.N070DriverThatDrawsNothingIsFound"),
               stays_silent("CarelessDriver.N070PicturesThatStayAreSilent")}},
    {.id = "N-071",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Data race",
     .text = "Memory that two threads or routines of a driver touch, at least one of them to "
             "write, is touched under a lock that both take, by interlocked operations, or where "
             "something else orders the two.",
     .outcome = "updates are lost, structures are seen half written",
     .source = "kernel/introduction-to-spin-locks.md",
     .lesson =
         {.why = "Two processors that change a word together lose one of the changes, and a reader "
                 "between two writes sees half of each. It works until the day it is busy.",
          .check = "A driver that was built with --races tells its accesses to globals, pool and "
                   "heap. Two of different threads or routines, one of them a write, that no lock, "
                   "event, queue or interlocked operation orders are found, whether or not they "
                   "met in this run. Volatile accesses order as Microsoft's compiler has it.",
          .wrong = R"(VOID Worker(PVOID Context) {
    extension->Frames++;  // and the DPC sets it to zero)",
          .right = R"(VOID Worker(PVOID Context) {
    KeAcquireSpinLock(&extension->Lock, &irql);
    extension->Frames++;
    KeReleaseSpinLock(&extension->Lock, irql);)"},
     .tests = {provokes("Races.N071BlockOfPoolIsFound"),
               provokes("Races.N071CountThatNothingProtectsIsFound"),
               provokes("Races.N071DpcsAreAfterNothingButTheirQueueing"),
               provokes("Races.N071WriteBesideAnInterlockedOneIsFound"),
               provokes("Races.N071DpcOfAnotherProcessorIsFound"),
               stays_silent("Races.N071DpcsOfTheQueuersProcessorAreSilent"),
               stays_silent("Races.N071InterlockedOperationsAndPublishingAreSilent"),
               stays_silent("Races.N071ReadersNeighboursAndFreedBlocksAreSilent"),
               stays_silent("Races.N071WhatALockProtectsIsSilent"),
               stays_silent("Races.N071WhatIsHandedOverIsSilent")}},
    {.id = "N-072",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Code of the INIT section called after DriverEntry",
     .text = "What is in the INIT section is called by DriverEntry alone: when that has returned "
             "the section is discarded.",
     .outcome = "bug check 0x50, or whatever lies there by then runs",
     .source = "kernel/writing-a-driverentry-routine.md; kernel/paging-an-entire-driver.md",
     .lesson =
         {.why = "The pages of the INIT section are given to somebody else as soon as DriverEntry "
                 "has returned. What is called there later is no code any more.",
          .check =
              "When DriverEntry has succeeded the functions in the INIT section are overwritten, "
              "so that the first instruction of each ends the driver and the caller is named.",
          .wrong = R"(#pragma alloc_text(INIT, DriverEntry)
#pragma alloc_text(INIT, ReadSettings)  // DxgkDdiStartDevice calls it too)",
          .right = R"(#pragma alloc_text(INIT, DriverEntry)
#pragma alloc_text(PAGE, ReadSettings))"},
     .tests = {provokes("CrashRules.N072CodeThatIsDiscardedIsFound"),
               stays_silent("CrashRules.N072InitializationIsSilent")}},
    {.id = "N-073",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Kernel handle closed that is not open",
     .text = "A driver closes each kernel handle once, and closes nothing that is no handle.",
     .outcome = "bug check 0x93 INVALID_KERNEL_HANDLE, or another part's handle is closed",
     .source = "wdm/nf-wdm-zwclose.md; wdm/nf-wdm-obclosehandle.md; "
               "debugger/bug-check-0x93--invalid-kernel-handle.md",
     .lesson = {.why = "All drivers share the table of kernel handles. A value that was closed is "
                       "given to the next handle, and a second close takes that away from its "
                       "owner.",
                .check =
                    "ZwClose and ObCloseHandle in kernel mode ask whether the value is an open "
                    "handle. A kernel handle that is not, a handle that the driver itself has "
                    "opened and closed before, and a value that can be no handle at all is "
                    "reported.",
                .wrong = R"(ZwClose(device->Key);
…
VOID OnRemove(PDEVICE device) { ZwClose(device->Key); })",
                .right = R"(ZwClose(device->Key);
device->Key = NULL;
…
VOID OnRemove(PDEVICE device) {
  if (device->Key != NULL) ZwClose(device->Key);
})"},
     .tests = {provokes("HandleRules.N073HandleClosedTwiceIsFound"),
               provokes("HandleRules.N073HandleOfItsOwnClosedTwiceIsFound"),
               provokes("HandleRules.N073WhatIsNoHandleIsFound"),
               stays_silent("HandleRules.N073ClosedOnceAndForClientsIsSilent")}},
};

}  // namespace

Chapter ends() { return kExecutiveEnds; }

}  // namespace drydock::rules::executive
