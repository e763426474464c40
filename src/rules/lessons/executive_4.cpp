// The executive: memory of others, exceptions, and how a driver ends.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kExecutive4Lessons[] = {
    {.rule = "N-053",
     .why = "A client can unmap or protect its buffer at any time, and the call tells that by an "
            "exception that nobody in the kernel would catch.",
     .check = "A call by a driver outside every __try of its own is reported, even when the pages "
              "happen to be good.",
     .wrong = R"(PMDL mdl = IoAllocateMdl(user_buffer, length, FALSE, FALSE, NULL);
MmProbeAndLockPages(mdl, UserMode, IoWriteAccess);)",
     .right = R"(PMDL mdl = IoAllocateMdl(user_buffer, length, FALSE, FALSE, NULL);
__try {
  MmProbeAndLockPages(mdl, UserMode, IoWriteAccess);
} __except (EXCEPTION_EXECUTE_HANDLER) {
  IoFreeMdl(mdl);
  return GetExceptionCode();
})"},
    {.rule = "N-054",
     .why = "System address space is limited, and a mapping of a device's registers outlives the "
            "driver and often the device.",
     .check = "Mappings are on the driver's account; those that stand after unload are reported "
              "with the stack that made them.",
     .wrong = R"(device->Registers = MmMapIoSpace(base, length, MmNonCached);
…
VOID OnStop(PDEVICE device) { device->Registers = NULL; })",
     .right = R"(device->Registers = MmMapIoSpace(base, length, MmNonCached);
…
VOID OnStop(PDEVICE device) {
  MmUnmapIoSpace(device->Registers, device->Length);
  device->Registers = NULL;
})"},
    {.rule = "N-055",
     .why = "The memory manager clears as many page table entries as it is told, those of the "
            "neighbour included.",
     .check = "MmUnmapIoSpace looks the address up among the live mappings and compares the number "
              "of bytes.",
     .wrong = R"(device->Registers = MmMapIoSpace(base, 0x4000, MmNonCached);
…
MmUnmapIoSpace(device->Registers, PAGE_SIZE);)",
     .right = R"(device->Registers = MmMapIoSpace(base, 0x4000, MmNonCached);
…
MmUnmapIoSpace(device->Registers, 0x4000);)"},
    {.rule = "N-056",
     .why = "Reading where no device answers can stop the machine, and mapping memory that is free "
            "or somebody else's corrupts it.",
     .check = "MmMapIoSpace accepts ranges that a device of the host declares and memory that is "
              "in use; any other is refused at the call.",
     .wrong = R"(PHYSICAL_ADDRESS base = {.QuadPart = 0xE0000000};
device->Registers = MmMapIoSpace(base, 0x1000, MmNonCached);)",
     .right = R"(PHYSICAL_ADDRESS base = descriptor->u.Memory.Start;
device->Registers = MmMapIoSpace(base, descriptor->u.Memory.Length, MmNonCached);)"},
    {.rule = "N-057",
     .why = "Contiguous memory is the scarcest kind: after some loads of a leaky driver no device "
            "gets any until the machine restarts.",
     .check = "Blocks that are left after unload are reported with their stack; a free by the "
              "wrong routine, address or size is told at the call.",
     .wrong = R"(device->Ring = MmAllocateContiguousMemory(RING_BYTES, highest);
…
VOID OnStop(PDEVICE device) { device->Ring = NULL; })",
     .right = R"(device->Ring = MmAllocateContiguousMemory(RING_BYTES, highest);
…
VOID OnStop(PDEVICE device) {
  MmFreeContiguousMemory(device->Ring);
  device->Ring = NULL;
})"},
    {.rule = "N-058",
     .why = "A client chooses the pointer: without a probe it can name kernel memory and have the "
            "driver overwrite it, and without __try an unmapped page stops the machine.",
     .check = "The pages of a client's memory are closed to drivers, so that each access is looked "
              "at for IRQL, __try and a probe of those bytes in a call that still runs; memory "
              "that is only declared is judged when an access faults.",
     .wrong = R"(PESCAPE input = UserPointer;
device->Mode = input->Mode;)",
     .right = R"(__try {
  ProbeForRead(UserPointer, sizeof(ESCAPE), __alignof(ESCAPE));
  device->Mode = ((PESCAPE)UserPointer)->Mode;
} __except (EXCEPTION_EXECUTE_HANDLER) {
  return GetExceptionCode();
})"},
    {.rule = "N-059",
     .why = "The caller is the system, which has no handler for a driver's exceptions and stops.",
     .check =
         "When an exception finds no handler inside the driver's call, it is reported with the "
         "place that raised it and the driver ends; a breakpoint without a debugger is the same.",
     .wrong = R"(if (count > MAX_COUNT) ExRaiseStatus(STATUS_INVALID_PARAMETER);
return STATUS_SUCCESS;)",
     .right = R"(if (count > MAX_COUNT) return STATUS_INVALID_PARAMETER;
