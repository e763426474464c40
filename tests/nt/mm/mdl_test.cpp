// MDLs: building, locking, mapping, pages of their own.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/seh.h"
#include "src/nt/mm/physical_user.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/memory_calls.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using namespace drydock::testing;

alignas(PAGE_SIZE) char buffer[4 * PAGE_SIZE];

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

// wdm/nf-wdm-mmallocatepagesformdlex.md: zeroed pages without an address, in the range asked for.
TEST(Mdl, PagesOfItsOwn) {
  PMDL mdl = MmAllocatePagesForMdlEx(at(0), at(0xFFFFFFFF), at(0), 3 * PAGE_SIZE, MmCached,
                                     MM_ALLOCATE_FULLY_REQUIRED);
  ASSERT_NE(mdl, nullptr);
  EXPECT_EQ(MmGetMdlByteCount(mdl), ULONG{3 * PAGE_SIZE});
  for (int i = 0; i < 3; ++i) EXPECT_LT(MmGetMdlPfnArray(mdl)[i], 0x100000U);
  EXPECT_NE(MmGetMdlPfnArray(mdl)[1], MmGetMdlPfnArray(mdl)[0] + 1);

  auto* const kernel = static_cast<char*>(
      MmMapLockedPagesSpecifyCache(mdl, KernelMode, MmCached, nullptr, FALSE, NormalPagePriority));
  auto* const user = static_cast<char*>(
      MmMapLockedPagesSpecifyCache(mdl, UserMode, MmCached, nullptr, FALSE, NormalPagePriority));
  ASSERT_NE(kernel, nullptr);
  ASSERT_NE(user, kernel);
  EXPECT_TRUE(std::all_of(kernel, kernel + 3 * PAGE_SIZE, [](char c) { return c == 0; }));
  kernel[PAGE_SIZE] = 'k';
  EXPECT_EQ(user[PAGE_SIZE], 'k');
  EXPECT_EQ(MmGetPhysicalAddress(user).QuadPart, MmGetPhysicalAddress(kernel).QuadPart);
  EXPECT_TRUE(nt::is_user_memory(user, 10));
  EXPECT_FALSE(nt::is_user_memory(kernel, 10));

  MmUnmapLockedPages(user, mdl);
  EXPECT_FALSE(MmIsAddressValid(user));
  EXPECT_TRUE(MmIsAddressValid(kernel));
  MmUnmapLockedPages(kernel, mdl);
  EXPECT_FALSE(MmIsAddressValid(kernel));
  MmFreePagesFromMdl(mdl);
  ExFreePool(mdl);
}

// wdm/nf-wdm-mmallocatepagesformdlex.md: MM_ALLOCATE_REQUIRE_CONTIGUOUS_CHUNKS
TEST(Mdl, ContiguousChunks) {
  PMDL mdl = MmAllocatePagesForMdlEx(at(0), at(-1), at(0), 8 * PAGE_SIZE, MmCached,
                                     MM_ALLOCATE_REQUIRE_CONTIGUOUS_CHUNKS);
  ASSERT_NE(mdl, nullptr);
  for (int i = 1; i < 8; ++i) EXPECT_EQ(MmGetMdlPfnArray(mdl)[i], MmGetMdlPfnArray(mdl)[0] + i);
  MmFreePagesFromMdl(mdl);
  ExFreePool(mdl);
  mdl = MmAllocatePagesForMdlEx(at(0), at(-1), at(4 * PAGE_SIZE), 8 * PAGE_SIZE, MmCached,
                                MM_ALLOCATE_REQUIRE_CONTIGUOUS_CHUNKS);
  ASSERT_NE(mdl, nullptr);
  EXPECT_EQ(MmGetMdlPfnArray(mdl)[0] % 4, 0U);
  EXPECT_EQ(MmGetMdlPfnArray(mdl)[4] % 4, 0U);
  MmFreePagesFromMdl(mdl);
  ExFreePool(mdl);
}

// wdm/nf-wdm-mmallocatepagesformdl.md: null when no page lies in the ranges.
TEST(Mdl, NoPagesInTheRange) {
  EXPECT_EQ(MmAllocatePagesForMdl(at(0), at(0xFFFF), at(0), PAGE_SIZE), nullptr);
}

