// VirtualProtect, VirtualQuery and VirtualLock.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kPagesDriver = R"(
static int zero_data[4];
DEED(Protects) {
  char* pages = (char*)VirtualAlloc(NULL, 0x3000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  DWORD old = 0;
  pages[0x1000] = 7;
  const DWORD kinds[] = {PAGE_READONLY, PAGE_NOACCESS, PAGE_EXECUTE_READ, PAGE_EXECUTE_READWRITE, PAGE_READWRITE};
  DWORD before = PAGE_READWRITE;
  for (DWORD kind : kinds) {
    MEMORY_BASIC_INFORMATION info;
    // One byte means its page.
    if (before == PAGE_NOACCESS) {  // such pages count as reserved here
      HOLDS(VirtualAlloc(pages + 0x1000, 1, MEM_COMMIT, PAGE_READWRITE) != NULL);
      before = PAGE_READWRITE;
    }
    HOLDS(VirtualProtect(pages + 0x1fff, 1, kind, &old) && old == before);
    HOLDS(VirtualQuery(pages, &info, sizeof info) == sizeof info && info.Protect == PAGE_READWRITE);
    HOLDS(VirtualQuery(pages + 0x2000, &info, sizeof info) == sizeof info && info.Protect == PAGE_READWRITE);
    if (kind != PAGE_NOACCESS) {
      HOLDS(VirtualQuery(pages + 0x1234, &info, sizeof info) == sizeof info && info.Protect == kind);
      HOLDS(info.BaseAddress == pages + 0x1000 && info.AllocationBase == pages && info.State == MEM_COMMIT);
    }
    before = kind;
  }
  HOLDS(pages[0x1000] == 7);
  pages[0x1000] = 8;
  HOLDS(VirtualFree(pages, 0, MEM_RELEASE));
  return NULL;
}

DEED(Refusals) {
  char* pages = (char*)VirtualAlloc(NULL, 0x2000, MEM_RESERVE, PAGE_NOACCESS);
  DWORD old = 77;
  FAILS(VirtualProtect(pages, 1, PAGE_READWRITE, &old), ERROR_INVALID_ADDRESS);  // only reserved
  VirtualAlloc(pages, 0x1000, MEM_COMMIT, PAGE_READWRITE);
  FAILS(VirtualProtect(pages, 0, PAGE_READONLY, &old), ERROR_INVALID_PARAMETER);
  FAILS(VirtualProtect(pages, 1, 0, &old), ERROR_INVALID_PARAMETER);
  FAILS(VirtualProtect(pages, 1, PAGE_READONLY | PAGE_READWRITE, &old), ERROR_INVALID_PARAMETER);
  FAILS(VirtualProtect(pages, 0x2001, PAGE_READONLY, &old), ERROR_INVALID_ADDRESS);
  FAILS(VirtualProtect(&old, 1, PAGE_READONLY, &old), ERROR_INVALID_ADDRESS);
  FAILS(VirtualProtect(pages, 1, PAGE_READONLY, NULL), ERROR_NOACCESS);
  HOLDS(old == 77);
  pages[0] = 1;  // still writable
  MEMORY_BASIC_INFORMATION info;
  FAILS(VirtualQuery(pages, &info, sizeof info - 1) != 0, ERROR_BAD_LENGTH);
  FAILS(VirtualLock(pages, 0), ERROR_INVALID_PARAMETER);
  FAILS(VirtualLock(pages, 0x1001), ERROR_NOACCESS);  // its second page is closed
  FAILS(VirtualUnlock(pages + 0x1000, 1), ERROR_NOACCESS);
  HOLDS(VirtualLock(pages, 0x1000) && VirtualUnlock(pages, 0x1000));
  HOLDS(FlushInstructionCache(GetCurrentProcess(), NULL, 0));
  HOLDS(VirtualFree(pages, 0, MEM_RELEASE));
  return NULL;
}

DEED(Queries) {
  MEMORY_BASIC_INFORMATION info;
  char* pages = (char*)VirtualAlloc(NULL, 0x4000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  HOLDS(VirtualQuery(pages + 0x1001, &info, sizeof info) == sizeof info);
  HOLDS(info.BaseAddress == pages + 0x1000 && info.RegionSize == 0x3000 && info.Type == MEM_PRIVATE);
  HOLDS(VirtualFree(pages, 0, MEM_RELEASE));
  // Code and data of the driver itself.
  HOLDS(VirtualQuery((void*)&VirtualQuery, &info, sizeof info) == sizeof info);
  HOLDS(info.State == MEM_COMMIT && info.Protect == PAGE_EXECUTE_READ && info.Type != MEM_PRIVATE);
  HOLDS(VirtualQuery(zero_data, &info, sizeof info) == sizeof info && info.Protect == PAGE_READWRITE);
  // Nothing is there.
  HOLDS(VirtualQuery((void*)0x1000, &info, sizeof info) == sizeof info);
  HOLDS(info.State == MEM_FREE && info.AllocationBase == NULL && info.Protect == PAGE_NOACCESS && info.RegionSize > 0x1000);
  return NULL;
}

DEED(WritesReadOnly) {
  volatile char* page = (char*)VirtualAlloc(NULL, 1, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  DWORD old = 0;
  VirtualProtect((void*)page, 1, PAGE_READONLY, &old);
  const char first = page[0];
  page[0] = 1; /*WritesReadOnly*/
  return first == 0 ? NULL : "not zero";
}
)";

TEST(UserPages, ProtectionIsThatOfWholePages) { expect_work(kPagesDriver, "Protects"); }
TEST(UserPages, RefusesWhatIsNotCommittedOrNoProtection) { expect_work(kPagesDriver, "Refusals"); }
TEST(UserPages, QueriesDescribeWhatIsThereAndTheGaps) { expect_work(kPagesDriver, "Queries"); }

TEST(UserPages, ProtectionHoldsAtTheInstruction) {
  const Work work = work_of(kPagesDriver, "WritesReadOnly");
  ASSERT_EQ(work.findings.size(), 1U) << text_of(work.findings);
  EXPECT_TRUE(passes(work.findings[0], kPagesDriver, "WritesReadOnly")) << text_of(work.findings);
  EXPECT_FALSE(work.alive);
}

}  // namespace
}  // namespace drydock::testing
