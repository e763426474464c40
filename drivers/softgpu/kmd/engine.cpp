// The engine knows no command yet, so no stream of commands is good and nothing is ever submitted.
#include "engine.h"

// No line of the bus is the device's: its own interrupts are reported from its engine.
BOOLEAN SoftGpuInterruptRoutine(CONST PVOID, ULONG) { return FALSE; }

VOID SoftGpuDpcRoutine(CONST PVOID context) {
  const DXGKRNL_INTERFACE& kernel = Adapter::from(context)->kernel();
  kernel.DxgkCbNotifyDpc(kernel.DeviceHandle);
}

// There is no screen, hence no vertical blank.
NTSTATUS SoftGpuControlInterrupt(CONST HANDLE, CONST DXGK_INTERRUPT_TYPE, BOOLEAN) {
  return STATUS_NOT_IMPLEMENTED;
}

NTSTATUS SoftGpuRender(CONST HANDLE, DXGKARG_RENDER*) {
  PAGED_CODE();
  return STATUS_ILLEGAL_INSTRUCTION;
}

NTSTATUS SoftGpuPatch(CONST HANDLE, CONST DXGKARG_PATCH*) {
  PAGED_CODE();
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS SoftGpuSubmitCommand(CONST HANDLE, CONST DXGKARG_SUBMITCOMMAND*) {
  return STATUS_INVALID_PARAMETER;
}
