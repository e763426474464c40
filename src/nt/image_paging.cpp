// Sections of a driver's image that it locks into memory. Nothing of an image is ever paged out
// here, so a lock changes nothing.
#include <dlfcn.h>

#include "src/nt/thread.h"
#include "src/nt/wdk.h"

using drydock::nt::require_irql_at_most;

namespace {

// The image that holds an address; null when none does. Also the handle of its sections.
PVOID image_of(PVOID address) {
  Dl_info info{};
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

}  // namespace

extern "C" {

PVOID MmLockPagableDataSection(PVOID AddressWithinSection) {
  require_irql_at_most(APC_LEVEL, "MmLockPagableDataSection");
  return image_of(AddressWithinSection);
}

VOID MmLockPagableSectionByHandle(PVOID) {
  require_irql_at_most(APC_LEVEL, "MmLockPagableSectionByHandle");
}

VOID MmUnlockPagableImageSection(PVOID) {
  require_irql_at_most(APC_LEVEL, "MmUnlockPagableImageSection");
}

// wdm/nf-wdm-mmpageentiredriver.md: the base address of the image.
PVOID MmPageEntireDriver(PVOID AddressWithinSection) {
  require_irql_at_most(APC_LEVEL, "MmPageEntireDriver");
  return image_of(AddressWithinSection);
}

VOID MmResetDriverPaging(PVOID) { require_irql_at_most(APC_LEVEL, "MmResetDriverPaging"); }

// Driver Verifier is not what looks at drivers here.
LOGICAL MmIsDriverVerifying(PDRIVER_OBJECT) { return FALSE; }
LOGICAL MmIsDriverVerifyingByAddress(PVOID) { return FALSE; }
LOGICAL MmIsDriverSuspectForVerifier(PDRIVER_OBJECT) { return FALSE; }

MM_SYSTEMSIZE MmQuerySystemSize(VOID) { return MmLargeSystem; }
BOOLEAN MmIsThisAnNtAsSystem(VOID) { return FALSE; }

}  // extern "C"
