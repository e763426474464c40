// What drivers ask about physical addresses.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/memory_calls.h"
#include "tests/nt/mm/physical_buffer.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-mmgetphysicaladdress.md
TEST(Physical, AddressesAreStableAndKeepTheOffset) {
  const PHYSICAL_ADDRESS first = MmGetPhysicalAddress(buffer + 5);
  EXPECT_NE(first.QuadPart, 0);
  EXPECT_EQ(first.QuadPart % PAGE_SIZE, 5);
  EXPECT_EQ(MmGetPhysicalAddress(buffer + 5).QuadPart, first.QuadPart);
  EXPECT_EQ(MmGetVirtualForPhysical(first), buffer + 5);
  EXPECT_NE(MmGetPhysicalAddress(buffer + PAGE_SIZE).QuadPart, first.QuadPart - 5 + PAGE_SIZE);
}

TEST(Physical, NoMemoryHasNoAddress) {
  void* const page = mmap(nullptr, PAGE_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_EQ(MmGetPhysicalAddress(page).QuadPart, 0);
  EXPECT_FALSE(MmIsAddressValid(page));
  EXPECT_FALSE(MmIsAddressValid(nullptr));
  EXPECT_TRUE(MmIsAddressValid(buffer));
  munmap(page, PAGE_SIZE);
}

// wdm/nf-wdm-mmgetphysicalmemoryranges.md: the list ends with zeros and is freed as pool.
TEST(Physical, MemoryRangesHoldEveryAddress) {
  PPHYSICAL_MEMORY_RANGE ranges = MmGetPhysicalMemoryRanges();
  ASSERT_NE(ranges, nullptr);
  const LONGLONG address = MmGetPhysicalAddress(buffer).QuadPart;
  bool inside = false;
  for (auto* one = ranges; one->NumberOfBytes.QuadPart != 0; ++one) {
    const LONGLONG begin = one->BaseAddress.QuadPart;
    inside |= address >= begin && address < begin + one->NumberOfBytes.QuadPart;
  }
  EXPECT_TRUE(inside);
  ExFreePool(ranges);
}

// ntddk/nf-ntddk-mmcopymemory.md
TEST(Physical, CopyStopsAtWhatIsNotThere) {
  MM_COPY_ADDRESS source;
  source.VirtualAddress = buffer;
  char out[10];
  SIZE_T done = 0;
  EXPECT_EQ(MmCopyMemory(out, source, sizeof out, MM_COPY_MEMORY_VIRTUAL, &done), STATUS_SUCCESS);
  EXPECT_EQ(done, sizeof out);
  source.VirtualAddress = nullptr;
  EXPECT_EQ(MmCopyMemory(out, source, 1, MM_COPY_MEMORY_VIRTUAL, &done), STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(done, 0U);
}

}  // namespace
