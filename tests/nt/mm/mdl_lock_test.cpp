// MDLs that lock pages, and the locks that drivers leave or take twice.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/seh.h"
#include "src/nt/mm/physical_user.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/memory_calls.h"
#include "tests/nt/mm/mdl_buffer.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;

// wdm/nf-wdm-mmprobeandlockpages.md, wdm/nf-wdm-mmunlockpages.md
TEST(Mdl, LockFillsFramesAndUnlockUnmaps) {
  PMDL mdl = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, nullptr);
  MmProbeAndLockPages(mdl, KernelMode, IoWriteAccess);
  EXPECT_NE(mdl->MdlFlags & MDL_PAGES_LOCKED, 0);
  EXPECT_EQ(static_cast<LONGLONG>(MmGetMdlPfnArray(mdl)[2] * PAGE_SIZE),
            MmGetPhysicalAddress(buffer + 2 * PAGE_SIZE).QuadPart);
  auto* const mapped = static_cast<char*>(MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority));
  ASSERT_NE(mapped, nullptr);
  mapped[5] = 'x';
  EXPECT_EQ(buffer[5], 'x');
  EXPECT_NE(mdl->MdlFlags & MDL_MAPPED_TO_SYSTEM_VA, 0);
  MmUnlockPages(mdl);
  EXPECT_EQ(mdl->MdlFlags & (MDL_PAGES_LOCKED | MDL_MAPPED_TO_SYSTEM_VA), 0);
  IoFreeMdl(mdl);
}

// wdm/nf-wdm-mmprobeandlockpages.md: raises STATUS_ACCESS_VIOLATION when the pages do not support
// the operation.
TEST(Mdl, LockRaisesOnBadPages) {
  void* const bad = mmap(nullptr, 2 * PAGE_SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(static_cast<char*>(bad) + PAGE_SIZE, PAGE_SIZE, PROT_NONE);
  PMDL readable = IoAllocateMdl(bad, 100, FALSE, FALSE, nullptr);
  EXPECT_EQ(raised_by([&] { MmProbeAndLockPages(readable, KernelMode, IoWriteAccess); }),
            STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(readable->MdlFlags & MDL_PAGES_LOCKED, 0);
  EXPECT_EQ(raised_by([&] {
              MmProbeAndLockPages(readable, KernelMode, IoReadAccess);
              MmUnlockPages(readable);
            }),
            STATUS_SUCCESS);
  PMDL unreadable = IoAllocateMdl(bad, 2 * PAGE_SIZE, FALSE, FALSE, nullptr);
  EXPECT_EQ(raised_by([&] { MmProbeAndLockPages(unreadable, KernelMode, IoReadAccess); }),
            STATUS_ACCESS_VIOLATION);
  IoFreeMdl(unreadable);
  IoFreeMdl(readable);
  munmap(bad, 2 * PAGE_SIZE);
}

TEST(Mdl, UserModeLockNeedsUserMemory) {
  const nt::UserRange client(buffer, PAGE_SIZE);
  PMDL inside = IoAllocateMdl(buffer, PAGE_SIZE, FALSE, FALSE, nullptr);
  PMDL outside = IoAllocateMdl(buffer, PAGE_SIZE + 1, FALSE, FALSE, nullptr);
  EXPECT_EQ(raised_by([&] { MmProbeAndLockPages(inside, UserMode, IoWriteAccess); }),
            STATUS_SUCCESS);
  EXPECT_EQ(raised_by([&] { MmProbeAndLockPages(outside, UserMode, IoWriteAccess); }),
            STATUS_ACCESS_VIOLATION);
  MmUnlockPages(inside);
  IoFreeMdl(inside);
  IoFreeMdl(outside);
}

TEST(MdlRules, N049FreedWhileLockedIsFound) {
  expect_rule(driver("status = lock();\nIoFreeMdl(mdl); // free"), "N-049", "// free");
}

TEST(MdlRules, N049LeftLockedIsFound) {
  expect_rule(driver("status = lock();"), "N-049", "// lock");
}

TEST(MdlRules, N049UnlockedBeforeFreeIsSilent) {
  expect_silence(driver("status = lock();", "MmUnlockPages(mdl);\nIoFreeMdl(mdl);"));
}

TEST(MdlRules, N051LockedTwiceIsFound) {
  expect_rule(driver("status = lock();\nstatus = lock(); // again"), "N-051", "// again");
}

TEST(MdlRules, N051LockOfNonPagedPoolIsFound) {
  expect_rule(driver("MmBuildMdlForNonPagedPool(mdl);\nstatus = lock(); // again"), "N-051",
              "// again");
}

TEST(MdlRules, N051LockedAgainAfterUnlockIsSilent) {
  expect_silence(driver("status = lock();\nMmUnlockPages(mdl);\nstatus = lock();",
                        "MmUnlockPages(mdl);\nIoFreeMdl(mdl);"));
}

TEST(MdlRules, N052UnlockedNotLockedIsFound) {
  expect_rule(driver("MmUnlockPages(mdl); // unlock"), "N-052", "// unlock");
}

TEST(MdlRules, N052UnlockedOnceIsSilent) {
  expect_silence(driver("status = lock();\nMmUnlockPages(mdl);\nIoFreeMdl(mdl);"));
}

TEST(MdlRules, N053LockOutsideTryIsFound) {
  expect_rule(driver("MmProbeAndLockPages(mdl, KernelMode, IoReadAccess); // bare"), "N-053",
              "// bare");
}

TEST(MdlRules, N053LockInsideTryIsSilent) {
  expect_silence(driver("status = lock();", "MmUnlockPages(mdl);\nIoFreeMdl(mdl);"));
}

// The exception of a lock of memory that is not there arrives in the driver's handler.
TEST(MdlRules, LockOfBadPagesIsCaught) {
  const Life life = life_of(driver(R"(
  IoFreeMdl(mdl);
  mdl = IoAllocateMdl((PVOID)0x10000, 100, FALSE, FALSE, NULL);
  status = lock();
  IoFreeMdl(mdl);)"));
  EXPECT_EQ(life.status, STATUS_ACCESS_VIOLATION);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