return STATUS_SUCCESS;)"},
    {.rule = "N-060",
     .why = "The user loses all work in every program for a fault that was one driver's.",
     .check = "KeBugCheck, KeBugCheckEx and __fastfail report their code and parameters and end "
              "the driver; the process goes on.",
     .wrong = R"(default:
  KeBugCheckEx(0xDEAD, request->Type, 0, 0, 0);)",
     .right = R"(default:
  status = STATUS_INVALID_DEVICE_REQUEST;
  break;)"},
    {.rule = "N-061",
     .why = "A fault in kernel mode that no handler takes stops the machine.",
     .check = "Signals inside a driver's call are caught: the faulting instruction, the address, "
              "what lies there and the driver's stack are reported, and the driver's life ends.",
     .wrong = R"(PALLOCATION allocation = FindAllocation(handle);
allocation->Uses++;)",
     .right = R"(PALLOCATION allocation = FindAllocation(handle);
if (allocation == NULL) return STATUS_INVALID_HANDLE;
allocation->Uses++;)"},
    {.rule = "N-062",
     .why = "A DPC that loops stops its processor and then the machine; a call that waits for ever "
            "hangs its client, and often the desktop.",
     .check =
         "Without a seed a watchdog measures each call of the driver against a limit; under one, "
         "time is virtual, and a wait that no thread can end any more is reported at once.",
     .wrong = R"(while ((READ_REGISTER_ULONG(device->Status) & READY) == 0) {
})",
     .right =
         R"(for (ULONG tries = 0; (READ_REGISTER_ULONG(device->Status) & READY) == 0; ++tries) {
  if (tries == MAX_TRIES) return STATUS_IO_TIMEOUT;
  KeStallExecutionProcessor(10);
})"},
    {.rule = "N-063",
     .why = "After completion the request belongs to whoever sent it and may be free; the second "
            "completion walks a stack of somebody else's.",
     .check = "IoCompleteRequest looks at the request's record and type, and names where it was "
              "completed first.",
     .wrong = R"(if (!NT_SUCCESS(status)) IoCompleteRequest(irp, IO_NO_INCREMENT);
irp->IoStatus.Status = status;
IoCompleteRequest(irp, IO_NO_INCREMENT);)",
     .right = R"(irp->IoStatus.Status = status;
IoCompleteRequest(irp, IO_NO_INCREMENT);
return status;)"},
    {.rule = "N-064",
     .why = "Unlinking an entry whose neighbours do not point to it writes to two places that "
            "nobody knows, which is also how lists are attacked.",
     .check = "The inline list routines compare both neighbours before they link or unlink, as "
              "those of Windows do, and end the driver when they disagree.",
     .wrong = R"(RemoveEntryList(&request->Link);
…
RemoveEntryList(&request->Link);)",
     .right = R"(RemoveEntryList(&request->Link);
InitializeListHead(&request->Link);
…
RemoveEntryList(&request->Link);)"},
    {.rule = "N-065",
     .why = "The processor does nothing else meanwhile: sound stutters, and the pointer stops.",
     .check = "KeStallExecutionProcessor compares the number it is given with fifty at each call.",
     .wrong = R"(WRITE_REGISTER_ULONG(device->Control, RESET);
KeStallExecutionProcessor(2000);)",
     .right = R"(LARGE_INTEGER wait = {.QuadPart = -2 * 10000};
