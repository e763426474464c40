// Per-process driver objects.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelProcessObjects[] = {
    {.id = "K-075",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Miniport process object lives from first device to last adapter handle",
     .text = "The miniport's process object is created when the process creates its first device "
             "on the adapter and destroyed when the process closes its last adapter handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_escape.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_queryadapterinfo.md",
     .tests = {proves("DriverProcess.K075LivesFromTheFirstDeviceToTheLastAdapterHandle")}},
    {.id = "K-076",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Miniport uses hKmdProcess without checking it for NULL",
     .text = "Any hKmdProcess received in Escape or QueryAdapterInfo may be NULL (no device yet) "
             "and must be checked.",
     .outcome = "null dereference, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_escape.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_queryadapterinfo.md",
     .lesson = {.why = "A program may query or escape before it has created a device, and then the "
                       "driver has not been told of its process: the handle is NULL.",
                .check = "The host makes such calls with NULL as they come; a driver that crashes "
                         "in DxgkDdiEscape or DxgkDdiQueryAdapterInfo with it gets this finding "
                         "beside that of the crash.",
                .wrong = R"(KmProcess* process = (KmProcess*)pEscape->hKmdProcessHandle;
process->EscapeCount++;)",
                .right = R"(KmProcess* process = (KmProcess*)pEscape->hKmdProcessHandle;
if (process == NULL) return STATUS_INVALID_PARAMETER;
process->EscapeCount++;)"},
     .tests = {provokes("DriverState.K076EscapeWithoutALookAtTheProcessIsFound"),
               provokes("DriverState.K076QueryWithoutALookAtTheProcessIsFound"),
               stays_silent("DriverState.K076ProcessOfADeviceIsSilent")}},
    {.id = "K-077",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "GPU address range is reserved outside DxgkDdiCreateProcess",
     .text = "DxgkCbReserveGpuVirtualAddressRange is legal only inside DxgkDdiCreateProcess.",
     .outcome = "error NTSTATUS; driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_reservegpuvirtualaddressrange.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_createprocess.md",
     .lesson =
         {.why = "The layout of a process's address space is fixed when it is set up. A range "
                 "taken later could already hold mappings of the process.",
          .check =
              "DxgkCbReserveGpuVirtualAddressRange asks at the call whether DxgkDdiCreateProcess "
              "is running on this thread; elsewhere it reports and refuses.",
          .wrong = R"(NTSTATUS CreateDevice(HANDLE hAdapter, DXGKARG_CREATEDEVICE* pCreateDevice) {
    Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);
    …)",
          .right = R"(NTSTATUS CreateProcess(PVOID Context, DXGKARG_CREATEPROCESS* pCreateProcess) {
    reserve.hDxgkProcess = pCreateProcess->hDxgkProcess;
    Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);
    …)"},
     .tests = {provokes("CallbackRules.K077ReservationInStartIsFound"),
               stays_silent("CallbackRules.K077ReservationInCreateProcessIsSilent")}},
    {.id = "K-078",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Reserved GPU range is not a multiple of a page-table entry's coverage",
     .text = "Reserved range size and alignment must be multiples of the space covered by one "
             "page-table entry (alignment also a power of two); entries in it are set invalid each "
             "time that page table becomes resident.",
     .outcome = "error NTSTATUS",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_reservegpuvirtualaddressrange.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_reservegpuvirtualaddressrange.md",
     .lesson = {.why = "An entry of a page table is the driver's or the memory manager's. A range "
                       "that ends inside of what an entry leads to would have both write it.",
                .check =
                    "DxgkCbReserveGpuVirtualAddressRange compares SizeInBytes, BaseAddress and "
                    "Alignment with what one leaf of the page tables leads to; what is no "
                    "multiple, and an alignment that is no power of two, is reported and refused.",
                .wrong = R"(reserve.SizeInBytes = 64 * 1024;
Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);)",
                .right = R"(reserve.SizeInBytes = LEAF_TABLE_COVERAGE;
reserve.Alignment = LEAF_TABLE_COVERAGE;
Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);)"},
     .tests = {provokes("DriverAddress.K078LessThanALeafIsFound"),
               stays_silent("DriverAddress.K078K079WholeLeavesBehindTheFirstEntryAreTheDrivers")}},
    {.id = "K-079",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Entry 0 of a root page table is always invalid",
     .text = "Root page-table entry 0 is always invalid; driver reservations start at entry 1.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_reservegpuvirtualaddressrange.md",
     .tests = {proves("DriverAddress.K078K079WholeLeavesBehindTheFirstEntryAreTheDrivers"),
               proves("DriverAddress.K079TheFirstEntryIsNeverReserved")}},
    {.id = "K-080",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbSignalEvent races process destruction",
     .text = "DxgkCbSignalEvent must be synchronised with DestroyProcess: it names a process that "
             "the driver has.",
     .outcome = "event object leak / use-after-free",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_signalevent.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_signalevent.md",
     .lesson = {.why =
                    "The event belongs to the process. Signalled after the process has gone it is "
                    "freed memory, and without the last-use flag its reference is never given up.",
                .check = "DxgkCbSignalEvent looks hDxgkProcess up among the processes that the "
                         "driver has at that moment, and reports and refuses one that is gone. The "
                         "structure has no flag for the last use.",
                .wrong = R"(// DPC, while DxgkDdiDestroyProcess may run
signal.hDxgkProcess = job->hDxgkProcess;
Dxgk->DxgkCbSignalEvent(&signal);)",
                .right = R"(KeAcquireSpinLockAtDpcLevel(&process->Lock);
if (process->IsAlive) {
    signal.hDxgkProcess = process->hDxgkProcess;
    Dxgk->DxgkCbSignalEvent(&signal);
}
KeReleaseSpinLockFromDpcLevel(&process->Lock);)"},
     .tests = {provokes("DriverState.K080EventOfAProcessThatIsGoneIsFound"),
               stays_silent("DriverState.K080EventOfALiveProcessIsSignalled")}},
};

}  // namespace

Chapter process_objects() { return kKernelProcessObjects; }

}  // namespace drydock::rules::kernel
