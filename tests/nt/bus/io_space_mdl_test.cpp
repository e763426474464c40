// MDLs of device memory.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/bus/io_space.h"
#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-mmallocatemdlforiospace.md
TEST(Routines, AnMdlDescribesMemoryOfADevice) {
  const auto range = drydock::nt::declare_io_range(0xE1000000, 0x4000);
  static_cast<char*>(range->memory())[0x1000] = 42;
  expect_holds("", R"(
  MM_PHYSICAL_ADDRESS_LIST list[1]; PMDL mdl; PUCHAR mapped;
  list[0].PhysicalAddress.QuadPart = 0xE1001000;
  list[0].NumberOfBytes = 100;
  HOLDS(MmAllocateMdlForIoSpace(list, 1, &mdl) == STATUS_INVALID_PARAMETER_1);
  list[0].NumberOfBytes = 0x2000;
  HOLDS(MmAllocateMdlForIoSpace(list, 1, &mdl) == STATUS_SUCCESS);
  HOLDS(MmGetMdlByteCount(mdl) == 0x2000 && MmGetMdlPfnArray(mdl)[1] == 0xE1002);
  mapped = MmMapLockedPagesSpecifyCache(mdl, KernelMode, MmNonCached, NULL, FALSE, NormalPagePriority | MdlMappingNoExecute);
  HOLDS(mapped != NULL && mapped[0] == 42);
  MmUnmapLockedPages(mapped, mdl);
  IoFreeMdl(mdl);)");
}

TEST(IoSpaceMdl, RangesFollowOneAnotherAndAreWholePages) {
  expect_holds("", R"(
  MM_PHYSICAL_ADDRESS_LIST list[2]; PMDL mdl = (PMDL)&list;
  list[0].PhysicalAddress.QuadPart = 0xE2002000;
  list[0].NumberOfBytes = 0x1000;
  list[1].PhysicalAddress.QuadPart = 0xE2000000;
  list[1].NumberOfBytes = 0x2000;
  HOLDS(MmAllocateMdlForIoSpace(list, 2, &mdl) == STATUS_SUCCESS);
  HOLDS(MmGetMdlByteCount(mdl) == 0x3000 && MmGetMdlByteOffset(mdl) == 0);
  HOLDS(MmGetMdlPfnArray(mdl)[0] == 0xE2002 && MmGetMdlPfnArray(mdl)[1] == 0xE2000 && MmGetMdlPfnArray(mdl)[2] == 0xE2001);
  HOLDS((mdl->MdlFlags & (MDL_IO_SPACE | MDL_PAGES_LOCKED)) == (MDL_IO_SPACE | MDL_PAGES_LOCKED));
  IoFreeMdl(mdl);)");
}

TEST(IoSpaceMdl, RefusesNoRangesPartsOfPagesAndWhatIsTooLarge) {
  expect_holds("", R"(
  MM_PHYSICAL_ADDRESS_LIST list[2]; PMDL mdl = (PMDL)&list;
  HOLDS(MmAllocateMdlForIoSpace(list, 0, &mdl) == STATUS_INVALID_PARAMETER_1 && mdl == NULL);
  list[0].PhysicalAddress.QuadPart = 0xE2000000;
  list[0].NumberOfBytes = 0x1000;
  list[1].PhysicalAddress.QuadPart = 0xE2004010;
  list[1].NumberOfBytes = 0x1000;
  HOLDS(MmAllocateMdlForIoSpace(list, 2, &mdl) == STATUS_INVALID_PARAMETER_1);
  list[1].PhysicalAddress.QuadPart = 0xE2004000;
  list[1].NumberOfBytes = 0;
  HOLDS(MmAllocateMdlForIoSpace(list, 2, &mdl) == STATUS_INVALID_PARAMETER_1);
  list[1].NumberOfBytes = 0xFFFFF000;
  HOLDS(MmAllocateMdlForIoSpace(list, 2, &mdl) == STATUS_INVALID_PARAMETER_2 && mdl == NULL);)");
}

}  // namespace
