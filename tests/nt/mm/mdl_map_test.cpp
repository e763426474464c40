// Mappings of MDLs: their protection and their failure.
#include "src/nt/mm/mdl_map.h"

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

namespace sim = drydock::sim;
using namespace drydock::testing;

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

TEST(Mdl, MappingFailsAtAFaultPoint) {
  PMDL mdl = MmAllocatePagesForMdl(at(0), at(-1), at(0), PAGE_SIZE);
  {
    sim::FaultInjection injection(first_point());
    EXPECT_EQ(MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority), nullptr);
  }
  MmFreePagesFromMdl(mdl);
  ExFreePool(mdl);
}

}  // namespace
