// Probing and securing a client's memory.
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/mm/secured_memory.h"
#include "src/nt/mm/user_memory.h"

using namespace drydock::nt;

namespace {

// The alignment is looked at before the address, as on Windows. Nothing here may need destruction:
// raising jumps.
void probe(const void* address, SIZE_T length, ULONG alignment, bool for_write) {
  if (length == 0) return;
  if (alignment > 1 && reinterpret_cast<ULONG_PTR>(address) % alignment != 0)
    ExRaiseDatatypeMisalignment();
  if (!is_user_memory(address, length)) ExRaiseAccessViolation();
  if (for_write && !writable(address, length)) ExRaiseAccessViolation();
  note_probed(address, length);
}

// A range that MmSecureVirtualMemory has secured. The driver gets its address as a handle.
struct Secured {
  SecuredMemory memory;
};

}  // namespace

extern "C" {

ULONG_PTR MmUserProbeAddress = 0x7FFF'FFFF'0000;
PVOID MmHighestUserAddress = reinterpret_cast<PVOID>(0x7FFF'FFFE'FFFF);
PVOID MmSystemRangeStart = reinterpret_cast<PVOID>(0xFFFF'8000'0000'0000);

VOID ProbeForRead(const void* Address, SIZE_T Length, ULONG Alignment) {
  require_irql_at_most(APC_LEVEL, "ProbeForRead");
  probe(Address, Length, Alignment, false);
}

VOID ProbeForWrite(PVOID Address, SIZE_T Length, ULONG Alignment) {
  require_irql_at_most(APC_LEVEL, "ProbeForWrite");
  probe(Address, Length, Alignment, true);
}

HANDLE MmSecureVirtualMemory(PVOID Address, SIZE_T Size, ULONG ProbeMode) {
  require_irql_at_most(APC_LEVEL, "MmSecureVirtualMemory");
  if (ProbeMode != PAGE_READONLY && ProbeMode != PAGE_READWRITE) return nullptr;
  if (Size == 0 || !is_user_memory(Address, Size)) return nullptr;
  const bool allowed =
      ProbeMode == PAGE_READWRITE ? writable(Address, Size) : readable(Address, Size);
  const bool fails = allowed && fails_here(drydock::sim::FaultKind::kMapping);
  return allowed && !fails ? new Secured{SecuredMemory(Address, Size)} : nullptr;
}

// A client's memory keeps its protection anyway, so the flags change nothing.
HANDLE MmSecureVirtualMemoryEx(PVOID Address, SIZE_T Size, ULONG ProbeMode, ULONG) {
  return MmSecureVirtualMemory(Address, Size, ProbeMode);
}

VOID MmUnsecureVirtualMemory(HANDLE SecureHandle) {
  require_irql_at_most(APC_LEVEL, "MmUnsecureVirtualMemory");
  delete static_cast<Secured*>(SecureHandle);
}

}  // extern "C"
