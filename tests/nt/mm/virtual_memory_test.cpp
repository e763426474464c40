// Memory of a process that a driver reserves, commits and releases.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical_user.h"
#include "src/sim/faults.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;

NTSTATUS allocate(PVOID* base, SIZE_T* size, ULONG type, ULONG protection = PAGE_READWRITE) {
  return ZwAllocateVirtualMemory(ZwCurrentProcess(), base, 0, size, type, protection);
}
NTSTATUS release(PVOID base, SIZE_T size, ULONG type) {
  return ZwFreeVirtualMemory(ZwCurrentProcess(), &base, &size, type);
}

// ntifs/nf-ntifs-ntallocatevirtualmemory.md: reserve, commit a part, decommit, release.
TEST(VirtualMemory, IsReservedCommittedAndReleased) {
  PVOID base = nullptr;
  SIZE_T size = 0x20001;
  ASSERT_EQ(allocate(&base, &size, MEM_RESERVE), STATUS_SUCCESS);
  EXPECT_EQ(size, 0x21000U);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(base) % 0x10000, 0U);
  EXPECT_TRUE(nt::is_user_memory(base, size));
  PVOID part = static_cast<char*>(base) + 0x1800;
  SIZE_T part_size = 0x1000;
  ASSERT_EQ(allocate(&part, &part_size, MEM_COMMIT), STATUS_SUCCESS);
  EXPECT_EQ(part, static_cast<char*>(base) + 0x1000);
  EXPECT_EQ(part_size, 0x2000U);
  static_cast<char*>(part)[0x1FFF] = 1;
  EXPECT_EQ(release(part, part_size, MEM_DECOMMIT), STATUS_SUCCESS);
  ASSERT_EQ(allocate(&part, &part_size, MEM_COMMIT), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<char*>(part)[0x1FFF], 0);
  // A range is released as a whole.
  EXPECT_EQ(release(part, part_size, MEM_RELEASE), STATUS_UNABLE_TO_FREE_VM);
  EXPECT_EQ(release(part, 0, MEM_RELEASE), STATUS_FREE_VM_NOT_AT_BASE);
  EXPECT_EQ(release(base, 0, MEM_RELEASE), STATUS_SUCCESS);
  EXPECT_EQ(release(base, 0, MEM_RELEASE), STATUS_MEMORY_NOT_ALLOCATED);
  EXPECT_EQ(allocate(&part, &part_size, MEM_COMMIT), STATUS_CONFLICTING_ADDRESSES);
}

TEST(VirtualMemory, RefusalsAreTheDocumentedOnes) {
  PVOID base = nullptr;
  SIZE_T size = 0;
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT), STATUS_INVALID_PARAMETER_4);
  size = ~SIZE_T{0};
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT), STATUS_INVALID_PARAMETER_4);
  size = 1;
  EXPECT_EQ(allocate(&base, &size, 0), STATUS_INVALID_PARAMETER_5);
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT | 0x1), STATUS_INVALID_PARAMETER_5);
  base = reinterpret_cast<PVOID>(~ULONG_PTR{0xFFFF});
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT), STATUS_INVALID_PARAMETER_2);
  base = nullptr;
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT, 0), STATUS_INVALID_PAGE_PROTECTION);
  EXPECT_EQ(ZwAllocateVirtualMemory(nullptr, &base, 0, &size, MEM_COMMIT, PAGE_READWRITE),
            STATUS_INVALID_HANDLE);
  const sim::FaultInjection faults({.nth = 0});
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT), STATUS_NO_MEMORY);
}

std::string virtual_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static PVOID Base;
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { SIZE_T Size = 0; UNREFERENCED_PARAMETER(Driver); (void)Size; )") +
         unload + R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    SIZE_T Size = 4096;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    return ZwAllocateVirtualMemory(ZwCurrentProcess(), &Base, 0, &Size, MEM_COMMIT, PAGE_READWRITE);
}
)";
}
TEST(VirtualMemoryRules, N045MemoryLeftAtUnloadIsFound) {
  const Life life = life_of(virtual_driver(""));
  EXPECT_TRUE(has(life.findings, "N-045")) << text_of(life.findings);
}
TEST(VirtualMemoryRules, N045ReleasedMemoryIsSilent) {
  const Life life = life_of(
      virtual_driver("ZwFreeVirtualMemory(ZwCurrentProcess(), &Base, &Size, MEM_RELEASE);"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
