// MDLs with pages of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

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

TEST(MdlRules, N050PagesLeftAtUnloadAreFound) {
  const std::string source = driver(R"(
  PHYSICAL_ADDRESS low, high, skip;
  IoFreeMdl(mdl);
  low.QuadPart = skip.QuadPart = 0;
  high.QuadPart = -1;
  mdl = MmAllocatePagesForMdlEx(low, high, skip, 8192, MmCached, 0); // pages)");
  expect_rule(source, "N-050", "// pages");
}

}  // namespace
