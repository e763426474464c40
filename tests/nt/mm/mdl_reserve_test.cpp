// Addresses that a driver reserves for mappings.
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

using namespace drydock::testing;

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

}  // namespace
