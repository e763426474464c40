// HeapAlloc, LocalAlloc and GlobalAlloc with their kin.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kWin32HeapDriver = R"(
static char* Text(void* block) { return (char*)block; }

DEED(Heaps) {
  const HANDLE process = GetProcessHeap(), own = HeapCreate(0, 0, 0), other = HeapCreate(0, 0, 0);
  HOLDS(process == GetProcessHeap() && own != NULL && other != NULL && own != other && own != process);
  char* mine = Text(HeapAlloc(own, HEAP_ZERO_MEMORY, 40));
  char* theirs = Text(HeapAlloc(process, 0, 1));
  for (int i = 0; i < 40; ++i) HOLDS(mine[i] == 0);
  HOLDS(HeapSize(own, 0, mine) == 40 && HeapSize(process, 0, theirs) == 1);
  HOLDS(HeapValidate(own, 0, mine) && HeapValidate(process, 0, theirs) && HeapValidate(own, 0, NULL));
  HOLDS(!HeapValidate(other, 0, mine) && !HeapValidate(process, 0, mine) && !HeapValidate(own, 0, theirs));
  HOLDS(!HeapValidate(own, 0, mine + 8) && !HeapValidate(own, 0, &mine));
  HOLDS(HeapFree(own, 0, NULL) && HeapFree(process, 0, theirs));
  HOLDS(!HeapValidate(process, 0, theirs));
  HOLDS(HeapDestroy(other) && HeapValidate(own, 0, mine));
  HOLDS(HeapDestroy(own) && !HeapValidate(own, 0, mine));  // and all in it
  HOLDS(!HeapDestroy(process));
  void* still = HeapAlloc(process, 0, 0);
  HOLDS(still != NULL && HeapSize(process, 0, still) == 0 && HeapFree(process, 0, still));
  return NULL;
}

DEED(Resizes) {
  const HANDLE heap = HeapCreate(0, 0, 0);
  char* block = Text(HeapAlloc(heap, 0, 4));
  memcpy(block, "abc", 4);
  block = Text(HeapReAlloc(heap, HEAP_ZERO_MEMORY, block, 4000));
  HOLDS(memcmp(block, "abc", 4) == 0 && HeapSize(heap, 0, block) == 4000);
  for (int i = 4; i < 4000; ++i) HOLDS(block[i] == 0);
  HOLDS(HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, block, 8000) == NULL);
  HOLDS(HeapReAlloc(heap, 0, NULL, 8) == NULL);
  volatile SIZE_T huge = ~(SIZE_T)0 / 2;
  HOLDS(HeapReAlloc(heap, 0, block, huge) == NULL && HeapAlloc(heap, 0, huge) == NULL);
  block = Text(HeapReAlloc(heap, 0, block, 2));
  HOLDS(memcmp(block, "ab", 2) == 0 && HeapSize(heap, 0, block) == 2);
  return HeapDestroy(heap) ? NULL : "it is not destroyed";
}

DEED(LocalAndGlobal) {
  char* local = Text(LocalAlloc(LMEM_ZEROINIT, 40));
  char* global = Text(GlobalAlloc(GMEM_ZEROINIT, 40));
  HOLDS(local != NULL && global != NULL);
  for (int i = 0; i < 40; ++i) HOLDS(local[i] == 0 && global[i] == 0);
  HOLDS(LocalFree(local) == NULL && GlobalFree(global) == NULL);
  HOLDS(LocalFree(NULL) == NULL && GlobalFree(NULL) == NULL);
  local = Text(LocalAlloc(LMEM_FIXED, 0));
  HOLDS(local != NULL && LocalFree(local) == NULL);
  volatile SIZE_T huge = ~(SIZE_T)0 / 2;
  HOLDS(LocalAlloc(0, huge) == NULL && GlobalAlloc(0, huge) == NULL);
  return NULL;
}

// A write behind a block is seen by the query and found when it is given back.
DEED(WrittenBehind) {
  char* block = Text(HeapAlloc(GetProcessHeap(), 0, 40));
  volatile int end = 40;
  block[end] = 1;
  HOLDS(!HeapValidate(GetProcessHeap(), 0, block));
  HeapFree(GetProcessHeap(), 0, block); /*WrittenBehind*/
  return NULL;
}

DEED(SizeOfFreed) {
  void* volatile block = HeapAlloc(GetProcessHeap(), 0, 40);
  HeapFree(GetProcessHeap(), 0, block);
  HeapSize(GetProcessHeap(), 0, block); /*SizeOfFreed*/
  return NULL;
}
DEED(SizeInOtherHeap) {
  const HANDLE heap = HeapCreate(0, 0, 0);
  HeapSize(GetProcessHeap(), 0, HeapAlloc(heap, 0, 4)); /*SizeInOtherHeap*/
  return NULL;
}
DEED(NoHeap) {
  HeapAlloc((HANDLE)malloc(8), 0, 4); /*NoHeap*/
  return NULL;
}
DEED(DestroyedTwice) {
  const HANDLE heap = HeapCreate(0, 0, 0);
  HeapDestroy(heap);
  HeapDestroy(heap); /*DestroyedTwice*/
  return NULL;
}
DEED(GlobalFreeOfLocal) {
  GlobalFree(LocalAlloc(0, 4)); /*GlobalFreeOfLocal*/
  return NULL;
}
)";

TEST(Win32Heap, EachHasItsBlocksUntilItIsDestroyed) { expect_work(kWin32HeapDriver, "Heaps"); }
TEST(Win32Heap, ResizingKeepsTheContents) { expect_work(kWin32HeapDriver, "Resizes"); }
TEST(Win32Heap, LocalAndGlobalMemoryIsGivenBackWithNull) {
  expect_work(kWin32HeapDriver, "LocalAndGlobal");
}
TEST(Win32Heap, AWriteBehindABlockIsFoundAtItsFree) {
  const Work work = work_of(kWin32HeapDriver, "WrittenBehind");
  EXPECT_TRUE(passes(first(work.findings, "N-004"), kWin32HeapDriver, "WrittenBehind"))
      << text_of(work.findings);
}

TEST(Win32Heap, BlocksAndHeapsThatAreNoneEndTheDriver) {
  expect_end(kWin32HeapDriver, "SizeOfFreed", "N-001");
  for (const char* deed : {"SizeInOtherHeap", "NoHeap", "GlobalFreeOfLocal"})
    expect_end(kWin32HeapDriver, deed, "N-003");
  expect_end(kWin32HeapDriver, "DestroyedTwice", "N-005");
}

}  // namespace
}  // namespace drydock::testing
