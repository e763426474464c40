// Probing a client's memory.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/seh.h"
#include "src/nt/mm/physical_user.h"
#include "src/rules/finding.h"
#include "tests/nt/memory_calls.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using drydock::rules::FindingLog;
using namespace drydock::testing;

alignas(16) char buffer[256];

NTSTATUS read(const void* address, SIZE_T bytes, ULONG alignment) {
  return raised_by([=] { ProbeForRead(address, bytes, alignment); });
}
NTSTATUS write(void* address, SIZE_T bytes, ULONG alignment) {
  return raised_by([=] { ProbeForWrite(address, bytes, alignment); });
}

// wdm/nf-wdm-probeforread.md
TEST(Probe, AlignmentAndBorderOfUserSpace) {
  EXPECT_EQ(read(buffer, 4, 4), STATUS_SUCCESS);
  EXPECT_EQ(read(buffer + 1, 4, 4), STATUS_DATATYPE_MISALIGNMENT);
  EXPECT_EQ(read(buffer + 1, 4, 1), STATUS_SUCCESS);
  EXPECT_EQ(read(MmSystemRangeStart, 1, 1), STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(read(reinterpret_cast<void*>(MmUserProbeAddress - 1), 2, 1), STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(read(buffer, ~SIZE_T{0}, 1), STATUS_ACCESS_VIOLATION);  // wraps
}

// wdm/nf-wdm-probeforread.md: If Length = 0, ProbeForRead does no checking of the address.
TEST(Probe, EmptyRangesAreNotLookedAt) {
  EXPECT_EQ(read(reinterpret_cast<void*>(~ULONG_PTR{0}), 0, 4), STATUS_SUCCESS);
  EXPECT_EQ(write(reinterpret_cast<void*>(~ULONG_PTR{0}), 0, 4), STATUS_SUCCESS);
}

// wdm/nf-wdm-probeforwrite.md: confirms that the buffer is writable; ProbeForRead touches no page.
TEST(Probe, OnlyTheWriteProbeTouchesPages) {
  auto* const pages = static_cast<char*>(
      mmap(nullptr, 2 * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(pages + PAGE_SIZE, PAGE_SIZE, PROT_READ);
  EXPECT_EQ(write(pages, PAGE_SIZE, 1), STATUS_SUCCESS);
  EXPECT_EQ(write(pages, PAGE_SIZE + 1, 1), STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(read(pages, 2 * PAGE_SIZE, 1), STATUS_SUCCESS);
  munmap(pages, 2 * PAGE_SIZE);
  EXPECT_EQ(write(pages, 1, 1), STATUS_ACCESS_VIOLATION);
}

// wdm/nf-wdm-probeforread.md: Do not use this routine on kernel-mode addresses; it will raise.
TEST(Probe, SystemMemoryIsNoUserMemory) {
  PHYSICAL_ADDRESS highest;
  highest.QuadPart = -1;
  void* const contiguous = MmAllocateContiguousMemory(PAGE_SIZE, highest);
  void* const pool = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 0x31323334);
  EXPECT_EQ(read(contiguous, 1, 1), STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(read(pool, 1, 1), STATUS_ACCESS_VIOLATION);
  ExFreePoolWithTag(pool, 0x31323334);
  MmFreeContiguousMemory(contiguous);
}

TEST(Probe, DeclaredRangesDrawTheBorder) {
  static char other[8];
  {
    const nt::UserRange client(buffer, 16);
    EXPECT_EQ(read(buffer, 16, 1), STATUS_SUCCESS);
    EXPECT_EQ(read(buffer, 17, 1), STATUS_ACCESS_VIOLATION);
    EXPECT_EQ(read(other, 1, 1), STATUS_ACCESS_VIOLATION);
  }
  EXPECT_EQ(read(other, 1, 1), STATUS_SUCCESS);
}

// ntddk/nf-ntddk-mmsecurevirtualmemory.md: null when the range cannot be secured.
TEST(Probe, SecureAnswersNullForBadMemory) {
  auto* const page =
      static_cast<char*>(mmap(nullptr, PAGE_SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  HANDLE secured = MmSecureVirtualMemory(page, PAGE_SIZE, PAGE_READONLY);
  EXPECT_NE(secured, nullptr);
  MmUnsecureVirtualMemory(secured);
  EXPECT_EQ(MmSecureVirtualMemory(page, PAGE_SIZE, PAGE_READWRITE), nullptr);
  EXPECT_EQ(MmSecureVirtualMemory(page, PAGE_SIZE, PAGE_NOACCESS), nullptr);
  munmap(page, PAGE_SIZE);
  EXPECT_EQ(MmSecureVirtualMemory(page, PAGE_SIZE, PAGE_READONLY), nullptr);
}

// A driver catches what a probe raises.
TEST(Probe, DriversCatchIt) {
  const Life life = life_of(R"(#include <ntddk.h>
static VOID Unload(PDRIVER_OBJECT driver) { UNREFERENCED_PARAMETER(driver); }
NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path) {
  volatile NTSTATUS status = STATUS_SUCCESS;
  UNREFERENCED_PARAMETER(path);
  object->DriverUnload = Unload;
  __try {
    ProbeForWrite((PVOID)0x10001, 8, 8);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  if (status != STATUS_DATATYPE_MISALIGNMENT) return STATUS_UNSUCCESSFUL;
  __try {
    ProbeForWrite((PVOID)0x10000, 8, 8);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  return status == STATUS_ACCESS_VIOLATION ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
)");
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
