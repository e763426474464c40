// The heap of user-mode drivers: blocks that leak, are freed twice or wrongly, or are used wrongly
// are found at their line; correct use has no findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/pool/pool.h"
#include "src/sim/faults.h"
#include "tests/win32/memory/heap_life.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;

TEST(UserHeap, WhateverIsLeftAtUnloadIsFoundAtItsLine) {
  for (const char* way :
       {"Malloc", "Calloc", "Realloc", "Strdup", "Wcsdup", "New", "NewArray", "Nothrow", "Aligned",
        "HeapAlloc", "HeapCreate", "Local", "Global", "Virtual"}) {
    const std::string deed = std::string("Leak") + way;
    expect_found(deed, "N-008");
    HeapLife life;
    EXPECT_EQ(life.does(deed).end().size(), 1U) << deed;
  }
}

TEST(UserHeap, WhatIsGivenBackIsSilent) {
  for (const char* way : {"C", "Cxx", "Win32", "Virtual"})
    expect_silent(std::string("GiveBack") + way);
}

TEST(UserHeap, WhatIsGivenBackIsSilentInPagesOfItsOwn) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  for (const char* way : {"C", "Cxx", "Win32", "Virtual"})
    expect_silent(std::string("GiveBack") + way);
  nt::set_pool_options({});
}

TEST(UserHeap, GivingBackTwiceIsFoundWithAllThreePlaces) {
  HeapLife life;
  const auto findings = life.does("FreeTwice").end();
  const rules::Finding& finding = first(findings, "N-001");
  for (const char* mark : {"taken", "first", "FreeTwice"})
    EXPECT_TRUE(passes(finding, mark)) << mark << text_of(findings);
  EXPECT_THAT(finding.message, HasSubstr("block of 40 bytes from malloc"));
  EXPECT_FALSE(life.alive());
  expect_found("ReallocOfFreed", "N-001");
  expect_found("HeapFreeTwice", "N-001");
  expect_found("VirtualFreeTwice", "N-001");
}

// The driver is in a destructor, where nothing may be thrown.
TEST(UserHeap, DeletingTwiceInADestructorEndsTheDriverAlone) {
  HeapLife life;
  const auto findings = life.does("DeleteTwiceInDestructor").end();
  const rules::Finding& finding = first(findings, "N-001");
  EXPECT_TRUE(passes(finding, "taken by new")) << text_of(findings);
  EXPECT_TRUE(passes(finding, "second delete")) << text_of(findings);
  EXPECT_EQ(findings.size(), 1U) << text_of(findings);
  EXPECT_FALSE(life.alive());
}

TEST(UserHeap, TheWrongFunctionIsFound) {
  for (const char* deed : {"FreeOfNew", "DeleteOfMalloc", "DeleteOfArray", "HeapFreeOfMalloc",
                           "LocalFreeOfGlobal", "FreeOfAligned"})
    expect_found(deed, "N-003");
}

TEST(UserHeap, AFreeOfForeignMemoryIsFound) {
  for (const char* deed : {"FreeOfStack", "DeleteOfGlobal", "FreeOfInner", "FreeToOtherHeap"})
    expect_found(deed, "N-003");
}

TEST(UserHeap, WritingBehindABlockIsFound) { expect_found("WriteBehind", "N-004"); }
TEST(UserHeap, WritingAfterGivingBackIsFound) { expect_found("WriteAfterFree", "N-005"); }
TEST(UserHeap, ReleasedPagesAreOutOfReach) { expect_found("UseOfReleasedPages", "N-005"); }
TEST(UserHeap, ADestroyedHeapIsOutOfReach) { expect_found("UseOfDestroyedHeap", "N-005"); }
TEST(UserHeap, UseWithinBoundsIsSilent) { expect_silent("UseWithinBounds"); }

TEST(UserHeap, ReadingAfterGivingBackStopsInPagesOfItsOwn) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  expect_found("ReadAfterFree", "N-005");
  nt::set_pool_options({});
}

TEST(UserHeap, EveryTakingCanFailAndADriverMayLiveWithIt) {
  constexpr std::uint64_t kPoints = 3;
  for (std::uint64_t nth = 0; nth <= kPoints; ++nth) {  // the last fails nothing
    const sim::FaultInjection injection({.nth = nth});
    HeapLife life;
    const auto findings = life.does("SurvivesNoMemory").end();
    EXPECT_TRUE(findings.empty()) << text_of(findings);
    EXPECT_TRUE(life.alive());
    if (nth == kPoints) EXPECT_EQ(injection.points(), kPoints);
  }
}

TEST(UserHeap, ADriversOwnOperatorsGoBeforeTheHosts) {
  const std::string text = R"(#include <windows.h>
#include <d3dumddi.h>
#include <stdlib.h>
static int used;
void* operator new(size_t bytes) { ++used; return malloc(bytes); }
void operator delete(void* block) noexcept { --used; free(block); }
struct Deed { const char* name; void (*run)(); };
static void Run() {
  int* volatile block = new int(1);
  if (used != 1) abort();
  delete block;
  if (used != 0) abort();
}
static Deed deeds[] = {{"Run", Run}, {}};
extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* data) {
  data->hAdapter = deeds;
  return S_OK;
})";
  HeapLife life(build_driver(text, ".cpp", {"--kind", "umd"}));
  const auto findings = life.does("Run").end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
  EXPECT_TRUE(life.alive());
}

}  // namespace
}  // namespace drydock::testing
