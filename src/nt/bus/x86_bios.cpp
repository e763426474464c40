// Calls into the machine's BIOS. There is none: the firmware is of the newer kind
// (ExGetFirmwareType), so every call fails, which drivers that can do without it expect.
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

using drydock::nt::require_irql_at_most;

// No public header declares these: drivers bring their own declarations.
extern "C" {

BOOLEAN x86BiosCall(ULONG, PVOID) {
  require_irql_at_most(PASSIVE_LEVEL, "x86BiosCall");
  return FALSE;
}

NTSTATUS x86BiosAllocateBuffer(PULONG, PUSHORT, PUSHORT) {
  require_irql_at_most(PASSIVE_LEVEL, "x86BiosAllocateBuffer");
  return STATUS_NOT_SUPPORTED;
}

NTSTATUS x86BiosFreeBuffer(USHORT, USHORT) {
  require_irql_at_most(PASSIVE_LEVEL, "x86BiosFreeBuffer");
  return STATUS_NOT_SUPPORTED;
}

NTSTATUS x86BiosReadMemory(USHORT, USHORT, PVOID, ULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "x86BiosReadMemory");
  return STATUS_NOT_SUPPORTED;
}

NTSTATUS x86BiosWriteMemory(USHORT, USHORT, PVOID, ULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "x86BiosWriteMemory");
  return STATUS_NOT_SUPPORTED;
}

}  // extern "C"
