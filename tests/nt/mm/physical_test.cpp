// The pseudo-physical address space, as devices use it.
#include "src/nt/mm/physical.h"

#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/memory_calls.h"
#include "tests/nt/mm/physical_buffer.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using drydock::rules::FindingLog;
using namespace drydock::testing;

TEST(Physical, DevicesReadAndWriteMemory) {
  auto* const base = static_cast<char*>(MmAllocateContiguousMemory(2 * PAGE_SIZE, at(-1)));
  const auto physical = static_cast<std::uint64_t>(MmGetPhysicalAddress(base).QuadPart);
  base[PAGE_SIZE - 1] = 'a';
  base[PAGE_SIZE] = 'b';
  char seen[2] = {};
  EXPECT_TRUE(nt::read_physical(physical + PAGE_SIZE - 1, seen, 2));
  EXPECT_EQ(std::string(seen, 2), "ab");
  EXPECT_TRUE(nt::write_physical(physical + PAGE_SIZE, "z", 1));
  EXPECT_EQ(base[PAGE_SIZE], 'z');
  MmFreeContiguousMemory(base);
  EXPECT_FALSE(nt::read_physical(physical, seen, 1));
  EXPECT_TRUE(nt::write_physical(static_cast<std::uint64_t>(MmGetPhysicalAddress(buffer).QuadPart),
                                 "p", 1));
  EXPECT_EQ(buffer[0], 'p');
}

}  // namespace