// wdm/nf-wdm-mmprotectmdlsystemaddress.md
TEST(Mdl, ProtectsAMapping) {
  PMDL mdl = MmAllocatePagesForMdl(at(0), at(-1), at(0), PAGE_SIZE);
  EXPECT_EQ(MmProtectMdlSystemAddress(mdl, PAGE_READONLY), STATUS_NOT_MAPPED_VIEW);
  void* const mapped = MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority);
  EXPECT_EQ(MmProtectMdlSystemAddress(mdl, PAGE_GUARD), STATUS_INVALID_PAGE_PROTECTION);
  EXPECT_EQ(MmProtectMdlSystemAddress(mdl, PAGE_NOACCESS), STATUS_SUCCESS);
  EXPECT_FALSE(MmIsAddressValid(mapped));
  EXPECT_EQ(MmProtectMdlSystemAddress(mdl, PAGE_READWRITE), STATUS_SUCCESS);
  *static_cast<char*>(mapped) = 1;
  MmFreePagesFromMdl(mdl);
  EXPECT_FALSE(MmIsAddressValid(mapped));
  ExFreePool(mdl);
}

// wdm/nf-wdm-mmmaplockedpageswithreservedmapping.md
TEST(Mdl, MapsIntoReservedAddresses) {
  void* const reserved = MmAllocateMappingAddress(4 * PAGE_SIZE, 0x31323334);
  ASSERT_NE(reserved, nullptr);
  EXPECT_FALSE(MmIsAddressValid(reserved));
  PMDL mdl = MmAllocatePagesForMdl(at(0), at(-1), at(0), 2 * PAGE_SIZE);
  EXPECT_EQ(MmMapLockedPagesWithReservedMapping(reserved, 0x31323334, mdl, MmCached), reserved);
  static_cast<char*>(reserved)[PAGE_SIZE] = 1;
  MmUnmapReservedMapping(reserved, 0x31323334, mdl);
  EXPECT_FALSE(MmIsAddressValid(reserved));
  MmFreeMappingAddress(reserved, 0x31323334);
  MmFreePagesFromMdl(mdl);
  ExFreePool(mdl);
}

TEST(Mdl, MappingFailsAtAFaultPoint) {
  PMDL mdl = MmAllocatePagesForMdl(at(0), at(-1), at(0), PAGE_SIZE);
  {
    sim::FaultInjection injection(first_point());
    EXPECT_EQ(MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority), nullptr);
  }
  MmFreePagesFromMdl(mdl);
  ExFreePool(mdl);
}

// A driver whose DriverEntry runs `body`, with an MDL of a global buffer.
std::string driver(const std::string& body, const std::string& unload = "") {
  return R"(#include <ntddk.h>
static volatile int done;
static PMDL mdl;
static char buffer[8192];
static VOID Unload(PDRIVER_OBJECT driver) {
  UNREFERENCED_PARAMETER(driver);
)" + unload +
         R"(
  done = 1;  // so that nothing above is a tail call, which would leave no frame of the driver
}
static NTSTATUS lock(void) {
  volatile NTSTATUS status = STATUS_SUCCESS;
  __try {
    MmProbeAndLockPages(mdl, KernelMode, IoWriteAccess); // lock
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  return status;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path) {
  UNREFERENCED_PARAMETER(path);
  NTSTATUS status = STATUS_SUCCESS;
  object->DriverUnload = Unload;
  (void)&lock;
  mdl = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, NULL); // allocate
  if (mdl == NULL) return STATUS_INSUFFICIENT_RESOURCES;
)" + body +
         R"(
  done = 1;
  return status;
}
)";
}

void expect_rule(const std::string& source, const char* rule, const char* mark) {
  const Life life = life_of(source);
  ASSERT_TRUE(has(life.findings, rule)) << text_of(life.findings);
  EXPECT_TRUE(mentions_line(first(life.findings, rule), "driver.c", line_of(source, mark)))
      << text_of(life.findings);
}

void expect_silence(const std::string& source) {
  const Life life = life_of(source);
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
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

TEST(MdlRules, N050LeftAtUnloadIsFound) { expect_rule(driver(""), "N-050", "// allocate"); }

TEST(MdlRules, N050PagesLeftAtUnloadAreFound) {
  const std::string source = driver(R"(
  PHYSICAL_ADDRESS low, high, skip;
  IoFreeMdl(mdl);
  low.QuadPart = skip.QuadPart = 0;
  high.QuadPart = -1;
  mdl = MmAllocatePagesForMdlEx(low, high, skip, 8192, MmCached, 0); // pages)");
  expect_rule(source, "N-050", "// pages");
}

TEST(MdlRules, N050FreedIsSilent) { expect_silence(driver("", "IoFreeMdl(mdl);")); }

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
