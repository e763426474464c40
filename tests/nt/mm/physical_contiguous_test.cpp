// Contiguous and non-cached memory.
#include "src/nt/mm/physical_contiguous.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/memory_calls.h"
#include "tests/nt/mm/physical_buffer.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;

// wdm/nf-wdm-mmallocatecontiguousmemory.md
TEST(Physical, ContiguousMemoryIsContiguous) {
  auto* const base = static_cast<char*>(MmAllocateContiguousMemory(5 * PAGE_SIZE + 1, at(-1)));
  ASSERT_NE(base, nullptr);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(base) % PAGE_SIZE, 0U);
  const LONGLONG physical = MmGetPhysicalAddress(base).QuadPart;
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(MmGetPhysicalAddress(base + i * PAGE_SIZE).QuadPart, physical + i * PAGE_SIZE);
  }
  EXPECT_EQ(MmGetVirtualForPhysical(at(physical + PAGE_SIZE + 3)), base + PAGE_SIZE + 3);
  MmFreeContiguousMemory(base);
  EXPECT_FALSE(MmIsAddressValid(base));
  EXPECT_EQ(MmGetVirtualForPhysical(at(physical)), nullptr);
}

// wdm/nf-wdm-mmallocatecontiguousmemoryspecifycache.md: lowest, highest and boundary.
TEST(Physical, ContiguousMemoryIsWritableUpToItsEnd) {
  auto* const memory = static_cast<char*>(MmAllocateContiguousMemory(2 * PAGE_SIZE, at(-1)));
  ASSERT_NE(memory, nullptr);
  EXPECT_TRUE(nt::writable(memory + 5, 2 * PAGE_SIZE - 5));
  EXPECT_FALSE(nt::writable(memory + 5, 2 * PAGE_SIZE));
  ASSERT_TRUE(nt::protect_view(memory, PROT_READ));
  EXPECT_FALSE(nt::writable(memory, 1));
  ASSERT_TRUE(nt::protect_view(memory, PROT_READ | PROT_WRITE));
  EXPECT_TRUE(nt::writable(memory, 1));
  MmFreeContiguousMemory(memory);
}

TEST(Physical, ContiguousMemoryObeysItsLimits) {
  void* const low = MmAllocateContiguousMemorySpecifyCache(PAGE_SIZE, at(0x800000), at(0xFFFFFF),
                                                           at(0), MmNonCached);
  ASSERT_NE(low, nullptr);
  EXPECT_GE(MmGetPhysicalAddress(low).QuadPart, 0x800000);
  EXPECT_LT(MmGetPhysicalAddress(low).QuadPart, 0x1000000);
  void* blocks[8];
  for (void*& block : blocks) {
    block = MmAllocateContiguousMemorySpecifyCache(3 * PAGE_SIZE, at(0), at(-1), at(4 * PAGE_SIZE),
                                                   MmCached);
    ASSERT_NE(block, nullptr);
    const LONGLONG first = MmGetPhysicalAddress(block).QuadPart;
    EXPECT_EQ(first / (4 * PAGE_SIZE), (first + 3 * PAGE_SIZE - 1) / (4 * PAGE_SIZE));
  }
  for (void* block : blocks) MmFreeContiguousMemorySpecifyCache(block, 3 * PAGE_SIZE, MmCached);
  MmFreeContiguousMemory(low);
}

TEST(Physical, ContiguousMemoryThatCannotBe) {
  EXPECT_EQ(MmAllocateContiguousMemory(0, at(-1)), nullptr);
  EXPECT_EQ(MmAllocateContiguousMemory(PAGE_SIZE, at(0xFFFF)), nullptr);
  EXPECT_EQ(MmAllocateContiguousMemory(SIZE_T{1} << 40, at(-1)), nullptr);
  EXPECT_EQ(
      MmAllocateContiguousMemorySpecifyCache(2 * PAGE_SIZE, at(0), at(-1), at(PAGE_SIZE), MmCached),
      nullptr);
  sim::FaultInjection injection(first_point());
  EXPECT_EQ(MmAllocateContiguousMemory(PAGE_SIZE, at(-1)), nullptr);
}

// ntddk/nf-ntddk-mmallocatenoncachedmemory.md
TEST(Physical, NonCachedMemory) {
  void* const base = MmAllocateNonCachedMemory(100);
  ASSERT_NE(base, nullptr);
  static_cast<char*>(base)[PAGE_SIZE - 1] = 1;
  MmFreeNonCachedMemory(base, 100);
}

std::string driver(const std::string& unload) {
  return driver_with_unload("static PVOID memory;", unload, "  PHYSICAL_ADDRESS highest;", R"(
  highest.QuadPart = -1;
  memory = MmAllocateContiguousMemory(8192, highest); // allocate
  return memory == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;)");
}

TEST(PhysicalRules, N057LeftAtUnloadIsFound) {
  const std::string source = driver("");
  const Life life = life_of(source);
  ASSERT_TRUE(has(life.findings, "N-057")) << text_of(life.findings);
  EXPECT_TRUE(
      mentions_line(first(life.findings, "N-057"), "driver.c", line_of(source, "// allocate")))
      << text_of(life.findings);
}

TEST(PhysicalRules, N057FreedByAnotherRoutineIsFound) {
  const std::string source =
      driver("MmFreeNonCachedMemory(memory, 8192); // free\nMmFreeContiguousMemory(memory);");
  const Life life = life_of(source);
  EXPECT_EQ(count(life.findings, "N-057"), 1U) << text_of(life.findings);
  EXPECT_TRUE(mentions_line(first(life.findings, "N-057"), "driver.c", line_of(source, "// free")))
      << text_of(life.findings);
}

TEST(PhysicalRules, N057FreedIsSilent) {
  const Life life = life_of(driver("MmFreeContiguousMemory(memory);"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
