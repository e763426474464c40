// What lies at an address of the process.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// ntifs/nf-ntifs-ntqueryvirtualmemory.md
TEST(Routines, MemoryOfAProcessIsDescribed) {
  expect_holds("", R"(
  PVOID base = NULL; SIZE_T size = 0x3000, length; MEMORY_BASIC_INFORMATION memory; IO_STATUS_BLOCK block;
  HOLDS(ZwAllocateVirtualMemory(ZwCurrentProcess(), &base, 0, &size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE) == STATUS_SUCCESS);
  HOLDS(ZwQueryVirtualMemory(ZwCurrentProcess(), (PUCHAR)base + 0x1001, MemoryBasicInformation, &memory, sizeof memory, &length) == STATUS_SUCCESS);
  HOLDS(length == sizeof memory && memory.BaseAddress == (PUCHAR)base + 0x1000);
  HOLDS(memory.State == MEM_COMMIT && memory.Protect == PAGE_READWRITE && memory.Type == MEM_PRIVATE);
  HOLDS(ZwFlushVirtualMemory(ZwCurrentProcess(), &base, &size, &block) == STATUS_NOT_MAPPED_DATA);
  size = 0;
  HOLDS(ZwFreeVirtualMemory(ZwCurrentProcess(), &base, &size, MEM_DECOMMIT) == STATUS_SUCCESS);
  HOLDS(ZwQueryVirtualMemory(ZwCurrentProcess(), base, MemoryBasicInformation, &memory, sizeof memory, NULL) == STATUS_SUCCESS);
  HOLDS(memory.State == MEM_RESERVE);
  size = 0;
  HOLDS(ZwFreeVirtualMemory(ZwCurrentProcess(), &base, &size, MEM_RELEASE) == STATUS_SUCCESS);
  HOLDS(ZwQueryVirtualMemory(ZwCurrentProcess(), base, MemoryBasicInformation, &memory, 4, NULL) == STATUS_INFO_LENGTH_MISMATCH);)");
}

TEST(MemoryQuery, FreeRoomHasNoAllocationAndReachesToTheNextMapping) {
  expect_holds("", R"(
  PVOID base = NULL; SIZE_T size = 0x4000; MEMORY_BASIC_INFORMATION memory;
  HOLDS(ZwAllocateVirtualMemory(ZwCurrentProcess(), &base, 0, &size, MEM_RESERVE | MEM_COMMIT, PAGE_READONLY) == STATUS_SUCCESS);
  HOLDS(ZwQueryVirtualMemory(ZwCurrentProcess(), base, MemoryBasicInformation, &memory, sizeof memory, NULL) == STATUS_SUCCESS);
  HOLDS(memory.Protect == PAGE_READONLY && memory.AllocationProtect == PAGE_READONLY && memory.RegionSize >= 0x1000);
  HOLDS((PUCHAR)memory.AllocationBase <= (PUCHAR)base);
  size = 0;
  HOLDS(ZwFreeVirtualMemory(ZwCurrentProcess(), &base, &size, MEM_RELEASE) == STATUS_SUCCESS);
  HOLDS(ZwQueryVirtualMemory(ZwCurrentProcess(), NULL, MemoryBasicInformation, &memory, sizeof memory, NULL) == STATUS_SUCCESS);
  HOLDS(memory.State == MEM_FREE && memory.Protect == PAGE_NOACCESS && memory.AllocationBase == NULL);
  HOLDS(memory.BaseAddress == NULL && memory.RegionSize >= 0x1000);)");
}

TEST(MemoryQuery, RefusesOtherQuestionsProcessesAndAddresses) {
  expect_holds("", R"(
  MEMORY_BASIC_INFORMATION memory; UCHAR here; PVOID at = &here; SIZE_T size = 1; IO_STATUS_BLOCK block;
  HOLDS(ZwQueryVirtualMemory(ZwCurrentProcess(), &here, (MEMORY_INFORMATION_CLASS)77, &memory, sizeof memory, NULL) == STATUS_INVALID_INFO_CLASS);
  HOLDS(ZwQueryVirtualMemory(ZwCurrentProcess(), (PVOID)0x7FFFFFFF0000, MemoryBasicInformation, &memory, sizeof memory, NULL) == STATUS_INVALID_PARAMETER);
  HOLDS(ZwQueryVirtualMemory((HANDLE)0x7777770, &here, MemoryBasicInformation, &memory, sizeof memory, NULL) == STATUS_INVALID_HANDLE);
  HOLDS(ZwFlushVirtualMemory((HANDLE)0x7777770, &at, &size, &block) == STATUS_INVALID_HANDLE);)");
}

}  // namespace