WRITE_REGISTER_ULONG(device->Control, RESET);
KeDelayExecutionThread(KernelMode, FALSE, &wait);)"},
    {.rule = "N-066",
     .why = "The loader of Windows binds every import before the driver runs and refuses the file "
            "when one name is missing.",
     .check = "Before a driver is loaded its undefined symbols are compared with what the host "
              "exports; the load fails with the list of those that are missing.",
     .wrong = R"(extern NTSTATUS MyVendorHelper(PVOID);
…
return MyVendorHelper(device);)",
     .right = R"(static NTSTATUS MyVendorHelper(PVOID device) { return STATUS_SUCCESS; }
…
return MyVendorHelper(device);)"},
    {.rule = "N-067",
     .why = "Without it the driver cannot be stopped, updated or replaced before the machine "
            "restarts.",
     .check = "When the host unloads a driver whose DriverEntry succeeded and left DriverUnload "
              "empty, it reports that at the entry routine.",
     .wrong = R"(NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->MajorFunction[IRP_MJ_CREATE] = OnCreate;
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->MajorFunction[IRP_MJ_CREATE] = OnCreate;
  driver->DriverUnload = OnUnload;
  return STATUS_SUCCESS;
})"},
    {.rule = "N-068",
     .why = "The driver says itself that it is in a state its author thought impossible; what it "
            "does next was never thought through.",
     .check = "NT_ASSERT, ASSERT and RtlAssert come to the host, which raises the exception inside "
              "a __try of the driver and otherwise reports expression, file and line.",
     .wrong = R"(NT_ASSERT(size <= device->Capacity);
RtlCopyMemory(device->Buffer, source, size);)",
     .right = R"(if (size > device->Capacity) return STATUS_INVALID_PARAMETER;
RtlCopyMemory(device->Buffer, source, size);)"},
    {.rule = "N-069",
     .why = "What a failed call leaves behind stands in the way of the next one, and a shortage "
            "of a moment becomes a device that is dead until the machine restarts.",
     .check = "After a run of a scenario in which a fault was injected, a further client or a "
              "further start does the same without one; when that is refused, it is reported.",
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
    {.rule = "N-070",
     .why = "The system moves allocations when it likes, and a client relies on their bytes as it "
            "relies on its own memory.",
     .check = "A scenario writes a pattern that belongs to the allocation, lets it be evicted, "
              "moved or waited for, and compares what a lock shows then.",
     .wrong = R"(case DXGK_OPERATION_TRANSFER:
  CopyToVram(args->Transfer.Destination.SegmentAddress, source, PAGE_SIZE);
  break;)",
     .right = R"(case DXGK_OPERATION_TRANSFER:
  CopyToVram(args->Transfer.Destination.SegmentAddress, source,
             args->Transfer.TransferSize);
  break;)"},
    {.rule = "N-071",
     .why = "Two processors that change a word together lose one of the changes, and a reader "
            "between two writes sees half of each. It works until the day it is busy.",
     .check = "A driver that was built with --races tells its accesses to globals, pool and heap. "
              "Two of different threads or routines, one of them a write, that no lock, event, "
              "queue or interlocked operation orders are found, whether or not they met in this "
              "run. Volatile accesses order as Microsoft's compiler has it.",
     .wrong = R"(VOID Worker(PVOID Context) {
    extension->Frames++;  // and the DPC sets it to zero)",
     .right = R"(VOID Worker(PVOID Context) {
    KeAcquireSpinLock(&extension->Lock, &irql);
    extension->Frames++;
    KeReleaseSpinLock(&extension->Lock, irql);)"},
    {.rule = "N-072",
     .why = "The pages of the INIT section are given to somebody else as soon as DriverEntry has "
            "returned. What is called there later is no code any more.",
     .check =
         "When DriverEntry has succeeded the functions in the INIT section are overwritten, so "
         "that the first instruction of each ends the driver and the caller is named.",
     .wrong = R"(#pragma alloc_text(INIT, DriverEntry)
#pragma alloc_text(INIT, ReadSettings)  // DxgkDdiStartDevice calls it too)",
     .right = R"(#pragma alloc_text(INIT, DriverEntry)
#pragma alloc_text(PAGE, ReadSettings))"},
};

}  // namespace

Lessons executive_4() { return kExecutive4Lessons; }

}  // namespace drydock::rules::lessons
