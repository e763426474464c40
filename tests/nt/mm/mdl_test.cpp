// MDLs: what they describe, and parts of them.
#include "src/nt/mm/mdl.h"

#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/seh.h"
#include "src/nt/mm/physical_user.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/memory_calls.h"
#include "tests/nt/mm/mdl_buffer.h"
#include "tests/support/test_driver.h"

namespace {

namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using namespace drydock::testing;

// wdm/nf-wdm-ioallocatemdl.md
TEST(Mdl, DescribesABuffer) {
  PMDL mdl = IoAllocateMdl(buffer + 100, PAGE_SIZE, FALSE, FALSE, nullptr);
  ASSERT_NE(mdl, nullptr);
  EXPECT_EQ(MmGetMdlVirtualAddress(mdl), buffer + 100);
  EXPECT_EQ(MmGetMdlByteCount(mdl), ULONG{PAGE_SIZE});
  EXPECT_EQ(MmGetMdlByteOffset(mdl), 100U);
  EXPECT_EQ(mdl->Next, nullptr);
  EXPECT_EQ(MmSizeOfMdl(buffer + 100, PAGE_SIZE), sizeof(MDL) + 2 * sizeof(PFN_NUMBER));
  IoFreeMdl(mdl);
}

// wdm/nf-wdm-ioallocatemdl.md: SecondaryBuffer chains it to the end of Irp->MdlAddress.
TEST(Mdl, GoesIntoTheIrp) {
  IRP irp{};
  PMDL first = IoAllocateMdl(buffer, 10, FALSE, FALSE, &irp);
  PMDL second = IoAllocateMdl(buffer, 10, TRUE, FALSE, &irp);
  PMDL third = IoAllocateMdl(buffer, 10, TRUE, FALSE, &irp);
  EXPECT_EQ(irp.MdlAddress, first);
  EXPECT_EQ(first->Next, second);
  EXPECT_EQ(second->Next, third);
  for (PMDL mdl : {first, second, third}) IoFreeMdl(mdl);
}

// wdm/nf-wdm-ioallocatemdl.md: the largest buffer is 4 gigabytes - PAGE_SIZE.
TEST(Mdl, TooLargeIsRefused) {
  EXPECT_EQ(IoAllocateMdl(nullptr, MAXULONG, FALSE, FALSE, nullptr), nullptr);
}

TEST(Mdl, AllocationFailsAtAFaultPoint) {
  sim::FaultInjection injection(first_point());
  EXPECT_EQ(IoAllocateMdl(buffer, 10, FALSE, FALSE, nullptr), nullptr);
  PMDL mdl = IoAllocateMdl(buffer, 10, FALSE, FALSE, nullptr);
  EXPECT_NE(mdl, nullptr);
  IoFreeMdl(mdl);
}

// wdm/nf-wdm-mmbuildmdlfornonpagedpool.md: MmGetSystemAddressForMdlSafe returns the buffer itself.
TEST(Mdl, NonPagedPoolIsMappedAlready) {
  auto* const block =
      static_cast<char*>(ExAllocatePoolWithTag(NonPagedPoolNx, 3 * PAGE_SIZE, 0x31323334));
  PMDL mdl = IoAllocateMdl(block, 3 * PAGE_SIZE, FALSE, FALSE, nullptr);
  MmBuildMdlForNonPagedPool(mdl);
  EXPECT_EQ(MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority), block);
  for (ULONG i = 0; i < 3; ++i) {
    EXPECT_EQ(MmGetMdlPfnArray(mdl)[i],
              static_cast<PFN_NUMBER>(
                  MmGetPhysicalAddress(static_cast<char*>(mdl->StartVa) + i * PAGE_SIZE).QuadPart >>
                  PAGE_SHIFT));
  }
  IoFreeMdl(mdl);
  ExFreePoolWithTag(block, 0x31323334);
}

// wdm/nf-wdm-iobuildpartialmdl.md: Length 0 means the rest; an existing mapping is shared.
TEST(Mdl, PartialDescribesASubrange) {
  PMDL source = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, nullptr);
  MmProbeAndLockPages(source, KernelMode, IoReadAccess);
  auto* const mapped = static_cast<char*>(MmGetSystemAddressForMdlSafe(source, NormalPagePriority));
  PMDL part = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, nullptr);
  IoBuildPartialMdl(source, part, buffer + PAGE_SIZE + 10, 0);
  EXPECT_EQ(MmGetMdlByteCount(part), sizeof buffer - PAGE_SIZE - 10);
  EXPECT_EQ(MmGetMdlPfnArray(part)[0], MmGetMdlPfnArray(source)[1]);
  EXPECT_EQ(MmGetSystemAddressForMdlSafe(part, NormalPagePriority), mapped + PAGE_SIZE + 10);
  MmPrepareMdlForReuse(part);
  IoFreeMdl(part);
  MmUnlockPages(source);
  IoFreeMdl(source);
}

// wdm/nf-wdm-mmadvancemdl.md
TEST(Mdl, AdvanceMovesTheStart) {
  PMDL mdl = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, nullptr);
  MmProbeAndLockPages(mdl, KernelMode, IoReadAccess);
  const PFN_NUMBER second = MmGetMdlPfnArray(mdl)[1];
  EXPECT_EQ(MmAdvanceMdl(mdl, PAGE_SIZE + 7), STATUS_SUCCESS);
  EXPECT_EQ(MmGetMdlVirtualAddress(mdl), buffer + PAGE_SIZE + 7);
  EXPECT_EQ(MmGetMdlPfnArray(mdl)[0], second);
  EXPECT_EQ(MmAdvanceMdl(mdl, sizeof buffer), STATUS_INVALID_PARAMETER_2);
  MmUnlockPages(mdl);
  IoFreeMdl(mdl);
}

TEST(MdlRules, N050LeftAtUnloadIsFound) { expect_rule(driver(""), "N-050", "// allocate"); }

TEST(MdlRules, N050FreedIsSilent) { expect_silence(driver("", "IoFreeMdl(mdl);")); }

}  // namespace
