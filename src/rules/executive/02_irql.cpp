// IRQL.
#include "src/rules/chapters.h"

namespace drydock::rules::executive {
namespace {

constexpr Rule kExecutiveIrql[] = {
    {.id = "N-014",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Paged code or data touched at DISPATCH_LEVEL or above",
     .text = "Pageable memory is touched below DISPATCH_LEVEL only; PAGED_CODE states it.",
     .outcome = "bug check 0xA or 0xD1",
     .source = "kernel/paged_code.md; debugger/bug-check-0xd1--driver-irql-not-less-or-equal.md",
     .lesson = {.why =
                    "A page that is not in memory cannot be brought in at DISPATCH_LEVEL; it works "
                    "while the page happens to be there and stops the machine when it is not.",
                .check = "Each PAGED_CODE() of the driver, and each function that alloc_text or "
                         "code_seg puts into a section whose name begins with PAGE, looks at the "
                         "IRQL when it begins and reports DISPATCH_LEVEL or above. Sections that "
                         "MmLockPagableCodeSection locked, instances of templates, constructors "
                         "and destructors are left alone, and so are paged data.",
                .wrong = R"(KeAcquireSpinLock(&device->Lock, &irql);
UpdateRegistryValues(device);  // begins with PAGED_CODE()
KeReleaseSpinLock(&device->Lock, irql);)",
                .right = R"(KeAcquireSpinLock(&device->Lock, &irql);
SETTINGS settings = device->Settings;
KeReleaseSpinLock(&device->Lock, irql);
UpdateRegistryValues(&settings);)"},
     .tests = {provokes("IrqlRules.N014FunctionOfAPagedSectionIsFound"),
               provokes("IrqlRules.N014PagedCodeAtDispatchLevelIsFound"),
               stays_silent("IrqlRules.N014LockedSectionsAndTemplatesAreSilent"),
               stays_silent("IrqlRules.N014PagedCodeAtApcLevelIsSilent")}},
    {.id = "N-015",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Raise to a lower IRQL",
     .text = "KeRaiseIrql is given a level no lower than the current one.",
     .outcome = "bug check 0xC4/0x30",
     .source = "wdm/nf-wdm-keraiseirql.md",
     .lesson =
         {.why = "The level must not drop behind the back of whoever raised it: code that relies "
                 "on being alone on its processor suddenly is not.",
          .check =
              "KeRaiseIrql and its kin compare the new level with the thread's own at the call.",
          .wrong = R"(KIRQL old;
KeRaiseIrql(APC_LEVEL, &old);  // in a DPC)",
          .right = R"(KIRQL old;
KeRaiseIrql(DISPATCH_LEVEL, &old);  // the level of a DPC)"},
     .tests = {provokes("IrqlRules.N015RaiseToALowerIrqlIsFound"),
               stays_silent("IrqlRules.N015RaiseToTheSameIrqlIsSilent")}},
    {.id = "N-016",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Lower to a higher IRQL",
     .text = "KeLowerIrql is given the level that the matching raise returned, no higher than the "
             "current one.",
     .outcome = "bug check 0xC4/0x31",
     .source = "wdm/nf-wdm-kelowerirql.md",
     .lesson = {.why = "Lowering to a level above the current one is a raise that nothing will "
                       "undo, and the thread goes on with interrupts held off.",
                .check =
                    "KeLowerIrql compares the level it is given with the thread's own at the call.",
                .wrong = R"(KeRaiseIrql(APC_LEVEL, &old);
…
KeLowerIrql(DISPATCH_LEVEL);)",
                .right = R"(KeRaiseIrql(APC_LEVEL, &old);
…
KeLowerIrql(old);)"},
     .tests = {provokes("IrqlRules.N016LowerToAHigherIrqlIsFound"),
               stays_silent("IrqlRules.N016LowerToTheLevelOfBeforeIsSilent")}},
    {.id = "N-017",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Return with the IRQL changed",
     .text = "A driver routine returns at the IRQL at which it was called.",
     .outcome = "bug check 0xC8 or 0xC4/0x32",
     .source = "debugger/bug-check-0xc8--irql-unexpected-value.md",
     .lesson = {.why = "The caller goes on at a level it does not expect: it may wait where it "
                       "must not, or keep a processor to itself for ever.",
                .check =
                    "The IRQL is noted when the host enters a driver routine and compared when the "
                    "routine returns; it is then put back, so that one fault is told once.",
                .wrong = R"(KeRaiseIrql(DISPATCH_LEVEL, &old);
if (device->Stopped) return STATUS_DEVICE_NOT_READY;
KeLowerIrql(old);)",
                .right = R"(KeRaiseIrql(DISPATCH_LEVEL, &old);
BOOLEAN stopped = device->Stopped;
KeLowerIrql(old);
if (stopped) return STATUS_DEVICE_NOT_READY;)"},
     .tests = {provokes("DispatcherRules.N017ReturnAtAnotherIrqlIsFound"),
               provokes("IrqlRules.N017ReturnAtAnotherIrqlIsFound"),
               stays_silent("DispatcherRules.N017ReturnAtTheSameIrqlIsSilent"),
               stays_silent("IrqlRules.N017ReturnAtTheSameIrqlIsSilent")}},
    {.id = "N-018",
     .party = Party::kDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Executive routine called above its IRQL",
     .text = "Each routine of the executive is called at or below the IRQL that its page states.",
     .outcome = "bug check 0xC4 or 0xA",
     .source = "kernel/managing-hardware-priorities.md",
     .lesson = {.why = "A routine written for a low level may wait, touch paged memory or take a "
                       "mutex, none of which can be done higher up.",
                .check = "Each routine of the executive tests the thread's IRQL against its "
                         "documented limit first of all. Above the limit of a routine that only "
                         "reads or writes what it is given, which works at any IRQL on Windows, "
                         "the finding is a lint.",
                .wrong = R"(VOID OnDpc(PKDPC dpc, PVOID context, PVOID first, PVOID second) {
  PDEVICE device = context;
  ZwClose(device->File);
})",
                .right = R"(VOID OnDpc(PKDPC dpc, PVOID context, PVOID first, PVOID second) {
  PDEVICE device = context;
  IoQueueWorkItem(device->CloseItem, CloseFile, DelayedWorkQueue, device);
})"},
     .tests = {provokes("Debug.N018WidePrintAtDispatchIsFound"),
               provokes("FastMutexRules.N018AcquireAtDispatchLevelIsFound"),
               provokes("IrqlAdvice.N018AboveTheAdviceIsFoundAndTheCallGoesOn"),
               provokes("IrqlRules.N018CriticalRegionAtDispatchLevelIsFound"),
               provokes("RtlStringRules.N018CompareAtDispatchIsFound"),
               provokes("RundownRules.N018WaitAtDispatchLevelIsFound"),
               provokes("SpinLockRules.N018AcquireAboveDispatchLevelIsFound"),
               stays_silent("Debug.N018NarrowPrintAtDispatchIsSilent"),
               stays_silent("IrqlAdvice.N018AtTheAdviceIsSilent"),
               stays_silent("IrqlRules.N018CriticalRegionAtApcLevelIsSilent"),
               stays_silent("SpinLockRules.N018AcquireAtDispatchLevelIsSilent")}},
    {.id = "N-019",
     .party = Party::kDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Executive routine called below its IRQL",
     .text = "A routine that must run at DISPATCH_LEVEL (the AtDpcLevel and FromDpcLevel forms) is "
             "called there.",
     .outcome = "deadlock with a DPC on the same processor",
     .source = "wdm/nf-wdm-keacquirespinlockatdpclevel.md",
     .lesson =
         {.why = "These forms leave the level alone to save time; below DISPATCH_LEVEL a DPC can "
                 "interrupt the holder and spin for the lock on the same processor for ever.",
          .check = "The AtDpcLevel and FromDpcLevel forms test for DISPATCH_LEVEL at the call, and "
                   "the unsafe forms of fast mutexes test that APCs are off.",
          .wrong = R"(NTSTATUS Dispatch(PDEVICE_OBJECT object, PIRP irp) {
  KeAcquireSpinLockAtDpcLevel(&device->Lock);
  …
  KeReleaseSpinLockFromDpcLevel(&device->Lock);)",
          .right = R"(NTSTATUS Dispatch(PDEVICE_OBJECT object, PIRP irp) {
  KeAcquireSpinLock(&device->Lock, &irql);
  …
  KeReleaseSpinLock(&device->Lock, irql);)"},
     .tests = {provokes("FastMutexRules.N019UnsafeWithApcsEnabledIsFound"),
               provokes("SpinLockRules.N019AtDpcLevelFormAtPassiveLevelIsFound"),
               stays_silent("SpinLockRules.N019AtDpcLevelFormAtDispatchLevelIsSilent")}},
};

}  // namespace

Chapter irql() { return kExecutiveIrql; }

}  // namespace drydock::rules::executive
