// MDLs, I/O space, contiguous memory, and memory of clients.
#include "src/rules/chapters.h"

namespace drydock::rules::executive {
namespace {

constexpr Rule kExecutiveMemory[] = {
    {.id = "N-049",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "MDL freed while its pages are locked",
     .text = "MmUnlockPages comes before IoFreeMdl.",
     .outcome = "bug check 0x76 or 0xCB",
     .source = "wdm/nf-wdm-mmunlockpages.md; debugger/bug-check-0x76--process-has-locked-pages.md",
     .lesson = {.why = "Nothing knows any more which pages were locked, so they stay in memory, "
                       "and Windows stops when their process ends.",
                .check = "IoFreeMdl looks up whether the pages are locked; locks that are left "
                         "after unload are reported under this rule too.",
                .wrong = R"(MmProbeAndLockPages(mdl, UserMode, IoReadAccess);
…
IoFreeMdl(mdl);)",
                .right = R"(MmProbeAndLockPages(mdl, UserMode, IoReadAccess);
…
MmUnlockPages(mdl);
IoFreeMdl(mdl);)"},
     .tests = {provokes("MdlRules.N049FreedWhileLockedIsFound"),
               provokes("MdlRules.N049LeftLockedIsFound"),
               stays_silent("MdlRules.N049UnlockedBeforeFreeIsSilent")}},
    {.id = "N-050",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MDL left at unload",
     .text = "Every MDL that the driver allocated is freed.",
     .outcome = "leak, named with its stack",
     .source = "wdm/nf-wdm-iofreemdl.md",
     .lesson = {.why = "Each MDL is nonpaged memory, with room for every page it describes, and is "
                       "freed by nobody else.",
                .check = "What IoAllocateMdl gives is on the driver's account until IoFreeMdl; the "
                         "rest is reported after unload with the stack of its allocation.",
                .wrong = R"(PMDL mdl = IoAllocateMdl(buffer, length, FALSE, FALSE, NULL);
MmBuildMdlForNonPagedPool(mdl);
Program(device, MmGetMdlPfnArray(mdl));)",
                .right = R"(PMDL mdl = IoAllocateMdl(buffer, length, FALSE, FALSE, NULL);
MmBuildMdlForNonPagedPool(mdl);
Program(device, MmGetMdlPfnArray(mdl));
IoFreeMdl(mdl);)"},
     .tests = {provokes("MdlRules.N050LeftAtUnloadIsFound"),
               provokes("MdlRules.N050PagesLeftAtUnloadAreFound"),
               stays_silent("MdlRules.N050FreedIsSilent")}},
    {.id = "N-051",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Pages of an MDL locked twice",
     .text = "An MDL that is locked, partial or built for non-paged pool is not locked again.",
     .outcome = "bug check 0xC4/0x81",
     .source = "wdm/nf-wdm-mmprobeandlockpages.md",
     .lesson = {.why = "A second lock overwrites the page numbers of the first, whose count can "
                       "then never be given back.",
                .check = "MmProbeAndLockPages looks at the MDL's flags: one that is locked, "
                         "partial or built for nonpaged pool is refused with a finding.",
                .wrong = R"(MmBuildMdlForNonPagedPool(mdl);
__try {
  MmProbeAndLockPages(mdl, KernelMode, IoWriteAccess);
} __except (EXCEPTION_EXECUTE_HANDLER) {})",
                .right = R"(MmBuildMdlForNonPagedPool(mdl);
PVOID address = MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority);)"},
     .tests = {provokes("MdlRules.N051LockOfNonPagedPoolIsFound"),
               provokes("MdlRules.N051LockedTwiceIsFound"),
               stays_silent("MdlRules.N051LockedAgainAfterUnlockIsSilent")}},
    {.id = "N-052",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "MDL unlocked that was not locked",
     .text = "Pages are unlocked only after MmProbeAndLockPages.",
     .outcome = "bug check 0xC4/0x7C",
     .source = "wdm/nf-wdm-mmunlockpages.md",
     .lesson = {.why = "The lock counts of pages that the driver never locked go down, and pages "
                       "that are in use by a device are given to somebody else.",
                .check = "MmUnlockPages asks for the MDL's flag and for a lock of its own in the "
                         "host's record.",
                .wrong = R"(MmBuildMdlForNonPagedPool(mdl);
…
MmUnlockPages(mdl);
IoFreeMdl(mdl);)",
                .right = R"(MmBuildMdlForNonPagedPool(mdl);
…
IoFreeMdl(mdl);)"},
     .tests = {provokes("MdlRules.N052UnlockedNotLockedIsFound"),
               stays_silent("MdlRules.N052UnlockedOnceIsSilent")}},
    {.id = "N-053",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "MmProbeAndLockPages outside a try block",
     .text = "The call can raise, so a driver makes it inside __try.",
     .outcome = "bug check 0x1E when the pages are bad",
     .source = "wdm/nf-wdm-mmprobeandlockpages.md",
     .lesson = {.why = "A client can unmap or protect its buffer at any time, and the call tells "
                       "that by an exception that nobody in the kernel would catch.",
                .check = "A call by a driver outside every __try of its own is reported, even when "
                         "the pages happen to be good.",
                .wrong = R"(PMDL mdl = IoAllocateMdl(user_buffer, length, FALSE, FALSE, NULL);
MmProbeAndLockPages(mdl, UserMode, IoWriteAccess);)",
                .right = R"(PMDL mdl = IoAllocateMdl(user_buffer, length, FALSE, FALSE, NULL);
__try {
  MmProbeAndLockPages(mdl, UserMode, IoWriteAccess);
} __except (EXCEPTION_EXECUTE_HANDLER) {
  IoFreeMdl(mdl);
  return GetExceptionCode();
})"},
     .tests = {provokes("MdlRules.N053LockOutsideTryIsFound"),
               stays_silent("MdlRules.N053LockInsideTryIsSilent")}},
    {.id = "N-054",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Mapped I/O space left at unload",
     .text = "Every MmMapIoSpace is answered by MmUnmapIoSpace of the same range.",
     .outcome = "leak of system address space",
     .source = "wdm/nf-wdm-mmunmapiospace.md",
     .lesson = {.why = "System address space is limited, and a mapping of a device's registers "
                       "outlives the driver and often the device.",
                .check = "Mappings are on the driver's account; those that stand after unload are "
                         "reported with the stack that made them.",
                .wrong = R"(device->Registers = MmMapIoSpace(base, length, MmNonCached);
…
VOID OnStop(PDEVICE device) { device->Registers = NULL; })",
                .right = R"(device->Registers = MmMapIoSpace(base, length, MmNonCached);
…
VOID OnStop(PDEVICE device) {
  MmUnmapIoSpace(device->Registers, device->Length);
  device->Registers = NULL;
})"},
     .tests = {provokes("IoSpaceRules.N054LeftAtUnloadIsFound"),
               stays_silent("IoSpaceRules.N054UnmappedIsSilent")}},
    {.id = "N-055",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "I/O space unmapped with another size",
     .text = "MmUnmapIoSpace is given the address and the number of bytes that were mapped; "
             "DxgkCbUnmapMemory an address that DxgkCbMapMemory gave, once.",
     .outcome = "bug check 0xDA SYSTEM_PTE_MISUSE",
     .source = "wdm/nf-wdm-mmunmapiospace.md",
     .lesson = {.why = "The memory manager clears as many page table entries as it is told, those "
                       "of the neighbour included.",
                .check = "MmUnmapIoSpace looks the address up among the live mappings and compares "
                         "the number of bytes. DxgkCbUnmapMemory refuses what is not mapped, and "
                         "Windows goes on: there it is a lint.",
                .wrong = R"(device->Registers = MmMapIoSpace(base, 0x4000, MmNonCached);
…
MmUnmapIoSpace(device->Registers, PAGE_SIZE);)",
                .right = R"(device->Registers = MmMapIoSpace(base, 0x4000, MmNonCached);
…
MmUnmapIoSpace(device->Registers, 0x4000);)"},
     .tests = {provokes("HardwareOwned.N055UnmappedTwiceByTheCallbackIsFound"),
               provokes("IoSpaceRules.N055AnotherSizeIsFound"),
               provokes("IoSpaceRules.N055UnmappedTwiceIsFound"),
               stays_silent("HardwareOwned.N055MappingsPortsAndNothingUnmappedAreSilent"),
               stays_silent("IoSpaceRules.N055SameSizeIsSilent")}},
    {.id = "N-056",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "I/O space mapped that no device declares",
     .text = "A physical range that is mapped belongs to the device, or to memory that the driver "
             "owns.",
     .outcome = "machine check or corruption",
     .source = "wdm/nf-wdm-mmmapiospace.md",
     .lesson = {.why = "Reading where no device answers can stop the machine, and mapping memory "
                       "that is free or somebody else's corrupts it.",
                .check = "MmMapIoSpace accepts ranges that a device of the host declares and "
                         "memory that is in use; any other is refused at the call.",
                .wrong = R"(PHYSICAL_ADDRESS base = {.QuadPart = 0xE0000000};
device->Registers = MmMapIoSpace(base, 0x1000, MmNonCached);)",
                .right = R"(PHYSICAL_ADDRESS base = descriptor->u.Memory.Start;
device->Registers = MmMapIoSpace(base, descriptor->u.Memory.Length, MmNonCached);)"},
     .tests = {provokes("IoSpaceRules.N056BeyondTheEndIsFound"),
               provokes("IoSpaceRules.N056UndeclaredRangeIsFound"),
               stays_silent("IoSpaceRules.N056DeclaredRangeIsSilent")}},
    {.id = "N-057",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Contiguous memory left at unload",
     .text = "Contiguous memory is freed by the routine that answers the one that allocated it.",
     .outcome = "leak",
     .source = "wdm/nf-wdm-mmfreecontiguousmemory.md",
     .lesson = {.why = "Contiguous memory is the scarcest kind: after some loads of a leaky driver "
                       "no device gets any until the machine restarts.",
                .check = "Blocks that are left after unload are reported with their stack; a free "
                         "by the wrong routine, address or size is told at the call.",
                .wrong = R"(device->Ring = MmAllocateContiguousMemory(RING_BYTES, highest);
…
VOID OnStop(PDEVICE device) { device->Ring = NULL; })",
                .right = R"(device->Ring = MmAllocateContiguousMemory(RING_BYTES, highest);
…
VOID OnStop(PDEVICE device) {
  MmFreeContiguousMemory(device->Ring);
  device->Ring = NULL;
})"},
     .tests = {provokes("DmaRules.N057CommonBufferLeftIsFound"),
               provokes("PhysicalRules.N057FreedByAnotherRoutineIsFound"),
               provokes("PhysicalRules.N057LeftAtUnloadIsFound"),
               stays_silent("DmaRules.N057EverythingGivenBackIsSilent"),
               stays_silent("PhysicalRules.N057FreedIsSilent")}},
    {.id = "N-058",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "User pointer touched without a probe inside a try block",
     .text = "An address that a client supplied is touched below DISPATCH_LEVEL, inside __try, and "
             "after a probe of these bytes in the same call; checked at every access to a client's "
             "memory that the host watches, and at every fault on memory that it declares.",
     .outcome = "bug check 0x50 or 0x1E on a bad address",
     .source = "wdm/nf-wdm-probeforread.md",
     .lesson =
         {.why = "A client chooses the pointer: without a probe it can name kernel memory and have "
                 "the driver overwrite it, and without __try an unmapped page stops the machine.",
          .check = "The pages of a client's memory are closed to drivers, so that each access is "
                   "looked at for IRQL, __try and a probe of those bytes in a call that still "
                   "runs; memory that is only declared is judged when an access faults.",
          .wrong = R"(PESCAPE input = UserPointer;
device->Mode = input->Mode;)",
          .right = R"(__try {
  ProbeForRead(UserPointer, sizeof(ESCAPE), __alignof(ESCAPE));
  device->Mode = ((PESCAPE)UserPointer)->Mode;
} __except (EXCEPTION_EXECUTE_HANDLER) {
  return GetExceptionCode();
})"},
     .tests = {provokes("UserMemoryRules.N058FaultOnDeclaredMemoryOutsideATryBlockIsFound"),
               provokes("UserMemoryRules.N058MemoryOfTheKernelIsFound"),
               provokes("UserMemoryRules.N058TouchedAgainAfterTheBlockIsFound"),
               provokes("UserMemoryRules.N058TouchedAtDispatchLevelIsFound"),
               provokes("UserMemoryRules.N058TouchedOutsideATryBlockIsFound"),
               provokes("UserMemoryRules.N058TouchedWithoutAProbeIsFound"),
               stays_silent("UserMemoryRules.N058LockedPagesAtTheirSystemAddressAreSilent"),
               stays_silent("UserMemoryRules.N058MemoryOfTheKernelThatIsProbedIsSilent"),
               stays_silent("UserMemoryRules.N058ProbedInsideATryBlockIsSilent")}},
};

}  // namespace

Chapter memory() { return kExecutiveMemory; }

}  // namespace drydock::rules::executive
