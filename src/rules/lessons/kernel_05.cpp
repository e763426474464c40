// Per-process driver objects.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel05Lessons[] = {
    {.rule = "K-076",
     .why = "A program may query or escape before it has created a device, and then the driver has "
            "not been told of its process: the handle is NULL.",
     .check = "The host makes such calls with NULL as they come; a driver that crashes in "
              "DxgkDdiEscape or DxgkDdiQueryAdapterInfo with it gets this finding beside that of "
              "the crash.",
     .wrong = R"(KmProcess* process = (KmProcess*)pEscape->hKmdProcessHandle;
process->EscapeCount++;)",
     .right = R"(KmProcess* process = (KmProcess*)pEscape->hKmdProcessHandle;
if (process == NULL) return STATUS_INVALID_PARAMETER;
process->EscapeCount++;)"},
    {.rule = "K-077",
     .why = "The layout of a process's address space is fixed when it is set up. A range taken "
            "later could already hold mappings of the process.",
     .check = "DxgkCbReserveGpuVirtualAddressRange asks at the call whether DxgkDdiCreateProcess "
              "is running on this thread; elsewhere it reports and refuses.",
     .wrong = R"(NTSTATUS CreateDevice(HANDLE hAdapter, DXGKARG_CREATEDEVICE* pCreateDevice) {
    Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);
    …)",
     .right = R"(NTSTATUS CreateProcess(PVOID Context, DXGKARG_CREATEPROCESS* pCreateProcess) {
    reserve.hDxgkProcess = pCreateProcess->hDxgkProcess;
    Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);
    …)"},
    {.rule = "K-080",
     .why = "The event belongs to the process. Signalled after the process has gone it is freed "
            "memory, and without the last-use flag its reference is never given up.",
     .check = "DxgkCbSignalEvent looks hDxgkProcess up among the processes that the driver has at "
              "that moment and reports one that is gone; the last-use flag is not looked at.",
     .wrong = R"(// DPC, while DxgkDdiDestroyProcess may run
signal.hDxgkProcess = job->hDxgkProcess;
Dxgk->DxgkCbSignalEvent(&signal);)",
     .right = R"(KeAcquireSpinLockAtDpcLevel(&process->Lock);
if (process->IsAlive) {
    signal.hDxgkProcess = process->hDxgkProcess;
    Dxgk->DxgkCbSignalEvent(&signal);
}
KeReleaseSpinLockFromDpcLevel(&process->Lock);)"},
    {.rule = "K-078",
     .why = "An entry of a page table is the driver's or the memory manager's. A range that ends "
            "inside of what an entry leads to would have both write it.",
     .check =
         "DxgkCbReserveGpuVirtualAddressRange compares SizeInBytes, BaseAddress and Alignment "
         "with what one leaf of the page tables leads to; what is no multiple, and an alignment "
         "that is no power of two, is reported and refused.",
     .wrong = R"(reserve.SizeInBytes = 64 * 1024;
Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);)",
     .right = R"(reserve.SizeInBytes = LEAF_TABLE_COVERAGE;
reserve.Alignment = LEAF_TABLE_COVERAGE;
Dxgk->DxgkCbReserveGpuVirtualAddressRange(Dxgk->DeviceHandle, &reserve);)"},
};

}  // namespace

Lessons kernel_05() { return kKernel05Lessons; }

}  // namespace drydock::rules::lessons
