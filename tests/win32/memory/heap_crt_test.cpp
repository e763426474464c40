// The C and C++ heap of user-mode drivers: sizes, alignments, contents and refusals.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kCrtHeapDriver = R"(
#include <new>
static void* volatile kept;  // keeps the compiler from folding what is taken and given back
template <typename T>
static T* Seen(T* block) {
  kept = (void*)block;
  return (T*)kept;
}
static ULONG_PTR Number(const void* block) { return (ULONG_PTR)block; }

DEED(Sizes) {
  const size_t sizes[] = {0, 1, 15, 16, 17, 4096, 1 << 20};
  for (size_t size : sizes) {
    char* block = (char*)malloc(size);
    HOLDS(block != NULL && Number(block) % 16 == 0 && _msize(block) == size);
    memset(block, 7, size);
    char* zeroes = (char*)calloc(size, 1);
    for (size_t i = 0; i < size; ++i) HOLDS(zeroes[i] == 0);
    HOLDS(_msize(zeroes) == size);
    free(block);
    free(zeroes);
  }
  volatile size_t half = ~(size_t)0 / 2 + 1, huge = ~(size_t)0;
  HOLDS(Seen(calloc(half, 2)) == NULL && Seen(calloc(2, half)) == NULL && Seen(malloc(huge)) == NULL);
  free(NULL);
  return NULL;
}

DEED(Resizes) {
  char* block = (char*)realloc(NULL, 4);
  memcpy(block, "abc", 4);
  block = (char*)realloc(block, 100000);
  HOLDS(memcmp(block, "abc", 4) == 0 && _msize(block) == 100000);
  volatile size_t huge = ~(size_t)0;
  HOLDS(realloc(block, huge) == NULL && memcmp(block, "abc", 4) == 0);  // the old one stays
  block = (char*)realloc(block, 2);
  HOLDS(memcmp(block, "ab", 2) == 0 && _msize(block) == 2);
  HOLDS(realloc(block, 0) == NULL);  // that gave it back
  return NULL;
}

DEED(Aligned) {
  const size_t alignments[] = {1, 2, 8, 16, 64, 4096, 65536};
  for (size_t alignment : alignments) {
    char* block = (char*)_aligned_malloc(10, alignment);
    HOLDS(block != NULL && Number(block) % alignment == 0);
    memcpy(block, "123456789", 10);
    block = (char*)_aligned_realloc(block, 5000, alignment);
    HOLDS(Number(block) % alignment == 0 && memcmp(block, "123456789", 10) == 0);
    HOLDS(_aligned_realloc(block, 0, alignment) == NULL);
  }
  const size_t bad[] = {0, 3, 24, ~(size_t)0};
  for (size_t alignment : bad) {
    HOLDS(_aligned_malloc(10, alignment) == NULL);
    HOLDS(_aligned_realloc(NULL, 10, alignment) == NULL);
  }
  void* fresh = _aligned_realloc(NULL, 10, 32);
  HOLDS(fresh != NULL && Number(fresh) % 32 == 0);
  _aligned_free(fresh);
  _aligned_free(NULL);
  return NULL;
}

DEED(Copies) {
  char* text = _strdup("text");
  wchar_t* wide = _wcsdup(L"wide");
  HOLDS(strcmp(text, "text") == 0 && _msize(text) == 5);
  HOLDS(memcmp(wide, L"wide", 10) == 0 && _msize(wide) == 10);
  free(text);
  free(wide);
  text = _strdup("");
  HOLDS(text[0] == 0 && _msize(text) == 1);
  free(text);
  return NULL;
}

struct alignas(256) Wide { char bytes[256]; };
DEED(Operators) {
  int* one = new int(42);
  Wide* wide = new Wide;
  Wide* several = new Wide[3];
  char* characters = new (std::nothrow) char[3];
  HOLDS(*one == 42 && Number(wide) % 256 == 0 && Number(several) % 256 == 0 && characters != NULL);
  delete one;
  delete wide;
  delete[] several;
  delete[] characters;
  one = NULL;
  delete one;
  volatile size_t huge = ~(size_t)0 / 2;
  HOLDS(Seen(new (std::nothrow) char[huge]) == NULL && Seen(::operator new(huge, std::nothrow)) == NULL);
  bool thrown = false;
  try {
    characters = Seen(new char[huge]);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  HOLDS(thrown);
  return NULL;
}

// Each way in may fail, and says so in its own manner.
DEED(Failing) {
  int missing = 0;
  void* blocks[] = {malloc(1), calloc(1, 1), realloc(NULL, 1), _aligned_malloc(1, 64), _strdup("a"), _wcsdup(L"a")};
  for (int i = 0; i < 6; ++i) {
    if (blocks[i] == NULL) ++missing;
    else if (i == 3) _aligned_free(blocks[i]);
    else free(blocks[i]);
  }
  char* quiet = Seen(new (std::nothrow) char);
  if (quiet == NULL) ++missing;
  delete quiet;
  try {
    delete Seen(new char);
  } catch (const std::bad_alloc&) {
    ++missing;
  }
  return missing == 0 ? NULL : missing == 1 ? "one" : "more";
}

DEED(MsizeOfNothing) {
  kept = (void*)&kept;
  _msize(kept); /*MsizeOfNothing*/
  return NULL;
}
DEED(ReallocOfAligned) {
  kept = _aligned_malloc(16, 64);
  kept = realloc(kept, 32); /*ReallocOfAligned*/
  return NULL;
}
DEED(AlignedFreeOfMalloc) {
  kept = malloc(16);
  _aligned_free(kept); /*AlignedFreeOfMalloc*/
  return NULL;
}
DEED(DeleteArrayOfOne) {
  kept = new int(1);
  delete[] (int*)kept; /*DeleteArrayOfOne*/
  return NULL;
}
)";

TEST(CrtHeap, GivesSoManyBytesAsItIsAsked) { expect_work(kCrtHeapDriver, "Sizes"); }
TEST(CrtHeap, ResizingKeepsTheContents) { expect_work(kCrtHeapDriver, "Resizes"); }
TEST(CrtHeap, AlignsToPowersOfTwo) { expect_work(kCrtHeapDriver, "Aligned"); }
TEST(CrtHeap, CopiesTextWithItsEnd) { expect_work(kCrtHeapDriver, "Copies"); }
TEST(CrtHeap, OperatorsThrowOrAnswerNull) { expect_work(kCrtHeapDriver, "Operators"); }

TEST(CrtHeap, EveryWayInCanFailAlone) {
  constexpr std::uint64_t kPoints = 8;
  EXPECT_EQ(work_of(kCrtHeapDriver, "Failing").fault_points, kPoints);
  for (std::uint64_t point = 0; point < kPoints; ++point) {
    const Work work = work_of(kCrtHeapDriver, "Failing", {.fault = point});
    EXPECT_EQ(work.failure, "one") << point;
    EXPECT_TRUE(work.findings.empty()) << point << '\n' << text_of(work.findings);
  }
}

TEST(CrtHeap, TheWrongFunctionEndsTheDriver) {
  for (const char* deed :
       {"MsizeOfNothing", "ReallocOfAligned", "AlignedFreeOfMalloc", "DeleteArrayOfOne"})
    expect_end(kCrtHeapDriver, deed, "N-003");
}

}  // namespace
}  // namespace drydock::testing
