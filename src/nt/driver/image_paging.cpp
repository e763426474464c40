// Sections of a driver's image that it locks into memory, so that their code may run at any IRQL.
#include <dlfcn.h>

#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/image_sections.h"

using drydock::nt::ImageSection;
using drydock::nt::require_irql_at_most;
using drydock::nt::section_at;

namespace {

// The image that holds an address; null when none does. Also the handle of what is never paged out.
PVOID image_of(PVOID address) {
  Dl_info info{};
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

}  // namespace

extern "C" {

PVOID MmLockPagableDataSection(PVOID AddressWithinSection) {
  require_irql_at_most(APC_LEVEL, "MmLockPagableDataSection");
  ImageSection* const section = section_at(AddressWithinSection);
  if (section == nullptr) return image_of(AddressWithinSection);
  section->lock();
  return section->start();
}

VOID MmLockPagableSectionByHandle(PVOID ImageSectionHandle) {
  require_irql_at_most(APC_LEVEL, "MmLockPagableSectionByHandle");
  if (ImageSection* const section = section_at(ImageSectionHandle)) section->lock();
}

VOID MmUnlockPagableImageSection(PVOID ImageSectionHandle) {
  require_irql_at_most(APC_LEVEL, "MmUnlockPagableImageSection");
  if (ImageSection* const section = section_at(ImageSectionHandle)) section->unlock();
}

// wdm/nf-wdm-mmpageentiredriver.md: the base address of the image.
PVOID MmPageEntireDriver(PVOID AddressWithinSection) {
  require_irql_at_most(APC_LEVEL, "MmPageEntireDriver");
  return image_of(AddressWithinSection);
}

VOID MmResetDriverPaging(PVOID) { require_irql_at_most(APC_LEVEL, "MmResetDriverPaging"); }

// Driver Verifier is not what looks at drivers here.
LOGICAL MmIsDriverVerifying(PDRIVER_OBJECT) {
  drydock::nt::advise_irql_at_most(APC_LEVEL, "MmIsDriverVerifying");
  return FALSE;
}
LOGICAL MmIsDriverVerifyingByAddress(PVOID) {
  drydock::nt::advise_irql_at_most(APC_LEVEL, "MmIsDriverVerifyingByAddress");
  return FALSE;
}
LOGICAL MmIsDriverSuspectForVerifier(PDRIVER_OBJECT) {
  drydock::nt::advise_irql_at_most(APC_LEVEL, "MmIsDriverSuspectForVerifier");
  return FALSE;
}

MM_SYSTEMSIZE MmQuerySystemSize(VOID) { return MmLargeSystem; }
BOOLEAN MmIsThisAnNtAsSystem(VOID) { return FALSE; }

}  // extern "C"
